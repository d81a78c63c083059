"""How bytes travel between the workers of one server. `base.Bus` is the whole of it."""
