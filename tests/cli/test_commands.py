"""The command line as a whole: help, versions, exit codes, and that `docs/cli.md` knows it."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import prateria
from prateria.cli import main
from prateria.cli.commands import make_parser

DOCS = Path(__file__).parents[2] / "docs" / "cli.md"


def commands() -> dict[str, argparse.ArgumentParser]:
    for action in make_parser()._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    raise AssertionError("there are no commands")


def flags() -> Iterator[tuple[str, str]]:
    for name, parser in commands().items():
        for action in parser._actions:
            for flag in action.option_strings:
                if flag not in ("-h", "--help"):
                    yield name, flag


def test_without_arguments_it_shows_how_to_start(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert "prateria play" in capsys.readouterr().out


@pytest.mark.parametrize("name", list(commands()))
def test_every_command_s_help_has_an_example_and_fits_80_columns(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert f"\n  prateria {name}" in said
    assert [line for line in said.splitlines() if len(line) > 80] == []


@pytest.mark.parametrize(("name", "flag"), list(flags()))
def test_every_flag_is_in_the_documentation_of_its_command(name: str, flag: str) -> None:
    section = DOCS.read_text("utf-8").partition(f"## prateria {name}\n")[2].partition("\n## ")[0]
    assert f"`{flag}" in section


@pytest.mark.parametrize("name", list(commands()))
def test_every_flag_has_a_help_text(name: str) -> None:
    for action in commands()[name]._actions:
        if action.option_strings:
            assert action.help


def test_the_version_says_how_it_runs(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    said = capsys.readouterr().out
    assert prateria.__version__ in said
    assert ("compiled" if prateria.is_compiled() else "plain Python") in said


def test_games_lists_players_options_and_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    said = capsys.readouterr().out
    for word in ("manitou", "Günter Burkhardt", "2005", "2 to 5", "quick: false, true", "greedy"):
        assert word in said


@pytest.mark.parametrize("command", ["play", "simulate", "rules"])
def test_an_unknown_game_is_named_with_those_there_are(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "chess"]) == 2
    assert "there is no game “chess”; there are: apache, bison, manitou" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["dance"], ["verify"], ["simulate", "--games", "many"]])
def test_bad_usage_ends_with_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_a_bad_position_is_one_clear_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["position", "manitou", "nonsense"]) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("prateria: ")
    assert captured.err.count("\n") == 1


def test_it_runs_as_a_module_and_a_reader_may_leave_early() -> None:
    command = f'"{sys.executable}" -m prateria rules manitou | head -n 1'
    environment = {**os.environ, "PYTHONWARNINGS": "error"}
    done = subprocess.run(
        command, shell=True, env=environment, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
