"""Bots by name: `random`, `greedy`, and whatever other packages bring.

A name may carry a text after a colon for the bot to understand: `level:3`, `search:ms=500`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Final, TypeAlias

from prateria.bots.base import Bot
from prateria.bots.greedy import GreedyBot
from prateria.bots.random import RandomBot
from prateria.core.errors import SetupError

GROUP: Final = "prateria.bots"

Factory: TypeAlias = Callable[[str], Bot]


def _plain(name: str, kind: Callable[[], Bot]) -> Factory:
    def factory(details: str) -> Bot:
        if details:
            raise SetupError(f"the bot {name!r} takes nothing after a colon, not {details!r}")
        return kind()

    return factory


_OURS: Final[dict[str, Factory]] = {
    "random": _plain("random", RandomBot),
    "greedy": _plain("greedy", GreedyBot),
}


def names() -> tuple[str, ...]:
    """The names of all bots, ours first."""
    others = {point.name for point in entry_points(group=GROUP)} - _OURS.keys()
    return (*_OURS, *sorted(others))


def make(spec: str) -> Bot:
    """A new bot, for one seat of one match; SetupError for a name nobody has."""
    name, _, details = spec.strip().partition(":")
    if name in _OURS:
        return _OURS[name](details)
    for point in entry_points(group=GROUP):
        if point.name == name:
            factory: Factory = point.load()
            return factory(details)
    raise SetupError(f"there is no bot {name!r}; there are: {', '.join(names())}")
