"""A9.4: the calm tempo."""

from __future__ import annotations

from itertools import permutations

import pytest

from prateria.core.chance import Quick
from prateria.core.rules import rule
from prateria.games.apache.live import LIVE
from prateria.games.apache.notation import NOTATION
from tests.games.apache.table import GAME, legal, play, refused, shown, story, table, view, won


@rule("A9.4")
def test_every_player_chooses_one_tribe_card_or_none() -> None:
    match = table("apache 3; up: red-hunter,buffalo")
    roles = ["plays chief", "plays warrior", "plays maiden", "plays hunter", "passes"]
    assert match.actors == (0, 1, 2)
    assert [legal(match, who) for who in "abc"] == [roles] * 3


@rule("A9.4")
def test_nobody_sees_what_another_has_chosen_before_all_have() -> None:
    """Whatever a chooses, b and a spectator see the same."""
    choices = ["plays chief", "plays hunter", "passes"]
    tables = [table("apache 3; up: red-hunter,buffalo", f"a {choice}") for choice in choices]
    for who in (None, "b", "c"):
        assert len({view(match, who) for match in tables}) == 1
    assert len({view(match, "a") for match in tables}) == 3
    assert view(tables[0], "b").seats[0].has_called
    (called,) = tables[1].log.entries[-1].events
    assert GAME.seen(called, 1) == GAME.seen(called, None) != called
    assert GAME.seen(called, 0) == called


@rule("A9.4")
def test_when_all_have_chosen_the_cards_come_out_together() -> None:
    match = table("apache 3; up: red-hunter,buffalo,tepee", "a plays hunter", "b passes")
    assert shown(match) == []
    play(match, "c passes")
    assert shown(match) == ["a hunter"]
    assert story(match) == ["", "a plays the hunter."]


@rule("A9.4")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_their_order_is_drawn_by_lot_weighted_by_nothing(players: int) -> None:
    state = NOTATION.parse_state(f"apache {players}; up: red-hunter,buffalo")
    for letter in "abcde"[:players]:
        GAME.apply(state, NOTATION.parse_action(f"{letter} plays hunter"))
    assert GAME.actors(state) == (-1,)
    orders = [",".join(order) for order in permutations("abcde"[:players])]
    assert [NOTATION.format_action(action) for action, _ in GAME.chance(state)] == [
        f"order {order}" for order in orders
    ]
    assert {weight for _, weight in GAME.chance(state)} == {1}


@rule("A9.4")
def test_the_order_comes_from_the_match_s_seed() -> None:
    text = "apache 2; up: red-hunter,green-hunter,buffalo"
    winners = set()
    for seed in range(12):
        moves = ("b plays hunter", "a plays hunter")
        match, again = (table(text, *moves, seed=str(seed)) for _ in range(2))
        assert match.log.dumps() == again.log.dumps()
        winners.add(won(match, "a"))
        drawn = next(entry for entry in match.log.entries if entry.by == -1)
        assert drawn.draw is not None
    assert winners == {"", "buffalo red-hunter"}


@rule("A9.4")
def test_one_play_alone_needs_no_lot() -> None:
    match = table("apache 3; up: red-hunter,buffalo", "a plays hunter", "b passes", "c passes")
    assert won(match, "a") == "buffalo red-hunter"
    assert story(match, 2)[:4] == [
        "",
        "a plays the hunter.",
        "a takes 1 buffalo and the red hunter.",
        "Cards won: a 2, b 0, c 0. a turns next.",
    ]


@rule("A9.4")
def test_the_calm_tempo_has_no_clock() -> None:
    match = table("apache 2; up: red-hunter,buffalo,tepee", "a plays hunter", "b passes")
    assert match.actors == (0,)
    assert refused(match, "ends claim") == "A9.1"
    assert refused(match, "a turns") == "A4.1"
    assert LIVE.due(view(match), [], {}) is None


@rule("A9.4")
def test_measurements_decide_nothing_in_the_calm_tempo() -> None:
    text = "apache 2; up: red-hunter,green-hunter,buffalo"
    fast = "reaction=1 rtt=0-0 arrived=1"
    winners = {
        won(table(text, f"b plays hunter {fast}", "a plays hunter", seed=str(seed)), "b")
        for seed in range(12)
    }
    assert winners == {"", "buffalo green-hunter"}


def test_a_sample_of_an_order_is_one_of_the_orders() -> None:
    state = NOTATION.parse_state("apache 3; phase order; powwow a:hunter:unsound,c:chief:unsound")
    drawn = {NOTATION.format_action(GAME.sample(state, Quick(seed))) for seed in range(20)}
    assert drawn == {"order a,c", "order c,a"}
