"""When an answer is clear, and intervals that are valid however often one looks."""

from __future__ import annotations

import pytest

from prateria.arena.reports.verdict import LEAST, Bets, always_valid, bootstrap, clear_after
from prateria.core.chance import Quick


def coin(share: float, number: int, seed: int) -> list[float]:
    rng = Quick(seed)
    return [float(rng.below(1000) < 1000 * share) for _ in range(number)]


def test_a_clear_answer_comes_early_and_a_close_one_late() -> None:
    clear, close = clear_after([1.0] * 100, 0.5), clear_after(coin(0.6, 2000, 1), 0.5)
    assert clear is not None
    assert close is not None
    assert LEAST <= clear < 15 < close


def test_it_is_told_on_which_side_the_share_is() -> None:
    bets = Bets(0.5)
    for result in coin(0.2, 200, 3):
        bets.add(result)
    assert bets.verdict == "below"


def test_a_fair_coin_is_called_unfair_in_fewer_than_one_case_of_twenty() -> None:
    wrong = sum(clear_after(coin(0.5, 400, seed), 0.5) is not None for seed in range(200))
    assert wrong <= 10


@pytest.mark.parametrize("share", [0.3, 0.5, 0.9])
def test_the_interval_holds_the_true_share_and_narrows(share: float) -> None:
    short, long = always_valid(coin(share, 50, 5)), always_valid(coin(share, 800, 5))
    assert short.low <= share <= short.high
    assert long.low <= share <= long.high
    assert long.high - long.low < (short.high - short.low) / 2


def test_nothing_seen_is_nothing_known() -> None:
    assert always_valid([]).low == 0.0
    assert always_valid([]).high == 1.0
    assert bootstrap([]).high == 1.0
    assert clear_after([], 0.5) is None


def test_the_bootstrap_is_about_as_wide_as_it_should_be() -> None:
    found = bootstrap(coin(0.5, 400, 7))
    assert 0.08 < found.high - found.low < 0.12
