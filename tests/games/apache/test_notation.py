"""Actions and positions as text: complete, and back again; and what a position may not be."""

from __future__ import annotations

from functools import cache

import pytest

from prateria.core.chance import Quick
from prateria.core.contract.meta import OptionValue
from prateria.core.errors import NotationError
from prateria.games.apache.notation import NOTATION
from tests.games.apache.table import GAME, fields, steps, table, up, view, won


@cache
def positions() -> list[str]:
    """Positions along some random games."""
    texts = []
    for seed, tempo in enumerate(("calm", "live")):
        options: dict[str, OptionValue] = {"tempo": tempo, "marriage": True, "warpath": True}
        state = GAME.new(GAME.ruleset(3, options), 3)
        texts += [NOTATION.format_state(state) for _ in steps(state, Quick(seed))]
    return texts


@pytest.mark.parametrize(
    "text",
    [
        "a begins",
        "turns up red-chief",
        "turns up buffalo",
        "order b,a",
        "order e,d,c,b,a",
        "c turns",
        "a plays chief",
        "e plays hunter reaction=412 rtt=20-35 arrived=440",
        "e plays hunter reaction=-4 rtt=-1--3 arrived=-1",
        "d passes",
        "a claims loot",
        "b claims tepees",
        "c claims marriage",
        "a takes blue-maiden",
        "beat",
        "closes a:412 b:431! c",
        "ends claim",
    ],
)
def test_an_action_round_trips(text: str) -> None:
    assert NOTATION.format_action(NOTATION.parse_action(text)) == text
    assert (
        NOTATION.format_action(NOTATION.parse_action(f"  {text.upper()} ".replace(" ", "  ")))
        == text
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "f plays chief",
        "a plays totem",
        "a plays squire reaction=412 rtt=20-35 arrived=440",
        "a plays chief reaction=412",
        "a plays chief reaction=1234567890 rtt=20-35 arrived=440",
        "closes",
        "closes f",
        "closes a:b",
        "opens a:412",
        "order a",
        "a claims buffalo",
        "x" * 200,
    ],
)
def test_what_is_not_an_action_is_a_notation_error(text: str) -> None:
    with pytest.raises(NotationError, match="is not an action; one reads like"):
        NOTATION.parse_action(text)


@pytest.mark.parametrize("tempo", ["calm", "live"])
@pytest.mark.parametrize("players", [2, 5])
def test_every_position_of_a_game_round_trips(tempo: str, players: int) -> None:
    state = GAME.new(
        GAME.ruleset(players, {"tempo": tempo, "warpath": True, "marriage": True}), players
    )
    for action in steps(state, Quick(players)):
        again = NOTATION.parse_state(NOTATION.format_state(state))
        assert fields(again) == fields(state)
        assert NOTATION.parse_action(NOTATION.format_action(action)) == action


def test_what_a_position_leaves_out_is_worked_out() -> None:
    match = table("apache 3; up: red-hunter,buffalo*2,tepee; a: plays=hunter")
    seen = view(match, "a")
    assert (seen.phase, seen.turner, seen.newest) == ("choose", 0, 4)
    assert match.actors == (1, 2)
    assert sum(seen.deck) == 110
    assert up(match) == "buffalo*2,tepee,red-hunter"


def test_with_a_deck_the_rest_is_out_of_the_game() -> None:
    state = NOTATION.parse_state(
        "apache 2; up: totem; a: won=red-chief; deck: buffalo*2; gone: tepee"
    )
    assert state.left == 2
    assert sum(state.gone) == 114 - 4
    assert NOTATION.parse_state("apache 2; up: totem; deck: none").left == 0


def test_the_whole_notation_of_a_live_pow_wow() -> None:
    text = """\
apache 3 tempo=live warpath cap_ms=150
phase person turner b newest tepee
up: totem,tepee,red-chief,green-hunter,blue-hunter
a: won=totem*2,red-chief,totem buffalo=2 marks=1
b: won=tepee
c:
gone: buffalo
powwow a:chief:412!,c:maiden:430:unsound,b:hunter:433 place 0
claim loot"""
    assert NOTATION.format_state(NOTATION.parse_state(text)) == text


def test_the_whole_notation_of_a_race() -> None:
    text = """\
apache 3 tempo=live
phase race turner b newest tepee
up: tepee
a: plays=chief reaction=412 rtt=20-35 arrived=440
b: plays=maiden
c:
choosing c"""
    assert NOTATION.format_state(NOTATION.parse_state(text)) == text
    done = text.replace("choosing c", "choosing none").replace("c:", "c: plays=hunter")
    assert GAME.actors(NOTATION.parse_state(done)) == (-2,)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "an empty text"),
        (" ; \n", "an empty text"),
        ("manitou 3", "starts like 'apache 3'"),
        ("apache", "starts like 'apache 3'"),
        ("apache nine", "starts like 'apache 3'"),
        ("apache 6", "2 to 5 players"),
        ("apache 3 chess", "no option 'chess'"),
        ("apache 3 tempo=slow", "cannot be 'slow'"),
        ("apache 3; up: horse", "'horse' is not a card"),
        ("apache 3; up: red-chief*3", "not that many cards red-chief"),
        ("apache 3; up: totem*0", "not a number from 1 to 33"),
        ("apache 3; up: totem*99", "not a number from 1 to 33"),
        ("apache 3; up: totem; deck: totem*9", "not that many cards totem"),
        ("apache 3; up: totem; phase party", "the phase is one of lot, beat"),
        ("apache 3; up: totem; phase", "a name and a value"),
        ("apache 3; up: totem; colour red", "'colour' is none of"),
        ("apache 3; up: totem; turner d", "'d' is not a seat"),
        ("apache 3; up: totem; d: won=totem", "'d' is not a seat"),
        ("apache 3; up: totem; a: hand=totem", "none of won="),
        ("apache 3; up: totem; a: won=buffalo", "buffalo lie at the bottom"),
        ("apache 3; up: totem; a: buffalo=34", "not a number from 0 to 33"),
        ("apache 3; up: totem; a: buffalo=33; b: buffalo=1", "not that many cards buffalo"),
        ("apache 3; up: totem; a: plays=totem", "not a role"),
        ("apache 3; up: totem; a: reaction=1 rtt=1-2 arrived=3", "a time without a play"),
        (
            "apache 3; up: totem; a: plays=chief reaction=1 rtt=2-1 arrived=3",
            "a time without a play, or not a possible one",
        ),
        ("apache 3; up: totem; a: plays=chief; choosing a,b,c", "has played and is still"),
        ("apache 3; up: totem; choosing none", "do not fit together"),
        ("apache 3; phase choose", "do not fit together"),
        ("apache 3; newest totem; up: tepee; newest totem", "do not fit together"),
        ("apache 3; up: totem; phase race", "do not fit together"),
        ("apache 3; up: totem; phase beat", "do not fit together"),
        ("apache 3 tempo=live; up: totem; phase choose", "do not fit together"),
        ("apache 3; up: totem; phase lot", "do not fit together"),
        ("apache 3; up: totem; phase over", "do not fit together"),
        ("apache 3; up: totem; phase turn; deck: none", "do not fit together"),
        ("apache 3; up: totem; phase turn; choosing a", "do not fit together"),
        ("apache 3; up: totem; phase turn; claim loot", "do not fit together"),
        ("apache 3; up: totem; powwow a:chief", "do not fit together"),
        ("apache 3; up: totem; phase turn; powwow a:chief", "do not fit together"),
        ("apache 3; up: totem; phase turn; powwow chief", "is not a play"),
        ("apache 3; up: totem; phase turn; powwow a:chief:x", "is not a play"),
        ("apache 3; up: totem; phase turn; powwow a:chief:412; lines a:20", "is not a line"),
        ("apache 3; up: totem; phase turn; powwow a:chief; lines a:20-30", "a line is told twice"),
        ("apache 3; up: totem; powwow a:chief:9; lines a:2-3,a:2-4", "a line is told twice"),
        ("apache 3; up: totem; powwow a:chief:9; lines a:4-3", "is longer than its longest"),
        ("apache 3; up: totem; phase turn; powwow a:totem", "not a role"),
        ("apache 3; up: totem; phase turn; powwow d:chief", "'d' is not a seat"),
        ("apache 3; up: totem; phase turn; powwow a:chief,a:maiden place 2", "two tribe cards"),
        ("apache 3; up: totem; phase turn; powwow a:chief place 2", "more plays are resolved"),
        ("apache 3; up: totem; phase turn; powwow a:chief:9,b:chief:7 place 2", "its times"),
        ("apache 3; up: totem; claim horses", "a claim is for one of loot"),
        ("apache 3; up: totem; phase order; powwow a:chief:unsound", "no tie"),
        ("apache 3; up: totem; phase order", "no tie"),
        ("apache 3; up: totem; phase order; powwow b:chief:unsound,a:chief:unsound", "by seat"),
        ("apache 3; up: totem; phase order; powwow a:chief,b:chief:unsound", "called sound"),
        (
            "apache 3; up: totem; phase order; powwow a:chief:unsound,b:chief:unsound place 1",
            "do not fit together",
        ),
        ("apache 3; up: red-hunter,tepee,buffalo; phase claim", "do not fit together"),
        (
            "apache 3; up: red-hunter,tepee,buffalo; phase claim; powwow a:hunter:unsound",
            "do not fit together",
        ),
        (
            "apache 3; up: red-hunter,tepee,buffalo; phase claim; turner b; powwow a:hunter",
            "do not fit together",
        ),
        (
            "apache 3; up: red-hunter,buffalo; phase claim; powwow a:hunter",
            "do not fit together",
        ),
        (
            "apache 3; up: red-chief,totem,blue-hunter; phase person; powwow a:chief; claim loot",
            "do not fit together",
        ),
        (
            "apache 3; up: red-chief,blue-chief; phase person; powwow a:chief; claim loot",
            "do not fit together",
        ),
        ("apache 3; up: totem; phase person", "do not fit together"),
    ],
)
def test_what_is_not_a_position_is_a_notation_error(text: str, why: str) -> None:
    with pytest.raises(NotationError) as caught:
        NOTATION.parse_state(text)
    assert why in str(caught.value)


def test_a_marked_report_needs_a_time() -> None:
    state = NOTATION.parse_state("apache 2; up: totem; phase turn; powwow a:chief:unsound place 1")
    seat, role, sound, ms, _ = state.powwow[0]
    state.powwow = ((seat, role, sound, ms, True),)
    assert GAME.invariants(state) == ["a report is marked where there was none"]


def test_a_card_too_many_is_found() -> None:
    state = NOTATION.parse_state("apache 2; up: totem")
    state.up[1] += 1
    assert GAME.invariants(state) == ["there are 10 of TOTEM"]
    state.gone[1] -= 1
    assert GAME.invariants(state) == ["there are 9 of TOTEM"]


def test_only_before_the_first_player_is_drawn_nobody_turns() -> None:
    state = NOTATION.parse_state("apache 2; up: totem")
    state.turner = -1
    assert "do not fit together" in GAME.invariants(state)[0]


def test_cards_face_down_are_counted() -> None:
    state = NOTATION.parse_state("apache 2; up: totem")
    state.left = 3
    assert GAME.invariants(state) == ["3 cards are counted face down, there are 113"]


def test_a_position_may_name_a_claim_in_the_middle() -> None:
    text = (
        "apache 2; up: red-chief,totem,blue-chief,blue-hunter; phase person; powwow a:chief; "
        "claim loot"
    )
    match = table(text, "a takes blue-hunter")
    assert won(match, "a") == "totem red-chief blue-hunter"
