"""A season's end counted area by area; what the others did, marked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import prateria
from prateria.core.chance import Quick
from prateria.core.drawing.scene import Scene, Stage
from prateria.core.matches.match import Match
from prateria.core.matches.story import see
from prateria.games.bison.drawing import FACE
from prateria.games.bison.rules.components import SPACE_NAMES, Animal, Kind
from prateria.games.bison.rules.events import (
    ActionChosen,
    AnimalsLost,
    AreaCounted,
    AreaScored,
    Event,
    HunterMoved,
    HuntersSent,
    ScoringBegan,
    SeasonEnded,
    StocksCleared,
    TileLaid,
)
from prateria.games.bison.rules.view import View

NAMES = ("Ann", "Ben & Co", "Cy")
SCENE = Scene(NAMES)


def steps(seats: int, seed: int) -> Iterator[tuple[View, list[Event], View]]:
    """A random match move by move: a spectator's view before, the events, the view after."""
    match = prateria.new_match("bison", seats=seats, seed=f"stages {seed}")
    rng = Quick(seed)
    while match.actors:
        before, n = match.view(None), match.version
        seat = match.actors[rng.below(len(match.actors))]
        legal = match.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
        yield before, events_after(match, n), match.view(None)


def events_after(match: Match, n: int) -> list[Event]:
    entries = enumerate(match.log.after(n), n + 1)
    return [
        event for number, entry in entries for event in see(match.game, number, entry, None).events
    ]


def stocks(stage: Stage) -> list[int]:
    return [n for seat in stage.view.seats for n in (seat.bison, seat.turkeys, seat.salmon)]


def test_each_area_is_a_stage_that_looks_at_it_and_fills_the_stocks() -> None:
    ends = 0
    for before, events, after in steps(3, 4):
        stages = FACE.stages(before, events, after, SCENE)
        ended = next((event for event in events if isinstance(event, SeasonEnded)), None)
        if ended is None:
            continue
        ends += 1
        counted = [event for event in events if isinstance(event, AreaCounted)]
        looking = [stage for stage in stages if stage.looked]
        assert len(looking) == len(counted)
        for stage in looking:
            drawing = FACE.draw(stage.view, Scene(NAMES, looked=stage.looked))
            assert "bs-rank" in drawing.board
        assert stocks(stages[-1]) == list(ended.stock)
        assert "Ben &amp; Co" in stages[-1].account
        assert f"Season {ended.season}" in stages[-1].account
    assert ends == before.ruleset.seasons


def test_what_is_counted_adds_up_from_stage_to_stage() -> None:
    for before, events, after in steps(2, 7):
        stages = FACE.stages(before, events, after, SCENE)
        for earlier, later in pairwise(stages):
            gained = sum(e.animals for e in later.events if isinstance(e, AreaScored))
            lost = sum(e.number for e in later.events if isinstance(e, AnimalsLost))
            cleared = any(isinstance(e, StocksCleared) for e in later.events)
            if not cleared:
                assert sum(stocks(later)) == sum(stocks(earlier)) + gained - lost


def test_nothing_is_staged_while_nothing_is_scored() -> None:
    before, events, after = next(steps(3, 1))
    assert FACE.stages(before, events, after, SCENE) == []


def test_several_scorings_at_once_are_not_shown() -> None:
    view = prateria.new_match("bison", seats=2, seed="full").view(None)
    events = [ScoringBegan(1), ScoringBegan(2), SeasonEnded(2, (0,) * 6)]
    assert FACE.stages(view, events, view, SCENE) == []


def test_what_a_full_stock_loses_is_shown_with_its_area_and_without_one() -> None:
    view = prateria.new_match("bison", seats=2, seed="full").view(None)
    scored = AreaScored(0, 0, 1, 3, False, 1)
    lost = AnimalsLost(0, Animal.BISON, 2)
    after = view
    (first,) = FACE.stages(view, [AreaCounted((0,), 3), scored, lost], after, SCENE)
    assert stocks(first) == [
        n for seat in after.seats for n in (seat.bison, seat.turkeys, seat.salmon)
    ]
    (alone,) = FACE.stages(view, [lost], after, SCENE)
    assert alone.looked == ""
    cleared, counted = FACE.stages(
        view, [StocksCleared(4), AreaCounted((0,), 3), scored], after, SCENE
    )
    assert stocks(cleared) == [0] * 6
    assert stocks(counted) == [3, 0, 0, 0, 0, 0]


def test_the_spaces_where_others_did_something_are_marked() -> None:
    match = prateria.new_match("bison", seats=2, seed="marks")
    view = match.view(None)
    tile = view.ruleset.tiles[0]
    assert FACE.touched(view, TileLaid(1, 24, 0, 0, tile)) == tuple(
        f"space-{name}" for name in names_of(24)
    )
    assert FACE.touched(view, HuntersSent(1, 73, 2)) == (f"space-{names_of(24)[1]}",)
    assert FACE.touched(view, HunterMoved(1, 72, 73)) == (f"space-{names_of(24)[1]}",)
    assert FACE.touched(view, ActionChosen(1, Kind.PLACE)) == ()


def names_of(cell: int) -> list[str]:
    return list(SPACE_NAMES[3 * cell : 3 * cell + 3])


def test_marks_are_of_things_in_the_drawing() -> None:
    for _, events, after in steps(2, 3):
        drawing = FACE.draw(after, Scene(NAMES[:2]))
        things = set(re.findall(r' id="([^"]+)"', drawing.board))
        assert {name for event in events for name in FACE.touched(after, event)} <= things
