"""What is remembered to be quick does not grow with every match, and is what it was made for."""

from __future__ import annotations

from itertools import product

import pytest

from prateria.games.apache.rules import events
from prateria.games.apache.rules.components import CARDS
from prateria.games.apache.rules.events import CardTurned, Punished


def test_cards_that_were_turned() -> None:
    for seat, card, number in product(range(5), range(0, 25, 3), (1, 2, 114)):
        for _ in range(2):
            turned = events.card_turned(seat, card, number)
            assert turned == (CardTurned(seat, CARDS[card], number, 114),)


def test_many_punishments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "MOST_KEPT", 50)
    some = range(0, 25, 4)
    lost = [[], *[[card] for card in some], *[[top, next_] for top in some for next_ in some]]
    for seat, cards in product(range(5), lost):
        for _ in range(2):
            told = tuple([CARDS[card] for card in cards])
            assert events.punished(seat, cards) == Punished(seat, told)
        assert len(events._punished) <= events.MOST_KEPT
