"""Every position of whole games can be drawn, for every seat, in every language, fast and small."""

from __future__ import annotations

import re
import zlib
from functools import cache
from xml.etree import ElementTree

import pytest

import prateria
from prateria.core.chance import Quick
from prateria.core.drawing.markup import kit
from prateria.core.drawing.scene import PARTS, Drawing
from prateria.core.laws.drawing import things_in
from prateria.core.matches.match import Match
from prateria.games.manitou.drawing import FACE
from prateria.i18n import LANGUAGES, texts_in
from tests.games.manitou.drawn import ids, scene_of, whole
from tests.games.manitou.table import GAME, random_move

pytestmark = pytest.mark.untraced

MOST_BYTES = 6000


@cache
def symbols() -> frozenset[str]:
    return frozenset(re.findall(r' id="([^"]+)"', kit() + FACE.art().symbols))


def picks_at(match: Match, seat: int | None, rng: Quick) -> tuple[str, ...]:
    """Nothing, a part of a path or a whole one; of a party, any cards; and sometimes nonsense."""
    view, scene = scene_of(match, seat)
    if rng.below(12) == 0:
        return ("ground-left", "card-blue-hunter-1", "nothing")
    if view.phase == "party":
        names = sorted(name for name in ids(FACE.draw(view, scene)) if name.startswith("card-"))
        return tuple(name for name in names if rng.below(2))
    if not scene.choices:
        return ()
    path = scene.choices[rng.below(len(scene.choices))].path
    return path[: rng.below(len(path) + 1)]


def check(match: Match, seat: int | None, language: str, rng: Quick) -> None:
    """A drawing is well-formed, uses each id once and only symbols that exist."""
    picked = picks_at(match, seat, rng)
    view, scene = scene_of(match, seat, picked, texts=texts_in(language, GAME))
    looked = sorted(scene.next_ids)
    if looked:
        look = looked[rng.below(len(looked))]
        view, scene = scene_of(match, seat, picked, look, texts_in(language, GAME))
    drawing = FACE.draw(view, scene)
    things = things_in(whole(drawing))
    names = [thing["id"] for thing in things if "id" in thing]
    assert len(names) == len(set(names))
    for thing in things:
        if thing[""] == "use":
            assert thing["href"][1:] in symbols()
        if thing[""] == "svg":
            assert thing.get("aria-hidden") == "true" or thing.get("aria-label")
    assert "{" not in whole(drawing)
    for part in PARTS:
        ElementTree.fromstring(f"<div>{xml(getattr(drawing, part))}</div>")


def xml(html: str) -> str:
    """Attributes without a value are allowed in HTML only."""
    return re.sub(r" (data-(?:move|play|drag|drop))(?=[ >])", r' \1=""', html)


def draw_games(games: int, first: int, every: int) -> int:
    """Random games; a sample of the positions is drawn for one observer."""
    count = 0
    for number in range(first, first + games):
        players = 2 + number % 4
        rng = Quick(number)
        options = {"quick": number % 5 == 0, "mixed_pairs": number % 3 == 0}
        match = prateria.new_match("manitou", seats=players, seed=str(number), options=options)
        place = 0
        while match.actors:
            random_move(match, rng)
            place += 1
            if place % every == number % every or not match.actors:
                eyes = [None, *range(players), *match.actors]
                language = list(LANGUAGES)[place % len(LANGUAGES)]
                check(match, eyes[place // every % len(eyes)], language, rng)
                count += 1
    return count


@pytest.mark.slow
def test_every_position_of_many_games_can_be_drawn() -> None:
    assert draw_games(30, 100, 7) > 650


def test_the_others_hands_cannot_be_seen_in_a_drawing() -> None:
    """No card of another seat that lies in hand, stack or among the available ones has an id."""
    match = prateria.new_match("manitou", seats=3, seed="hidden")
    rng = Quick(5)
    for _ in range(60):
        random_move(match, rng)
        shown = ids(FACE.draw(*scene_of(match, 0)))
        seen = [card for each in match.view(0).grounds for row in each.hunters for card in row]
        others = {name for name in shown if re.match(r"card-(red|yellow)-hunter", name)}
        assert len(others) <= len(seen)
        for seat, colour in ((1, "red"), (2, "yellow")):
            hidden = set(match.view(seat).hand) | set(match.view(seat).stack)
            assert not {f"card-{colour}-hunter-{card + 1}" for card in hidden if card < 10} & others


def test_what_a_move_changes_is_small() -> None:
    """`bench/drawing.py` measures how long drawing takes."""
    sizes = []
    match = prateria.new_match("manitou", seats=5, seed="drawn")
    rng = Quick(1)
    before: Drawing | None = None
    while match.actors:
        random_move(match, rng)
        after = FACE.draw(*scene_of(match, 0, texts=texts_in("cs", GAME)))
        if before is not None:
            new = [getattr(after, part) for part in PARTS]
            old = [getattr(before, part) for part in PARTS]
            changed = "".join([now for now, then in zip(new, old, strict=True) if now != then])
            sizes.append(len(zlib.compress(changed.encode(), 6)))
        before = after
    assert max(sizes) < MOST_BYTES
