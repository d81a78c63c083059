"""Messages of the socket and how views become JSON."""
