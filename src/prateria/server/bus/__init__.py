"""How news travels from a room to its listeners. `base.Bus` is the whole of it."""
