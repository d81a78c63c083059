"""The golden files are what `./play golden` would write, and the golden games are sound.

Tests of a single game's golden files are in the game's own folder.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

import prateria
from prateria.core import registry
from prateria.core.contract.game import CHANCE
from tests.golden import command, files, replays
from tests.golden.games import covered, own_games, wanted
from tests.golden.playthroughs import AS_ABOVE

GAMES = own_games()
LOGS = {game_id: files.read_logs(game_id) for game_id in GAMES}
NAMES = [(game_id, name) for game_id in GAMES for name in LOGS[game_id]]
OWN = [(game_id, name) for game_id in GAMES for name in files.own(game_id)]

each_game = pytest.mark.parametrize("game_id", GAMES)
each_log = pytest.mark.parametrize(("game_id", "name"), NAMES)


@cache
def derived(game_id: str) -> dict[str, str]:
    return files.derived(game_id, LOGS[game_id])


def index(game_id: str) -> dict[str, Any]:
    rows: dict[str, Any] = json.loads(files.read(game_id, "index.json"))
    return rows


@each_game
def test_no_player_count_option_value_reason_action_or_event_lacks_a_golden_game(
    game_id: str,
) -> None:
    missing = wanted(registry.get(game_id))
    for text in LOGS[game_id].values():
        missing -= covered(prateria.replay(text))
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
    if header.position is None:
        match = prateria.new_match(
            header.game, seats=header.seats, seed=ending.seed, options=header.options
        )
    else:
        match = prateria.position(header.game, header.position, seed=ending.seed)
    for entry in told.log.entries:
        if entry.by != CHANCE:
            match.play(entry.by, told.game.notation.format_action(entry.action), at=entry.at)
    assert match.log.dumps() == LOGS[game_id][name]


@each_log
def test_the_order_of_moves_along_a_golden_game_is_pinned(game_id: str, name: str) -> None:
    assert replays.order_of_moves(LOGS[game_id][name]) == index(game_id)[name]["legal"]


@each_game
def test_what_follows_from_the_golden_games_is_as_it_was(game_id: str) -> None:
    """The index, the playthroughs and the perft counts."""
    for name, text in derived(game_id).items():
        assert files.read(game_id, name) == text, name


@each_game
def test_there_is_a_playthrough_for_each_player_count(game_id: str) -> None:
    meta = registry.get(game_id).meta
    names = [name for name in files.present(game_id) if name.endswith("-playthrough.txt")]
    assert [int(name[0]) for name in names] == [*range(meta.least, meta.most + 1)]


@each_game
def test_a_playthrough_has_the_rule_set_once(game_id: str) -> None:
    for name, text in files.present(game_id).items():
        if name.endswith("-playthrough.txt"):
            assert text.count('"RuleSet"') == 1
            assert text.count(f'"ruleset": "{AS_ABOVE}"') == text.count("\n--- ") > 0


@pytest.mark.parametrize(("game_id", "name"), OWN)
def test_what_only_one_game_has_is_as_it_was(game_id: str, name: str) -> None:
    """Drawings, games of bots; if one is meant to change, review the difference."""
    assert files.own(game_id)[name]() == files.read(game_id, name)


@each_game
def test_no_golden_file_is_left_over(game_id: str) -> None:
    known = {*LOGS[game_id], *derived(game_id), *files.own(game_id)}
    assert set(files.present(game_id)) == known


def test_there_is_a_folder_of_golden_files_for_each_game_and_no_other() -> None:
    folders = {path.name for path in files.ROOT.iterdir() if path.is_dir()}
    assert folders - {"__pycache__"} == set(GAMES)


@pytest.mark.slow
@each_game
def test_the_command_would_change_nothing(game_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([game_id, "--check"]) == 0
    assert capsys.readouterr().out == "0 golden files would change.\n"
