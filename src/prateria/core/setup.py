"""Helpers that games share to turn options and tables into a rule set."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, Final

from prateria.core.contract.game import LETTERS
from prateria.core.contract.meta import OptionValue
from prateria.core.errors import SetupError

BY_LOT: Final = -1
"""Stands for a seat still to be drawn by lot."""


def seat_fixed(who: str, value: OptionValue, players: int) -> int:
    """The seat that an option names by its letter, or BY_LOT; SetupError if nobody sits there."""
    if value == "lot":
        return BY_LOT
    seat = LETTERS.index(str(value))
    if seat >= players:
        raise SetupError(f"the {who} cannot be seat {value}: there are {players} players")
    return seat


def seat_option(seat: int) -> str:
    """The option that fixes a seat, or leaves it to luck."""
    return "lot" if seat == BY_LOT else LETTERS[seat]


def number(what: str, value: object, least: int, most: int) -> int:
    """A number in a table; SetupError if it is not a number, too small or too large."""
    if type(value) is not int or not least <= value <= most:
        raise SetupError(f"{what} must be a whole number from {least} to {most}, not {value!r}")
    return int(value)


def read_toml(package: str, name: str) -> dict[str, Any]:
    """Read a file of tables in a package's `data/`."""
    return tomllib.loads((files(package) / "data" / name).read_text("utf-8"))
