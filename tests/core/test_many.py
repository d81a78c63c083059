"""Many matches side by side are the matches one would play by oneself."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from itertools import count
from struct import pack
from typing import Any

import pytest

from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.contract.game import CHANCE, CLOCK, AnyGame, numbers_of
from prateria.core.matches.many import ActionSpace, MatchRows
from prateria.core.playout import next_seats

ROWS = 3


class Table:
    """Some matches and the buffers they write to."""

    def __init__(self, game: AnyGame, seats: int, **options: bool | int | str) -> None:
        self.game = game
        self.ruleset: Any = game.ruleset(seats, options)
        self.space = ActionSpace(game, self.ruleset, seats)
        width = len(numbers_of(game).observe(game.new(self.ruleset, seats), 0))
        self.observations = bytearray(ROWS * width)
        self.masks = bytearray(ROWS * self.space.size)
        self.seeds = count(1)
        self.rows = MatchRows(game, self.ruleset, seats, self.space, ROWS)
        self.rows.start(self.seed, *self.buffers())

    def seed(self) -> int:
        return next(self.seeds)

    def buffers(self) -> tuple[memoryview, memoryview]:
        return memoryview(self.observations), memoryview(self.masks)

    def step(self, chosen: list[int]) -> dict[int, Any]:
        return self.rows.step(chosen, self.seed, *self.buffers())

    def row(self, number: int) -> tuple[int, bytes, bytes]:
        """Who acts in a match, what that seat sees, and what it may do."""
        seen, mask = len(self.observations) // ROWS, self.space.size
        return (
            self.rows.seats[number],
            bytes(self.observations[number * seen : (number + 1) * seen]),
            bytes(self.masks[number * mask : (number + 1) * mask]),
        )


def alone(table: Table, seed: int, seats: int) -> Iterator[tuple[int, bytes, bytes]]:
    """The same match by the contract's slow ways; it always chooses the last legal action."""
    game, luck = table.game, Quick(seed)
    state = game.new(table.ruleset, seats)
    while actors := next_seats(game, state, luck):
        seat = actors[0]
        legal = game.legal(state, seat)
        places = [table.space.actions[seat].index(action) for action in legal]
        encoded = numbers_of(game).encode(game.view(state, seat))
        mask = bytes(place in places for place in range(table.space.size))
        yield seat, pack(f"{len(encoded)}f", *encoded), mask
        game.apply(state, legal[-1])
    outcome = game.outcome(state)
    assert outcome is not None
    yield -1, bytes(outcome.places), b""


@pytest.mark.parametrize(("game_id", "seats"), [("apache", 2), ("bison", 2), ("manitou", 3)])
def test_rows_show_what_each_match_would_show_by_itself(game_id: str, seats: int) -> None:
    table = Table(registry.get(game_id), seats)
    matches = [alone(table, seed, seats) for seed in (1, 2, 3)]
    ended: set[int] = set()
    while len(ended) < ROWS:
        for number, match in enumerate(matches):
            if number not in ended:
                assert table.row(number) == next(match)
        chosen = [legal[-1] for legal in table.rows.legal]
        assert table.rows.refused(chosen) == -1
        for number, outcome in table.step(chosen).items():
            if number not in ended:
                assert next(matches[number]) == (-1, bytes(outcome.places), b"")
                ended.add(number)
    assert next(table.seeds) > 2 * ROWS  # every match that ended has started again


def test_an_action_outside_the_mask_is_found_and_refused_by_its_rule() -> None:
    table = Table(registry.get("manitou"), 2)
    legal = [row[0] for row in table.rows.legal]
    moves = table.space.size - 1  # to pass, which nobody may while parties are chosen
    assert table.rows.refused([legal[0], moves, moves]) == 1
    assert str(table.rows.refuse(1, moves))
    assert table.rows.refused(legal) == -1


def test_actions_that_are_alike_have_one_number() -> None:
    game = registry.get("manitou")
    space = ActionSpace(game, game.ruleset(2, {}), 2)
    action = space.actions[1][7]
    assert space.number(action) == 7
    assert space.numbers([action, space.actions[1][0]]) == [7, 0]
    assert space.numbers([copy(action)]) == [7]


def test_the_clock_acts_only_when_no_seat_can() -> None:
    game = registry.get("apache")
    state = game.new(game.ruleset(2, {"tempo": "live"}), 2)
    luck, acted = Quick(1), set()
    while seats := next_seats(game, state, luck):
        assert CHANCE not in seats
        assert CLOCK not in seats
        acted.add(CLOCK in game.actors(state))
        legal = game.legal(state, seats[0])
        game.apply(state, legal[luck.below(len(legal))])
    assert acted == {True}
    assert game.outcome(state) is not None
