"""`simulate`, `replay`, `review` and `verify`: writing, retelling, judging and checking logs."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import prateria
from prateria.cli import main
from prateria.cli.common import short_names
from prateria.cli.study.review import _summary
from prateria.cli.terminal.screen import wrapped
from prateria.core.contract.game import LETTERS
from prateria.review import Summary, review
from tests.cli.terminal import Terminal

SIMULATE = ["simulate", "manitou", "--players", "3", "--games", "2", "--seed", "1"]
LOG = "games/manitou-000001.jsonl"
EARLIER = Path(__file__).parents[1] / "core/earlier"
"""Logs that engine 0.1.0 wrote."""


@pytest.fixture
def log(capsys: pytest.CaptureFixture[str]) -> Path:
    assert main([*SIMULATE, "--out", "games"]) == 0
    capsys.readouterr()
    return Path(LOG)


@pytest.fixture
def unfinished(log: Path) -> Path:
    """The first 40 lines of a log: a match that is still going on."""
    path = Path("unfinished.jsonl")
    path.write_text("".join(log.read_text().splitlines(keepends=True)[:40]))
    return path


def test_a_simulation_ends_with_its_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SIMULATE, "--out", "games"]) == 0
    said = capsys.readouterr().out
    for word in ("games", "decisions", "decided by", "95 % interval", "seat c", "logs"):
        assert word in said
    assert sorted(path.name for path in Path("games").iterdir()) == [
        "manitou-000001.jsonl",
        "manitou-000002.jsonl",
    ]


def test_the_figures_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SIMULATE, "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["summary"]["games"] == 2
    assert len(figures["summary"]["seats"]) == 3


def test_logs_that_are_there_are_not_overwritten(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = log.stat().st_mtime_ns
    assert main([*SIMULATE, "--out", "games"]) == 2
    assert "already there, so nothing was written" in capsys.readouterr().err
    assert log.stat().st_mtime_ns == before
    assert main([*SIMULATE, "--out", "games", "--force"]) == 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--players", "6"], "2 to 5 players, not 6"),
        (["--bots", "random,random"], "2 bots are named for 3 players"),
        (["--bots", "clever"], "there is no bot 'clever'"),
        (["--games", "0"], "at least one game"),
        (["--option", "fast=1"], "no option 'fast'"),
    ],
)
def test_what_is_wrong_with_a_simulation(
    capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    assert main([*SIMULATE, *arguments, "--out", "games"]) == 2
    assert complaint in capsys.readouterr().err
    assert not Path("games").exists()


def test_a_replay_tells_the_match_under_headings(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", LOG]) == 0
    said = capsys.readouterr().out
    assert said.index("Hunt 1 of 3") < said.index("Hunt 2 of 3") < said.index("The end")
    assert "- a draws" in said
    assert "- c draws" in said


def test_a_replay_is_told_in_one_language_from_its_first_line_to_its_last(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", LOG, "--language", "cs"]) == 0
    said = capsys.readouterr().out
    assert " záznamů." in said.split("\n")[0]
    for told in ("Konec", "vítězí", "Rozhodlo: ", "Semínko: ", "Jeho SHA-256"):
        assert told in said, told


def test_a_replay_names_the_options_that_were_changed(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*SIMULATE, "--option", "quick=true", "--out", "quick"]) == 0
    capsys.readouterr()
    main(["replay", "quick/manitou-000001.jsonl"])
    assert "Quick game: yes (M2.2).\n" in capsys.readouterr().out
    main(["replay", LOG])
    assert "Quick game" not in capsys.readouterr().out


def test_a_sentence_has_a_player_s_name_unless_another_has_the_same(log: Path) -> None:
    header = prateria.replay(log.read_bytes()).log.header
    assert short_names(header) == ("a", "b", "c")
    assert short_names(replace(header, players=("Nora", "bot", "bot"))) == ("Nora", "b", "c")


def test_lines_break_between_words_only() -> None:
    assert wrapped("on the pow-wow", 11) == ["on the", "pow-wow"]
    assert wrapped("", 11) == [""]


def test_a_replay_with_a_seat_s_eyes_tells_no_other_hand(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["replay", LOG, "--eyes", "a"])
    said = capsys.readouterr().out
    assert "- a draws" in said
    assert "- b draws" not in said
    main(["replay", LOG, "--eyes", "none"])
    assert " draws " not in capsys.readouterr().out


def test_a_replay_stops_where_it_is_told(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", LOG, "--entry", "12", "--eyes", "a"]) == 0
    said = capsys.readouterr().out
    assert "After entry 12, to act: a, b, c." in said
    assert "your party so far" in said


@pytest.mark.parametrize("entry", ["0", "1", "60"])
def test_the_position_after_an_entry_can_be_shown_and_set_up(
    log: Path, capsys: pytest.CaptureFixture[str], entry: str
) -> None:
    assert main(["replay", LOG, "--entry", entry, "--position"]) == 0
    text = capsys.readouterr().out
    assert prateria.position("manitou", text, seed="x").log.header.position == text.strip()
    Path("puzzle.txt").write_text(text)
    assert main(["position", "manitou", "puzzle.txt"]) == 0
    assert "to act" in capsys.readouterr().out
    assert main(["position", "manitou", text]) == 0


def test_a_replay_step_by_step(log: Path, terminal: Terminal) -> None:
    terminal.type(["replay", LOG, "--step"], "", "t", "q")
    assert terminal.screen.count("Enter: next") == 3
    assert "hide thief" in terminal.screen
    terminal.type(["replay", LOG, "--step"])
    assert terminal.screen.count("Enter: next") == 1


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--eyes", "d"], "a seat from a to c, not 'd'"),
        (["--eyes", "ab"], "not 'ab'"),
        (["--entry", "9999"], "no entry 9999"),
        (["--position", "--eyes", "a"], "--position shows every secret"),
    ],
)
def test_what_is_wrong_with_a_replay(
    log: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    assert main(["replay", LOG, *arguments]) == 2
    assert complaint in capsys.readouterr().err


def test_another_engine_s_log_says_so(
    log: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prateria, "__version__", "9.9.9")
    main(["replay", LOG])
    assert "this is engine 9.9.9" in capsys.readouterr().out.replace("\n", " ")
    main(["verify", LOG])
    said = capsys.readouterr().out
    assert "this is engine 9.9.9" in said
    assert "Both play version 2 of the rules." in said


@pytest.mark.parametrize("game", ["apache", "manitou"])
def test_a_log_of_earlier_rules_is_not_said_to_be_of_those_of_today(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["verify", str(EARLIER / f"{game}.jsonl")])
    said = capsys.readouterr().out
    assert f"this is engine {prateria.__version__}. It plays version 2" in said
    assert "matches of version 1 by the rules they were played by" in said


def test_a_finished_log_is_verified_to_its_last_draw(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", LOG]) == 0
    said = capsys.readouterr().out
    match = prateria.replay(log.read_bytes())
    assert match.log.ending is not None
    assert f"{LOG}: ok\n" in said
    assert "redrawn, all as in the log" in said
    assert match.log.header.commitment in said
    assert match.log.ending.seed in said


def test_one_changed_character_fails_and_names_the_line(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = log.read_text().splitlines(keepends=True)
    lines[29] = lines[29].replace('"at":0', '"at":1')
    Path("changed.jsonl").write_text("".join(lines))
    assert main(["verify", "changed.jsonl", LOG, "--quiet"]) == 1
    said = capsys.readouterr().out
    assert "changed.jsonl: FAILED, line 30" in said
    assert f"{LOG}: ok" in said
    assert "2 files, 1 failed" in said
    assert main(["replay", "changed.jsonl"]) == 1
    assert "line 30" in capsys.readouterr().err


def test_an_unfinished_log_says_what_could_not_be_checked(
    unfinished: Path, log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(unfinished)]) == 0
    said = capsys.readouterr().out
    assert "not over; its luck cannot be checked yet" in said
    assert "NOT redrawn" in said
    assert main(["replay", str(unfinished)]) == 0
    assert "to act" in capsys.readouterr().out

    ending = prateria.replay(log.read_bytes()).log.ending
    assert ending is not None
    assert main(["verify", str(unfinished), "--seed", ending.seed]) == 0
    assert "redrawn, all as in the log" in capsys.readouterr().out
    Path("kept.seed").write_text(json.dumps({"seed": ending.seed, "seats": "me,me,me"}))
    assert main(["verify", str(unfinished), "--seed-file", "kept.seed"]) == 0
    assert main(["verify", str(unfinished), "--seed", "another"]) == 1


def test_a_file_that_is_missing_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "nowhere.jsonl"]) == 1
    assert main(["replay", "nowhere.jsonl"]) == 2
    assert "nowhere.jsonl: No such file" in capsys.readouterr().err


def test_a_log_from_outside_cannot_command_the_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    players = ["\033[2Jevil", "[bold]b[/bold]"]
    match = prateria.new_match("manitou", seats=2, seed="\033x", players=players)
    Path("evil.jsonl").write_text(match.log.dumps())
    main(["replay", "evil.jsonl"])
    main(["verify", "evil.jsonl"])
    said = capsys.readouterr().out
    assert "\033" not in said
    assert "[bold]b[/bold]" in said


def test_a_match_set_up_from_a_position_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    text = prateria.new_match("manitou", seats=2, seed="x").position
    match = prateria.position("manitou", text, seed="y")
    Path("puzzle.jsonl").write_text(match.log.dumps())
    main(["verify", "puzzle.jsonl"])
    assert "from a position that was set up" in capsys.readouterr().out


def test_a_review_tells_what_turned_a_match_and_what_would_have_been_better(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", LOG]) == 0
    said = capsys.readouterr().out
    assert "What turned it" in said
    assert "better: " in said
    assert "a (random): " in said
    assert "of the chances they offered" in said
    assert main(["review", LOG, "--json"]) == 0
    form = json.loads(capsys.readouterr().out)
    match = prateria.replay(log.read_bytes())
    assert len(form["chances"]) == match.version + 1


def test_a_match_that_is_not_over_is_not_reviewed(
    unfinished: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", str(unfinished)]) == 2
    assert "not over" in capsys.readouterr().err


def test_a_slip_of_the_first_entry_is_told_too(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = prateria.replay(log.read_bytes())
    worst = max(review(whole).judged, key=lambda each: each.lost)
    assert main(["replay", LOG, "--entry", str(worst.entry - 1), "--position"]) == 0
    match = prateria.position("manitou", capsys.readouterr().out.strip())
    match.play(worst.seat, match.game.notation.parse_action(worst.move))
    while match.actors:
        seat = match.actors[0]
        match.play(seat, match.legal(seat)[0])
    Path("late.jsonl").write_text(match.log.dumps())
    assert main(["review", "late.jsonl"]) == 0
    assert f"[1] {LETTERS[worst.seat]}: " in capsys.readouterr().out


def test_who_had_nothing_to_decide_is_told_so() -> None:
    assert _summary("a", Summary(0, 0, 0, 0, 0, 0.0, None)) == "a: nothing to decide"
