"""A game as learning programs use it: actions and observations are numbers.

`EnvSetup` is what all matches of one kind share; `Episode` is one match without a log. An agent
gets its seat's view and its legal actions, which by the laws depend only on that view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from prateria.bots.net import FloatArray
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.contract.game import CHANCE, CLOCK, AnyGame, numbers_of
from prateria.core.contract.meta import OptionValue, Outcome, check_seats
from prateria.core.errors import SetupError

Mask: TypeAlias = npt.NDArray[np.int8]


class EnvSetup:
    """One game with a number of seats, options and tables (None: the game's own), and its actions
    numbered for each seat.

    The number of an action is its index in `Numbers.every_action`.
    """

    def __init__(
        self,
        game_id: str,
        seats: int | None,
        options: Mapping[str, OptionValue] | None,
        data: Mapping[str, Any] | None = None,
    ) -> None:
        game = registry.get(game_id)
        self.game: AnyGame = game
        self.facet = numbers_of(game)
        self.seats = check_seats(game.meta, game.meta.least if seats is None else seats)
        self.options = dict(options or {})
        self.ruleset: Any = game.ruleset(self.seats, self.options, data)
        self.actions = [
            tuple(self.facet.every_action(self.ruleset, seat)) for seat in range(self.seats)
        ]
        if not self.actions[0]:
            raise SetupError(
                f"{game.meta.name} has no list of all its actions (Numbers.every_action), "
                "so its actions cannot be numbered"
            )
        self.size = len(self.actions[0])
        first_view = game.view(game.new(self.ruleset, self.seats), 0)
        self.width = len(self.facet.encode(first_view))
        rows = [(action, place) for row in self.actions for place, action in enumerate(row)]
        self._by_value = dict(rows)
        # Legal lists usually hold these very objects; a lookup by identity saves hashing them.
        self._by_identity = {id(action): place for action, place in rows}

    def number(self, action: Any) -> int:
        """The number of a seat's action."""
        place = self._by_identity.get(id(action))
        return self._by_value[action] if place is None else place

    def numbers(self, actions: Sequence[Any]) -> list[int]:
        """The numbers of some actions of a seat."""
        known = self._by_identity
        try:
            return [known[id(action)] for action in actions]
        except KeyError:
            return [self.number(action) for action in actions]

    def encode(self, view: Any) -> FloatArray:
        """A view as a new array."""
        return np.array(self.facet.encode(view), np.float32)

    def mask(self, numbers: Sequence[int], size: int | None = None) -> Mask:
        """1 for each of these actions, 0 for all others."""
        row = bytearray(self.size if size is None else size)  # twice as fast as setting an array
        for number in numbers:
            row[number] = 1
        return np.frombuffer(row, np.int8)


class Episode:
    """One match: luck is drawn as soon as it is due, and the clock acts when no seat can.

    It keeps no log, and luck comes from a fast generator: for training, not for play.
    """

    __slots__ = ("_observe", "_rng", "_state", "actors", "game", "setup")

    def __init__(self, setup: EnvSetup) -> None:
        self.setup = setup
        self.game = setup.game
        self._observe = setup.facet.observe
        self.actors: tuple[int, ...] = ()
        """The seats that may act now; none before the start and at the end."""

    def start(self, seed: int) -> None:
        """Start a new match with its first luck drawn."""
        setup = self.setup
        self._rng = Quick(seed)
        self._state = self.game.new(setup.ruleset, setup.seats)
        self._go_on()

    def legal(self, seat: int) -> list[int]:
        """The numbers of what a seat may do now, in the game's own order."""
        if seat not in self.actors:
            return []
        return self.setup.numbers(self.game.legal(self._state, seat))

    def view(self, seat: int | None) -> Any:
        return self.game.view(self._state, seat)

    def observe(self, seat: int) -> FloatArray:
        """What a seat sees, as a new, writable array."""
        return np.frombuffer(bytearray(self._observe(self._state, seat)), np.float32)

    def observe_bytes(self, seat: int) -> bytes:
        """The observation as packed floats, for joining into a batch."""
        return self._observe(self._state, seat)

    def play(self, seat: int, number: int) -> None:
        """Carry out a legal action of a seat; the caller has checked that it is legal."""
        self.game.apply(self._state, self.setup.actions[seat][number])
        self._go_on()

    def refuse(self, seat: int, number: int) -> Exception:
        """Why a number is not among a seat's legal actions."""
        row = self.setup.actions[seat]
        if not 0 <= number < len(row):
            return SetupError(f"there is no action {number}; there are 0 to {len(row) - 1}")
        return self.game.refuse(self._state, seat, row[number])

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self._state)

    def _go_on(self) -> None:
        game, state = self.game, self._state
        while True:
            actors = game.actors(state)
            if actors and actors[0] == CHANCE:
                game.apply(state, game.sample(state, self._rng))
            elif actors == (CLOCK,):
                game.apply(state, game.legal(state, CLOCK)[0])
            else:
                break
        self.actors = actors if CLOCK not in actors else tuple(a for a in actors if a != CLOCK)
