"""The terminal game, played as a person would: by reading the screen."""

from __future__ import annotations

import json
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

import prateria
from prateria.cli import main
from prateria.core import registry
from tests.cli.terminal import Terminal, first_move
from tests.laws.duel import Duel

PLAY = ["play", "manitou", "--seed", "x", "--log", "match.jsonl"]
DEALER = [*PLAY, "--option", "dealer=a"]


@pytest.fixture
def duel() -> Iterator[None]:
    registry.register(Duel())
    yield
    registry.forget("duel")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_whole_game_is_played_by_what_is_on_the_screen(terminal: Terminal, seats: int) -> None:
    who = ",".join(["random"] * (seats - 1) + ["me"])
    assert terminal.run([*PLAY, "--seats", who], first_move) == 0
    assert "The end" in terminal.screen
    assert "wins. What decided it: " in terminal.screen or "Shared victory: " in terminal.screen
    match = prateria.replay(Path("match.jsonl").read_bytes())
    assert match.log.ending is not None
    assert match.log.ending.seed == "x"
    assert not Path("match.jsonl.seed").exists()


def test_the_same_seed_and_moves_write_the_same_log(terminal: Terminal) -> None:
    for name in ("one.jsonl", "two.jsonl"):
        terminal.run(
            ["play", "manitou", "--seed", "x", "--option", "quick", "--log", name], first_move
        )
    assert Path("one.jsonl").read_bytes() == Path("two.jsonl").read_bytes()


def test_lines_fit_80_columns(terminal: Terminal) -> None:
    terminal.run([*PLAY, "--seats", "me,greedy"], first_move)
    paths = ("Log:", "Check", "      ", "Seed:")
    assert [
        line for line in terminal.screen.splitlines() if len(line) > 80 and line[:6] not in paths
    ] == []


def test_a_party_is_chosen_in_one_line(terminal: Terminal) -> None:
    terminal.type(DEALER, "1 2 3 chief chief mother scout")
    assert "a (you) has a party ready" in terminal.screen
    assert "Your move: plays …" in terminal.screen


def test_a_move_can_be_taken_back_while_it_has_told_nobody_anything(terminal: Terminal) -> None:
    terminal.type(DEALER, "undo", "1 2", "undo", "log")
    assert "Nothing can be taken back" in terminal.screen
    assert terminal.screen.count("your party so far (1 of 7): 1") == 1
    assert "a (you) takes back a step." in terminal.screen
    assert len(_kept("match.jsonl").view(0).stack) == 1


def test_a_line_with_one_illegal_move_plays_none_of_it(terminal: Terminal) -> None:
    terminal.type(DEALER, "1 2 scout scout 4")
    assert "Not allowed:" in terminal.screen
    assert "rule M2.2" in terminal.screen
    assert not any(entry.by == 0 for entry in _kept("match.jsonl").log.entries)


def test_a_line_that_asks_for_more_than_one_may_choose_plays_none_of_it(terminal: Terminal) -> None:
    terminal.type(DEALER, "1 2 3 4 5 6 7 8")
    assert "nothing was played" in terminal.screen
    assert "leave out 8" in " ".join(terminal.screen.split())
    assert not any(entry.by == 0 for entry in _kept("match.jsonl").log.entries)


@pytest.mark.parametrize(
    ("typed", "rule"),
    [
        ("medicine left", "M2.4"),
        ("plays 10 right", "M2.4"),
        ("a takes totem", "M2.4"),
        ("b plays chief left", "M2.4"),
    ],
)
def test_a_refusal_shows_the_rule_and_its_text(terminal: Terminal, typed: str, rule: str) -> None:
    terminal.type(DEALER, "1 2 3 chief chief mother scout", typed)
    refusal = terminal.screen.partition(f"> {typed}")[2]
    assert "Not allowed:" in refusal
    assert f"rule {rule}" in refusal
    text = registry.get("manitou").rulebook.text(rule)
    assert " ".join(text.split()) in " ".join(refusal.split())


def test_a_refusal_speaks_the_language_asked_for(terminal: Terminal) -> None:
    party = "1 2 3 chief chief mother scout"
    terminal.type([*DEALER, "--language", "it"], party, "medicine left")
    text = registry.get("manitou").rulebook.text("M2.4", "it")
    assert text.split()[0] in terminal.screen


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("chief", "'chief' could be: chief left, chief middle, chief right"),
        ("chieff left", "did you mean 'chief left'?"),
        ("hello", "type moves to see them"),
        ("save", "save where?"),
        ("save match.jsonl", "already exists"),
        ("rule M99", "no rule 'M99'"),
        ("rule M3.4", "No player may have more than two great"),
        ("rules", "M9  How many tiles"),
        ("table", "hide thief"),
        ("moves", "Your move: plays …"),
        ("log", "a (you) draws hunter"),
        ("?", "Type a move and press Enter"),
        ("save copy.jsonl", "prateria play --continue copy.jsonl"),
        ("save match.jsonl/below", "? "),
    ],
)
def test_what_can_be_typed(terminal: Terminal, typed: str, answer: str) -> None:
    terminal.type(DEALER, "1 2 3 chief chief mother scout", typed)
    said = terminal.screen.partition(f"> {typed}\n")[2]
    assert " ".join(answer.split()) in " ".join(said.split())


@pytest.mark.parametrize("typed", ["d", "chief left", "ch l", "a plays chief left", "CHIEF LEFT"])
def test_one_move_can_be_typed_in_several_ways(terminal: Terminal, typed: str) -> None:
    terminal.type(DEALER, "1 2 3 chief chief mother scout", typed)
    assert "a (you) plays the chief at the left ground" in terminal.screen


def test_a_number_is_never_taken_for_a_label_where_cards_are_numbers(terminal: Terminal) -> None:
    terminal.type(DEALER, "1 2 3 chief chief mother scout", "4")
    assert "a (you) plays" not in terminal.screen


def test_quit_keeps_the_match_and_it_can_be_played_on(terminal: Terminal) -> None:
    lines = ["1 2 3 chief chief mother scout", "chief left", "quit"]
    assert terminal.type(DEALER, *lines) == 0
    assert "prateria play --continue match.jsonl" in terminal.screen
    assert stat.S_IMODE(Path("match.jsonl.seed").stat().st_mode) == 0o600
    assert "seed" not in Path("match.jsonl").read_text()
    assert terminal.run(["play", "--continue", "match.jsonl"], first_move) == 0
    interrupted = Path("match.jsonl").read_bytes()
    assert "The end" in terminal.screen
    assert terminal.type(["verify", "match.jsonl"]) == 0

    answers = iter(lines[:2])
    again = ["play", "manitou", "--seed", "x", "--option", "dealer=a", "--log", "again.jsonl"]
    terminal.run(again, lambda screen: next(answers, None) or first_move(screen))
    assert Path("again.jsonl").read_bytes() == interrupted


def test_a_resumed_match_tells_only_what_is_new(terminal: Terminal) -> None:
    terminal.type(DEALER, "1 2 3 chief chief mother scout", "chief left", "quit")
    terminal.type(["play", "--continue", "match.jsonl"])
    assert "plays first." not in terminal.screen
    assert "Your move: plays …" in terminal.screen


def test_hands_are_hidden_by_a_curtain_when_people_share_a_keyboard(terminal: Terminal) -> None:
    seats = ["--seats", "me=Anna,me=Ugo", "--option", "quick"]
    terminal.type([*PLAY, *seats], "", "a", "")
    assert "Pass the keyboard to" in terminal.screen
    first, second, third = terminal.screen.split("Pass the keyboard to ")
    assert "your hand" not in first
    names = ("a (Anna)", "b (Ugo)")
    assert second[:8].strip(". ") in names[0] + names[1]
    assert second.count("your hand") == third.count("your hand") == 1
    assert second.split()[0] != third.split()[0]


def test_a_whole_game_of_people_at_one_keyboard(terminal: Terminal) -> None:
    assert terminal.run([*PLAY, "--seats", "me,me,random"], first_move) == 0
    assert "The end" in terminal.screen


def test_bots_can_be_watched(terminal: Terminal) -> None:
    assert terminal.type([*PLAY, "--seats", "random,random"]) == 0
    assert "Hunt 1 of 4" in terminal.screen
    assert "The end" in terminal.screen


def test_with_one_game_it_need_not_be_named(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "ids", lambda: ("manitou",))
    assert terminal.type(["play", "--seed", "x"]) == 0
    assert "Manitou: a (human), b (random), c (random)" in terminal.screen


@pytest.mark.usefixtures("duel")
def test_with_several_games_it_is_asked_for(terminal: Terminal) -> None:
    terminal.type(["play", "--seed", "x"], "duel", "9")
    assert "Which game: apache, bison, duel, manitou?" in terminal.screen
    assert "Duel: a (human), b (random)" in terminal.screen


@pytest.mark.usefixtures("duel")
def test_any_game_of_the_contract_can_be_played(terminal: Terminal) -> None:
    assert terminal.run(["play", "duel", "--seed", "x", "--seats", "me,greedy"], first_move) == 0
    assert "The end" in terminal.screen


def test_the_default_file_is_among_the_owner_s_data(terminal: Terminal, tmp_path: Path) -> None:
    terminal.type(["play", "manitou"])
    terminal.type(["play", "manitou"])
    kept = sorted((tmp_path / "data" / "prateria" / "played").glob("manitou-*.jsonl"))
    assert len(kept) == 2


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--seats", "me"], "Manitou is for 2 to 5 players, not 1"),
        (["--seats", "me,random,random,random,random,random"], "2 to 5 players, not 6"),
        (["--seats", "me,genius"], "there is no bot 'genius'; there are: random, greedy"),
        (["--seats", "me,random:5"], "takes nothing after a colon"),
        (["--seats", "me,"], "a seat is empty"),
        (["--seats", "me=,random"], "a name has 1 to 20 printable letters"),
        (["--option", "speed=3"], "no option 'speed'; it has dealer, mixed_pairs, quick"),
        (["--option", "quick=maybe"], "cannot be 'maybe'; it is one of false, true"),
        (["--option", "dealer=e"], "the dealer cannot be seat e"),
        (["--log", "there.jsonl"], "there.jsonl already exists"),
        (["--continue", "there.jsonl"], "--continue takes"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    Path("there.jsonl").touch()
    assert main(["play", "manitou", *arguments]) == 2
    captured = capsys.readouterr()
    assert complaint in captured.err
    assert captured.err.startswith("prateria: ")
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize(
    ("secret", "complaint"),
    [
        (None, "is missing"),
        ("{", "is damaged"),
        ("[]", "is damaged"),
        (json.dumps({"seed": 5, "seats": "me"}), "should be text"),
        (json.dumps({"seed": "other", "seats": "me,random,random"}), "committed itself to"),
        (json.dumps({"seed": "x", "seats": "me,random"}), "names 2 seats, not 3"),
    ],
)
def test_a_match_cannot_be_played_on_without_its_secret(
    terminal: Terminal, capsys: pytest.CaptureFixture[str], secret: str | None, complaint: str
) -> None:
    terminal.type(PLAY)
    Path("match.jsonl.seed").unlink()
    if secret is not None:
        Path("match.jsonl.seed").write_text(secret)
    assert terminal.type(["play", "--continue", "match.jsonl"]) in (1, 2)
    assert complaint in capsys.readouterr().err


def test_a_finished_match_cannot_be_played_on(
    terminal: Terminal, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal.type([*PLAY, "--seats", "random,random"])
    assert main(["play", "--continue", "match.jsonl"]) == 2
    assert "is finished" in capsys.readouterr().err


def _kept(name: str) -> prateria.Match:
    return prateria.replay(Path(name).read_bytes())
