"""Where tables, logs, people and chat are stored. `base.Store` is the whole interface."""
