"""How two values differ: views to the last detail, states part by part.

Equality is not enough for views. A field excluded from equality, a dictionary in another order,
True instead of 1: whoever is sent the view sees the difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache
from typing import Any, Final, TypeAlias

Path: TypeAlias = tuple[Any, ...]
"""The path to a part of a value: names of attributes, indices, keys."""

_PLAIN: Final = (int, float, str, Enum, type(None))


def difference(one: Any, other: Any, name: str = "view") -> str:
    """The first part in which two views differ in any detail; "" if none."""
    if one is other:
        return ""
    if type(one) is not type(other):
        return name
    if isinstance(one, _PLAIN):
        return "" if one == other else name
    if is_dataclass(one):
        for field in fields(one):
            found = difference(
                getattr(one, field.name), getattr(other, field.name), f"{name}.{field.name}"
            )
            if found:
                return found
        return ""
    if isinstance(one, tuple) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        return next((f for n, (a, b) in pairs if (f := difference(a, b, f"{name}[{n}]"))), "")
    return "" if repr(one) == repr(other) else name


def parts_apart(one: Any, other: Any, path: Path = ()) -> Iterator[Path]:
    """The parts in which two states or views differ. A tuple of plain values is one part."""
    if one == other:
        return
    if type(one) is not type(other) or isinstance(one, _PLAIN):
        yield path
        return
    mine, theirs = _members(one), _members(other)
    if mine is None or theirs is None or mine.keys() != theirs.keys():
        yield path
        return
    for key, value in mine.items():
        yield from parts_apart(value, theirs[key], (*path, key))


def _members(value: Any) -> dict[Any, Any] | None:
    """What a value is made of; None for a value that is one part."""
    if isinstance(value, dict):
        return value
    if isinstance(value, list | tuple):
        is_row = isinstance(value, list) or not all(isinstance(item, _PLAIN) for item in value)
        return dict(enumerate(value)) if is_row else None
    return {name: getattr(value, name, None) for name in _names(value.__class__)} | _own(value)


@lru_cache(maxsize=256)
def _names(cls: type) -> tuple[str, ...]:
    """The attributes of a class's instances that are not methods, as far as the class knows
    them."""
    names = [name for name in dir(cls) if not name.startswith("__")]
    return tuple([name for name in names if not callable(getattr(cls, name))])


def _own(value: Any) -> dict[str, Any]:
    """The attributes that only the instance knows."""
    return getattr(value, "__dict__", {})


def part(value: Any, path: Path) -> Any:
    """The part of a value at a path; None where there is no such part."""
    for key in path:
        if isinstance(value, dict):
            value = value.get(key)
        elif isinstance(value, list | tuple):
            value = value[key] if key < len(value) else None
        else:
            value = getattr(value, key, None)
    return value


Trait: TypeAlias = tuple[Path, Any]
"""A part and one of its items, to be counted; or a part and None, to be compared as a whole."""


def traits_apart(one: Any, other: Any) -> Iterator[Trait]:
    """The traits in which two states or views differ: how often an item is in a tuple, or a whole
    part."""
    for path in parts_apart(one, other):
        mine, theirs = part(one, path), part(other, path)
        if isinstance(mine, tuple) and isinstance(theirs, tuple):
            here, there = Counter(map(repr, mine)), Counter(map(repr, theirs))
            yield from [(path, item) for item in here | there if here[item] != there[item]]
        else:
            yield path, None
