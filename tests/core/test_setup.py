"""Helpers that games share to turn options and tables into a rule set."""

from __future__ import annotations

import pytest

from prateria.core.contract.meta import Meta, Option, settle_options
from prateria.core.errors import SetupError
from prateria.core.setup import BY_LOT, number, seat_fixed, seat_option


def test_a_seat_is_fixed_by_its_letter_or_left_to_luck() -> None:
    assert seat_fixed("dealer", "b", 2) == 1
    assert seat_fixed("dealer", "lot", 2) == BY_LOT
    assert [seat_option(seat) for seat in (BY_LOT, 0, 4)] == ["lot", "a", "e"]


def test_what_only_logs_of_earlier_versions_have_is_not_offered() -> None:
    today, former = Option("a", (1, 2), 1, "X1"), Option("b", (1, 2), 1, "X1", is_former=True)
    meta = Meta("x", "X", (), "", 2000, 2, 2, (today, former), "2")
    assert meta.offered == (today,)
    assert settle_options(meta, {"b": 2}) == {"a": 1, "b": 2}


def test_a_seat_where_nobody_sits_is_refused() -> None:
    with pytest.raises(SetupError, match="the dealer cannot be seat c: there are 2 players"):
        seat_fixed("dealer", "c", 2)


def test_a_number_of_a_table_lies_within_its_bounds() -> None:
    assert [number("fish", value, 1, 3) for value in (1, 3)] == [1, 3]


@pytest.mark.parametrize("value", [0, 4, True, 1.0, "1", None])
def test_anything_else_is_refused(value: object) -> None:
    with pytest.raises(SetupError, match="fish must be a whole number from 1 to 3, not"):
        number("fish", value, 1, 3)
