"""A store in one file: its connections, and the lock of whoever serves it."""
