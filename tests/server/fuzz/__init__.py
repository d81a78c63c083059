"""Odd requests and messages, most of them odd in one place only, against a running server."""
