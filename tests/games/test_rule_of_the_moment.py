"""Whenever somebody has to act, a rule of the rulebook says what to do."""

from __future__ import annotations

import pytest

import prateria
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.contract.game import face_of

OPTIONS = {
    "apache": ({"marriage": True, "warpath": True},),
    "bison": ({},),
    "manitou": ({},),
}


@pytest.mark.parametrize("game", OPTIONS)
def test_whoever_has_to_act_is_shown_a_rule_that_there_is(game: str) -> None:
    rules = registry.get(game)
    known = {*rules.rulebook.rules}
    shown = set()
    for options in OPTIONS[game]:
        match = prateria.new_match(game, seats=3, seed="rule", options=options)
        rng = Quick(5)
        while match.actors:
            seat = match.actors[rng.below(len(match.actors))]
            shown.add(face_of(rules).rule(match.view(seat)))
            legal = match.legal(seat)
            match.play(seat, legal[rng.below(len(legal))])
    assert shown <= known
    assert len(shown) > 1
    assert face_of(rules).rule(match.view(None)) == ""
