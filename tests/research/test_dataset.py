"""`prateria dataset`: every decision of bots' games, one row each."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pyarrow.parquet as parquet  # type: ignore[import-untyped]
import pytest

import prateria
from prateria.cli import main
from prateria.research.episode import EnvSetup

DOCS = Path(__file__).parents[2] / "docs" / "dataset.md"


def write(out: Path, *more: str) -> int:
    return main(["dataset", "manitou", "--games", "3", "--seed", "s", "--out", str(out), *more])


def test_a_row_is_what_was_seen_what_might_be_done_what_was_done_and_how_it_ended(
    tmp_path: Path,
) -> None:
    assert write(tmp_path / "a.parquet", "--bots", "greedy,random", "--option", "quick") == 0
    table = parquet.read_table(tmp_path / "a.parquet")
    setup = EnvSetup("manitou", 2, {"quick": True})
    story = json.loads(table.schema.metadata[b"prateria"])
    assert story["options"]["quick"] is True
    assert story["bots"] == ["greedy", "random"]
    for row in table.to_pylist():
        assert len(row["observation"]) == setup.width
        assert row["mask"][row["action"]]
        action = setup.actions[row["seat"]][row["action"]]
        assert row["move"] == setup.game.notation.format_action(action)
        assert row["bot"] == ("greedy", "random")[row["seat"]]
        assert (row["rank_reward"] > 0) == (row["score_reward"] > 0) or row["reason"] != "points"
    assert sorted(set(table["match"].to_pylist())) == [1, 2, 3]


def test_the_same_seed_writes_the_same_file_with_any_number_of_workers(tmp_path: Path) -> None:
    assert write(tmp_path / "a.parquet") == 0
    assert write(tmp_path / "b.parquet", "--workers", "2") == 0
    assert (tmp_path / "a.parquet").read_bytes() == (tmp_path / "b.parquet").read_bytes()


def test_live_games_can_be_written_too(tmp_path: Path) -> None:
    out = tmp_path / "live.parquet"
    command = ["dataset", "apache", "--games", "1", "--seed", "s", "--out", str(out)]
    assert main([*command, "--option", "tempo=live"]) == 0
    assert parquet.read_table(out).num_rows > 100


def test_a_file_that_is_there_is_kept_unless_forced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "a.parquet"
    out.write_text("mine")
    assert write(out) == 2
    assert "already exists" in capsys.readouterr().err
    assert out.read_text() == "mine"
    assert write(out, "--force") == 0


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--bots", "nobody"], "there is no bot 'nobody'"),
        (["--bots", "random,random,random"], "3 bots are named for 2 players"),
        (["--players", "9"], "2 to 5 players"),
        (["--workers", "0"], "at least one game and one worker"),
        (["--option", "tempo=live"], "no option 'tempo'"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_played(
    more: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert write(tmp_path / "a.parquet", *more) == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_without_the_extra_it_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert write(tmp_path / "a.parquet") == 2
    assert "pyarrow is not installed: pip install 'prateria[research]'" in capsys.readouterr().err


def test_every_column_is_in_the_documentation(tmp_path: Path) -> None:
    assert write(tmp_path / "a.parquet") == 0
    text = DOCS.read_text("utf-8")
    for column in parquet.read_schema(tmp_path / "a.parquet").names:
        assert f"| `{column}` |" in text
    assert (
        prateria.__version__
        in parquet.read_metadata(tmp_path / "a.parquet").metadata[b"prateria"].decode()
    )
