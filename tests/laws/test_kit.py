"""The tools used by the laws: comparing, twins, worlds taken through a step."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from prateria.core import registry
from prateria.core.contract.game import CHANCE
from prateria.core.laws import check_laws
from prateria.core.laws.compare import difference, part, parts_apart, traits_apart
from prateria.core.laws.inspection import Inspection, Step
from prateria.core.laws.secrets import check_same_refusals
from prateria.core.laws.twins import Sight, Twins, is_like
from prateria.core.laws.worlds import check_memory
from tests.laws.duel import Choose, Dealt, Duel, Event, Shown


def inspection_at(position: str, game: Any = None, seats: int = 2) -> Inspection:
    """The inspection of a match that has reached a position."""
    inspection = Inspection(game or Duel(), seats, {}, seed=1, worlds=1, data=None)
    inspection.state = inspection.game.notation.parse_state(position)
    return inspection


@dataclass(frozen=True)
class Row:
    cards: tuple[int, ...]
    names: Any = ()


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        (Row((1, 2)), Row((1, 2)), ""),
        (Row((1, 2)), Row((2, 1)), "view.cards[0]"),
        (Row((1, 2)), Row((1,)), "view.cards"),
        (Row((1,)), Row((True,)), "view.cards[0]"),
        (Row((), {1: 2, 3: 4}), Row((), {3: 4, 1: 2}), "view.names"),
        (Row((), {1: 2}), Row((), {1: 2}), ""),
    ],
)
def test_views_are_the_same_to_the_last_detail(one: Row, other: Row, found: str) -> None:
    assert difference(one, other) == found


class Thing:
    """Something mutable, as a state may hold."""

    def __init__(self, **parts: Any) -> None:
        self.__dict__.update(parts)


@pytest.mark.parametrize(
    ("one", "other", "paths"),
    [
        (Thing(a=1, b=2), Thing(a=1, b=3), [("b",)]),
        (Thing(a=[1, 2]), Thing(a=[1, 3]), [("a", 1)]),
        (Thing(a=[1, 2]), Thing(a=[1]), [("a",)]),
        (Thing(a=(1, 2)), Thing(a=(2, 1)), [("a",)]),
        (Thing(a=((1,), (2,))), Thing(a=((1,), (3,))), [("a", 1)]),
        (Thing(a={"x": 1}), Thing(a={"x": 2}), [("a", "x")]),
        (Thing(a=1), Thing(a="1"), [("a",)]),
        (Thing(a=Thing()), Thing(a=Thing()), []),
        (Thing(a=[Thing(), 1][:1]), Thing(a=[Thing(b=1)]), [("a", 0)]),
    ],
)
def test_states_are_compared_part_by_part(one: Thing, other: Thing, paths: list[Any]) -> None:
    assert [*parts_apart(one, other)] == paths


def test_a_path_leads_to_a_part_or_to_nothing() -> None:
    thing = Thing(a=[{"x": (1, 2)}])
    assert part(thing, ("a", 0, "x")) == (1, 2)
    assert part(thing, ("a", 1)) is None
    assert part(thing, ("b",)) is None


def test_items_of_a_tuple_are_counted() -> None:
    one, other = Thing(hand=(1, 1, 2), turn=0), Thing(hand=(2, 1, 3), turn=1)
    found = [*traits_apart(one, other)]
    assert found == [(("hand",), "1"), (("hand",), "3"), (("turn",), None)]


def open_step(action: Any, *events: Event) -> Step:
    """Something that seat a does alone."""
    return Step(0, (0,), action, events)


def test_what_is_done_in_the_open_is_told_by_the_view_too() -> None:
    inspection = inspection_at("high 15 23 00 - 00")
    view = inspection.game.view(inspection.state, 1)
    done = open_step(Choose(0, 1), Shown(()))
    sight = Sight(1, done, done.events, view)
    elsewhere = inspection.game.notation.parse_state("high 15 2 00 34 00")
    other = open_step(Choose(0, 5), Shown(()))
    assert is_like(inspection, sight, inspection.state, other)
    assert not is_like(inspection, sight, elsewhere, other)
    assert is_like(inspection, sight, elsewhere, replace(other, action=done.action))


def test_what_is_told_in_part_only_shows_by_what_is_told() -> None:
    inspection = inspection_at("high 15 23 00 - 00")
    view = inspection.game.view(inspection.state, 1)
    sight = Sight(1, open_step(Choose(0, 1), Dealt(0, 1)), (Dealt(0, None),), view)
    elsewhere = inspection.game.notation.parse_state("high 15 2 00 34 00")
    assert is_like(inspection, sight, elsewhere, open_step(Choose(0, 5), Dealt(0, 5)))
    assert not is_like(inspection, sight, elsewhere, open_step(Choose(0, 5), Dealt(1, 5)))


def test_a_twin_differs_in_what_was_not_told() -> None:
    inspection = inspection_at("high 1 2 00 - 00")
    twins = Twins(inspection)
    before = inspection.game.copy(inspection.state)
    twins.follow(
        before, inspection.apply(CHANCE, inspection.game.notation.parse_action("a gets 3"))
    )
    assert {inspection.position(state) for state in twins.of(1)} <= {
        "high 14 2 00 - 00",
        "high 15 2 00 - 00",
    }
    assert len(twins.of(1)) == len(twins.of(None)) == 2
    assert not twins.of(0)


def test_what_is_legal_is_not_refused() -> None:
    inspection = inspection_at("high 15 23 00 - 00")
    inspection.log = [Choose(0, 5)]
    check_same_refusals(inspection, inspection.state, 0)


class SilentDeals(Duel):
    """Only its owner is told that a card was dealt; the others can count."""

    def seen(self, event: Event, seat: int | None) -> Event | None:
        if isinstance(event, Dealt) and event.seat != seat:
            return None
        return super().seen(event, seat)


def test_a_game_may_tell_of_its_luck_only_whom_it_concerns() -> None:
    for seed in range(12):
        assert check_laws(SilentDeals(), 2, {}, seed) > 5


HUNT = """
manitou 2
hunt 4 dealer b phase tiles step 5
left: totem,horse
middle: bison2,horse
right: tomahawk
a: spent=1,5,7,9,10,chief,chief loot=bison1,bison3,tepee2,tepee3,totem,horse*2
b: spent=1,2,5,chief,mother,rainmaker,medicine loot=bison2*2,tepee1,tepee2,tepee3*2,tomahawk
totem a
horse a
gone bison1,tepee1,tepee2*2
"""


def test_nobody_knows_how_far_others_have_come_in_a_choice_that_is_not_told() -> None:
    """Worlds may be drawn in which cards have been picked, just when picking begins."""
    inspection = inspection_at(HUNT.strip(), registry.get("manitou"))
    before = inspection.game.copy(inspection.state)
    action = inspection.game.notation.parse_action("lays bison2")
    check_memory(inspection, before, inspection.apply(CHANCE, action))
