"""Whole games with every step checked; `many.py` plays as many as you like."""

from __future__ import annotations

import pytest

from prateria.core.rules import rule
from tests.games.bison.many import check_game, main


@rule("B1.5")
@pytest.mark.parametrize("number", range(3))
def test_a_game_holds_at_every_step_and_its_log_verifies(number: int) -> None:
    assert check_game(number) > 100


@pytest.mark.slow
def test_many_games_hold_at_every_step_and_their_logs_verify(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(36, 1000)
    assert "nothing wrong" in capsys.readouterr().out
