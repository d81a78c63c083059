"""Components, set-up, the order of a season (rules B1 and B3)."""

from __future__ import annotations

import pytest

import prateria
from prateria.core.chance import Quick
from prateria.core.contract.game import CHANCE, LETTERS
from prateria.core.errors import SetupError
from prateria.core.rules import rule
from prateria.games.bison.rules.actions import DrawTile, LayStart, NameStart
from prateria.games.bison.rules.ruleset import tiles_unused
from tests.games.bison.table import (
    GAME,
    happened,
    hunters_in_supply,
    land,
    legal,
    market,
    may,
    phase,
    play,
    random_match,
    refused,
    steps,
    stock,
    supply,
    table,
    turn,
    used,
)


@rule("B1.1", "B12")
def test_there_are_18_tiles_and_3_start_tiles_with_three_animals_each() -> None:
    tiles = GAME.ruleset(2, {}).tiles
    assert len(tiles) == 21
    assert {tile.bison + tile.turkeys + tile.salmon for tile in tiles} == {3}
    drawn = tiles[:18]
    assert sum(tile.bison for tile in drawn) == 18
    assert sum(tile.turkeys for tile in drawn) == 18
    assert sum(tile.salmon for tile in drawn) == 18


@rule("B1.2")
def test_a_player_has_8_hunters_6_tepees_and_6_canoes() -> None:
    seat = prateria.new_match("bison", seats=2, seed="x").view(None).seats[0]
    both = [one + other for one, other in zip(seat.supply, seat.market, strict=True)]
    assert both == [8, 2, 2, 1, 1, 2, 2, 1, 1]


@rule("B1.3")
def test_a_player_starts_with_ten_of_each_animal_and_a_small_supply() -> None:
    match = prateria.new_match("bison", seats=3, seed="x")
    for who in "abc":
        assert stock(match, who) == "10/10/10"
        assert hunters_in_supply(match, who) == 4
        assert supply(match, who) == "tepee1 tepee2 canoe1 canoe2"
        assert market(match, who) == "tepee1 tepee2 tepee3 tepee4 canoe1 canoe2 canoe3 canoe4"


@rule("B1.4")
def test_the_start_tiles_meet_at_the_totem_with_their_mountains() -> None:
    match = table("bison 2")
    assert land(match) == "c4 d3 d4"
    assert "pmmmpp" in match.position.split("row c")[1].split("\n")[0]
    assert "mmpppm" in match.position.split("row d")[1].split("\n")[0]
    assert "pppmmm" in match.position.split("row d")[1].split("\n")[0]


@rule("B12", "B1.4")
def test_which_start_tile_lies_where_is_drawn_by_lot() -> None:
    state = GAME.new(GAME.ruleset(2, {"first": "a"}), 2)
    assert GAME.actors(state) == (CHANCE,)
    assert GAME.chance(state) == [(LayStart(18), 1), (LayStart(19), 1), (LayStart(20), 1)]
    GAME.apply(state, LayStart(19))
    assert GAME.chance(state) == [(LayStart(18), 1), (LayStart(20), 1)]


@rule("B1.4", "B1.5")
@pytest.mark.parametrize(("players", "seasons", "out"), [(2, 6, 6), (3, 5, 3), (4, 4, 2)])
def test_the_stack_runs_out_exactly(players: int, seasons: int, out: int) -> None:
    assert GAME.ruleset(players, {}).seasons == seasons
    assert tiles_unused(players) == out
    match = random_match(players, 1)
    view = match.view(None)
    assert len(view.land) == 21 - out
    assert view.season == seasons
    draws = [entry for entry in match.log.entries if isinstance(entry.action, DrawTile)]
    assert len(draws) == 18 - out


@rule("B1.6")
def test_the_first_start_player_is_drawn_by_lot_or_fixed_by_the_host() -> None:
    state = GAME.new(GAME.ruleset(3, {}), 3)
    assert GAME.chance(state) == [(NameStart(seat), 1) for seat in range(3)]
    match = prateria.new_match("bison", seats=3, seed="x", options={"first": "c"})
    assert match.view(None).start == 2
    assert turn(match) == "c"
    with pytest.raises(SetupError, match="there are 3 players"):
        prateria.new_match("bison", seats=3, seed="x", options={"first": "d"})


@rule("B3.1", "B9.7")
def test_the_totem_goes_to_the_left_and_the_cubes_come_off() -> None:
    match = table("bison 3; start b; round 4; turn a; phase after; season 2", "a ends")
    view = match.view(None)
    assert (view.season, view.start, view.round) == (3, 2, 0)
    assert turn(match) == "c"
    assert [used(match, who) for who in "abc"] == ["", "", ""]
    assert "Season 3 begins. Start player: c." in happened(match)


@rule("B3.2")
def test_each_draws_a_tile_in_turn_order_and_keeps_it_hidden() -> None:
    match = prateria.new_match("bison", seats=3, seed="x", options={"first": "b"})
    drawn = [entry.action for entry in match.log.entries if isinstance(entry.action, DrawTile)]
    assert [action.seat for action in drawn] == [1, 2, 0]
    for action in drawn:
        assert match.view(action.seat).tile == action.tile
        for other in {0, 1, 2, None} - {action.seat}:
            assert action.tile in match.view(other).unseen
    assert match.view(None).tile is None
    assert all(seat.has_tile for seat in match.view(None).seats)


@rule("B3.3")
def test_four_times_round_each_player_carries_out_one_action() -> None:
    match = table("bison 2")
    for number in range(1, 5):
        for who in "ab":
            assert (turn(match), phase(match)) == (who, "turn")
            assert match.view(None).round == number - 1
            kind = ("place", "tepees", "canoes", "gather")[number - 1]
            play(match, f"{who} chooses {kind}")
            if kind == "place":
                play(match, legal(match, who)[0])
            play(match, f"{who} is done", f"{who} gains salmon", f"{who} ends")
    assert match.view(None).season == 2


@rule("B3.3")
def test_nobody_acts_out_of_turn() -> None:
    match = table("bison 2")
    assert refused(match, "b chooses gather") == "B3.3"
    assert refused(match, "b ends", by="a") == "B3.3"
    assert refused(match, "a is done") == "B3.3"


@rule("B3.4")
def test_each_action_may_be_used_once_a_season() -> None:
    match = table("bison 2")
    assert may(match, "a", "chooses") == "place tepees canoes gather move-one move-three"
    match = table("bison 2; round 3; a: used=gather,tepees")
    assert may(match, "a", "chooses") == "place canoes move-one move-three"
    assert refused(match, "a chooses gather") == "B3.4"


@rule("B3.5")
def test_the_tile_must_be_placed_with_the_fourth_action_if_not_before() -> None:
    match = table("bison 2; round 4")
    assert may(match, "a", "chooses") == "place"
    assert refused(match, "a chooses canoes") == "B3.5"
    match = table("bison 2; round 4; a: used=place,gather,move-one")
    assert may(match, "a", "chooses") == "tepees canoes move-three"


@rule("B3.5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_ends_a_season_with_a_tile(players: int) -> None:
    state = GAME.new(GAME.ruleset(players, {}), players)
    for _ in steps(state, Quick(players)):
        if state.round == 4:
            assert state.drawn == [-1] * players
    assert LETTERS[state.start] == "abcd"[state.start]
