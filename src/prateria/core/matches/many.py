"""Many matches of one kind that go on side by side, for learning programs: actions are numbers.

In every step each match gets one action, by the seat that acts in it. What the seats then see and
may do is written into the caller's buffers, row by row one match. A match keeps no log, and its
luck comes from a fast generator: for training, not for play.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from prateria.core.chance import Quick
from prateria.core.contract.game import AnyGame, numbers_of
from prateria.core.contract.meta import Outcome
from prateria.core.playout import next_seats


class ActionSpace:
    """The actions of a rule set, numbered for each seat: the number of an action is its place in
    `Numbers.every_action`."""

    def __init__(self, game: AnyGame, ruleset: Any, seats: int) -> None:
        every_action = numbers_of(game).every_action
        self.actions = [tuple(every_action(ruleset, seat)) for seat in range(seats)]
        self.size = len(self.actions[0])
        rows = [(action, place) for row in self.actions for place, action in enumerate(row)]
        self._by_value: dict[Any, int] = dict(rows)
        # Legal lists usually hold these very objects; asking by identity spares their hashes.
        self._by_identity: dict[int, int] = {id(action): place for action, place in rows}

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


class MatchRows:
    """A fixed number of matches; each has a row in the buffers for observations and for masks."""

    def __init__(
        self, game: AnyGame, ruleset: Any, seats: int, space: ActionSpace, count: int
    ) -> None:
        self.count = count
        self.seats: list[int] = [0] * count
        """Who acts in each match."""
        self.legal: list[list[int]] = []
        """The numbers of what that seat may do, in the game's own order; empty before the start."""
        self._game = game
        self._observe = numbers_of(game).observe
        self._ruleset = ruleset
        self._players = seats
        self._space = space
        self._states: list[Any] = []
        self._luck: list[Quick] = []

    def start(self, seed: Callable[[], int], observations: memoryview, masks: memoryview) -> None:
        """Start all matches, each with a seed of its own."""
        self.legal = [[] for _ in range(self.count)]
        self._luck = [Quick(0)] * self.count
        self._states = [None] * self.count
        for row in range(self.count):
            self._start(row, seed())
            self._show(row, observations, masks)

    def refused(self, numbers: Sequence[int]) -> int:
        """The first row whose action is not legal there, or -1."""
        for row, number in enumerate(numbers):
            if number not in self.legal[row]:
                return row
        return -1

    def step(
        self,
        numbers: Sequence[int],
        seed: Callable[[], int],
        observations: memoryview,
        masks: memoryview,
    ) -> dict[int, Outcome]:
        """Carry out a legal action in each match; return the outcomes of those that end, by row.
        Their rows start another match.

        The buffers are bytes: for each row the 32-bit floats of an observation, and one byte an
        action, 1 if it is legal.
        """
        game, ends = self._game, dict[int, Outcome]()
        for row in range(self.count):
            state = self._states[row]
            game.apply(state, self._space.actions[self.seats[row]][numbers[row]])
            if not self._go_on(row):
                outcome = game.outcome(state)
                assert outcome is not None
                ends[row] = outcome
                self._start(row, seed())
            self._show(row, observations, masks)
        return ends

    def refuse(self, row: int, number: int) -> Exception:
        """Why a number that the action space has is not among the legal ones."""
        seat = self.seats[row]
        return self._game.refuse(self._states[row], seat, self._space.actions[seat][number])

    def _start(self, row: int, seed: int) -> None:
        self._luck[row] = Quick(seed)
        self._states[row] = self._game.new(self._ruleset, self._players)
        self._go_on(row)

    def _go_on(self, row: int) -> bool:
        """To the next decision of a seat; False if there is none any more."""
        state = self._states[row]
        seats = next_seats(self._game, state, self._luck[row])
        if not seats:
            return False
        self.seats[row] = seats[0]
        self.legal[row] = self._space.numbers(self._game.legal(state, seats[0]))
        return True

    def _show(self, row: int, observations: memoryview, masks: memoryview) -> None:
        """Write what the seat sees and may do."""
        packed = self._observe(self._states[row], self.seats[row])
        width, size = len(packed), self._space.size
        observations[row * width : (row + 1) * width] = packed
        mask = bytearray(size)
        for number in self.legal[row]:
            mask[number] = 1
        masks[row * size : (row + 1) * size] = mask
