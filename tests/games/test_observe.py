"""What a seat observes, straight from the state, is its view encoded: along the golden games."""

from __future__ import annotations

from struct import pack

import pytest

import prateria
from prateria.core.contract.game import numbers_of
from prateria.core.matches.log import record_of
from prateria.core.matches.match import Match
from tests.golden import files
from tests.golden.games import own_games

EVERY = 23
"""Positions apart."""


@pytest.mark.parametrize("game_id", own_games())
def test_what_is_observed_along_a_golden_game_is_the_view_encoded(game_id: str) -> None:
    log = prateria.replay(next(iter(files.read_logs(game_id).values()))).log
    numbers, match = numbers_of(log.game), Match(log.game, log.header, None)
    for number, entry in enumerate(log.entries, 1):
        match.follow(record_of(number, entry))
        if number % EVERY:
            continue
        state = match.peek()
        for seat in range(match.seats):
            encoded = numbers.encode(match.view(seat))
            assert numbers.observe(state, seat) == pack(f"{len(encoded)}f", *encoded)
