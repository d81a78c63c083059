"""Positions and actions as text, written and read."""
