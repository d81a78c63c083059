"""M1 and M9: components, set-up, the data tables; and set-ups that are refused."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import pytest

import prateria
from prateria.core.chance import Quick
from prateria.core.errors import SetupError
from prateria.core.rules import rule
from prateria.games.manitou.notation import NOTATION
from prateria.games.manitou.rules.ruleset import read_data
from tests.games.manitou.table import (
    ALL_CARDS,
    GAME,
    actors,
    available,
    happened,
    headings,
    random_match,
    random_move,
    table,
    tiles,
)

PLAYERS = (2, 3, 4, 5)
MIX = {
    **{f"{kind}{number}": 6 for kind in ("bison", "tepee") for number in (1, 2, 3)},
    **dict.fromkeys(("totem", "horse", "tomahawk"), 8),
}


@rule("M1.1")
@pytest.mark.parametrize("players", PLAYERS)
def test_each_player_has_the_same_seventeen_cards(players: int) -> None:
    match = table(f"manitou {players}; phase party")
    for who in "abcde"[:players]:
        assert available(match, who) == ALL_CARDS


@rule("M1.2")
def test_sixty_loot_tiles_are_in_the_bag() -> None:
    state = GAME.new(GAME.ruleset(2, {}), 2)
    outcomes = GAME.chance(NOTATION.parse_state("manitou 2; phase tiles"))
    bag = {NOTATION.format_action(action).removeprefix("lays "): n for action, n in outcomes}
    assert bag == MIX
    assert sum(GAME.view(state, None).bag) == sum(bag.values()) == 60


@rule("M1.3")
def test_the_dealer_of_the_first_hunt_is_drawn_by_lot() -> None:
    state = GAME.new(GAME.ruleset(3, {}), 3)
    lot = {NOTATION.format_action(action): weight for action, weight in GAME.chance(state)}
    assert lot == {"a deals": 1, "b deals": 1, "c deals": 1}
    rng = Quick(1)
    drawn = Counter(NOTATION.format_action(GAME.sample(state, rng)) for _ in range(300))
    assert min(drawn[who] for who in lot) > 60


@rule("M1.3")
@pytest.mark.parametrize("dealer", "abcd")
def test_a_host_may_fix_the_dealer(dealer: str) -> None:
    match = prateria.new_match("manitou", seats=4, seed="x", options={"dealer": dealer})
    first = "bcda"["abcd".index(dealer)]
    assert happened(match)[0] == f"{dealer} deals; {first} plays first."


@rule("M1.3")
@pytest.mark.parametrize(("dealer", "first"), ["ab", "bc", "cd", "da"])
def test_the_player_to_the_dealers_left_is_the_first_player(dealer: str, first: str) -> None:
    options: dict[str, bool | int | str] = {"dealer": dealer, "quick": True}
    match = prateria.new_match("manitou", seats=4, seed="x", options=options)
    assert actors(match) == first


@rule("M1.4")
@pytest.mark.parametrize(("players", "hunts"), [(2, 4), (3, 3), (4, 4), (5, 5)])
def test_four_hunts_with_two_or_four_three_with_three_five_with_five(
    players: int, hunts: int
) -> None:
    match = random_match(players, 1)
    assert headings(match, "Hunt") == [f"Hunt {hunt} of {hunts}" for hunt in range(1, hunts + 1)]
    assert f"Hunt {hunts}, the last one, is over." in happened(match)
    events = [event for entry in match.log.entries for event in entry.events]
    parts = [part for event in events if (part := GAME.words.part(event))]
    assert parts == [f"Hunt {hunt}" for hunt in range(1, hunts + 1)]


@rule("M9")
@pytest.mark.parametrize(("players", "number"), [(2, 2), (3, 3), (4, 4), (5, 4)])
def test_two_three_four_and_four_tiles_lie_at_each_ground(players: int, number: int) -> None:
    match = prateria.new_match("manitou", seats=players, seed="x")
    for ground in ("left", "middle", "right"):
        assert len(tiles(match, ground).split()) == number


@rule("M9")
def test_five_players_draw_all_sixty_tiles() -> None:
    match = prateria.new_match("manitou", seats=5, seed="x")
    rng = Quick(1)
    while match.view(None).hunt < 5:
        random_move(match, rng)
    assert sum(match.view(None).bag) == 0


@rule("M9")
def test_the_tables_are_files_that_say_they_are_reconstructed() -> None:
    from importlib.resources import files

    for name in ("grounds", "tiles"):
        text = (files("prateria.games.manitou") / "data" / f"{name}.toml").read_text("utf-8")
        assert "reconstructed = true" in text
        assert "M9" in text
    assert read_data() == GAME.data


# --- refused ------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [0, 1, 6, -2, 100])
def test_manitou_is_for_two_to_five(seats: int) -> None:
    with pytest.raises(SetupError, match=f"Manitou is for 2 to 5 players, not {seats}"):
        prateria.new_match("manitou", seats=seats, seed="x")


@pytest.mark.parametrize("seats", ["4", 4.0, True, None, (4,)])
def test_the_number_of_players_is_a_whole_number(seats: Any) -> None:
    with pytest.raises(SetupError, match="Manitou is for 2 to 5 players"):
        prateria.new_match("manitou", seats=seats, seed="x")


def test_an_unknown_option_is_named_with_those_there_are() -> None:
    with pytest.raises(SetupError, match="no option 'fast'; it has dealer, mixed_pairs, quick"):
        prateria.new_match("manitou", seats=4, seed="x", options={"fast": True})


@pytest.mark.parametrize(
    ("option", "value", "allowed"),
    [
        ("quick", "yes", "false, true"),
        ("quick", 1, "false, true"),
        ("mixed_pairs", None, "false, true"),
        ("mixed_pairs", [True], "false, true"),
        ("dealer", 0, "lot, a, b, c, d, e"),
        ("dealer", "f", "lot, a, b, c, d, e"),
        ("dealer", "", "lot, a, b, c, d, e"),
    ],
)
def test_a_value_an_option_lacks_is_named_with_those_it_has(
    option: str, value: Any, allowed: str
) -> None:
    with pytest.raises(SetupError, match=f"option {option} of Manitou cannot be .*{allowed}"):
        prateria.new_match("manitou", seats=4, seed="x", options={option: value})


@rule("M1.3")
def test_the_dealer_must_sit_at_the_table() -> None:
    with pytest.raises(SetupError, match="the dealer cannot be seat e: there are 4 players"):
        prateria.new_match("manitou", seats=4, seed="x", options={"dealer": "e"})


def test_as_many_players_are_named_as_there_are_seats() -> None:
    with pytest.raises(SetupError, match="3 players are named for 2 seats"):
        prateria.new_match("manitou", seats=2, seed="x", players=["Ann", "Ben", "Cas"])


BAD_TABLES: list[tuple[str, dict[str, Any]]] = [
    ("no more and no fewer", {"tiles": GAME.data["tiles"]}),
    ("no more and no fewer", {**GAME.data, "cards": {}}),
    ("must have just: players_2", {**GAME.data, "grounds": {"players_2": 2}}),
    ("must have just: bison_1", {**GAME.data, "tiles": 60}),
    ("must have just: bison_1", {**GAME.data, "tiles": {**GAME.data["tiles"], "wolf": 1}}),
]


@rule("M9")
@pytest.mark.parametrize(("why", "data"), BAD_TABLES)
def test_tables_of_another_shape_are_refused(why: str, data: dict[str, Any]) -> None:
    with pytest.raises(SetupError, match=why):
        GAME.ruleset(2, {}, data)


@rule("M9")
@pytest.mark.parametrize(
    ("table_name", "key", "number"),
    [
        ("grounds", "players_2", 0),
        ("grounds", "players_3", 16),
        ("grounds", "players_3", "3"),
        ("tiles", "totem", -1),
        ("tiles", "totem", 16),
        ("tiles", "totem", 8.0),
        ("tiles", "totem", True),
    ],
)
def test_impossible_numbers_in_the_tables_are_named(table_name: str, key: str, number: Any) -> None:
    data = copy.deepcopy(dict(GAME.data))
    data[table_name][key] = number
    with pytest.raises(SetupError, match=f"{key} in the table '{table_name}' must be"):
        GAME.ruleset(2, {}, data)


@rule("M9")
def test_the_mix_must_be_enough_for_all_hunts() -> None:
    data = copy.deepcopy(dict(GAME.data))
    data["tiles"]["tomahawk"] = 7
    with pytest.raises(SetupError, match=r"5 players need 60 tiles .* has 59"):
        GAME.ruleset(2, {}, data)


@rule("M9")
def test_corrected_tables_are_played_with() -> None:
    data = copy.deepcopy(dict(GAME.data))
    data["grounds"]["players_2"] = 3
    data["tiles"]["bison_3"] = 9
    state = GAME.new(GAME.ruleset(2, {"dealer": "a"}, data), 2)
    assert GAME.view(state, None).bag[2] == 9
    rng = Quick(1)
    for _ in range(9):
        GAME.apply(state, GAME.sample(state, rng))
    assert GAME.view(state, None).phase == "party"
    assert [len(ground.tiles) for ground in GAME.view(state, None).grounds] == [3, 3, 3]
