"""The engine's version, defined once and written in every log."""

__version__ = "0.2.0"
