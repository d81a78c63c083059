"""One game under inspection: a match played at random, and how a broken law is reported."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from prateria.core.chance import Draws, Quick
from prateria.core.contract.game import CHANCE, AnyGame
from prateria.core.contract.meta import OptionValue
from prateria.core.errors import LawBroken
from prateria.core.wire import Codec


def freeze(state: object) -> str:
    """All that a state holds, for telling whether anything in it has changed."""
    names = [name for name in dir(state) if not name.startswith("__")]
    rows = [(name, getattr(state, name)) for name in names]
    return repr([(name, value) for name, value in rows if not callable(value)])


class Inspection:
    """A game at one of its positions, with the actions that led there."""

    def __init__(
        self,
        game: AnyGame,
        seats: int,
        options: Mapping[str, OptionValue],
        seed: int,
        worlds: int,
        data: Mapping[str, Any] | None,
    ) -> None:
        self.game = game
        self.data = data
        self.seats = seats
        self.worlds = worlds
        self.draws = Draws(f"laws {seed}")
        self.choices = Quick(seed)
        self.codec = Codec((*game.actions, *game.events, *game.views))
        self.ruleset = game.ruleset(seats, options, data)
        self.state = game.new(self.ruleset, seats)
        self.log: list[Any] = []
        self.hidden = False
        """Whether some event was not told to all as it was."""
        self.varied = False
        """Whether some drawn world differed from the true one."""

    @property
    def actors(self) -> tuple[int, ...]:
        return self.game.actors(self.state)

    @property
    def eyes(self) -> tuple[int | None, ...]:
        """Whoever can look at the table: a spectator, then the seats."""
        return (None, *range(self.seats))

    def options(self, actor: int) -> list[Any]:
        """Everything that an actor, CHANCE too, might do now."""
        if actor == CHANCE:
            return [action for action, _ in self.game.chance(self.state)]
        return list(self.game.legal(self.state, actor))

    def check(self, law: str, holds: object, facts: str = "") -> None:
        if not holds:
            raise LawBroken(law, f"{facts} at step {len(self.log)}".strip())

    def random_action(self) -> Any:
        """Something that one of those who may act now could do."""
        game, state, actors = self.game, self.state, self.actors
        actor = actors[self.choices.below(len(actors))]
        if actor == CHANCE:
            return game.sample(state, self.draws)
        legal = game.legal(state, actor)
        return legal[self.choices.below(len(legal))]

    def step(self, action: Any) -> None:
        self.game.apply(self.state, action)
        self.log.append(action)
