"""Golden games of bots, which show what random play does not; those of every game are in
tests/games/test_golden.py."""

from __future__ import annotations

import json

import pytest

import prateria
from prateria.core.contract.game import CLOCK
from prateria.games.apache.notation import NOTATION
from prateria.games.apache.words import WORDS
from tests.games.apache import bot_games
from tests.games.apache.table import GAME
from tests.golden import files
from tests.golden.perft import perft

SETUPS = [name for name, _, _ in bot_games.setups()]


def golden_text(name: str) -> str:
    return files.read("apache", f"bots/{name}.jsonl")


@pytest.mark.parametrize("name", SETUPS)
def test_a_golden_game_of_bots_replays_to_the_same_bytes(name: str) -> None:
    text = golden_text(name)
    match = prateria.replay(text)
    assert match.log.dumps() == text
    assert match.outcome is not None
    assert sum(match.outcome.scores) > 40


def test_the_live_golden_games_show_times_and_the_clock() -> None:
    texts = [golden_text(name) for name in SETUPS if name.startswith("live")]
    matches = [prateria.replay(text) for text in texts]
    moves = [json.loads(line).get("do", "") for text in texts for line in text.splitlines()]
    closed = [move for move in moves if move.startswith("closes")]
    assert closed
    assert not any("!" in move for move in closed)  # nobody here reports too little
    assert any(move == "beat" for move in moves)
    assert {entry.by for match in matches for entry in match.log.entries} >= {CLOCK, 0, 1, 2, 3}


def test_the_golden_games_show_each_optional_rule() -> None:
    events = {
        name: [
            WORDS.tell(event, "abcde")
            for entry in prateria.replay(golden_text(name)).log.entries
            for event in entry.events
        ]
        for name in SETUPS
    }
    assert any("on the warpath" in text for text in events["calm-warpath"])
    assert any("on the warpath" in text for text in events["live-warpath"])
    for name in ("calm-marriage", "live-marriage"):
        actions = prateria.replay(golden_text(name)).log.entries
        assert any(
            NOTATION.format_action(row.action).endswith("claims marriage") for row in actions
        )
    for name in ("calm-division", "live-division"):
        assert any("blue hunter" in text and "takes" in text for text in events[name])


def test_perft_by_hand() -> None:
    """Two choose out of five, in either order; then nobody or one plays, or lots are drawn."""
    state = NOTATION.parse_state("apache 2; up: red-hunter,buffalo; deck: totem")
    assert perft(GAME, state, 1) == 5 + 5
    assert perft(GAME, state, 2) == 2 * 25
    assert perft(GAME, state, 3) == 2 * (16 * 2 + 9 * 1)
