"""Races of hands on a running server, over real sockets and lines that delay."""
