"""Golden games, playthroughs and perft counts; `python -m tools.golden` writes them anew.

The tools are generic, so the meta-test asks every game of ours.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import prateria
from prateria.core import registry
from prateria.core.game import CHANCE
from tools import golden

FOLDER = golden.folder("manitou")
LOGS = golden.read_logs("manitou")
INDEX = json.loads((FOLDER / "index.json").read_text("utf-8"))
PLAYTHROUGHS = sorted(FOLDER.glob("*-playthrough.txt"))


@pytest.mark.parametrize("game_id", golden.own_games())
def test_no_player_count_option_value_reason_action_or_event_lacks_a_golden_game(
    game_id: str,
) -> None:
    missing = golden.wanted(registry.get(game_id))
    for text in golden.read_logs(game_id).values():
        missing -= golden.covered(prateria.replay(text))
    assert missing == set()


def test_every_golden_game_is_in_the_index() -> None:
    assert sorted(INDEX) == sorted(LOGS)
    assert len(LOGS) >= 8


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
    assert [path.name[0] for path in PLAYTHROUGHS] == ["2", "3", "4", "5"]
    fresh = golden.playthroughs(LOGS)
    for path in PLAYTHROUGHS:
        assert path.read_text("utf-8") == fresh[path.name]


def test_the_playthroughs_show_every_kind_of_decision() -> None:
    text = "\n".join(path.read_text("utf-8") for path in PLAYTHROUGHS)
    for verb in ("picks", "plays", "moves", "discards", "takes", "passes"):
        assert any(
            line.startswith("legal: ") and f" {verb}" in line for line in text.splitlines()
        ), verb


def test_the_perft_counts_are_pinned() -> None:
    positions = (FOLDER / "positions.txt").read_text("utf-8")
    fresh = golden.perft_counts(registry.get("manitou"), positions)
    assert (FOLDER / "perft.json").read_text("utf-8") == fresh


def test_perft_by_hand() -> None:
    """Each chooses the party's last card; either may be first."""
    game = registry.get("manitou")
    state = game.parse_state("manitou 2; phase party; a: stack=1,2,3,4,5,6,7; b: stack=1,2,3,4,5,6")
    # a has 8 9 10 and five kinds of great warriors left, b has the 7 too.
    assert golden.perft(game, state, 0) == 1
    assert golden.perft(game, state, 1) == 8 + 9
    assert golden.perft(game, state, 2) == 8 * 9 + 9 * 8


@pytest.mark.slow
def test_the_one_command_gives_the_files_that_are_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    there = golden.folder("manitou")
    monkeypatch.setattr(golden, "ROOT", tmp_path)
    (tmp_path / "manitou").mkdir()
    (tmp_path / "manitou" / "old.jsonl").write_text("")
    positions = (there / "positions.txt").read_text("utf-8")
    (tmp_path / "manitou" / "positions.txt").write_text(positions, "utf-8")
    golden.write("manitou")
    assert capsys.readouterr().out
    for path in (tmp_path / "manitou").iterdir():
        assert path.read_bytes() == (there / path.name).read_bytes()
    assert golden.read_logs("manitou").keys() == LOGS.keys()
