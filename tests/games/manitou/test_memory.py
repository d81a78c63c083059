"""Caches do not grow with every match."""

from __future__ import annotations

from itertools import product

import pytest

from prateria.core import registry
from prateria.games.manitou.rules import events, legal
from prateria.games.manitou.rules.actions import PLAY_CARD
from prateria.games.manitou.rules.components import ALL_CARDS, GROUNDS, card_kinds, tiles_of
from prateria.games.manitou.rules.events import GroundLaid, TilesLeft
from prateria.games.manitou.rules.warriors import MEETINGS

GAME = registry.get("manitou")


def test_the_plays_of_many_hands() -> None:
    """Each ground takes each card of the hand; what is remembered is of that hand."""
    state = GAME.new(GAME.ruleset(3, {}), 3)
    for hand in range(1, ALL_CARDS, 997):
        state.hand[1] = hand
        plays = [PLAY_CARD[1][card][ground] for card in card_kinds(hand) for ground in GROUNDS]
        for _ in range(2):
            assert legal.legal_plays(state, 1) == tuple(plays)


def test_many_meetings_of_warriors() -> None:
    met = set()
    for seat, owner, ground, card, lower in product(
        range(5), range(5), range(3), range(10, 15), range(10, 15)
    ):
        for upper in (-1, 10, 14):
            event = events.warriors_met(seat, card, ground, owner, lower, upper, 0)
            assert event is events.warriors_met(seat, card, ground, owner, lower, upper, 0)
            assert event.seat == seat
            met.add(event)
    assert len(met) == 5 * 5 * 3 * 5 * 5 * 3


def test_the_tiles_of_many_grounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "MOST_KEPT", 50)
    for kept in (events._laid, events._left):
        kept.clear()  # what tests before this one left there
    for ground, pile in product(range(3), [n << 8 | 1 for n in range(40)]):
        tiles = tiles_of(pile)
        for _ in range(2):
            assert events.ground_laid(ground, pile) == GroundLaid(GROUNDS[ground], tiles)
            assert events.tiles_left(ground, pile) == TilesLeft(GROUNDS[ground], tiles)
        assert len(events._laid) <= events.MOST_KEPT
        assert len(events._left) <= events.MOST_KEPT


def test_what_becomes_of_a_card_is_not_remembered_from_a_table_with_other_options() -> None:
    met = [events.warriors_met(0, 10, 1, 0, 11, -1, meeting) for meeting in (0, 1, 0)]
    assert [event.meeting for event in met] == [*MEETINGS[:2], MEETINGS[0]]
