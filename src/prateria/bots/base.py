"""What a bot is given and what it answers."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import Any, Final, Protocol

from prateria.core.chance import Rng
from prateria.core.contract.game import AnyGame

ALIASES: Final[dict[str, str]] = {"heat": "temperature", "t": "temperature"}
"""Aliases of a bot's settings: short ones, and old ones that reports and weights still use."""
TUNABLE: Final = ("learned", "search")
"""The bots that have these settings."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think about one decision; None where there is no limit of that kind."""

    milliseconds: int | None = None
    simulations: int | None = None

    def until(self) -> float:
        """The deadline for a bot that starts now, on the clock of `perf_counter`."""
        return inf if self.milliseconds is None else perf_counter() + self.milliseconds / 1000


@dataclass(frozen=True, slots=True)
class Observation:
    """All the information a bot gets: its seat's view, and what it saw since its last decision."""

    game: AnyGame
    seat: int
    view: Any
    events: tuple[Any, ...]


class Bot(Protocol):
    """Chooses one of the legal actions. It may remember what it observed, within one match."""

    def choose(
        self, observation: Observation, legal: Sequence[Any], budget: Budget, rng: Rng
    ) -> Any:
        """Return one of `legal`, determined by the observations and the generator."""


@contextmanager
def undisturbed() -> Iterator[None]:
    """Switch the garbage collector off while thinking: in a large process it takes 50 ms or more,
    which no check of the clock can foresee. Trees and worlds have no cycles for it to collect."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
