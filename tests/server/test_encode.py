"""The fast encoder produces the same JSON as the wire, and refuses what it refuses."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import pytest

import prateria
from prateria import WireError, to_json
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.server.wire import encode as module
from prateria.server.wire.encode import encode
from tests.laws.duel import Duel


@dataclass
class Mutable:
    secret: int
    other: int


@dataclass(frozen=True)
class Holder:
    inside: object
    other: object = 1.5


class Hue(Enum):
    RED = 1


@pytest.mark.parametrize("game", ["manitou", "bison", "apache", "duel"])
def test_over_whole_games_the_bytes_are_those_of_the_wire(game: str) -> None:
    registry.register(Duel())
    try:
        match = prateria.new_match(game, seats=2 if game != "apache" else 3, seed="encode")
        rng = Quick(1)
        while match.actors:
            seat = max(match.actors)
            legal = match.legal(seat)
            for entry in match.play(seat, legal[rng.below(len(legal))]):
                for event in entry.events:
                    assert encode(event).decode() == to_json(event)
            for eyes in (None, 0, 1):
                assert encode(match.view(eyes)).decode() == to_json(match.view(eyes))
    finally:
        registry.forget("duel")


@pytest.mark.parametrize("value", [Holder(Hue.RED), Holder((Hue.RED, None, (1, True))), "é", 2.5])
def test_odd_values_too(value: object) -> None:
    assert encode(value).decode() == to_json(value)


@pytest.mark.parametrize(
    "value", [Mutable(1, 2), [1], {"a": 1}, Holder(Mutable(1, 2)), Holder((1, [2])), object()]
)
def test_what_may_not_be_sent_is_refused(value: object) -> None:
    with pytest.raises(WireError):
        encode(value)


def test_of_rows_of_many_parts_the_text_is_that_of_the_row_and_few_are_kept() -> None:
    for number in range(3 * module.ROWS):  # each may lie where the one before lay
        row = tuple(Holder(number, place) for place in range(module.LONG_ROW))
        for seat in range(2):
            assert encode(Holder(seat, row)).decode() == to_json(Holder(seat, row))
    assert len(module._rows) <= module.ROWS
