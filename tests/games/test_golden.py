"""Golden games, playthroughs and perft counts; `python -m tools.golden` writes them anew.

What each game's golden files show of it in particular stands in its own folder.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import prateria
from prateria.core import registry
from prateria.core.contract.game import CHANCE
from tools import golden

GAMES = golden.own_games()
LOGS = {game_id: golden.read_logs(game_id) for game_id in GAMES}
NAMES = [(game_id, name) for game_id in GAMES for name in LOGS[game_id]]

each_game = pytest.mark.parametrize("game_id", GAMES)
each_log = pytest.mark.parametrize(("game_id", "name"), NAMES)


def index(game_id: str) -> dict[str, Any]:
    rows: dict[str, Any] = json.loads((golden.folder(game_id) / "index.json").read_text("utf-8"))
    return rows


@each_game
def test_no_player_count_option_value_reason_action_or_event_lacks_a_golden_game(
    game_id: str,
) -> None:
    missing = golden.wanted(registry.get(game_id))
    for text in LOGS[game_id].values():
        missing -= golden.covered(prateria.replay(text))
    assert missing == set()


@each_game
def test_every_golden_game_is_in_the_index(game_id: str) -> None:
    assert sorted(index(game_id)) == sorted(LOGS[game_id])
    assert len(LOGS[game_id]) >= 7


@each_log
def test_a_golden_game_replays_to_the_same_outcome_digest_and_bytes(
    game_id: str, name: str
) -> None:
    text, row = LOGS[game_id][name], index(game_id)[name]
    match = prateria.replay(text)
    assert match.outcome == prateria.Outcome(
        tuple(row["places"]), tuple(row["scores"]), row["reason"]
    )
    assert (match.version, match.digest) == (row["entries"], row["digest"])
    assert match.log.dumps() == text


@each_log
def test_a_golden_game_played_again_from_its_seed_gives_the_same_bytes(
    game_id: str, name: str
) -> None:
    told = prateria.replay(LOGS[game_id][name])
    header, ending = told.log.header, told.log.ending
    assert ending is not None
    match = prateria.new_match(
        header.game, seats=header.seats, seed=ending.seed, options=header.options
    )
    for entry in told.log.entries:
        if entry.by != CHANCE:
            match.play(entry.by, told.game.notation.format_action(entry.action), at=entry.at)
    assert match.log.dumps() == LOGS[game_id][name]


@each_log
def test_the_order_of_moves_along_a_golden_game_is_pinned(game_id: str, name: str) -> None:
    assert golden.order_of_moves(LOGS[game_id][name]) == index(game_id)[name]["legal"]


@each_game
def test_there_is_a_playthrough_for_each_player_count(game_id: str) -> None:
    meta = registry.get(game_id).meta
    fresh = golden.playthroughs(LOGS[game_id])
    there = sorted(path.name for path in golden.folder(game_id).glob("*-playthrough.txt"))
    assert there == sorted(fresh)
    assert {int(name[0]) for name in there} == {*range(meta.least, meta.most + 1)}
    for name, text in fresh.items():
        assert (golden.folder(game_id) / name).read_text("utf-8") == text


@each_game
def test_the_perft_counts_are_pinned(game_id: str) -> None:
    folder = golden.folder(game_id)
    positions = (folder / "positions.txt").read_text("utf-8")
    fresh = golden.perft_counts(registry.get(game_id), positions)
    assert (folder / "perft.json").read_text("utf-8") == fresh


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
    assert golden.read_logs("manitou").keys() == LOGS["manitou"].keys()
