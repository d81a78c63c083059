"""Prateria: where Bison, Apache and Manitou are played and studied.

This is an unofficial implementation with its own art and words. What stands in `__all__` is
the public interface and stays stable.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from prateria.core import chance as _chance
from prateria.core import registry as _registry
from prateria.core.contract.game import CHANCE, CLOCK
from prateria.core.contract.meta import OptionValue, Outcome
from prateria.core.errors import (
    ActionError,
    IllegalAction,
    LogError,
    NotationError,
    PrateriaError,
    SetupError,
    StaleAction,
    UnknownAction,
    WireError,
)
from prateria.core.matches import begin as _begin
from prateria.core.matches.begin import replay
from prateria.core.matches.match import Match
from prateria.core.version import __version__
from prateria.core.wire import to_json

__all__ = [
    "CHANCE",
    "CLOCK",
    "ActionError",
    "IllegalAction",
    "LogError",
    "Match",
    "NotationError",
    "Outcome",
    "PrateriaError",
    "SetupError",
    "StaleAction",
    "UnknownAction",
    "WireError",
    "__version__",
    "game_ids",
    "is_compiled",
    "new_match",
    "position",
    "replay",
    "to_json",
]


def game_ids() -> tuple[str, ...]:
    """The ids of all installed games."""
    return _registry.ids()


def new_match(
    game: str,
    *,
    seats: int,
    seed: str | None = None,
    options: Mapping[str, OptionValue] | None = None,
    players: Sequence[str] | None = None,
) -> Match:
    """A new match, its first luck drawn. Without a seed it gets an unpredictable one."""
    seed = secrets.token_hex(32) if seed is None else seed
    return _begin.new_match(game, seats=seats, seed=seed, options=options, players=players)


def position(
    game: str, text: str, *, seed: str | None = None, players: Sequence[str] | None = None
) -> Match:
    """A match set up from a position in the game's notation."""
    seed = secrets.token_hex(32) if seed is None else seed
    return _begin.position(game, text, seed=seed, players=players)


def is_compiled() -> bool:
    """Whether the rules run compiled, or as plain Python."""
    return not (_chance.__file__ or "").endswith(".py")
