"""A store in one file: its connections, and the lock of the server that serves it."""
