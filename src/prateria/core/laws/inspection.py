"""One game under inspection: a match played at random, and how a broken law is reported.

The match depends on the seed alone. Whatever a check draws comes from a separate generator, so the
same seed and step name the same position however often and whatever is checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from prateria.core.chance import Draws, Quick
from prateria.core.contract.game import CHANCE, LETTERS, AnyGame
from prateria.core.contract.meta import OptionValue
from prateria.core.errors import LawBroken
from prateria.core.wire import Codec


def freeze(state: object) -> str:
    """Everything a state holds, for telling whether anything in it has changed."""
    names = [name for name in dir(state) if not name.startswith("__")]
    rows = [(name, getattr(state, name)) for name in names]
    return repr([(name, value) for name, value in rows if not callable(value)])


def eye_name(seat: int | None) -> str:
    """The name of an observer, as `LawBroken` gives it."""
    return "spectator" if seat is None else LETTERS[seat]


@dataclass(frozen=True, slots=True)
class Step:
    """What somebody did: who, who else could have acted, the action, its consequences."""

    actor: int
    actors: tuple[int, ...]
    action: Any
    events: tuple[Any, ...]

    @property
    def is_secret(self) -> bool:
        """Whether, by the contract, others learn of it only through its events: luck, and choices
        made while others choose."""
        return self.actor == CHANCE or any(0 <= seat != self.actor for seat in self.actors)


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
        self.seed = seed
        self.worlds = worlds
        self.names = tuple(f"Player {seat}" for seat in range(seats))
        self.draws = Draws(f"laws {seed}")
        self._choices = Quick(seed)
        self.rng = Quick(seed + 1)
        """For the checks; the match uses another generator."""
        self.codec = Codec((*game.actions, *game.events, *game.views))
        self.ruleset = game.ruleset(seats, options, data)
        self.state = game.new(self.ruleset, seats)
        self.log: list[Any] = []

    @property
    def actors(self) -> tuple[int, ...]:
        return self.game.actors(self.state)

    @property
    def eyes(self) -> tuple[int | None, ...]:
        """Everybody who can look at the table: a spectator, then the seats."""
        return (None, *range(self.seats))

    def options(self, state: Any, actor: int) -> list[Any]:
        """Everything that an actor, including CHANCE, might do in a state."""
        if actor == CHANCE:
            return [action for action, _ in self.game.chance(state)]
        return list(self.game.legal(state, actor))

    def told(self, events: tuple[Any, ...], seat: int | None) -> tuple[Any, ...]:
        """What an observer sees of events."""
        seen = [self.game.seen(event, seat) for event in events]
        return tuple([event for event in seen if event is not None])

    def check(self, law: str, holds: object, facts: str = "", eye: str = "") -> None:
        if not holds:
            self.fail(law, facts, eye)

    def fail(self, law: str, facts: str, eye: str = "") -> NoReturn:
        raise self.broken(law, facts, eye)

    def broken(self, law: str, facts: str, eye: str = "") -> LawBroken:
        """The error for a broken law, with the place where it is broken."""
        return LawBroken(
            law,
            facts,
            seat=eye,
            seed=self.seed,
            step=len(self.log),
            position=self.position(self.state),
        )

    def position(self, state: Any) -> str:
        """A state in notation; or what is wrong with it if the notation cannot write it."""
        try:
            return self.game.notation.format_state(state)
        except Exception as error:  # noqa: BLE001 (whatever it is, the law that is broken counts)
            return f"(cannot be written: {error!r})"

    def random_step(self) -> tuple[int, Any]:
        """Choose one of those who may act now, and something for it to do."""
        game, state, actors = self.game, self.state, self.actors
        actor = actors[self._choices.below(len(actors))]
        if actor == CHANCE:
            return actor, game.sample(state, self.draws)
        legal = game.legal(state, actor)
        return actor, legal[self._choices.below(len(legal))]

    def apply(self, actor: int, action: Any) -> Step:
        """Play on."""
        actors = self.actors
        events = tuple(self.game.apply(self.state, action))
        self.log.append(action)
        return Step(actor, actors, action, events)

    def branch(self, state: Any, actor: int, action: Any) -> tuple[Any, Step]:
        """Where an action would lead from a state, and the events it would cause."""
        after = self.game.copy(state)
        events = tuple(self.game.apply(after, action))
        return after, Step(actor, self.game.actors(state), action, events)
