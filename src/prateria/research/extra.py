"""Packages that only research needs, imported when they are used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from prateria.core.errors import SetupError


def needed(name: str) -> Any:
    """The module of that name; SetupError says what to install."""
    try:
        return import_module(name)
    except ImportError as error:
        missing = (error.name or name).partition(".")[0]
        raise SetupError(f"{missing} is not installed: pip install 'prateria[research]'") from None
