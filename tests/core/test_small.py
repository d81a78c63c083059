"""Games shrunk by their tables: reading them, sending them; and their matches are like any
others."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import pytest

import prateria
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.contract.game import AnyGame, numbers_of
from prateria.core.errors import WireError
from prateria.core.matches.begin import position, replay
from prateria.core.matches.match import Match
from prateria.core.small import Small, read_small
from prateria.core.wire import OMIT_DEFAULT, Codec, to_json


@dataclass(frozen=True, slots=True)
class Rules:
    players: int
    rounds: int = field(default=4, metadata=OMIT_DEFAULT)


@pytest.mark.parametrize(("rules", "written"), [(Rules(2), 1), (Rules(2, 1), 2)])
def test_a_field_that_has_its_default_need_not_be_said(rules: Rules, written: int) -> None:
    text = to_json(rules)
    assert len(json.loads(text)) == 1 + written
    assert Codec([Rules]).decode(text) == rules


@pytest.mark.parametrize("text", ['{"type":"Rules"}', '{"type":"Rules","players":2,"other":1}'])
def test_all_other_fields_are_needed_and_none_may_be_added(text: str) -> None:
    with pytest.raises(WireError, match=r"missing or unknown fields: (players|other)$"):
        Codec([Rules]).decode(text)


def test_a_package_need_not_shrink_its_game() -> None:
    assert read_small("prateria.core") is None
    assert read_small("") is None


def shrunk() -> list[tuple[AnyGame, Small]]:
    pairs = [(game, numbers_of(game).small()) for game in map(registry.get, registry.ids())]
    return [(game, small) for game, small in pairs if small is not None]


SHRUNK = shrunk()
NAMES = [game.meta.id for game, _ in SHRUNK]


def small_match(game: AnyGame, small: Small) -> Match:
    """A match from the first position on, opened as the contract does."""
    first = game.new(game.ruleset(small.seats, small.options, small.data), small.seats)
    return position(game.meta.id, game.notation.format_state(first), seed="small", data=small.data)


@pytest.mark.parametrize(("game", "small"), SHRUNK, ids=NAMES)
def test_a_small_match_is_a_log_that_replays(game: AnyGame, small: Small) -> None:
    match, rng = small_match(game, small), Quick(3)
    while match.outcome is None:
        seat = match.actors[0]
        legal = match.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
    again = replay(match.log.dumps())
    assert again.outcome == match.outcome
    assert again.log.header.data == small.data


@pytest.mark.parametrize(("game", "small"), SHRUNK, ids=NAMES)
def test_every_action_of_a_small_match_is_one_of_the_game_s_own(
    game: AnyGame, small: Small
) -> None:
    few = numbers_of(game).every_action(game.ruleset(small.seats, small.options, small.data), 0)
    every = numbers_of(game).every_action(game.ruleset(small.seats, small.options), 0)
    assert {*few} < {*every}


def test_nobody_is_offered_a_small_game_to_play() -> None:
    assert {"apache", "bison", "manitou"} <= {*registry.ids()}
    assert not [game_id for game_id in registry.ids() if "small" in game_id]


@pytest.mark.parametrize("game_id", ["apache", "bison", "manitou"])
def test_a_match_of_the_game_itself_says_nothing_of_smaller_ones(game_id: str) -> None:
    match: Any = prateria.new_match(game_id, seats=2, seed="x")
    rules = json.loads(to_json(match.view(0)))["ruleset"]
    smaller = {"plays", "grounds", "tribe", "prairie", "roles", "rounds", "kinds", "places"}
    assert not rules.keys() & smaller
    assert "match" not in match.log.header.data
