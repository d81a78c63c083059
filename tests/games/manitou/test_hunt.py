"""M2: a hunt, from the tiles that are laid to the cards that come back."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

import prateria
from prateria.core.chance import Quick
from prateria.core.matches.match import Match
from prateria.core.rules import rule
from prateria.games.manitou.notation import NOTATION
from prateria.games.manitou.rules.events import TileLaid
from tests.games.manitou.table import (
    ALL_CARDS,
    GAME,
    actors,
    available,
    face_up,
    hand,
    happened,
    hunters,
    last_card,
    legal,
    may,
    phase,
    play,
    random_match,
    random_move,
    refused,
    spent,
    stack,
    table,
    tiles,
)

PLAYERS = (2, 3, 4, 5)


def number(words: str) -> int:
    return len(words.split())


def parties(match: Match) -> list[dict[str, tuple[int, int]]]:
    """Play to the end; for each hunt and seat: cards to choose from, cards chosen."""
    rng, rows = Quick(5), []
    while match.actors:
        choices = {who: number(available(match, who)) for who in actors(match)}
        while phase(match) == "party":
            random_move(match, rng)
        rows.append(
            {who: (choices[who], choices[who] - number(available(match, who))) for who in choices}
        )
        while match.actors and phase(match) != "party":
            random_move(match, rng)
    return rows


@rule("M2.1")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_dealer_lays_tiles_at_the_left_then_the_middle_then_the_right(players: int) -> None:
    match = prateria.new_match("manitou", seats=players, seed="x")
    events = [event for entry in match.log.entries for event in entry.events]
    laid = [event.ground.name.lower() for event in events if isinstance(event, TileLaid)]
    size = {2: 2, 3: 3, 4: 4, 5: 4}[players]
    assert laid == ["left"] * size + ["middle"] * size + ["right"] * size


@rule("M2.1")
def test_tiles_are_drawn_as_often_as_they_are_in_the_bag() -> None:
    state = NOTATION.parse_state("manitou 2; phase tiles; gone totem*7,bison1*6")
    weights = {NOTATION.format_action(action): weight for action, weight in GAME.chance(state)}
    assert weights["lays totem"] == 1
    assert weights["lays horse"] == 8
    assert "lays bison1" not in weights


@rule("M2.1")
def test_tiles_lie_open_to_everybody() -> None:
    match = prateria.new_match("manitou", seats=2, seed="x")
    assert match.view(0).grounds == match.view(1).grounds == match.view(None).grounds
    assert number(tiles(match, "left")) == 2


@rule("M2.2")
@pytest.mark.parametrize(
    ("players", "sizes"),
    [(2, [8, 7]), (3, [9, 8, 7]), (4, [9, 8, 8, 7]), (5, [9, 8, 8, 8, 7])],
)
def test_the_first_player_chooses_nine_the_dealer_seven_everyone_else_eight(
    players: int, sizes: list[int]
) -> None:
    match = prateria.new_match("manitou", seats=players, seed="x", options={"dealer": "a"})
    for hunt, party in enumerate(parties(match)):
        first = (hunt + 1) % players
        order = [chr(ord("a") + (first + place) % players) for place in range(players)]
        assert [party[who][1] for who in order] == sizes


@rule("M2.2")
def test_everyone_chooses_at_once_and_in_secret() -> None:
    match = table("manitou 3; phase party")
    assert actors(match) == "abc"
    before = match.view(1), match.view(None)
    play(match, "a picks chief", "a picks 3")
    assert (match.view(1), match.view(None)) == before
    assert stack(match, "a") == "3 chief"
    assert available(match, "a") == ALL_CARDS.replace("3 ", "", 1).replace("chief ", "", 1)


@rule("M2.2")
def test_who_has_chosen_a_party_waits_for_the_others() -> None:
    match = table("manitou 2; phase party; a: stack=1,2,3,4,5,6,7")
    play(match, "a picks 8")
    assert actors(match) == "b"
    assert happened(match) == ["a has a party ready: hunters 1, 2, 3, 4, 5, 6, 7 and 8."]


@rule("M2.2")
def test_both_of_a_pair_of_great_warriors_may_be_chosen() -> None:
    match = table("manitou 2; phase party", "a picks mother", "a picks mother")
    assert may(match, "a", "picks") == ALL_CARDS.replace("mother mother ", "").replace(
        "chief chief", "chief"
    )
    assert refused(match, "a picks mother") == "M2.2"


@rule("M2.2")
def test_quick_the_party_is_drawn_at_random() -> None:
    options: dict[str, bool | int | str] = {"quick": True, "dealer": "b"}
    match = prateria.new_match("manitou", seats=2, seed="x", options=options)
    assert phase(match) == "play"
    assert number(hand(match, "a")) + number(stack(match, "a")) == 8
    assert number(hand(match, "b")) + number(stack(match, "b")) == 7
    other = prateria.new_match("manitou", seats=2, seed="y", options=options)
    assert available(match, "a") != available(other, "a")


@rule("M2.2")
def test_quick_every_available_card_is_as_likely_as_the_next() -> None:
    state = NOTATION.parse_state("manitou 2 quick; hunt 2; phase party-by-lot; a: spent=1,chief")
    outcomes = {NOTATION.format_action(action): weight for action, weight in GAME.chance(state)}
    assert outcomes.pop("a picks mother") == 2
    assert set(outcomes.values()) == {1}
    assert sorted(outcomes) == sorted(
        f"a picks {card}" for card in (*range(2, 11), "chief", "rainmaker", "scout", "medicine")
    )


@rule("M2.2")
def test_quick_parties_are_drawn_clockwise_from_the_first_player() -> None:
    options: dict[str, bool | int | str] = {"quick": True, "dealer": "a"}
    match = prateria.new_match("manitou", seats=3, seed="x", options=options)
    done = [text for text in happened(match) if "party" in text]
    assert [text.split(":")[0] for text in done] == [f"{who} has a party ready" for who in "bca"]


@rule("M2.3")
def test_everyone_draws_three_clockwise_from_the_first_player() -> None:
    match = table(
        "manitou 3; dealer a; phase draw; a: stack=1,2,3,4,5,6,7;"
        "b: stack=1,2,3,4,5,6,7,8,9; c: stack=1,2,3,4,5,6,7,8"
    )
    drawn = [text.split()[0] for text in happened(match) if " draws " in text]
    assert drawn == [*"bbbcccaaa"]
    assert [number(hand(match, who)) for who in "abc"] == [3, 3, 3]
    assert [number(stack(match, who)) for who in "abc"] == [4, 6, 5]
    assert actors(match) == "b"


@rule("M2.3")
def test_the_stack_is_shuffled_every_card_of_it_may_come_next() -> None:
    text = "manitou 2; phase draw; a: stack=1,2,chief,chief,5,6,7,8; b: stack=1,2,3,4,5,6,7"
    state = NOTATION.parse_state(text)
    outcomes = {NOTATION.format_action(action): weight for action, weight in GAME.chance(state)}
    assert outcomes == {
        **{f"a draws {card}": 1 for card in (1, 2, 5, 6, 7, 8)},
        "a draws chief": 2,
    }
    rng = Quick(3)
    drawn = Counter(NOTATION.format_action(GAME.sample(state, rng)) for _ in range(800))
    assert drawn["a draws chief"] > 150
    assert min(drawn[action] for action in outcomes) > 60


@rule("M2.3")
def test_what_others_draw_is_not_seen() -> None:
    match = table("manitou 2; phase draw; a: stack=1,2,3,4,5,6,7,8; b: stack=1,2,3,4,5,6,7")
    for entry in match.log.entries:
        for event in entry.events:
            seen: Any = GAME.seen(event, 1)
            assert (seen.card is None) == (seen.seat == 0)
    assert match.view(1).seats[0].hand_size == 3
    assert match.view(1).seats[0].stack_size == 5


@rule("M2.4")
def test_clockwise_from_the_first_player_each_plays_one_card() -> None:
    match = table("manitou 3; dealer b; a: hand=1; b: hand=2; c: hand=3")
    assert actors(match) == "c"
    play(match, "c plays 3 left")
    assert actors(match) == "a"
    play(match, "a plays 1 left")
    assert actors(match) == "b"
    play(match, "b plays 2 right")
    assert actors(match) == "c"
    assert hunters(match, "left") == "a 1, c 3"
    assert hunters(match, "right") == "b 2"


@rule("M2.4")
def test_any_card_of_the_hand_goes_to_any_ground() -> None:
    match = table("manitou 2; a: hand=4,scout stack=5")
    assert legal(match, "a") == [
        "a plays 4 left",
        "a plays 4 middle",
        "a plays 4 right",
        "a plays scout left",
        "a plays scout middle",
        "a plays scout right",
    ]
    assert legal(match, "b") == []


@rule("M2.4")
def test_a_player_draws_back_to_three_while_the_stack_lasts() -> None:
    match = table("manitou 2; a: hand=1,2,3 stack=4; b: hand=1,2,3", "a plays 1 left")
    assert hand(match, "a") == "2 3 4"
    assert stack(match, "a") == ""
    play(match, "b plays 1 left", "a plays 2 left")
    assert hand(match, "a") == "3 4"
    assert hand(match, "b") == "2 3"


@rule("M2.4")
def test_a_great_warrior_is_followed_by_a_draw_too() -> None:
    match = table("manitou 2; a: hand=1,2,chief stack=4", "a plays chief left")
    assert hand(match, "a") == "1 2 4"
    assert actors(match) == "b"


@rule("M2.5")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_hunt_ends_when_everyone_has_played_seven_cards(players: int) -> None:
    said = happened(random_match(players, 3))
    first_hunt = said[: said.index("Hunt 1 is over; the cards played are missing in the next.")]
    for who in "abcde"[:players]:
        assert sum(text.startswith(f"{who} plays ") for text in first_hunt) == 7


@rule("M2.5")
def test_cards_in_hand_or_stack_stay_available_for_later() -> None:
    match = last_card(
        "manitou 2; hunt 1; left: a:1,2,3,4,5,6,7 b:1,2,3,4,5,6; a: hand=chief stack=8; b: hand=7",
        "b plays 7 left",
    )
    assert available(match, "a") == "8 9 10 chief chief mother mother rainmaker scout medicine"


@rule("M2.6")
def test_played_cards_are_spent_face_up_or_face_down() -> None:
    match = last_card(
        "manitou 2; hunt 1; left: a:1,scout,chief,-mother b:1,-rainmaker; right: a:5; b: hand=7",
        "b plays 7 left",
    )
    assert spent(match, "a") == "1 5 chief mother scout"
    assert available(match, "a") == "2 3 4 6 7 8 9 10 chief mother rainmaker medicine"
    assert spent(match, "b") == "1 7 rainmaker"
    assert refused(match, "a picks scout") == "M2.6"


@rule("M2.6")
@pytest.mark.parametrize(("players", "hunt"), [(2, 2), (3, 2), (4, 2), (5, 2), (5, 4)])
def test_after_the_second_and_the_fourth_hunt_all_seventeen_are_back(
    players: int, hunt: int
) -> None:
    dealer = "abcde"[players - 1]
    match = last_card(
        f"manitou {players}; hunt {hunt}; left: a:1,2; a: spent=chief,3; {dealer}: hand=7",
        f"{dealer} plays 7 left",
    )
    for who in "abcde"[:players]:
        assert available(match, who) == ALL_CARDS
        assert spent(match, who) == ""


@rule("M2.6")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_second_and_fourth_hunt_and_no_other_start_from_the_cards_not_played(
    players: int,
) -> None:
    match = prateria.new_match("manitou", seats=players, seed="x")
    for hunt, party in enumerate(parties(match), 1):
        for who, (choices, _) in party.items():
            # Ten, or nine after the totem's extra card.
            assert choices == (17 if hunt % 2 else 17 - played_in(match, hunt - 1)[who])
            assert choices in (17, 10, 9)


def played_in(match: Match, hunt: int) -> Counter[str]:
    """How many cards each played in a hunt."""
    said = happened(match)
    deals = [n for n, text in enumerate(said) if " deals; " in text]
    end = next(n for n, text in enumerate(said) if re.match(rf"Hunt {hunt}\b.* is over", text))
    plays = re.compile(r"(?P<who>.)(, by the totem,)? plays ")
    return Counter(
        found["who"] for text in said[deals[hunt - 1] : end] if (found := plays.match(text))
    )


@rule("M2.7")
@pytest.mark.parametrize(
    ("players", "dealers"), [(2, "baba"), (3, "bca"), (4, "bcda"), (5, "bcdea")]
)
def test_the_player_to_the_dealers_left_deals_the_next_hunt(players: int, dealers: str) -> None:
    said = happened(random_match(players, 7, dealer="b"))
    assert [text[0] for text in said if " deals; " in text] == [*dealers]


@rule("M2.8")
def test_all_cards_at_the_grounds_stay_visible_with_their_owners() -> None:
    match = table(
        "manitou 3; left: a:5,scout,chief b:7,-chief c:1; a: hand=9; b: hand=2,3; c: hand=4"
    )
    for seat in (0, 1, 2, None):
        ground = match.view(seat).grounds[0]
        assert ground == match.view(None).grounds[0]
    assert hunters(match, "left") == "a 5, b 7, c 1"
    assert face_up(match, "left") == "a scout chief"


@rule("M2.8")
def test_hunters_count_whatever_lies_on_them() -> None:
    match = last_card(
        "manitou 2; hunt 2; left: bison1,bison2 a:9 b:8,scout; a: hand=1; b: hand=1",
        "b plays 1 right",
        "b takes bison2",
    )
    assert (
        "a, with the highest strength, takes a tile with 1 bison from the left ground."
        in happened(match)
    )


@rule("M2.4", "M3.4")
def test_who_holds_only_cards_that_m3_4_forbids_passes() -> None:
    full = "left: b:chief,chief; middle: b:mother,mother; right: b:scout,medicine a:5,6,7,8,9,10,1"
    match = last_card(f"manitou 2; hunt 2; {full}; b: hand=rainmaker")
    assert legal(match, "b") == ["b passes"]
    assert refused(match, "b plays rainmaker left") == "M3.4"
    play(match, "b passes")
    assert "b has no card that may be played, and passes." in happened(match)
    assert "Hunt 2 is over; all cards come back." in happened(match)


@rule("M2.4", "M3.4")
def test_the_turn_goes_on_after_such_a_pass() -> None:
    full = "left: a:chief,chief; middle: a:mother,mother; right: a:scout,medicine"
    match = table(f"manitou 2; {full}; step 10; a: hand=rainmaker; b: hand=1", "a passes")
    assert actors(match) == "b"
    assert hand(match, "a") == "rainmaker"


@rule("M2.4", "M3.4")
def test_nobody_passes_while_a_card_may_be_played() -> None:
    full = "left: a:chief,chief; middle: a:mother,mother; right: a:scout,medicine"
    match = table(f"manitou 2; {full}; step 10; a: hand=rainmaker,1")
    assert legal(match, "a") == ["a plays 1 left", "a plays 1 middle", "a plays 1 right"]
    assert refused(match, "a passes") == "M2.4"
