"""Every position of whole games can be drawn, for every seat, in every language, and stays
small."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from functools import cache

import pytest

from prateria.core.chance import Quick
from prateria.core.contract.game import CHANCE
from prateria.core.contract.meta import OptionValue
from prateria.core.drawing.markup import kit
from prateria.core.drawing.scene import PARTS, Drawing
from prateria.games.apache.drawing import FACE
from prateria.games.apache.rules.state import State
from prateria.games.apache.words import WORDS
from prateria.i18n.catalogues import LANGUAGES, texts_in
from tests.games.apache.bot_games import game
from tests.games.apache.paper import Paper, drawn_state, faults, whole
from tests.games.apache.table import GAME, steps

pytestmark = pytest.mark.untraced

MOST_BYTES = 6000


@cache
def symbols() -> frozenset[str]:
    return frozenset(re.findall(r' id="([^"]+)"', kit() + FACE.art().symbols))


def shown_states(state: State, rng: Quick) -> Iterator[State]:
    """The states of a random game that somebody sees: not those where luck is due."""
    for _ in steps(state, rng):
        if GAME.actors(state) != (CHANCE,):
            yield state
    yield state


def look(state: State, seat: int | None, language: str, rng: Quick) -> Drawing:
    """A drawing with nothing picked, or with something that can be picked."""
    view = GAME.view(state, seat)
    actions = GAME.legal(state, seat) if seat is not None else ()
    picked: tuple[str, ...] = ()
    if actions and rng.below(2):
        picked = FACE.path(view, actions[rng.below(len(actions))])
    return drawn_state(state, seat, texts_in(language, GAME), picked)


def check(state: State, seat: int | None, language: str, rng: Quick) -> None:
    """The drawing is well-formed, and shows all that may be picked."""
    assert faults(look(state, seat, language, rng), symbols()) == []
    plain = drawn_state(state, seat, texts_in(language, GAME), ())
    cans = {thing.attributes["id"] for thing in Paper(whole(plain)).by_class("can")}
    actions = GAME.legal(state, seat) if seat is not None else ()
    view = GAME.view(state, seat)
    assert cans == {name for action in actions for name in FACE.path(view, action)}
    phrases = [WORDS.phrase(view, action, texts_in(language, GAME)) for action in actions]
    assert len(phrases) == len(set(phrases))


def draw_games(games: int, first: int, every: int) -> int:
    """A number of random games; a sample of the positions is drawn for one observer."""
    count = 0
    for number in range(first, first + games):
        players = 2 + number % 4
        options: dict[str, OptionValue] = {
            "tempo": ("calm", "live")[number // 4 % 2],
            "warpath": True,
            "marriage": True,
            "division": True,
        }
        rng = Quick(number)
        state = GAME.new(GAME.ruleset(players, options), players)
        for place, shown in enumerate(shown_states(state, rng)):
            if place % every == number % every or GAME.outcome(shown):
                eyes = [None, *range(players)][(place // every) % (players + 1)]
                check(shown, eyes, list(LANGUAGES)[place % len(LANGUAGES)], rng)
                count += 1
    return count


@pytest.mark.slow
def test_every_position_of_many_games_can_be_drawn() -> None:
    assert draw_games(20, 100, 14) > 275


def test_what_changes_is_small() -> None:
    sizes = []
    for tempo in ("calm", "live"):
        match = game("drawn", 5, {"tempo": tempo})
        state = GAME.new(GAME.ruleset(5, {"tempo": tempo}), 5)
        before: Drawing | None = None
        for entry in match.log.entries:
            GAME.apply(state, entry.action)
            if GAME.actors(state) == (CHANCE,):
                continue
            after = drawn_state(state, 0, texts_in("cs", GAME), ())
            if before is not None:
                new = [getattr(after, part) for part in PARTS]
                old = [getattr(before, part) for part in PARTS]
                changed = "".join([now for now, then in zip(new, old, strict=True) if now != then])
                sizes.append(len(zlib.compress(changed.encode(), 6)))
            before = after
    assert max(sizes) < MOST_BYTES
