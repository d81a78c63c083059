"""The attributes of a state, on plain and on compiled rules."""

from __future__ import annotations

from typing import Any


def slots_of(cls: type) -> tuple[str, ...]:
    """The attributes of a class's instances."""
    compiled: Any = getattr(cls, "__mypyc_attrs__", None)
    return tuple(cls.__slots__ if compiled is None else compiled)  # type: ignore[attr-defined]
