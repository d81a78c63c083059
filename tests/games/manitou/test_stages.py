"""The end of a hunt told ground by ground, with a summary; the others' cards, marked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import prateria
from prateria.core.chance import Quick
from prateria.core.drawing.scene import Scene
from prateria.core.matches.story import see
from prateria.games.manitou.drawing import FACE
from prateria.games.manitou.rules.components import Card, Claim, Ground, Tile
from prateria.games.manitou.rules.events import (
    CardDrawn,
    CardPlayed,
    Event,
    GroundCounted,
    HuntEnded,
    HunterMoved,
    PieceMoved,
    ThievesNamed,
    TileDiscarded,
    TilesLeft,
    TileTaken,
)
from prateria.games.manitou.rules.view import View

NAMES = ("Ann", "Ben & Co", "Cy")
SCENE = Scene(NAMES)


def steps(seed: int, seats: int = 3) -> Iterator[tuple[View, list[Event], View]]:
    """A random match as the first seat sees it: before, what happened, after."""
    match = prateria.new_match("manitou", seats=seats, seed=f"stages {seed}")
    rng = Quick(seed)
    while match.actors:
        before, n = match.view(0), match.version
        seat = match.actors[rng.below(len(match.actors))]
        legal = match.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
        entries = enumerate(match.log.after(n), n + 1)
        events = [e for k, entry in entries for e in see(match.game, k, entry, 0).events]
        yield before, events, match.view(0)


def test_every_ground_that_is_counted_and_every_hunt_that_ends_has_its_stage() -> None:
    accounts = 0
    for before, events, after in steps(1):
        stages = FACE.stages(before, events, after, SCENE)
        told = [event for stage in stages for event in stage.events]
        for event in events:
            if isinstance(event, GroundCounted | ThievesNamed | HuntEnded):
                assert event in told
        for stage in stages:
            FACE.draw(stage.view, SCENE)
        if any(isinstance(event, HuntEnded) for event in events):
            last = stages[-1]
            assert [seat.loot for seat in last.view.seats] == [seat.loot for seat in after.seats]
            assert (last.view.totem, last.view.horse) == (after.totem, after.horse)
            assert "Ben &amp; Co" in last.account
            accounts += 1
    assert accounts == before.ruleset.hunts


def test_a_ground_is_shown_with_its_tiles_and_without_them_in_the_next_stage() -> None:
    view = sharing()
    tile = view.grounds[0].tiles[0]
    taken = TileTaken(2, Ground.LEFT, tile, Claim.WARRIOR)
    left, middle = GroundCounted(Ground.LEFT, ()), GroundCounted(Ground.MIDDLE, ())
    first, then = FACE.stages(view, [left, taken, middle], view, SCENE)
    assert first.events == (left, taken)
    assert first.view.grounds[0].tiles == view.grounds[0].tiles
    assert len(then.view.grounds[0].tiles) == len(view.grounds[0].tiles) - 1
    assert then.view.seats[2].loot == (tile,)


def test_nothing_is_staged_in_the_middle_of_a_hunt() -> None:
    before, events, after = next(steps(1))
    assert FACE.stages(before, events, after, SCENE) == []


def test_a_hunt_that_began_and_ended_at_once_is_not_shown() -> None:
    view = replace(sharing(), phase="party")
    assert FACE.stages(view, [HuntEnded(1, 3)], view, SCENE) == []


def sharing() -> View:
    """A view with tiles at the grounds, in which things can be replaced."""
    match = prateria.new_match("manitou", seats=3, seed="sharing")
    view: View = replace(match.view(0), phase="share")
    return view


def test_pieces_tiles_and_hunters_go_where_the_events_say() -> None:
    view = sharing()
    tile = view.grounds[0].tiles[0]
    ground = Ground.LEFT
    counted = GroundCounted(ground, ())
    hunter = Card.HUNTER_3
    events: list[Event] = [
        CardPlayed(1, hunter, ground),
        HunterMoved(1, hunter, ground, Ground.RIGHT),
        CardDrawn(1, None),
        TileTaken(1, ground, tile, Claim.WARRIOR),
        PieceMoved(Tile.TOTEM, 1),
        PieceMoved(Tile.HORSE, 2),
        TileDiscarded(1, tile),
        TilesLeft(ground, ()),
        counted,
        HuntEnded(1, 3),
    ]
    stages = FACE.stages(view, events, view, SCENE)
    last = stages[-1].view
    assert isinstance(last, View)
    assert last.grounds[Ground.RIGHT].hunters[1] == (hunter,)
    assert last.grounds[ground].hunters[1] == ()
    assert last.grounds[ground].tiles == ()
    assert last.seats[1].loot == ()
    assert (last.totem, last.horse) == (1, 2)
    assert stages[0].events == (counted,)


def test_cards_of_others_are_marked_where_they_lie() -> None:
    found = 0
    for _, events, after in steps(4, seats=2):
        drawing = FACE.draw(after, SCENE)
        things = set(re.findall(r' id="([^"]+)"', drawing.board))
        for event in events:
            marks = FACE.touched(after, event)
            if isinstance(event, CardPlayed) and after.phase in ("draw", "play"):
                assert len(marks) == 1
                assert set(marks) <= things
                found += 1
            elif not isinstance(event, CardPlayed | HunterMoved):
                assert marks == ()
    assert found > 20


def test_a_hunter_that_was_moved_is_marked_and_a_card_that_is_gone_is_not() -> None:
    view = sharing()
    moved = HunterMoved(1, Card.HUNTER_3, Ground.LEFT, Ground.RIGHT)
    assert FACE.touched(view, moved) == ("card-red-hunter-3",)
    assert FACE.touched(view, CardPlayed(1, Card.CHIEF, Ground.LEFT)) == ()
    left = replace(view.grounds[0], owner=1, warriors=(Card.CHIEF,))
    up = replace(view, grounds=(left, *view.grounds[1:]))
    assert FACE.touched(up, CardPlayed(1, Card.CHIEF, Ground.LEFT)) == ("card-red-chief-1",)
