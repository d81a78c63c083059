"""The server: tables, seats, sockets, storage. It knows games by the registry alone."""
