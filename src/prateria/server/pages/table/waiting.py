"""The waiting room: where a link leads, seats fill, and the host starts the match."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote

import msgspec
from litestar import Response, get
from litestar.params import FromPath

from prateria.core import registry
from prateria.core.contract.game import AnyGame
from prateria.core.texts import Texts
from prateria.server.http.deps import AnyRequest, Invite, server_of
from prateria.server.pages.labels import (
    changed_options,
    level_of,
    listed,
    options_of,
    phrases,
)
from prateria.server.pages.lobby import clocks, face, setup_choices
from prateria.server.pages.render import Reader, page, reader, redirect
from prateria.server.pages.sharing import base_url, is_only_here, qr_code
from prateria.server.pages.table_lists import chair_names
from prateria.server.painting.names import bot_label, level_label
from prateria.server.rooms.clocks import ClockRule
from prateria.server.rooms.room import Room
from prateria.server.rooms.tables import Table, may_change
from prateria.server.store.base import Status


@dataclass(frozen=True, slots=True)
class Place:
    """A chair of the waiting room."""

    seat: int
    name: str
    note: str
    is_free: bool
    is_own: bool
    is_here: bool
    is_ready: bool
    is_bot: bool


def places(room: Room, reader: Reader) -> list[Place]:
    table, texts = room.table, reader.texts()
    names = chair_names(table, texts)
    found = []
    for seat, chair in enumerate(table.chairs):
        own = chair.person == reader.person.id
        notes = []
        if chair.bot is not None:
            notes.append(bot_label(chair.bot, texts))
        if own:
            notes.append(texts.say("you"))
        if chair.person == table.row.host:
            notes.append(texts.say("opened the table"))
        here = own or chair.person in room.present
        if chair.person is not None and not here:
            notes.append(texts.say("not here now"))
        found.append(
            Place(
                seat=seat,
                name=names[seat] or texts.say("free"),
                note=", ".join(notes),
                is_free=chair.is_free,
                is_own=own,
                is_here=here,
                is_ready=chair.ready or chair.person is None or chair.person == table.row.host,
                is_bot=chair.bot is not None,
            )
        )
    return found


def way_to(table: str, invite: str | None) -> Response[bytes]:
    """Redirect to the waiting room, from the page of a table that has not begun."""
    return redirect(f"/join/{table}{_with(invite)}")


def _with(invite: str | None) -> str:
    """Keep the invitation somebody came with, right or wrong."""
    return "" if invite is None else f"?invite={quote(invite, safe='')}"


@get("/join/{table_id:str}", include_in_schema=False)
async def waiting_room(
    request: AnyRequest, table_id: FromPath[str], invite: Invite = None
) -> Response[bytes]:
    """Where an invitation leads: the table that gathers players, or the one that is already
    playing."""
    who = reader(request)
    room = await server_of(request).lobby.visible_room(table_id, who.person.id, invite)
    if room.table.row.status is not Status.OPEN:
        return redirect(f"/tables/{table_id}{_with(invite)}")
    game = registry.get(room.table.row.game)
    return page(request, who, "waiting.html", game, **_facts(request, room, who, invite, game))


@get("/join/{table_id:str}/seats", include_in_schema=False)
async def seats(
    request: AnyRequest, table_id: FromPath[str], invite: Invite = None
) -> Response[bytes]:
    """The seats alone, for the waiting room to refresh."""
    who = reader(request)
    room = await server_of(request).lobby.visible_room(table_id, who.person.id, invite)
    game = registry.get(room.table.row.game)
    return page(request, who, "seats.html", game, **_facts(request, room, who, invite, game))


def _facts(
    request: AnyRequest, room: Room, who: Reader, invite: str | None, game: AnyGame
) -> dict[str, Any]:
    table, texts = room.table, who.texts(game)
    base = base_url(request, server_of(request).services.settings)
    url = f"{base}/join/{table.id}?invite={table.setup.invite}"
    person = who.person.id
    inside = table.has(person) or table.row.host == person
    shown = places(room, who)
    unready = [place.name for place in shown if not place.is_free and not place.is_ready]
    changed = changed_options(game, table.setup.options, texts)
    is_free = any(chair.is_free for chair in table.chairs)
    comes = invite == table.setup.invite and is_free and not inside and not table.is_removed(person)
    return {
        "table": table.id,
        "phase": table.row.status.value,
        "shown": face(game, who),
        "places": shown,
        "unready": listed(unready, texts),
        "is_host": table.row.host == person,
        "is_seated": table.has(person),
        "is_removed": table.is_removed(person),
        "is_ready": any(place.is_own and place.is_ready for place in shown),
        "is_full": not is_free,
        "comes": comes,
        "may_change": may_change(table.setup),
        "values": _values(table, texts),
        **setup_choices(game, texts),
        "options": [
            replace(option, default=table.setup.options.get(option.name, option.default))
            for option in options_of(game, texts)
        ],
        "level": level_of(table.setup.bot),
        "changed": changed,
        "settings": settings_of(table, texts),
        "texts": chat_texts(texts),
        "phrases": phrases(texts),
        "invite": "" if invite is None else invite,
        "url": url if inside else "",
        "qr": qr_code(url) if inside else "",
        "only_here": is_only_here(base),
    }


def settings_of(table: Table, texts: Texts) -> list[tuple[str, str]]:
    """How the table is set up, besides the rules that were changed."""
    setup = table.setup
    watchers = {
        "everyone": texts.say("everyone"),
        "link": texts.say("those with the link"),
        "nobody": texts.say("nobody"),
    }
    clock = next((text for rule, text in clocks(texts) if ClockRule(**rule) == setup.clock), "")
    return [
        (texts.say("Clock"), clock or texts.say("as set by a program")),
        (texts.say("Who may watch"), watchers[setup.watch]),
        (texts.say("Hints allowed"), texts.say("yes") if setup.hints else texts.say("no")),
        (texts.say("Level of the bots"), level_label(level_of(setup.bot), texts)),
    ]


def _values(table: Table, texts: Texts) -> dict[str, Any]:
    """The table's setup as the values of its form."""
    setup = table.setup
    offered = [rule for rule, _ in clocks(texts)]
    return {
        "seats": setup.seats,
        "bot": level_of(setup.bot),
        "tempo": setup.tempo,
        "clock": next((rule for rule in offered if ClockRule(**rule) == setup.clock), offered[0]),
        "watch": setup.watch,
        "public": table.row.public,
        "hints": setup.hints,
        "learning": setup.learning,
    }


def chat_texts(texts: Texts) -> str:
    """The texts that the chat of the waiting room may need."""
    said = {
        "mute": texts.say("Mute"),
        "unmute": texts.say("Unmute"),
        "report": texts.say("Report"),
        "reported": texts.say("Reported to the administrator."),
        **phrases(texts),
    }
    return msgspec.json.encode(said).decode()


HANDLERS = [waiting_room, seats]
