"""The tables below the pictures of the home page: yours, those to join or watch, finished ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import msgspec
from cachetools import LRUCache
from markupsafe import Markup

from prateria.core import registry
from prateria.core.contract.game import LETTERS, face_of
from prateria.core.drawing.markup import PLAIN_ART
from prateria.core.drawing.scene import COLOURS
from prateria.core.errors import SetupError
from prateria.core.texts import Texts
from prateria.server.pages.labels import ago
from prateria.server.painting.names import shown_names
from prateria.server.rooms.tables import Table, read_table
from prateria.server.rooms.updates import table_face
from prateria.server.server import Server
from prateria.server.store.base import Status

ListKind: TypeAlias = Literal["yours", "watch", "done"]
KINDS: Final[tuple[ListKind, ...]] = ("yours", "watch", "done")
SHOWN: Final = 4
PAGE: Final = 30
FORSAKEN_MS: Final = 3_600_000
"""A table that gathers players is no longer offered when nobody has been there for an hour."""
KEPT: Final = 500


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a list."""

    id: str
    emblem: Markup
    title: str
    game: str
    state: str
    when: str
    people: str
    colours: tuple[str, ...]
    act: str
    url: str
    hot: bool


@dataclass(frozen=True, slots=True)
class Listing:
    kind: ListKind
    title: str
    none: str
    rows: tuple[Row, ...]
    more: bool


async def listings(server: Server, person: str, texts: Texts) -> list[Listing]:
    """All lists, a few lines each."""
    return [await listing(server, person, texts, kind, limit=SHOWN) for kind in KINDS]


async def listing(
    server: Server,
    person: str,
    texts: Texts,
    kind: ListKind,
    *,
    limit: int,
    before: int | None = None,
) -> Listing:
    found = await tables_of(server, person, kind, limit + 1, before)
    rows = await rows_of(server, found[:limit], person, texts, kind)
    titles: dict[ListKind, tuple[str, str]] = {
        "yours": (
            texts.say("Your tables"),
            texts.say("None yet. Play now, and your match appears here."),
        ),
        "watch": (
            texts.say("To join or watch"),
            texts.say("Nobody else plays in public at the moment."),
        ),
        "done": (texts.say("Finished"), texts.say("Your finished matches can be replayed here.")),
    }
    title, none = titles[kind]
    return Listing(kind, title, none, rows, len(found) > limit)


async def tables_of(
    server: Server, person: str, kind: ListKind, limit: int, before: int | None
) -> list[Table]:
    """The tables of a list, newest first."""
    store = server.services.store
    if kind == "done":
        rows = await store.tables(status=Status.OVER, person=person, limit=limit, before=before)
        return [read_table(row) for row in rows]
    own = person if kind == "yours" else None
    public = None if kind == "yours" else True
    rows = [
        row
        for status in (Status.PLAYING, Status.OPEN)
        for row in await store.tables(
            status=status, person=own, public=public, limit=2 * limit, before=before
        )
    ]
    found = [read_table(row) for row in sorted(rows, key=lambda row: -row.changed)]
    if kind == "watch":
        found = [
            table
            for table in found
            if table.may_see(person, None)
            and not table.has(person)
            and not _is_forsaken(server, table)
        ]
    return found[:limit]


def _is_forsaken(server: Server, table: Table) -> bool:
    """Whether a table gathers players while no one is there and nothing has happened for long."""
    room = server.rooms.known(table.id)
    if table.row.status is not Status.OPEN or (room is not None and room.present):
        return False
    return server.services.clock.wall() - table.row.changed > FORSAKEN_MS


async def rows_of(
    server: Server, tables: Sequence[Table], person: str, texts: Texts, kind: ListKind
) -> tuple[Row, ...]:
    """A line for each table, as a person reads them."""
    return tuple([await _row(server, table, person, texts, kind) for table in tables])


async def _row(server: Server, table: Table, person: str, texts: Texts, kind: ListKind) -> Row:
    names = chair_names(table, texts)
    turn = server.rooms.acting(table.id)
    hot = kind == "yours" and any(seat in table.seats_of(person) for seat in turn)
    try:
        game = registry.get(table.row.game)
        name, emblem = game.meta.name, face_of(game).art().emblem
        colours = [face_of(game).colour(seat) for seat in range(len(names))]
    except SetupError:  # its package is no longer installed
        name, emblem, colours = table.row.game, PLAIN_ART.emblem, [*COLOURS, *COLOURS]
    act, url = _way(table, kind, texts)
    others = [
        text
        for text, chair in zip(names, table.chairs, strict=True)
        if text and chair.person != person
    ]
    return Row(
        id=table.id,
        emblem=Markup(emblem),  # drawn by the game
        title=", ".join(others) or ", ".join(filter(None, names)) or name,
        game=name,
        state=await _state(server, table, person, names, turn, texts),
        when=ago(table.row.changed, server.services.clock.wall(), texts),
        people=", ".join(filter(None, names)),
        colours=tuple(colours[seat] for seat, text in enumerate(names) if text),
        act=texts.say("Play") if hot else act,
        url=url,
        hot=hot,
    )


def chair_names(table: Table, texts: Texts, at: int | None = None) -> tuple[str, ...]:
    """The name of each seat's player, or of who played there at entry `at`; "" for a free one."""
    shown = shown_names(table_face(table, 0, ()).chairs, texts, at)
    if table.setup.imported:
        named = zip(table.chairs, shown, strict=True)
        return tuple(chair.name if chair.bot is None else name for chair, name in named)
    return tuple(
        "" if chair.is_free else name for chair, name in zip(table.chairs, shown, strict=True)
    )


def _way(table: Table, kind: ListKind, texts: Texts) -> tuple[str, str]:
    """What can be done with a table: the word for it, and the link."""
    if kind == "done":
        return texts.say("Replay"), f"/replays/{table.id}"
    if table.row.status is Status.OPEN:
        word = texts.say("Open") if kind == "yours" else texts.say("Join")
        return word, f"/join/{table.id}"
    word = texts.say("Open") if kind == "yours" else texts.say("Watch")
    return word, f"/tables/{table.id}"


async def _state(
    server: Server,
    table: Table,
    person: str,
    names: Sequence[str],
    turn: Sequence[int],
    texts: Texts,
) -> str:
    if table.setup.imported:
        return texts.say("from a file")
    if table.row.status is Status.OPEN:
        free = sum(chair.is_free for chair in table.chairs)
        if not free:
            return texts.say("everyone is here")
        return texts.count("waiting for {number} more", "waiting for {number} more", free)
    if table.row.status is Status.OVER:
        return await _ending(server, table, person, names, texts)
    if any(seat in table.seats_of(person) for seat in turn):
        return texts.say("Your turn")
    if len(turn) == 1:
        return texts.say("{name} is thinking", name=names[turn[0]])
    return texts.say("being played")


async def _ending(
    server: Server, table: Table, person: str, names: Sequence[str], texts: Texts
) -> str:
    places = (await places_of(server, [table.id]))[table.id]
    winners = [seat for seat, place in enumerate(places) if place == 1]
    own = table.seats_of(person)  # without those that were given up
    if any(seat in own for seat in winners):
        return texts.say("you won") if len(winners) == 1 else texts.say("you share the victory")
    if len(winners) == 1:
        return texts.say("{name} won", name=names[winners[0]])
    return texts.say("shared victory")


class _Last(msgspec.Struct, frozen=True):
    """The relevant part of a log's last line."""

    places: tuple[int, ...] = ()


_ended: Final[LRUCache[str, tuple[int, ...]]] = LRUCache(KEPT)
"""Places of finished matches; they no longer change."""


async def places_of(server: Server, tables: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """The places of finished matches; () if a log has no end."""
    found = {table: _ended[table] for table in tables if table in _ended}
    unknown = [table for table in tables if table not in found]
    if unknown:
        lines = await server.services.store.last_lines(unknown)
        for table in unknown:
            last = msgspec.json.decode(lines[table], type=_Last) if table in lines else _Last()
            found[table] = _ended[table] = last.places
    return found


def letter(seat: int | None) -> str:
    """A seat in a URL: its letter; "" for a spectator."""
    return "" if seat is None else LETTERS[seat]
