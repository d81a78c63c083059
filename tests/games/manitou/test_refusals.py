"""Every refusal names its rule and leaves the match as it was."""

from __future__ import annotations

from typing import Any

import pytest

from prateria.core.contract.game import CLOCK
from prateria.core.errors import ActionError, IllegalAction, StaleAction, UnknownAction
from prateria.core.rules import rule
from prateria.games.manitou.notation import NOTATION
from prateria.games.manitou.rules.actions import (
    DiscardTile,
    LayTile,
    MoveHunter,
    NameDealer,
    Pass,
    PickCard,
    PlayCard,
    TakeTile,
)
from prateria.games.manitou.rules.components import Card, Ground, Tile
from tests.games.manitou.table import GAME, legal, play, random_match, refused, table

# What a waits for, the rule behind it, and a's verbs that fit.
PHASES = {
    "party": ("manitou 2; phase party", "M2.2", "picks"),
    "play": ("manitou 2; a: hand=1,chief; b: hand=2", "M2.4", "plays"),
    "totem": (
        "manitou 2; hunt 2; phase totem; a: hand=1 loot=totem; b: hand=2; totem a",
        "M6.1",
        "plays passes",
    ),
    "horse": (
        "manitou 2; hunt 2; phase horse; left: a:1 b:2; a: loot=horse; horse a",
        "M6.2",
        "moves passes",
    ),
    "discard": (
        "manitou 2; hunt 2; phase discard; thieves a,b; a: loot=bison1,bison2; b: loot=bison1",
        "M4.2",
        "discards",
    ),
    "share": (
        (
            "manitou 2; hunt 2; phase share; left: bison1*2,bison2 a:scout b:3; a: loot=bison1;"
            "takings left:a:1:warrior,left:b:2:strongest"
        ),
        "M5.1",
        "takes",
    ),
}
MOVES = (
    "picks 1",
    "plays 1 left",
    "moves 1 left right",
    "discards bison1",
    "takes bison1",
    "passes",
)


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("move", MOVES)
def test_what_does_not_fit_the_moment_is_refused_by_the_rule_of_the_moment(
    phase: str, move: str
) -> None:
    text, number, verbs = PHASES[phase]
    match = table(text)
    if move.split()[0] in verbs.split():
        assert f"a {move}" in legal(match, "a")
    else:
        assert f"a {move}" not in legal(match, "a")
        assert refused(match, f"a {move}") == number


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("move", MOVES)
def test_a_seat_that_may_not_act_is_refused(phase: str, move: str) -> None:
    text, number, _ = PHASES[phase]
    if phase == "party":
        text += "; b: stack=1,2,3,4,5,6,7"
    if (phase, move) == ("share", "takes bison1"):
        number = "M5.2"  # b's turn to take comes later, and that is the rule
    assert refused(table(text), f"b {move}") == number


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("move", MOVES)
def test_nobody_acts_for_another_seat(phase: str, move: str) -> None:
    text, number, _ = PHASES[phase]
    match = table(text)
    assert refused(match, f"a {move}", by="b") == number
    assert refused(match, f"b {move}", by="a") == number


def test_the_refusal_says_whose_action_it_is() -> None:
    match = table(PHASES["play"][0])
    with pytest.raises(IllegalAction, match="this action is seat b's, not yours"):
        match.play(0, "b plays 2 left")
    with pytest.raises(IllegalAction, match="it is not seat b's turn"):
        match.play(1, "b plays 2 left")


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize(
    ("move", "number"), [("a deals", "M1.3"), ("lays totem", "M2.1"), ("a draws 1", "M2.3")]
)
def test_only_luck_deals_lays_and_draws(phase: str, move: str, number: str) -> None:
    match = table(PHASES[phase][0])
    for by in "ab":
        assert refused(match, move, by=by) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("manitou 2; phase lot", "M1.3"),
        ("manitou 2; phase tiles", "M2.1"),
        ("manitou 2 quick; phase party-by-lot", "M2.2"),
        ("manitou 2; phase draw; a: stack=1,2,3,4,5,6,7,8; b: stack=1,2,3,4,5,6,7", "M2.3"),
        ("manitou 2; phase over", "M7.4"),
    ],
)
@pytest.mark.parametrize("move", MOVES)
def test_nobody_acts_while_luck_does_or_after_the_end(text: str, number: str, move: str) -> None:
    state = NOTATION.parse_state(text)
    for seat, who in enumerate("ab"):
        assert GAME.legal(state, seat) == ()
        error = GAME.refuse(state, seat, NOTATION.parse_action(f"{who} {move}"))
        assert error.rule == number


@rule("M2.2")
def test_who_has_a_complete_party_picks_no_more() -> None:
    match = table("manitou 2; phase party; a: stack=1,2,3,4,5,6,7,8")
    assert legal(match, "a") == []
    assert refused(match, "a picks 9") == "M2.2"
    with pytest.raises(IllegalAction, match="your party is complete"):
        match.play(0, "a picks 9")


@rule("M2.2")
def test_a_card_is_chosen_once() -> None:
    match = table("manitou 2; phase party", "a picks 4")
    assert refused(match, "a picks 4") == "M2.2"


@rule("M2.6")
def test_a_spent_card_cannot_be_chosen() -> None:
    match = table("manitou 2; hunt 2; phase party; a: spent=4,chief")
    assert refused(match, "a picks 4") == "M2.6"
    play(match, "a picks chief")
    assert refused(match, "a picks chief") == "M2.6"


@rule("M2.4")
def test_a_card_that_is_not_in_the_hand_cannot_be_played() -> None:
    match = table("manitou 2; hunt 2; a: hand=1,chief stack=2 spent=3")
    for card in ("2", "3", "4", "scout"):
        assert refused(match, f"a plays {card} left") == "M2.4"


@rule("M6.1")
def test_the_extra_card_comes_from_the_hand() -> None:
    assert refused(table(PHASES["totem"][0]), "a plays 2 left") == "M2.4"


def test_a_discard_while_tiles_are_taken_is_told_what_is_going_on() -> None:
    match = table(PHASES["share"][0])
    with pytest.raises(IllegalAction, match="now the great warrior's owner takes a tile") as caught:
        match.play(0, "a discards bison1")
    assert "no such tile" not in caught.value.why


@pytest.mark.parametrize("phase", PHASES)
def test_every_action_there_is_is_legal_or_refused_with_a_known_rule(phase: str) -> None:
    match = table(PHASES[phase][0])
    state = NOTATION.parse_state(PHASES[phase][0])
    for seat in range(2):
        offered = match.legal(seat)
        for action in every_action():
            if action not in offered:
                assert GAME.refuse(state, seat, action).rule in GAME.rulebook.rules
    assert match.digest == table(PHASES[phase][0]).digest


def every_action() -> list[Any]:
    rows: list[Any] = [Pass(seat) for seat in range(5)]
    rows += [NameDealer(seat) for seat in range(5)]
    rows += [LayTile(tile) for tile in Tile]
    for seat in range(5):
        rows += [PickCard(seat, card) for card in Card]
        rows += [PlayCard(seat, card, ground) for card in Card for ground in Ground]
        rows += [DiscardTile(seat, tile) for tile in Tile]
        rows += [TakeTile(seat, tile) for tile in Tile]
        rows += [
            MoveHunter(seat, card, source, target)
            for card in Card
            for source in Ground
            for target in Ground
        ]
    return rows


@rule("M6.2")
@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("a moves scout right left", "the horse moves a hunter; a great warrior stays"),
        ("a moves 1 middle left", "you have no hunter at the middle ground"),
        ("a moves 2 left right", "you have no such hunter at the left ground"),
        ("a moves 1 left left", "a hunter moves to another ground"),
    ],
)
def test_the_horse_moves_an_own_hunter_from_its_ground_to_another(move: str, why: str) -> None:
    match = table(
        "manitou 2; hunt 2; phase horse; left: a:1 b:2; right: a:scout; a: loot=horse; horse a"
    )
    assert refused(match, move) == "M6.2"
    with pytest.raises(IllegalAction, match=why):
        match.play(0, move)


def test_the_clock_has_no_say() -> None:
    match = table(PHASES["play"][0])
    assert match.legal(CLOCK) == []
    with pytest.raises(IllegalAction):
        match.play(CLOCK, "a plays 1 left")


def test_an_action_after_the_end_is_stale() -> None:
    match = random_match(3, 2)
    before = match.digest
    for action in every_action():
        with pytest.raises(StaleAction):
            match.play(0, action)
    assert match.digest == before


@pytest.mark.parametrize("seat", [2, 5, -1, -3, "a", None, 0.0, True])
def test_there_is_no_such_seat(seat: Any) -> None:
    match = table(PHASES["play"][0])
    before = match.digest
    with pytest.raises(UnknownAction, match="there is no seat"):
        match.play(seat, "plays 1 left")
    assert match.digest == before


@pytest.mark.parametrize(
    "action", ["", "a", "plays", "plays 11 left", "a plays 1", "f passes", 7, None, ("a", "passes")]
)
def test_what_is_no_action_is_unknown(action: Any) -> None:
    match = table(PHASES["play"][0])
    before = match.digest
    with pytest.raises(UnknownAction):
        match.play(0, action)
    assert match.digest == before


MALFORMED: list[tuple[type, tuple[Any, ...]]] = [
    (PlayCard, (0, -3, Ground.LEFT)),
    (PlayCard, (0, "chief", Ground.LEFT)),
    (PlayCard, (0, 99, Ground.LEFT)),
    (PlayCard, (0, Card.CHIEF, 7)),
    (PlayCard, (99, Card.CHIEF, Ground.LEFT)),
    (PlayCard, (None, Card.CHIEF, Ground.LEFT)),
    (PlayCard, (0, None, None)),
    (PickCard, (-2, Card.CHIEF)),
    (PickCard, (0, "chief")),
    (MoveHunter, (0, Card.CHIEF, 9, 9)),
    (DiscardTile, (0, -1)),
    (TakeTile, (0, "totem")),
    (LayTile, ([],)),
    (Pass, ("a",)),
]


@pytest.mark.parametrize(("kind", "values"), MALFORMED)
def test_a_malformed_action_gives_only_our_own_errors(kind: type, values: tuple[Any, ...]) -> None:
    """`errors.py`: nothing else may escape from Match.play, whatever is fed to it."""
    try:
        action = kind(*values)
    except TypeError:  # the compiled rules refuse it when it is made
        return
    for text, _, _ in PHASES.values():
        match = table(text)
        before = match.digest
        with pytest.raises(ActionError):
            match.play(0, action)
        assert match.digest == before
