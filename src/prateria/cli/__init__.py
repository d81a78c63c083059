"""The command `prateria`, one module a command."""

from prateria.cli.commands import main

__all__ = ["main"]
