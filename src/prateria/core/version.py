"""The engine's version, in one place. It stands in every log."""

__version__ = "0.2.0"
