"""The engine's version, in one place. It stands in every log."""

__version__ = "0.1.0"
