"""`./play golden` on an artificial folder of golden files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden import command, files

FRESH = {"same.txt": "1", "changed.txt": "2", "drawings/new.html": "3"}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Bison's folder: a correct file, a changed one, one too many, and one missing."""
    monkeypatch.setattr(files, "ROOT", tmp_path)
    monkeypatch.setattr(files, "wanted", lambda game_id: FRESH)
    home = tmp_path / "bison"
    home.mkdir()
    for name, text in {"same.txt": "1", "changed.txt": "old", "old.jsonl": "4"}.items():
        (home / name).write_text(text, "utf-8")
    (home / files.POSITIONS).write_text("2 bison 2\n", "utf-8")
    return home


def test_a_check_tells_what_would_change_and_writes_nothing(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = files.present("bison")
    assert command.main(["bison", "--check"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "changed    bison/changed.txt",
        "new        bison/drawings/new.html",
        "left over  bison/old.jsonl",
        "3 golden files would change.",
    ]
    assert files.present("bison") == before


def test_the_command_writes_what_is_new_or_changed_and_removes_what_is_left_over(
    home: Path,
) -> None:
    assert command.main(["bison"]) == 0
    assert files.present("bison") == FRESH
    assert command.main(["bison", "--check"]) == 0


def test_positions_are_written_by_hand_and_stay(home: Path) -> None:
    command.main(["bison"])
    assert (home / files.POSITIONS).read_text("utf-8") == "2 bison 2\n"


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["chess"])
    assert "no game 'chess'; the games are: apache, bison, manitou" in capsys.readouterr().err
