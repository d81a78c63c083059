"""Places and what decided them."""

from __future__ import annotations

import pytest

from prateria.core.scoring import deciding, outcome_of, places_of

REASONS = ("points", "tiles", "shared")


def test_level_ones_share_a_place_and_the_next_is_skipped() -> None:
    assert places_of([(3, 1), (5, 0), (3, 1), (3, 0)]) == (2, 1, 2, 4)


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ([(3, 9), (5, 0)], "points"),
        ([(5, 1), (5, 2), (0, 9)], "tiles"),
        ([(5, 1), (0, 0), (5, 1)], "shared"),
    ],
)
def test_the_first_difference_decides(keys: list[tuple[int, ...]], reason: str) -> None:
    assert deciding(keys, REASONS) == reason
    outcome = outcome_of(keys, REASONS)
    assert outcome.reason == reason
    assert outcome.scores == tuple(key[0] for key in keys)
    assert outcome.winners == tuple(seat for seat, key in enumerate(keys) if key == max(keys))
