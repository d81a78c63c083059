"""Levels 1 to 5: bots for people, each a stated strength in a stated time (docs/bots.md).

Weaker levels look less far ahead and are less sure of what they see; none of them plays at random.
The table is for games in general; a game's weights may bring levels of their own, found in the
arena, so that each is a fair step above the one below.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from prateria.bots.base import ALIASES, TUNABLE
from prateria.bots.net import shipped
from prateria.core.errors import SetupError


@dataclass(frozen=True, slots=True)
class Level:
    """How a level is made, and the longest it thinks about one decision."""

    spec: str
    milliseconds: int
    pace: str
    """Its reactions where a game is a race."""


LEVELS: Final[dict[str, Level]] = {
    "1": Level("learned:temperature=9", 100, "easy"),
    "2": Level("learned:temperature=3.5", 100, "easy"),
    "3": Level("learned:temperature=1.4", 100, "medium"),
    "4": Level("learned:temperature=0.2", 100, "hard"),
    "5": Level("search:sims=160,ms=1000,eager=1", 1000, "hard"),
}


def level_spec(level: str, game_id: str) -> str:
    """The bot that plays a level of a game."""
    weights = shipped(game_id)
    special = {} if weights is None else weights.levels
    return special.get(level, LEVELS[level].spec)


def check_level(details: str) -> str:
    """The level that was named; SetupError for one there is not."""
    level = details.strip()
    if level not in LEVELS:
        raise SetupError(f"levels are {', '.join(LEVELS)}, not {details!r}")
    return level


def meaning(spec: str, game_id: str) -> str:
    """The spec behind a level, with full names of its settings; any other spec as it is."""
    name, _, details = spec.strip().partition(":")
    return canonical(level_spec(check_level(details), game_id)) if name == "level" else spec.strip()


def canonical(spec: str) -> str:
    """A spec with the full names of its settings: `learned:temperature=1` for `learned:heat=1`."""
    name, _, details = spec.strip().partition(":")
    if name not in TUNABLE or not details:
        return spec.strip()
    words = [word.strip().partition("=") for word in details.split(",")]
    said = [ALIASES.get(key, key) + sign + value for key, sign, value in words]
    return f"{name}:{','.join(said)}"


def pace_of(spec: str) -> str:
    """A bot's reaction speed where a game is a race: that of its level, otherwise medium."""
    name, _, details = spec.strip().partition(":")
    level = LEVELS.get(details.strip()) if name == "level" else None
    return "medium" if level is None else level.pace
