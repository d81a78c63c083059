"""Laws of numbers: fixed length, derived from the view alone, and a place for every legal
action."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import Any, Final

from prateria.core.contract.numbers import Numbers
from prateria.core.laws.inspection import Inspection, eye_name

VALUED: Final = "a view has a value for each seat"
ENCODED: Final = "views are encoded by one number of numbers"
NUMBERS_BY_VIEW: Final = "values and codes depend on the view only"
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
        inspection.check(SPACE, len({len(row) for row in rows}) == 1, "lists of different lengths")
        inspection.check(SPACE, all(len({*row}) == len(row) for row in rows), "the same twice")

    def check_space(self) -> None:
        """Legal actions of the seats are in the list of all actions."""
        inspection = self._inspection
        for seat in inspection.actors:
            if seat >= 0 and self._space:
                legal = inspection.game.legal(inspection.state, seat)
                lost = [action for action in legal if action not in self._space[seat]]
                inspection.check(SPACE, not lost, f"{lost} of seat {seat}")

    def check_view(self, view: Any, seat: int | None) -> None:
        inspection, numbers = self._inspection, self._numbers
        values, row, eye = numbers.evaluate(view), numbers.encode(view), eye_name(seat)
        inspection.check(VALUED, len(values) == inspection.seats, f"{values}", eye)
        inspection.check(ENCODED, len(row) == self._width, f"{len(row)} numbers", eye)
        if seat is not None:
            packed = struct.pack(f"{len(row)}f", *row)
            observed = numbers.observe(inspection.state, seat)
            inspection.check(OBSERVED, observed == packed, eye=eye_name(seat))

    def check_worlds(self, worlds: Iterable[Any], seat: int) -> None:
        """Features are the same in every world that fits what the seat sees."""
        inspection, features = self._inspection, self._numbers.features
        rows = features(inspection.state, seat)
        widths = {len(row) for row in rows}
        inspection.check(FEATURES_BY_VIEW, len(rows) == inspection.seats, f"{len(rows)} rows")
        inspection.check(FEATURES_BY_VIEW, len(widths) == 1, f"{widths}")
        for world in worlds:
            same = rows == features(world, seat)
            inspection.check(FEATURES_BY_VIEW, same, eye=eye_name(seat))

    def check_twin(self, state: Any, seat: int | None) -> None:
        """The same numbers for a state that looks the same."""
        inspection, view, numbers = self._inspection, self._inspection.game.view, self._numbers
        here = view(inspection.state, seat)
        mine = (numbers.evaluate(here), numbers.encode(here))
        there = view(state, seat)
        theirs = (numbers.evaluate(there), numbers.encode(there))
        inspection.check(NUMBERS_BY_VIEW, mine == theirs, eye=eye_name(seat))
