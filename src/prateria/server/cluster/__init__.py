"""Requests forwarded to the worker that owns the table."""
