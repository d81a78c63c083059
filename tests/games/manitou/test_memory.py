"""Caches do not grow with every match."""

from __future__ import annotations

from itertools import product

from prateria.core import registry
from prateria.games.manitou.rules import events, legal
from prateria.games.manitou.rules.warriors import MEETINGS

GAME = registry.get("manitou")


def test_the_plays_of_many_hands() -> None:
    state = GAME.new(GAME.ruleset(3, {}), 3)
    for hand in range(1, legal.MOST_KEPT + 500):
        state.hand[0] = hand
        plays = legal.legal_plays(state, 0)
        assert len(legal._plays) <= legal.MOST_KEPT
        assert plays == legal.plays_for(hand, 0, 0, state.ruleset.grounds)


def test_many_meetings_of_warriors() -> None:
    met = set()
    for seat, owner, ground, card, lower in product(
        range(5), range(5), range(3), range(10, 15), range(10, 15)
    ):
        event = events.warriors_met(seat, card, ground, owner, lower, -1, 0)
        met.add(event)
        assert event.seat == seat
        assert len(events._met) <= events.MOST_KEPT
    assert len(met) > events.MOST_KEPT


def test_what_becomes_of_a_card_is_not_remembered_from_a_table_with_other_options() -> None:
    met = [events.warriors_met(0, 10, 1, 0, 11, -1, meeting) for meeting in (0, 1, 0)]
    assert [event.meeting for event in met] == [*MEETINGS[:2], MEETINGS[0]]
