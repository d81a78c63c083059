"""The home page, the lists of tables, and the two ways to open one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

from litestar import Response, get
from litestar.params import FromPath, QueryParameter
from markupsafe import Markup

from prateria.core import registry
from prateria.core.contract.game import AnyGame, face_of
from prateria.core.contract.meta import OptionValue
from prateria.core.drawing.markup import PLAIN_ART
from prateria.core.errors import SetupError
from prateria.core.texts import Texts, mark
from prateria.server.errors import not_found
from prateria.server.http.deps import AnyRequest, server_of
from prateria.server.pages.labels import (
    DEFAULT_LEVEL,
    FIRST_LEVEL,
    OptionLabel,
    level_of,
    levels,
    options_of,
    written,
)
from prateria.server.pages.render import Reader, all_games, page, reader
from prateria.server.pages.table_lists import KINDS, PAGE, listing, listings, tables_of
from prateria.server.rooms.tables import Table, read_table

SEATS_NOW: Final = 3
"""How many seats a table opened with one click has, if the game allows it."""


@dataclass(frozen=True, slots=True)
class Opponents:
    """The text beside *Play now*: how many bots of which level, and at which tempo."""

    seats: int
    level: str
    tempo: OptionValue | None
    is_first: bool
    """Whether they have never sat at a table of this game."""


@dataclass(frozen=True, slots=True)
class GameFace:
    """A game as shown on the home page."""

    id: str
    name: str
    cover: Markup
    has_cover: bool
    players: str
    line: str
    seats: int
    seat_numbers: range
    has_lesson: bool
    tempo: OptionLabel | None
    """If a game can be played calm and live, both stand beside its first button."""
    has_learning: bool


def face(game: AnyGame, reader: Reader) -> GameFace:
    meta, texts, book = game.meta, reader.texts(game), game.rulebook
    cover = face_of(game).art().cover
    if meta.least == meta.most:
        players = texts.count("{number} player", "{number} players", meta.least)
    else:
        players = texts.count(
            "{least}–{number} player", "{least}–{number} players", meta.most, least=meta.least
        )
    if book.minutes:
        minutes = texts.count("{number} min", "{number} min", book.minutes)
        players = texts.say("{players} · {minutes}", players=players, minutes=minutes)
    return GameFace(
        id=meta.id,
        name=meta.name,
        cover=Markup(cover),  # drawn by the game
        has_cover=cover != PLAIN_ART.cover,
        players=players,
        line=book.line.get(written(reader.language), ""),
        seats=usual_seats(game),
        seat_numbers=_seat_numbers(game),
        has_lesson=face_of(game).lesson() is not None,
        tempo=next((each for each in options_of(game, texts) if each.name == "tempo"), None),
        has_learning=meta.has_learning,
    )


def usual_seats(game: AnyGame) -> int:
    return min(max(SEATS_NOW, game.meta.least), game.meta.most)


def habits(game: AnyGame, own: Sequence[Table]) -> Opponents:
    """How somebody played this game against bots the last time, according to their newest tables;
    new players meet newcomers."""
    tables = [table for table in own if table.row.game == game.meta.id]
    last = next((table for table in tables if _is_against_bots(table)), None)
    if last is None:
        level = DEFAULT_LEVEL if tables else FIRST_LEVEL
        return Opponents(usual_seats(game), level, None, is_first=not tables)
    level = level_of(next(chair.bot for chair in last.chairs if chair.bot) or "")
    return Opponents(last.setup.seats, level, last.setup.options.get("tempo"), is_first=False)


def _is_against_bots(table: Table) -> bool:
    """Whether one person plays there and bots have the other seats."""
    people = [chair for chair in table.chairs if chair.person is not None]
    bots = [chair for chair in table.chairs if chair.bot is not None]
    return len(people) == 1 and len(people) + len(bots) == len(table.chairs)


def game_of(game_id: str) -> AnyGame:
    """A game by its name in a URL."""
    try:
        return registry.get(game_id)
    except SetupError:
        raise not_found(mark("There is no such game.")) from None


@get("/", include_in_schema=False)
async def first_page(request: AnyRequest) -> Response[bytes]:
    who = reader(request)
    rows = await server_of(request).services.store.tables(person=who.person.id)
    own = [read_table(row) for row in rows]
    return page(
        request,
        who,
        "lobby.html",
        games=[face(game, who) for game in all_games()],
        opponents={game.meta.id: habits(game, own) for game in all_games()},
        levels=levels(who.texts()),
        lists=await listings(server_of(request), who.person.id, who.texts()),
        waiting=await server_of(request).lobby.waiting_for(who.person.id),
    )


@get("/lobby/tables", include_in_schema=False)
async def table_lists(request: AnyRequest) -> Response[bytes]:
    """The lists alone, for the first page to look again."""
    who, server = reader(request), server_of(request)
    lists = await listings(server, who.person.id, who.texts())
    waiting = await server.lobby.waiting_for(who.person.id)
    return page(request, who, "tables.html", lists=lists, waiting=waiting)


@get("/lists/{name:str}", include_in_schema=False)
async def one_list(
    request: AnyRequest,
    name: FromPath[str],
    before: Annotated[int | None, QueryParameter(ge=0, le=1 << 50)] = None,
) -> Response[bytes]:
    who, server = reader(request), server_of(request)
    kind = next((kind for kind in KINDS if kind == name), None)
    if kind is None:
        raise not_found(mark("There is no such list."))
    person = who.person.id
    found = await listing(server, person, who.texts(), kind, limit=PAGE, before=before)
    older = None
    if found.more:
        older = (await tables_of(server, person, kind, PAGE, before))[-1].row.changed
    return page(request, who, "list.html", lists=[found], next=older)


@get("/new/{game_id:str}", include_in_schema=False)
async def with_friends(request: AnyRequest, game_id: FromPath[str]) -> Response[bytes]:
    return await _set_up(request, game_id, "new.html")


@get("/here/{game_id:str}", include_in_schema=False)
async def on_this_screen(request: AnyRequest, game_id: FromPath[str]) -> Response[bytes]:
    return await _set_up(request, game_id, "here.html")


async def _set_up(request: AnyRequest, game_id: str, template: str) -> Response[bytes]:
    who, game = reader(request), game_of(game_id)
    texts = who.texts(game)
    return page(
        request,
        who,
        template,
        game,
        shown=face(game, who),
        least=game.meta.least,
        most=game.meta.most,
        level=DEFAULT_LEVEL,
        values={
            "seats": usual_seats(game),
            "bot": DEFAULT_LEVEL,
            "tempo": "calm",
            "clock": clocks(texts)[0][0],
            "watch": "link",
            "public": False,
            "hints": True,
            "learning": False,
        },
        **setup_choices(game, texts),
    )


def setup_choices(game: AnyGame, texts: Texts) -> dict[str, Any]:
    """What a host may choose from."""
    return {
        "options": options_of(game, texts),
        "levels": levels(texts),
        "seat_choices": [(number, str(number)) for number in _seat_numbers(game)],
        "clocks": clocks(texts),
    }


def _seat_numbers(game: AnyGame) -> range:
    return range(game.meta.least, game.meta.most + 1)


def clocks(texts: Texts) -> list[tuple[dict[str, Any], str]]:
    """The clocks offered, from none to days."""
    return [
        ({"kind": "none"}, texts.say("none")),
        *(
            (
                {"kind": "move", "seconds": 60 * number},
                texts.count("{number} minute a turn", "{number} minutes a turn", number),
            )
            for number in (1, 3)
        ),
        *(
            (
                {"kind": "bank", "seconds": 60 * number, "increment": 15},
                texts.count(
                    "{number} minute each, and 15 s a turn",
                    "{number} minutes each, and 15 s a turn",
                    number,
                ),
            )
            for number in (10, 30)
        ),
        *(
            (
                {"kind": "days", "days": number},
                texts.count("{number} day a turn", "{number} days a turn", number),
            )
            for number in (1, 3)
        ),
    ]


HANDLERS = [first_page, table_lists, one_list, with_friends, on_this_screen]
