"""The search for golden games."""

from __future__ import annotations

import pytest

from prateria.core.matches.match import Match
from tests.golden import files, games

OLD = files.read_logs("manitou")
RARE = next(name for name in OLD if name.endswith("-shared.jsonl"))


def searched(old: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> tuple[set[str], int]:
    """The names of the games found, and how many were played for that."""
    played: list[int] = []
    random_game = games.random_game

    def counted(game_id: str, setup: games.Setup, seed: int) -> Match:
        played.append(seed)
        return random_game(game_id, setup, seed)

    monkeypatch.setattr(games, "random_game", counted)
    return set(games.find_games("manitou", old)), len(played)


def test_games_that_are_there_are_found_again_by_their_seeds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found, played = searched(OLD, monkeypatch)
    assert found == set(OLD)
    assert played <= 3 * len(OLD)


def test_what_no_game_has_any_more_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    left = {name: text for name, text in OLD.items() if name != RARE}
    found, played = searched(left, monkeypatch)
    assert found == set(OLD)
    assert played > searched(OLD, monkeypatch)[1]
