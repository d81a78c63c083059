"""Golden games, playthroughs and perft counts; `python -m tools.golden` writes them anew."""

from __future__ import annotations

import json

import pytest

import prateria
from prateria.core.game import CHANCE
from prateria.games.bison.actions import ACTIONS
from tests.games.bison import tables
from tests.games.bison.table import GAME
from tools import golden

FOLDER = golden.folder("bison")
LOGS = golden.read_logs("bison")
INDEX = json.loads((FOLDER / "index.json").read_text("utf-8"))
PLAYTHROUGHS = sorted(FOLDER.glob("*-playthrough.txt"))


def test_every_golden_game_is_in_the_index() -> None:
    assert sorted(INDEX) == sorted(LOGS)
    missing = golden.wanted(GAME)
    for text in LOGS.values():
        missing -= golden.covered(prateria.replay(text))
    assert missing == set()


def test_there_is_a_game_for_every_count_and_variant() -> None:
    assert tables.FILE.read_text("utf-8") == tables.tables()


@pytest.mark.parametrize("name", LOGS)
def test_a_golden_game_replays_to_the_same_outcome_digest_and_bytes(name: str) -> None:
    match = prateria.replay(LOGS[name])
    row = INDEX[name]
    assert match.outcome == prateria.Outcome(
        tuple(row["places"]), tuple(row["scores"]), row["reason"]
    )
    assert match.version == row["entries"]
    assert match.digest == row["digest"]
    assert match.log.dumps() == LOGS[name]


@pytest.mark.parametrize("name", LOGS)
def test_a_golden_game_played_again_from_its_seed_gives_the_same_bytes(name: str) -> None:
    told = prateria.replay(LOGS[name])
    header, ending = told.log.header, told.log.ending
    assert ending is not None
    match = prateria.new_match(
        header.game, seats=header.seats, seed=ending.seed, options=header.options
    )
    for entry in told.log.entries:
        if entry.by != CHANCE:
            match.play(entry.by, told.game.format_action(entry.action))
    assert match.log.dumps() == LOGS[name]


@pytest.mark.parametrize("name", LOGS)
def test_the_order_of_moves_along_a_golden_game_is_pinned(name: str) -> None:
    assert golden.order_of_moves(LOGS[name]) == INDEX[name]["legal"]


def test_there_is_a_playthrough_for_each_player_count() -> None:
    assert [path.name[0] for path in PLAYTHROUGHS] == ["2", "3", "4"]
    fresh = golden.playthroughs(LOGS)
    for path in PLAYTHROUGHS:
        assert path.read_text("utf-8") == fresh[path.name]


def test_the_perft_counts_are_pinned() -> None:
    positions = (FOLDER / "positions.txt").read_text("utf-8")
    assert (FOLDER / "perft.json").read_text("utf-8") == golden.perft_counts(GAME, positions)


def test_perft_by_hand() -> None:
    """Two hunters on d3's prairie, whose only way is the river; one move is free, two cost 2."""
    state = GAME.parse_state("bison 2; a: d3p=2 stock=0/0/2; phase pick; action move-one")
    # pick or be done; then the move, or a gain of one of three kinds
    assert golden.perft(GAME, state, 1) == 2
    assert golden.perft(GAME, state, 2) == 1 + 3
    # after the move: pick the other or be done; after a gain: end, or with 3 salmon 2 exchanges
    assert golden.perft(GAME, state, 3) == 2 + (1 + 1 + 3)


def test_the_playthroughs_show_decisions_of_many_kinds() -> None:
    text = "\n".join(path.read_text("utf-8") for path in PLAYTHROUGHS)
    listed = [line for line in text.splitlines() if line.startswith("legal: ")]
    verbs = {
        part.split()[1] for line in listed for part in line.removeprefix("legal: ").split(", ")
    }
    assert {"chooses", "buys", "exchanges", "lays", "sends"} <= verbs
    assert len(ACTIONS) == 19
