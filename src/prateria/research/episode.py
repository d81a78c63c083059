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
from prateria.core.contract.game import AnyGame, numbers_of
from prateria.core.contract.meta import OptionValue, Outcome, check_seats
from prateria.core.errors import SetupError
from prateria.core.matches.many import ActionSpace
from prateria.core.playout import next_seats

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
        self.space = ActionSpace(game, self.ruleset, self.seats)
        self.actions = self.space.actions
        self.size = self.space.size
        if not self.size:
            raise SetupError(
                f"{game.meta.name} has no list of all its actions (Numbers.every_action), "
                "so its actions cannot be numbered"
            )
        self.number = self.space.number
        self.numbers = self.space.numbers
        first_view = game.view(game.new(self.ruleset, self.seats), 0)
        self.width = len(self.facet.encode(first_view))

    def check_number(self, number: int) -> None:
        """SetupError unless there is an action of that number."""
        if not 0 <= number < self.size:
            raise SetupError(f"there is no action {number}; there are 0 to {self.size - 1}")

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

    def play(self, seat: int, number: int) -> None:
        """Carry out a legal action of a seat; the caller has checked that it is legal."""
        self.game.apply(self._state, self.setup.actions[seat][number])
        self._go_on()

    def refuse(self, seat: int, number: int) -> Exception:
        """Why a number is not among a seat's legal actions."""
        self.setup.check_number(number)
        return self.game.refuse(self._state, seat, self.setup.actions[seat][number])

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self._state)

    def _go_on(self) -> None:
        self.actors = next_seats(self.game, self._state, self._rng)
