"""A game shrunk by its tables until exact solvers can solve it: the same rules, fewer pieces.

`small.toml` in a game's package says how: `seats`, `options`, and `data`, the tables that
`Game.ruleset` takes in place of the game's own. It is for research and is never offered for play.
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
    """The setup of a match of a shrunken game."""

    seats: int
    options: Mapping[str, bool | int | str]
    data: Mapping[str, Any]
    is_open: bool
    """Whether the seat to act always knows everything, as solvers of open games need."""
    moments: int
    """How often, at most, what one seat sees changes in a match."""


@cache
def read_small(package: str) -> Small | None:
    """Read the `small.toml` in a package; None if there is none."""
    source = files(package) / "small.toml" if package else None
    if source is None or not source.is_file():
        return None
    raw = tomllib.loads(source.read_text("utf-8"))
    return Small(raw["seats"], raw["options"], raw["data"], raw["open"], raw["moments"])
