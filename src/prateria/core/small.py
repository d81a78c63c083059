"""A game shrunk by its tables until exact solvers can do it: the same rules, fewer things.

`small.toml` in a game's package says how: `seats`, `options`, and `data`, the tables that
`Game.ruleset` takes in place of the game's own. It is for research, and offered to nobody to play.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class Small:
    """What makes a match of a game a small one."""

    seats: int
    options: Mapping[str, bool | int | str]
    data: Mapping[str, Any]
    is_open: bool
    """Whether whoever is to act knows everything, as solvers of open games need."""
    moments: int
    """How often at most what one seat sees changes in a match."""


@cache
def read_small(package: str) -> Small | None:
    """The `small.toml` that lies in a package; None if there is none."""
    source = files(package) / "small.toml" if package else None
    if source is None or not source.is_file():
        return None
    raw = tomllib.loads(source.read_text("utf-8"))
    return Small(raw["seats"], raw["options"], raw["data"], raw["open"], raw["moments"])
