"""The end of a hunt, ground by ground, with a summary; and what a move of others has changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from typing import Final

from prateria.core.drawing.markup import medal
from prateria.core.drawing.scene import Scene, Stage
from prateria.games.manitou.drawing.ids import CardIds, hunter_id
from prateria.games.manitou.drawing.preview import after_play, with_hunters, without_hunter
from prateria.games.manitou.drawing.shapes import icon
from prateria.games.manitou.drawing.table import CHOOSING, colour, standings
from prateria.games.manitou.rules.components import FIRST_WARRIOR, TOTEM_TILE, Tile
from prateria.games.manitou.rules.events import (
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
from prateria.games.manitou.rules.view import GroundView, View

TOLD: Final = (ThievesNamed, TileDiscarded, GroundCounted, TileTaken, TilesLeft, PieceMoved)
"""What belongs to the end of a hunt."""
PAIRS: Final = 2
"""The column of what tepees and bison make together."""


def touched(view: View, event: Event) -> tuple[str, ...]:
    """The cards that others have played or moved; of two chiefs, the one lying there."""
    if isinstance(event, HunterMoved):
        return (hunter_id(event.card, event.seat),)
    if not isinstance(event, CardPlayed):
        return ()
    if event.card < FIRST_WARRIOR:
        return (hunter_id(event.card, event.seat),)
    ids, ground = CardIds(view), view.grounds[event.ground]
    up = zip(ground.warriors, ids.up[event.ground], strict=True) if _owns(ground, event) else ()
    fallen = zip(ground.fallen[event.seat], ids.fallen[event.ground][event.seat], strict=True)
    found = [name for card, name in (*up, *fallen) if card == event.card]
    return (found[0],) if found else ()


def _owns(ground: GroundView, event: CardPlayed) -> bool:
    return ground.owner == event.seat


def stages(before: View, events: Sequence[Event], _after: View, scene: Scene) -> list[Stage]:
    """The hide thief, then each ground: its strengths with the tiles still there, and the sentences
    that tell who takes them; a summary when the hunt is over."""
    if before.phase in CHOOSING:  # too many stages at once are not shown
        return []
    view, group = before, list[Event]()
    found: list[Stage] = []
    shown = before

    def close() -> None:
        if any(isinstance(event, ThievesNamed | GroundCounted) for event in group):
            found.append(Stage(shown, tuple(group)))
        group.clear()

    for event in events:
        if isinstance(event, ThievesNamed | GroundCounted):
            close()
            shown = view
        if isinstance(event, HuntEnded):
            close()
            found.append(Stage(view, (event,), account=_account(view, scene)))
            break
        if isinstance(event, TOLD):
            group.append(event)
        view = _then(view, event)
    else:
        close()
    return found


def _then(view: View, event: Event) -> View:
    """The view after an event, as far as its effects show at the grounds and in the loot."""
    if isinstance(event, CardPlayed):
        then = after_play(view.grounds[event.ground], event.seat, event.card)
        return _with_ground(view, event.ground, then)
    if isinstance(event, HunterMoved):
        return _after_move(view, event)
    if isinstance(event, TileTaken):
        ground, seat = view.grounds[event.ground], event.seat
        left = replace(ground, tiles=_less(ground.tiles, event.tile))
        loot = tuple(sorted([*view.seats[seat].loot, event.tile]))
        return _with_loot(_with_ground(view, event.ground, left), seat, loot)
    if isinstance(event, TilesLeft):
        return _with_ground(view, event.ground, replace(view.grounds[event.ground], tiles=()))
    if isinstance(event, TileDiscarded):
        return _with_loot(view, event.seat, _less(view.seats[event.seat].loot, event.tile))
    if isinstance(event, PieceMoved):
        is_totem = event.piece == TOTEM_TILE
        return replace(view, totem=event.seat) if is_totem else replace(view, horse=event.seat)
    return view


def _after_move(view: View, move: HunterMoved) -> View:
    goal = view.grounds[move.target]
    more = with_hunters(goal, move.seat, (*goal.hunters[move.seat], move.card))
    left = without_hunter(view.grounds[move.source], move.seat, move.card)
    return _with_ground(_with_ground(view, move.source, left), move.target, more)


def _with_ground(view: View, place: int, ground: GroundView) -> View:
    return replace(view, grounds=(*view.grounds[:place], ground, *view.grounds[place + 1 :]))


def _with_loot(view: View, seat: int, loot: tuple[Tile, ...]) -> View:
    other = replace(view.seats[seat], loot=loot)
    return replace(view, seats=(*view.seats[:seat], other, *view.seats[seat + 1 :]))


def _less(tiles: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    place = tiles.index(tile)
    return (*tiles[:place], *tiles[place + 1 :])


def _account(view: View, scene: Scene) -> str:
    """What everybody has after the hunt, and what it would be worth if it were the last."""
    texts = scene.texts
    signs = (
        ("tepee", texts.say("Tepees")),
        ("bison", texts.say("Bison")),
        ("bison", texts.say("Points for tepees and bison")),
        ("totem", texts.say("Totem")),
        ("horse", texts.say("Horse")),
        ("tomahawk", texts.say("Most tomahawks")),
    )
    heads = "".join(
        f'<th scope="col" title="{escape(said)}">{_sign(name, place)}'
        f'<span class="vh">{escape(said)}</span></th>'
        for place, (name, said) in enumerate(signs)
    )
    rows = "".join(
        f'<tr><td>{medal(colour(seat))}</td><th scope="row">{escape(scene.names[seat])}</th>'
        f"<td>{row.tepees}</td><td>{row.bison}</td><td>{row.food}</td><td>{int(row.totem)}</td>"
        f"<td>{int(row.horse)}</td><td>{int(row.tomahawks)}</td><td><b>{row.points}</b></td></tr>"
        for seat, row in enumerate(standings(view))
    )
    points = escape(texts.say("Points"))
    return (
        f'<table><thead><tr><td></td><td></td>{heads}<th scope="col">{points}</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


def _sign(name: str, place: int) -> str:
    """The picture over a column; pairs are tepees with bison."""
    both = icon("pic-tepee", 18) if place == PAIRS else ""
    return f"{both}{icon(f'pic-{name}', 18)}"
