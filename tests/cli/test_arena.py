"""`prateria arena`: a contest from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from prateria.arena import executors
from prateria.arena.bout import play_bout
from prateria.cli.commands import main
from prateria.cli.study.arena import split_bots

SMALL = ["arena", "apache", "--bots", "greedy,random", "--games", "4", "--seed", "s"]


def test_the_report_is_printed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--json", "--all"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["games"] == 4
    assert report["contest"]["bots"] == ["greedy", "random"]
    assert report["line_ups"][0]["first"] == "greedy"


def test_the_folder_gets_report_page_games_and_logs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*SMALL, "--out", str(tmp_path)]) == 0
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"contest.json", "games.jsonl", "logs", "report.html", "report.json"}
    page = (tmp_path / "report.html").read_text()
    assert "prateria arena apache --bots greedy,random --games 4 --seed s" in page
    assert "greedy against random" in capsys.readouterr().out


def test_a_file_s_bot_plays_by_the_file_s_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "laststep.py"
    path.write_text("def choose(observation, legal):\n    return legal[-1]\n")
    words = ["arena", "apache", "--code", str(path), "--bots", "laststep,random", "--games", "2"]
    assert main([*words, "--ms", "50", "--sims", "5", "--no-logs"]) == 0
    assert "laststep" in capsys.readouterr().out


def test_a_stopped_contest_says_how_to_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(executors, "play_bout", stop)
    assert main([*SMALL, "--out", str(tmp_path)]) == 130
    assert "the same command goes on" in capsys.readouterr().err
    assert main(SMALL) == 130
    assert "with --out it could go on" in capsys.readouterr().err
    monkeypatch.setattr(executors, "play_bout", play_bout)
    assert main([*SMALL, "--out", str(tmp_path), "--workers", "1"]) == 0


def test_a_comma_inside_a_bot_stays_with_it() -> None:
    assert split_bots("greedy,search:ms=5,explore=1,random") == [
        "greedy",
        "search:ms=5,explore=1",
        "random",
    ]
    assert split_bots("a=1,b") == ["a=1", "b"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--bots", "greedy"], "1 bots for 2 seats"),
        (["--bots", "greedy,random", "--target", "2"], "between 0 and 1"),
        (["--bots", "greedy,level:9"], "levels are"),
    ],
)
def test_what_cannot_be_played_is_explained(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", "apache", *words]) == 2
    assert message in capsys.readouterr().err
