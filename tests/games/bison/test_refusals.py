"""Every refusal names its rule and leaves the match as it was."""

from __future__ import annotations

from typing import Any

import pytest

from prateria.core.chance import Quick
from prateria.core.errors import ActionError, IllegalAction, UnknownAction
from prateria.core.rules import rule
from prateria.games.bison.notation import NOTATION
from prateria.games.bison.rules.actions import (
    ACTIONS,
    Build,
    Buy,
    CallHunter,
    ChooseAction,
    Done,
    DrawTile,
    EndTurn,
    Enlarge,
    Exchange,
    Gain,
    Gather,
    LayStart,
    LayTile,
    MoveHunter,
    NameStart,
    Pay,
    PickHunter,
    Reduce,
    SendHunters,
)
from prateria.games.bison.rules.components import ANIMALS, KINDS, PIECES
from tests.games.bison.table import GAME, random_match, refused, steps, table

POSITIONS = {
    "turn": ("bison 2", "B3.3"),
    "lay": ("bison 2; phase lay; action place", "B5.1"),
    "send": ("bison 2; d2 pmmmpp021; phase send; action place; space d2p", "B5.2"),
    "build": ("bison 2; a: d3p=2+1; phase build; action tepees", "B6.3"),
    "gather": ("bison 2; a: d3p=1 d4p=1; phase gather; action gather", "B7.2"),
    "call": ("bison 2; a: d3p=1 d4p=1; phase call; action gather; space d3p", "B7.2"),
    "pick": ("bison 2; a: d3p=1; phase pick; action move-one", "B7.5"),
    "move": ("bison 2; a: d3p=1; phase move; action move-one; space d3p", "B7.1"),
    "gain": ("bison 2; phase gain; action gather", "B4.2"),
    "pay": ("bison 2; phase pay; action gather; involved 3", "B4.1"),
    "after": ("bison 2; phase after", "B3.3"),
    "overflow": ("bison 2; phase overflow; scored prairie; a: stock=18/1/1", "B9.6"),
}
MOVES = (
    "chooses canoes",
    "lays d2 0",
    "sends 1 d2p",
    "builds 1 d3p",
    "gathers d3p",
    "calls d4p",
    "picks d3p",
    "moves d3r",
    "gains bison",
    "pays 1/1/2",
    "ends",
)
VERBS = {
    "turn": "chooses",
    "lay": "lays",
    "send": "sends",
    "build": "builds",
    "gather": "gathers",
    "call": "calls",
    "pick": "picks",
    "move": "moves",
    "gain": "gains",
    "pay": "pays",
    "after": "ends",
    "overflow": "done",
}


@rule("B3.3")
@pytest.mark.parametrize("phase", POSITIONS)
@pytest.mark.parametrize("move", MOVES)
def test_what_it_is_not_the_time_for_is_refused_by_the_rule_of_the_phase(
    phase: str, move: str
) -> None:
    text, number = POSITIONS[phase]
    match = table(text)
    if not move.startswith(VERBS[phase]):
        assert refused(match, f"a {move}") == number
    assert refused(match, "b ends") == number


@rule("B3.2", "B1.6", "B1.4")
def test_luck_is_not_for_players() -> None:
    match = table("bison 2")
    for action in (NameStart(0), LayStart(18), DrawTile(0, 3)):
        with pytest.raises(IllegalAction, match="luck decides that"):
            match.play(0, action)
    state = GAME.new(GAME.ruleset(2, {}), 2)
    assert GAME.refuse(state, 0, Done(0)).rule == "B1.6"


# --- the attempts that the rules name -----------------------------------------------------


@rule("B5.1")
def test_too_far_from_the_totem() -> None:
    match = table("bison 2", "a chooses place")
    assert refused(match, "a lays f6 0") == "B5.1"


@rule("B5.1")
def test_no_shared_side() -> None:
    match = table("bison 2", "a chooses place")
    assert refused(match, "a lays f1 0") == "B5.1"


@rule("B2.1")
@pytest.mark.parametrize("degrees", [60, 180, 300])
def test_a_turn_that_does_not_fit(degrees: int) -> None:
    match = table("bison 2", "a chooses place")
    assert refused(match, f"a lays d2 {degrees}") == "B2.1"
    assert refused(match, f"a lays f6 {degrees}") == "B5.1"


@rule("B2.5")
def test_building_on_anothers_space() -> None:
    match = table("bison 2; b: d3p=1", "a chooses tepees")
    assert refused(match, "a builds 1 d3p") == "B2.5"


@rule("B6.1", "B6.2")
def test_building_without_hunters_or_beyond_the_largest_size() -> None:
    match = table("bison 2; a: d3p=1 d4p=3+3", "a chooses tepees")
    assert refused(match, "a builds 2 d3p") == "B6.1"
    assert refused(match, "a builds 1 c4p") == "B6.1"
    assert refused(match, "a enlarges 1 d3p") == "B6.2"
    assert refused(match, "a enlarges 2 d4p") == "B6.2"
    assert refused(match, "a enlarges 4 d4p") == "B6.2"
    assert refused(match, "a builds 1 d2p") == "B6.1"


@rule("B4.3")
def test_building_without_the_animals() -> None:
    match = table("bison 2; a: d3p=2 stock=1/0/0", "a chooses tepees")
    assert refused(match, "a builds 2 d3p") == "B4.3"
    match = table("bison 2 variant=2; a: d3p=+2 stock=1/0/0", "a chooses tepees")
    assert refused(match, "a reduces 2 d3p") == "B4.3"


@rule("B7.2")
def test_calling_where_nobody_is() -> None:
    match = table("bison 2; a: d3p=1 d4p=1; b: c4p=1", "a chooses gather", "a gathers d3p")
    assert refused(match, "a calls d3p") == "B7.2"
    assert refused(match, "a calls c4p") == "B7.2"
    assert refused(match, "a calls d4m") == "B7.2"
    assert refused(match, "a calls e1m") == "B7.1"


@rule("B7.3", "B7.4")
def test_picking_where_nobody_is() -> None:
    for kind, number in (("move-one", "B7.3"), ("move-three", "B7.4")):
        match = table("bison 2; b: c4p=1", f"a chooses {kind}")
        assert refused(match, "a picks c4p") == number
        assert refused(match, "a picks d4p") == number


@rule("B5.2")
def test_hunters_onto_a_second_space_of_the_new_tile() -> None:
    placed = ("a chooses place", "a lays d2 0")
    assert refused(table("bison 2", *placed, "a sends 1 d2p"), "a sends 1 d2m") == "B5.2"
    assert refused(table("bison 2", *placed, "a sends 2 d2p"), "a sends 1 d2m") == "B5.2"
    assert refused(table("bison 2", "a chooses tepees"), "a sends 1 d3p") == "B6.3"


@rule("B4.1")
@pytest.mark.parametrize("hunters", [0, -3])
def test_no_hunters_are_named_by_being_done(hunters: int) -> None:
    sending = NOTATION.parse_state(POSITIONS["send"][0])
    assert GAME.refuse(sending, 0, SendHunters(0, sending.space, hunters)).rule == "B4.1"
    building = NOTATION.parse_state(POSITIONS["build"][0])
    for kind in (Build, Enlarge, Reduce):
        assert GAME.refuse(building, 0, kind(0, building.camps[0][0], hunters)).rule == "B4.1"


# --- numbers from the wire ----------------------------------------------------------------

WILD = (-99999, -1, 0, 1, 5, 9, 35, 36, 107, 108, 10**30)


def wild_actions() -> list[Any]:
    """Actions with numbers that no notation could write."""
    found: list[Any] = []
    for n in WILD:
        found += [NameStart(n), LayStart(n), DrawTile(0, n), DrawTile(n, 0), Done(n), EndTurn(n)]
        found += [kind(0, n) for kind in (Gather, CallHunter, PickHunter, MoveHunter)]
        found += [kind(n, 0) for kind in (Gather, CallHunter, PickHunter, MoveHunter)]
        for m in WILD:
            found += [LayTile(0, n, m), Pay(0, n, m, 2)]
            found += [kind(0, n, m) for kind in (SendHunters, Build, Enlarge, Reduce)]
    found += [ChooseAction(0, kind) for kind in KINDS] + [Buy(0, piece) for piece in PIECES]
    found += [Exchange(0, give, take) for give in ANIMALS for take in ANIMALS]
    return [*found, *(Gain(0, animal) for animal in ANIMALS)]


@rule("B4.1")
@pytest.mark.parametrize("phase", POSITIONS)
@pytest.mark.parametrize("variant", ["none", "2"])
def test_whatever_numbers_come_the_answer_is_a_rule_of_the_game(phase: str, variant: str) -> None:
    text = POSITIONS[phase][0].replace("bison 2", f"bison 2 variant={variant}")
    state = NOTATION.parse_state(text)
    legal = GAME.legal(state, 0)
    for action in wild_actions():
        if action not in legal:
            for seat in (0, 1):
                assert GAME.refuse(state, seat, action).rule in GAME.rulebook.rules


def test_along_a_game_every_action_is_legal_or_refused_by_a_rule() -> None:
    every = {NOTATION.parse_action(text) for text in _texts()}
    assert {type(action) for action in every} | {EndTurn} == set(ACTIONS)
    state = GAME.new(GAME.ruleset(2, {"variant": "2"}), 2)
    sample = sorted(every, key=repr)[::97]
    for _ in steps(state, Quick(8)):
        for seat in (0, 1):
            legal = GAME.legal(state, seat)
            for action in sample:
                if action not in legal:
                    assert GAME.refuse(state, seat, action).rule in GAME.rulebook.rules


def _texts() -> list[str]:
    from prateria.games.bison.notation.write import _ACTIONS

    return list(_ACTIONS)


def test_what_is_no_action_is_unknown_and_what_comes_late_is_stale() -> None:
    match = table("bison 2")
    with pytest.raises(UnknownAction, match="'a chooses gather'"):
        match.play(0, "a frobs")
    with pytest.raises(UnknownAction):
        match.play(0, object())
    over = random_match(2, 1)
    with pytest.raises(ActionError):
        over.play(0, "a ends")
