"""What is known of a player's line, from measurements; the same for servers and simulations."""

from prateria.core.lines.line import Line

__all__ = ["Line"]
