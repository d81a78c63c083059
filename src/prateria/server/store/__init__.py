"""Where tables, logs, people and chat are kept. `base.Store` is the whole of it."""
