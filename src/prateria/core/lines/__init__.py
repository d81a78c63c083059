"""What measurements tell about a player's line; the same for servers and simulations."""

from prateria.core.lines.line import Line

__all__ = ["Line"]
