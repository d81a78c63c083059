"""The server: tables, seats, sockets, storage. It reaches the games only through the registry."""
