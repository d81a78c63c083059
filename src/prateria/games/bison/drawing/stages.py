"""A scoring shown area by area, with a summary at the end of the season; and what a move of others
has changed on the land."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from typing import Final

from prateria.core.drawing.markup import icon, medal
from prateria.core.drawing.scene import Scene, Stage
from prateria.games.bison.drawing.ids import SPACE_IDS
from prateria.games.bison.drawing.land.spots import ANIMAL_ART
from prateria.games.bison.drawing.table import colour
from prateria.games.bison.rules.components import ANIMALS
from prateria.games.bison.rules.events import (
    AnimalsLost,
    AreaCounted,
    AreaScored,
    Event,
    GatheringCalled,
    HunterMoved,
    HuntersSent,
    PieceBuilt,
    PieceEnlarged,
    PieceReduced,
    ScoringBegan,
    SeasonEnded,
    StocksCleared,
    TileLaid,
)
from prateria.games.bison.rules.standing import harvest_rows
from prateria.games.bison.rules.view import SeatView, View
from prateria.games.bison.words import words

ON_A_SPACE: Final = (HuntersSent, PieceBuilt, PieceEnlarged, PieceReduced, GatheringCalled)


def touched(_view: View, event: Event) -> tuple[str, ...]:
    """The spaces where others have done something."""
    if isinstance(event, TileLaid):
        return tuple([SPACE_IDS[3 * event.cell + terrain] for terrain in range(3)])
    if isinstance(event, HunterMoved):
        return (SPACE_IDS[event.target],)
    if isinstance(event, ON_A_SPACE):
        return (SPACE_IDS[event.space],)
    return ()


def stages(before: View, events: Sequence[Event], after: View, scene: Scene) -> list[Stage]:
    """A stage for each area that is scored, and one for the end of the season."""
    groups = _areas(events)
    ended = next((event for event in events if isinstance(event, SeasonEnded)), None)
    began = sum([isinstance(event, ScoringBegan) for event in events])
    if began > 1 or (not groups and ended is None):  # too many stages at once are not shown
        return []
    # The pieces stand as they did; nothing of the season to come is shown yet.
    stocks = _stocks_before(groups, ended, after)
    base = replace(
        after,
        season=before.season,
        phase="draw",
        turn=None,
        round=before.ruleset.rounds - 1,
        action=None,
        tile=None,
        seats=tuple([replace(seat, has_tile=False) for seat in after.seats]),
    )
    found = []
    for group in groups:
        counted = next((event for event in group if isinstance(event, AreaCounted)), None)
        for event in group:
            if isinstance(event, AreaScored):
                stocks[3 * event.seat + event.space % 3] += event.animals
            elif isinstance(event, AnimalsLost):
                stocks[3 * event.seat + event.animal] -= event.number
        looked = "" if counted is None else SPACE_IDS[counted.spaces[0]]
        found.append(Stage(_with_stocks(base, stocks), tuple(group), looked=looked))
    if ended is not None:
        last = _with_stocks(base, list(ended.stock))
        found.append(Stage(last, (), account=_account(last, scene)))
    return found


def _areas(events: Sequence[Event]) -> list[list[Event]]:
    """The events of each area: its animals, who hunts them, and what there is no room for."""
    groups: list[list[Event]] = []
    for event in events:
        if isinstance(event, AreaCounted | StocksCleared):
            groups.append([event])
        elif isinstance(event, AreaScored | AnimalsLost):
            if not groups or isinstance(groups[-1][0], StocksCleared):
                groups.append([])
            groups[-1].append(event)
    return groups


def _stocks_before(groups: list[list[Event]], ended: SeasonEnded | None, after: View) -> list[int]:
    """The stocks before what is counted now, computed from those after it."""
    if any(isinstance(event, StocksCleared) for group in groups for event in group):
        return [0] * (3 * len(after.seats))
    stocks = [number for seat in after.seats for number in _stock(seat)]
    if ended is not None:
        stocks = list(ended.stock)
    for group in groups:
        for event in group:
            if isinstance(event, AreaScored):
                stocks[3 * event.seat + event.space % 3] -= event.animals
            elif isinstance(event, AnimalsLost):
                stocks[3 * event.seat + event.animal] += event.number
    return stocks


def _stock(seat: SeatView) -> tuple[int, int, int]:
    return seat.bison, seat.turkeys, seat.salmon


def _with_stocks(view: View, stocks: Sequence[int]) -> View:
    seats = [
        replace(seat, bison=bison, turkeys=turkeys, salmon=salmon)
        for seat, bison, turkeys, salmon in zip(
            view.seats, stocks[::3], stocks[1::3], stocks[2::3], strict=True
        )
    ]
    return replace(view, seats=tuple(seats))


def _account(view: View, scene: Scene) -> str:
    """Who hunted how many of each animal, and what everybody has now."""
    texts = scene.texts
    hunted = [0] * (3 * len(view.seats))
    for area, seat, _, animals in harvest_rows(view):
        hunted[3 * seat + area % 3] += animals
    heads = "".join(
        f'<th scope="col">{icon(f"i-{ANIMAL_ART[animal]}", "bs-beast", _name(animal, scene))}</th>'
        for animal in ANIMALS
    )
    rows = ""
    for number, other in enumerate(view.seats):
        cells = "".join(
            f"<td>+{hunted[3 * number + animal]} → <b>{stock}</b></td>"
            for animal, stock in enumerate(_stock(other))
        )
        total = sum(hunted[3 * number : 3 * number + 3])
        rows += (
            f'<tr><td>{medal(colour(number))}</td><th scope="row">{escape(scene.names[number])}'
            f"</th>{cells}<td><b>+{total}</b></td></tr>"
        )
    title = texts.say("Season {season}: hunted, and in stock now", season=view.season)
    everything = escape(texts.say("All"))
    return (
        f"<h2>{escape(title)}</h2><table><thead><tr><td></td><td></td>{heads}"
        f'<th scope="col">{everything}</th></tr></thead><tbody>{rows}</tbody></table>'
    )


def _name(animal: int, scene: Scene) -> str:
    return scene.texts.say(words.ANIMALS[animal])
