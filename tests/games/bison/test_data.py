"""The tiles' data file: its contents, and the errors reported for a bad one (rule B12)."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

import prateria
from prateria.core.chance import Quick, pick
from prateria.core.errors import NotationError, SetupError
from prateria.core.rules import rule
from prateria.games.bison.notation import NOTATION
from prateria.games.bison.notation.write import SPACE
from prateria.games.bison.rules.actions import DrawTile
from prateria.games.bison.rules.components import SPACE_NAMES
from tests.games.bison.table import GAME, fields, steps

Data = dict[str, Any]


def changed(change: Callable[[Data], object]) -> Data:
    data = copy.deepcopy(dict(GAME.data))
    change(data)
    return data


@rule("B12")
def test_the_tiles_are_those_of_the_reconstruction() -> None:
    prints = [
        (row["corner"], row["prairie"], ["".join(map(str, tile)) for tile in row["animals"]])
        for row in GAME.data["tiles"]
    ]
    assert prints == [
        (0, 2, ["210", "201", "030"]),
        (0, 3, ["021", "120", "003"]),
        (0, 4, ["102", "012", "111"]),
        (1, 2, ["201", "210", "111"]),
        (1, 3, ["120", "021", "111"]),
        (1, 4, ["012", "102", "300"]),
    ]
    assert GAME.data["start"] == [
        {"corner": 0, "prairie": 3, "animals": [[2, 1, 0], [0, 2, 1], [1, 0, 2]]}
    ]


@rule("B12", "B1.1")
@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda d: d.pop("start"), "'tiles' and 'start'"),
        (lambda d: d.update(more=[]), "'tiles' and 'start'"),
        (lambda d: d.update(tiles={}), "'tiles' must be a list of prints"),
        (lambda d: d["tiles"].pop(), "18 tiles in all, not 15"),
        (lambda d: d["start"][0]["animals"].pop(), "3 tiles in all, not 2"),
        (lambda d: d["tiles"].append(7), "print 7 of the table 'tiles' must have just: corner"),
        (lambda d: d["tiles"][2].pop("corner"), "print 3 of the table 'tiles' must have just"),
        (lambda d: d["tiles"][0].update(corner=6), "corner in print 1 .* from 0 to 5, not 6"),
        (lambda d: d["tiles"][0].update(corner=True), "corner in print 1 .* not True"),
        (lambda d: d["tiles"][1].update(prairie=0), "prairie in print 2 .* from 1 to 5, not 0"),
        (lambda d: d["tiles"][1].update(prairie="3"), "prairie in print 2 .* not '3'"),
        (lambda d: d["tiles"][1].update(animals=3), "animals in print 2 .* a list of tiles"),
        (lambda d: d["tiles"][1]["animals"].append([3]), r"\[bison, turkeys, salmon\], not \[3\]"),
        (lambda d: d["tiles"][1].update(animals=[[1, 1, 2]]), "has not three animals"),
        (lambda d: d["tiles"][1].update(animals=[[4, -1, 0]]), "animals in print 2 .* not 4"),
        (
            lambda d: d.update(
                start=[{**d["start"][0], "prairie": n, "animals": [[3, 0, 0]]} for n in (1, 2, 3)]
            ),
            "one print",
        ),
    ],
)
def test_loading_says_what_is_wrong_with_a_bad_file(
    change: Callable[[Data], object], why: str
) -> None:
    with pytest.raises(SetupError, match=why):
        GAME.ruleset(2, {}, changed(change))


def alike(data: Data) -> None:
    """Eighteen tiles of two kinds, dealt out of order, and start tiles of one kind."""
    rows = [[1, 1, 1], [3, 0, 0], [1, 1, 1]] * 6
    data["tiles"] = [{"corner": 4, "prairie": 3, "animals": rows}]
    data["start"] = [{"corner": 2, "prairie": 3, "animals": [[1, 1, 1]] * 3}]


@rule("B12")
def test_tiles_that_look_alike_are_one_kind() -> None:
    data = changed(alike)
    ruleset = GAME.ruleset(3, {"first": "a"}, data)
    assert ruleset.alike == (*[0] * 12, *[12] * 6, 18, 18, 18)
    assert ruleset.tiles[0].corner == 0
    state = GAME.new(ruleset, 3)
    seen = set()
    for action in steps(state, Quick(4)):
        if GAME.actors(state) == (-1,):
            outcomes = GAME.chance(state)
            assert sum(weight for _, weight in outcomes) > 0
            assert GAME.sample(state, Quick(9)) == pick(outcomes, Quick(9))
            seen.add((type(action), getattr(action, "tile", None)))
        assert GAME.invariants(state) == []
        text = NOTATION.format_state(state)
        again = NOTATION.parse_state(text, data)
        assert fields(again) == fields(state)
        view = GAME.view(state, 1)
        world = GAME.determinize(view, Quick(5))
        assert GAME.view(world, 1) == view
        assert GAME.invariants(world) == []
    assert {tile for kind, tile in seen if kind is DrawTile} == {0, 12}


def narrow(data: Data) -> None:
    """Rivers that leave one side only, so that two can meet in both corners of a side."""
    data["tiles"] = [
        {"corner": 1, "prairie": 5, "animals": [[1, 1, 1]] * 9},
        {"corner": 3, "prairie": 1, "animals": [[3, 0, 0]] * 9},
    ]


@rule("B2.3", "B12")
def test_rivers_that_meet_twice_are_adjacent_once() -> None:
    state = NOTATION.parse_state("bison 2; d2 mmmpmm300; e1 mppppp111", changed(narrow))
    near = [SPACE_NAMES[space] for space in state.board.near[SPACE["e1r"]]]
    assert near == ["d2r", "e1p", "e1m"]


@rule("B12")
def test_a_log_replays_with_the_tiles_it_was_played_with() -> None:
    data = changed(alike)
    text = NOTATION.format_state(GAME.new(GAME.ruleset(2, {"first": "a"}, data), 2))
    with pytest.raises(NotationError, match="no such tile"):
        NOTATION.parse_state("bison 2; d2 ppppmm111", data)
    assert text.startswith("bison 2 first=a")
    log = prateria.new_match("bison", seats=2, seed="x").log.dumps()
    assert prateria.replay(log).log.header.data == GAME.data
