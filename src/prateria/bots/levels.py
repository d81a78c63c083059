"""Levels 1 to 5: bots for people, each with a stated strength and a stated time (docs/bots.md).

Weaker levels overlook more and are less sure of what they see; none of them acts against what it
sees. The table is for games in general; beside a game's weights there may be levels of its own
(`learned/GAME.levels.toml`), chosen in the arena so that each is a fair step above the one below.
Levels of earlier versions are kept for comparison: `level:5@1` is level 5 of version 0.1.0.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from prateria.bots.base import ALIASES, TUNABLE
from prateria.bots.learned_files import LEVELS as LEVELS_OF_ITS_OWN
from prateria.bots.learned_files import learned_text
from prateria.bots.net import shipped
from prateria.core.errors import SetupError


@dataclass(frozen=True, slots=True)
class Level:
    """A level's bot, and the longest it thinks about one decision."""

    spec: str
    milliseconds: int
    pace: str
    """Its reaction speed where a game is a race."""


LEVELS: Final[dict[str, Level]] = {
    "1": Level("learned:overlook=0.6,unsure=4.5", 100, "easy"),
    "2": Level("learned:overlook=0.45,unsure=3", 100, "easy"),
    "3": Level("learned:overlook=0.3,unsure=1.8", 100, "medium"),
    "4": Level("learned:overlook=0.03,unsure=0.2", 100, "hard"),
    "5": Level("search:sims=160,ms=1000,eager=1", 1000, "hard"),
}
EARLIER: Final[dict[str, str]] = {
    "1@1": "learned:temperature=9,version=1",
    "2@1": "learned:temperature=3.5,version=1",
    "3@1": "learned:temperature=1.4,version=1",
    "4@1": "learned:temperature=0.2,version=1",
    "5@1": "search:sims=160,ms=1000,eager=1,version=1",
}
"""Levels of earlier versions: for the arena, not offered to people."""


@cache
def levels_of(game_id: str) -> Mapping[str, str]:
    """The levels of a game that differ from those of games in general."""
    text = learned_text(game_id, LEVELS_OF_ITS_OWN)
    return {} if text is None else tomllib.loads(text)


def level_spec(level: str, game_id: str) -> str:
    """The bot that plays a level of a game."""
    if level in LEVELS:
        return levels_of(game_id).get(level, LEVELS[level].spec)
    number, _, version = level.partition("@")
    weights = shipped(game_id, int(version))
    earlier = {} if weights is None else weights.levels
    return earlier.get(number, EARLIER[level])


def check_level(details: str) -> str:
    """Check a level by name; SetupError if it does not exist."""
    level = details.strip()
    if level not in LEVELS and level not in EARLIER:
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
    level = LEVELS.get(details.partition("@")[0].strip()) if name == "level" else None
    return "medium" if level is None else level.pace
