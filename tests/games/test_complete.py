"""Every kind of action has its notation, its handler and its place in the action space."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any, get_args

import pytest

from prateria.core import registry
from prateria.core.contract.game import face_of, numbers_of
from prateria.core.native import field_types
from prateria.games.apache.notation import write as apache_notation
from prateria.games.apache.rules import actions as apache
from prateria.games.apache.rules import view as apache_view
from prateria.games.bison.notation import write as bison_notation
from prateria.games.bison.rules import actions as bison
from prateria.games.bison.rules import apply as bison_apply
from prateria.games.bison.rules import view as bison_view
from prateria.games.manitou.notation import write as manitou_notation
from prateria.games.manitou.rules import actions as manitou
from prateria.games.manitou.rules import view as manitou_view

NOT_BY_SEATS: dict[str, tuple[type, ...]] = {
    "apache": (
        apache.NameFirst,
        apache.TurnUp,
        apache.SetOrder,
        apache.Beat,
        apache.CloseWindow,
        apache.EndClaim,
    ),
    "bison": (bison.NameStart, bison.LayStart, bison.DrawTile),
    "manitou": (manitou.NameDealer, manitou.LayTile, manitou.DrawCard),
}
"""Actions of luck and the clock only."""
LISTED: dict[str, dict[str, Any]] = {
    "apache": {**apache_notation._ACTIONS, "closes a:412 b:431!": None},
    "bison": {**bison_notation._ACTIONS},
    "manitou": {**manitou_notation._ACTIONS},
}
VIEWS = {"apache": apache_view, "bison": bison_view, "manitou": manitou_view}

each_game = pytest.mark.parametrize("game_id", sorted(NOT_BY_SEATS))


def one_of_each(game_id: str) -> dict[type, Any]:
    """An action of every kind that the notation knows."""
    notation = registry.get(game_id).notation
    actions = [notation.parse_action(text) for text in LISTED[game_id]]
    return {type(action): action for action in actions}


@each_game
def test_every_kind_of_action_can_be_written_and_read(game_id: str) -> None:
    game = registry.get(game_id)
    found = one_of_each(game_id)
    assert found.keys() == {*game.actions}
    for action in found.values():
        assert game.notation.parse_action(game.notation.format_action(action)) == action


@each_game
def test_every_kind_that_seats_do_is_in_the_action_space(game_id: str) -> None:
    game = registry.get(game_id)
    rules = [game.ruleset(2, {"variant": "2"} if game_id == "bison" else {})]
    kinds = {type(action) for row in rules for action in numbers_of(game).every_action(row, 0)}
    assert kinds == {*game.actions} - {*NOT_BY_SEATS[game_id]}


@each_game
def test_what_luck_and_the_clock_do_has_no_line_in_a_list_and_no_path(game_id: str) -> None:
    game = registry.get(game_id)
    view = game.view(game.new(game.ruleset(2, {}), 2), 0)
    found = one_of_each(game_id)
    for kind in NOT_BY_SEATS[game_id]:
        assert game.words.phrase(view, found[kind]) == ""
        assert face_of(game).path(view, found[kind]) == ()


def test_every_kind_of_bison_has_its_handler() -> None:
    """In the other games mypy proves it."""
    assert bison_apply._HANDLERS.keys() == {*bison.ACTIONS}


@each_game
def test_a_view_is_made_of_the_classes_that_are_listed(game_id: str) -> None:
    views = VIEWS[game_id]
    assert parts_of(views.View) == {*views.VIEWS}


def parts_of(kind: type) -> set[type]:
    """A dataclass and the dataclasses of its fields."""
    found = {kind}
    hints = field_types(kind)
    for field in fields(kind):
        for part in named_in(hints[field.name]):
            found |= parts_of(part)
    return found


def named_in(hint: Any) -> list[type]:
    if is_dataclass(hint):
        return [hint]  # type: ignore[list-item]
    return [part for inner in get_args(hint) for part in named_in(inner)]
