"""The actions that bots consider: plays that are sound, and passing."""

from __future__ import annotations

from prateria.games.apache.game import Apache
from prateria.games.apache.notation import NOTATION
from prateria.games.apache.numbers import NUMBERS

GAME = Apache()


def looked_at(text: str) -> list[str]:
    """The actions that the first seat considers, in notation."""
    state = NOTATION.parse_state(text)
    found = NUMBERS.candidates(state, 0, GAME.legal(state, 0))
    return [NOTATION.format_action(action).removeprefix("a ") for action in found]


def test_a_play_that_would_be_punished_is_not_looked_at() -> None:
    assert looked_at("apache 2; up: red-hunter,buffalo,necklace") == ["plays hunter", "passes"]
    assert looked_at("apache 2; up: buffalo,necklace") == ["passes"]
    assert looked_at("apache 2; up: red-chief,totem") == ["passes"]
    assert looked_at("apache 2; up: red-chief,totem,blue-hunter") == ["plays chief", "passes"]


def test_nobody_is_hurried_by_a_bot_s_click() -> None:
    live = "apache 2 tempo=live; phase race turner b newest tepee; up: red-maiden,tepee"
    state = NOTATION.parse_state(live)
    assert len(GAME.legal(state, 0)) == 6
    assert looked_at(live) == ["plays maiden", "passes"]


def test_of_claims_none_is_left_out() -> None:
    claim = "apache 2; phase claim; up: red-hunter,buffalo,tepee; powwow a:hunter"
    assert looked_at(claim) == ["claims loot", "claims tepees"]


def test_each_role_is_overlooked_by_itself_and_passing_is_not() -> None:
    state = NOTATION.parse_state("apache 2; up: red-hunter,buffalo")
    topics = [NUMBERS.topic(state, 0, action) for action in GAME.legal(state, 0)]
    assert len({*topics}) == 5
    assert topics[-1] is None
