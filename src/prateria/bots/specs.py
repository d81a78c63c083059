"""Bots by name: `random`, `greedy`, `level:3`, and whatever other packages and files define.

A name may carry a text after a colon, which the bot interprets: `level:3`, `search:ms=500`.
"""

from __future__ import annotations

import runpy
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import entry_points
from inspect import signature
from pathlib import Path
from typing import Any, Final, TypeAlias

from prateria.bots.base import ALIASES, Bot, Budget, Observation
from prateria.bots.greedy import GreedyBot
from prateria.bots.learned import LearnedBot
from prateria.bots.levels import check_level, level_spec
from prateria.bots.random import RandomBot
from prateria.bots.search import SearchBot
from prateria.core.chance import Rng
from prateria.core.errors import SetupError

GROUP: Final = "prateria.bots"
"""The entry points by which packages offer bots."""

Factory: TypeAlias = Callable[[str], Bot]
"""Makes a bot from what follows the colon in its spec."""
_brought: Final[dict[str, tuple[Path, Factory]]] = {}
"""The bots that files have defined in this process, and which file each came from."""


def _plain(name: str, kind: Callable[[], Bot]) -> Factory:
    def factory(details: str) -> Bot:
        if details:
            raise SetupError(f"the bot {name!r} takes nothing after a colon, not {details!r}")
        return kind()

    return factory


def read_details(name: str, details: str, known: Mapping[str, type]) -> dict[str, Any]:
    """Parse `ms=500,explore=0.3` into numbers by their full names; SetupError for a name the bot
    does not know."""
    found: dict[str, Any] = {}
    for word in filter(None, map(str.strip, details.split(","))):
        said, _, text = word.partition("=")
        key = ALIASES.get(said, said)
        if key not in known:
            raise SetupError(f"the bot {name!r} knows {', '.join(known)}, not {said!r}")
        try:
            found[key] = known[key](text)
        except ValueError:
            raise SetupError(f"{key} of the bot {name!r} is a number, not {text!r}") from None
        if found[key] < 0:
            raise SetupError(f"{key} of the bot {name!r} cannot be negative")
    return found


def _greedy(details: str) -> Bot:
    found = read_details("greedy", details, {"noise": float})
    return GreedyBot(found.get("noise", 0.0))


def _learned(details: str) -> Bot:
    known = {"temperature": float, "overlook": float, "unsure": float, "version": int}
    return LearnedBot(**read_details("learned", details, known))


def _search(details: str) -> Bot:
    known: dict[str, type] = {
        "ms": int,
        "sims": int,
        "explore": float,
        "temperature": float,
        "trust": float,
        "wide": float,
        "doubt": float,
        "eager": int,
        "horizon": int,
        "rounds": int,
        "others": float,
        "version": int,
    }
    found = read_details("search", details, known)
    ms, sims = found.pop("ms", None), found.pop("sims", None)
    if ms == 0 or sims == 0:
        raise SetupError("a search needs at least one millisecond and one simulation")
    return SearchBot(ms, sims, found)


class LevelBot:
    """The bot of a level, chosen once it is known which game it plays: the random bot, for a game
    without numbers."""

    def __init__(self, level: str) -> None:
        self._level = level
        self._bot: Bot | None = None

    def choose(
        self, observation: Observation, legal: Sequence[Any], budget: Budget, rng: Rng
    ) -> Any:
        """What the bot behind the level chooses."""
        if self._bot is None:
            game = observation.game
            has_levels = game.numbers is not None
            self._bot = make(level_spec(self._level, game.meta.id) if has_levels else "random")
        return self._bot.choose(observation, legal, budget, rng)


def _level(details: str) -> Bot:
    return LevelBot(check_level(details))


_OURS: Final[dict[str, Factory]] = {
    "random": _plain("random", RandomBot),
    "greedy": _greedy,
    "learned": _learned,
    "search": _search,
    "level": _level,
}


def names() -> tuple[str, ...]:
    """The names of all bots, ours first."""
    others = {point.name for point in entry_points(group=GROUP)} | _brought.keys()
    return (*_OURS, *sorted(others - _OURS.keys()))


def make(spec: str) -> Bot:
    """A new bot, for one seat of one match; SetupError for a name nobody has."""
    name, _, details = spec.strip().partition(":")
    if name in _OURS:
        return _OURS[name](details)
    if name in _brought:
        return _brought[name][1](details)
    for point in entry_points(group=GROUP):
        if point.name == name:
            factory: Factory = point.load()
            return factory(details)
    raise SetupError(f"there is no bot {name!r}; there are: {', '.join(names())}")


class _FileBot:
    """A function `choose` from a file, with or without budget and generator."""

    def __init__(self, choose: Callable[..., Any], takes: int) -> None:
        self._choose = choose
        self._takes = takes

    def choose(
        self, observation: Observation, legal: Sequence[Any], budget: Budget, rng: Rng
    ) -> Any:
        return self._choose(*(observation, legal, budget, rng)[: self._takes])


def load_code(path: str) -> str:
    """Load a bot from a Python file; it is named after the file.

    Loading the same file again does nothing; another one with the same name is refused.
    """
    file, name = Path(path).resolve(), Path(path).stem
    if name in _OURS:
        raise SetupError(f"{path}: {name!r} is the name of one of our own bots")
    if name not in _brought:
        if not file.is_file():
            raise SetupError(f"{path}: there is no such file")
        choose = runpy.run_path(str(file)).get("choose")
        if not callable(choose):
            raise SetupError(f"{path} has no function choose(observation, legal)")
        takes = min(4, len(signature(choose).parameters))
        _brought[name] = file, _plain(name, lambda: _FileBot(choose, takes))
    if _brought[name][0] != file:
        raise SetupError(f"{path}: {_brought[name][0]} has brought a bot {name!r}; rename one")
    return name
