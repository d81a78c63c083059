"""A leak planted in one of our games is found in a few matches, by the twins alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

import pytest

from prateria.cli.commands import main
from prateria.core import registry
from prateria.core.contract.game import AnyGame
from prateria.core.errors import LawBroken
from prateria.core.laws import check_laws, secrets
from prateria.core.laws.inspection import eye_name

Leak: TypeAlias = Callable[[Any, Any], Any]

SELDOM = 10_000
"""So that only the first position and the last are checked thoroughly."""


def a_tile_in_the_third_round(state: Any, view: Any) -> Any:
    """Whether seat a holds a tile of an odd number."""
    return replace(view, involved=max(0, state.drawn[0]) % 2) if view.round == 2 else view


def cards_that_stayed_at_home(state: Any, view: Any) -> Any:
    """One bit about the cards that seat c has not taken along, late in a hunt."""
    if view.phase != "play" or view.step <= 6:
        return view
    return replace(view, gone=(state.available[2] % 3,))


def a_call(state: Any, view: Any) -> Any:
    """Whether seat a has played a card, while others still choose."""
    return replace(view, gone=(view.gone[0] + (state.played[0] >= 0), *view.gone[1:]))


LEAKS: list[tuple[str, Leak]] = [
    ("bison", a_tile_in_the_third_round),
    ("manitou", cards_that_stayed_at_home),
    ("apache", a_call),
]


def leaking(game: AnyGame, leak: Leak, eye: int | None) -> Callable[[Any, int | None], Any]:
    honest = game.view

    def view(state: Any, seat: int | None) -> Any:
        seen = honest(state, seat)
        return leak(state, seen) if seat == eye else seen

    return view


def caught(game: AnyGame) -> LawBroken:
    with pytest.raises(LawBroken) as broken:
        play_some(game)
    return broken.value


def play_some(game: AnyGame) -> None:
    """Two matches in three show the rarest of these leaks, so eight show it for certain."""
    for seed in range(1, 9):
        check_laws(game, 3, {}, seed, worlds=1, every=SELDOM)


@pytest.mark.untraced
@pytest.mark.parametrize("eye", [None, 1], ids=eye_name)
@pytest.mark.parametrize(("game_id", "leak"), LEAKS, ids=[game_id for game_id, _ in LEAKS])
def test_a_leak_is_found(
    monkeypatch: pytest.MonkeyPatch, game_id: str, leak: Leak, eye: int | None
) -> None:
    game = registry.get(game_id)
    monkeypatch.setattr(game, "view", leaking(game, leak, eye))
    broken = caught(game)
    assert broken.law == secrets.LEAK
    assert broken.seat == eye_name(eye)


def test_the_position_of_a_broken_law_can_be_looked_at(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = registry.get("manitou")
    with monkeypatch.context() as planted:
        planted.setattr(game, "view", leaking(game, cards_that_stayed_at_home, None))
        broken = caught(game)
    assert main(["position", "manitou", broken.position]) == 0
    assert "plays" in capsys.readouterr().out
