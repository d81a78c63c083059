"""Laws of numbers: of one length, from the view alone, and a place for every legal action."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import Any, Final

from prateria.core.contract.numbers import Numbers
from prateria.core.laws.inspection import Inspection

NUMBERS: Final = "a view can be valued and encoded"
OBSERVED: Final = "what a seat observes is its view, encoded"
FEATURES_BY_VIEW: Final = "features depend on the view only, in a row of one length a seat"
SPACE: Final = "every legal action has its place in the action space"


class NumbersLaws:
    """The laws of one game's numbers in one match."""

    def __init__(self, inspection: Inspection, numbers: Numbers[Any, Any, Any, Any]) -> None:
        self._inspection = inspection
        self._numbers = numbers
        game, seats = inspection.game, inspection.seats
        self._width = len(numbers.encode(game.view(inspection.state, 0)))
        rows = [numbers.every_action(inspection.ruleset, seat) for seat in range(seats)]
        self._space = [frozenset(row) for row in rows] if rows[0] else []
        same_length = len({len(row) for row in rows}) == 1
        inspection.check(SPACE, same_length and all(len({*row}) == len(row) for row in rows))

    def check_space(self) -> None:
        """Legal actions of the seats stand in the list of all actions."""
        inspection = self._inspection
        for seat in inspection.actors:
            if seat >= 0 and self._space:
                legal = inspection.game.legal(inspection.state, seat)
                lost = [action for action in legal if action not in self._space[seat]]
                inspection.check(SPACE, not lost, f"{lost} of seat {seat}")

    def check_view(self, view: Any, seat: int | None) -> None:
        inspection, numbers = self._inspection, self._numbers
        inspection.check(NUMBERS, len(numbers.evaluate(view)) == inspection.seats)
        row = numbers.encode(view)
        inspection.check(NUMBERS, len(row) == self._width)
        if seat is not None:
            packed = struct.pack(f"{len(row)}f", *row)
            observed = numbers.observe(inspection.state, seat)
            inspection.check(OBSERVED, observed == packed, f"for {seat}")

    def check_worlds(self, worlds: Iterable[Any], seat: int) -> None:
        """Features are the same in every world that fits what the seat sees."""
        inspection, features = self._inspection, self._numbers.features
        rows = features(inspection.state, seat)
        widths = {len(row) for row in rows}
        is_even = len(rows) == inspection.seats and len(widths) == 1
        inspection.check(FEATURES_BY_VIEW, is_even, f"{widths}")
        for world in worlds:
            inspection.check(FEATURES_BY_VIEW, rows == features(world, seat), f"for {seat}")
