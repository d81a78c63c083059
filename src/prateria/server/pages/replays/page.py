"""The replay: any moment of a match, through the eyes of any seat that is open to the reader, with
the possibility to play on from there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeVar
from urllib.parse import quote, urlencode

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from markupsafe import Markup
from msgspec import Meta, Struct

from prateria.core.contract.game import CHANCE, LETTERS, face_of
from prateria.core.drawing.scene import Scene
from prateria.core.errors import LogError, PrateriaError
from prateria.core.matches.begin import replay as read_match
from prateria.core.matches.story import Told
from prateria.core.texts import Texts, mark
from prateria.review import is_judged
from prateria.server.bots.pool import Asker
from prateria.server.errors import Refusal, bad, conflict, forbidden
from prateria.server.http import security
from prateria.server.http.deps import AnyRequest, Invite, player, server_of
from prateria.server.http.tables import TableCard, card
from prateria.server.pages.files import style_url
from prateria.server.pages.render import Reader, lettered, letters_of, page, reader, redirect
from prateria.server.pages.replays.parts import open_parts, parts_of
from prateria.server.pages.replays.remarks import Reviewed, reviewed
from prateria.server.pages.table_lists import chair_names
from prateria.server.painting import frame
from prateria.server.painting.choices import choices_of
from prateria.server.painting.names import initials
from prateria.server.rooms.messages import carry
from prateria.server.rooms.referee import Sender
from prateria.server.rooms.replays import EVERYBODY, SPECTATOR, OpenReplay, Replay
from prateria.server.rooms.updates import table_face
from prateria.server.store.base import Status
from prateria.server.wire.protocol import Play

MOST_LOG = 2 * 1024 * 1024
MOST_LINES: Final = 5_000
"""Six times the length of any match of ours."""
LONGEST_IMPORTED = 80
"""Letters of a player's name in a log from a file; a bot's name may have a few."""
NOT_OVER: Final = mark("You can play on only from a match that is over.")
T = TypeVar("T")
LONGEST_MOVE: Final = 200
MOST_MOVES: Final = 24
SEPARATOR: Final = ";"
"""Between moves in an address."""
Moves = Annotated[str | None, QueryParameter(max_length=MOST_MOVES * LONGEST_MOVE)]
Eyes = Annotated[str | None, QueryParameter(max_length=1)]
Number = Annotated[int | None, QueryParameter(ge=0, le=1_000_000)]


class Moment(Struct, frozen=True):
    """A table after an entry: the parts of its drawing as HTML."""

    n: int
    last: int
    parts: dict[str, str]


class GoingOn(Struct, frozen=True, forbid_unknown_fields=True):
    """From which entry, on which seat. With a move, that is made at once."""

    n: Annotated[int, Meta(ge=0, le=1_000_000)]
    seat: Annotated[int, Meta(ge=0, le=7)] = 0
    move: Annotated[str, Meta(max_length=LONGEST_MOVE)] | None = None
    invite: Annotated[str, Meta(max_length=64)] | None = None


class Kept(Struct, frozen=True):
    id: str


def letter_of(seat: int | None) -> str:
    """The letter for a seat's eyes, or a spectator's."""
    return SPECTATOR if seat is None else LETTERS[seat]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log: an entry, or an event at a seat after it."""

    n: int
    by: int | None
    text: str
    is_aside: bool = False


@dataclass(frozen=True, slots=True)
class Showing:
    """A replay for one reader, in their language and through the eyes they chose."""

    opened: OpenReplay
    reader: Reader
    names: tuple[str, ...]
    seats: tuple[int | None, ...]
    """Whose views are shown: one seat's, a spectator's (None), or those of all seats at once."""

    @property
    def eyes(self) -> str:
        """The letter for them."""
        return EVERYBODY if len(self.seats) > 1 else letter_of(self.seats[0])

    @property
    def replay(self) -> Replay:
        return self.opened.replay

    @property
    def texts(self) -> Texts:
        return self.reader.texts(self.replay.game)

    def parts(self, n: int) -> dict[str, str]:
        """The parts of the table after an entry, as HTML."""
        scene = Scene(self.names, self.texts)
        views = [self.replay.view(n, seat) for seat in self.seats]
        if len(views) > 1:
            watched, _ = self.replay.view(n, None)
            drawn = open_parts(self.replay.game, watched, [view for view, _ in views], scene)
        else:
            drawn = parts_of(self.replay.game, views[0][0], scene)
        return drawn | {"turn": self._turn(n, views[0][1])}

    def attempt(self, n: int, seat: int, moves: Sequence[str]) -> dict[str, str]:
        """The parts of the table with the last of these moves as it would be drawn before it is
        made, had the seat made the others after an entry."""
        game, texts = self.replay.game, self.texts
        tried = self.replay.attempt(n, seat, moves)
        choices = choices_of(game, tried.view, tried.legal, texts)
        chosen = choices[tried.legal.index(tried.action)]
        scene = Scene(self.names, texts, choices, chosen.path)
        return parts_of(game, tried.view, scene) | {"turn": self._turn(n, (seat,))}

    def _turn(self, n: int, actors: tuple[int, ...]) -> str:
        if actors == (CHANCE,):
            return frame.between(self.texts)
        outcome = self.replay.whole.outcome if n == self.replay.last else None
        acting = [actor for actor in actors if actor >= 0]
        colour = face_of(self.replay.game).colour
        colours = [colour(seat) for seat in range(len(self.names))]
        return frame.turn(acting, None, (), self.names, outcome, self.texts, colours=colours)

    def story(self) -> list[Told]:
        """What was told, entry by entry, under the names of those who played then."""
        table, texts = self.opened.table, self.reader.texts()
        return self.replay.story(self.seats, lambda n: chair_names(table, texts, n), self.texts)

    def lines(self) -> list[Line]:
        """The log, including events at the seats that are not moves."""
        chairs, texts = self.opened.table.chairs, self.texts
        told = self.story()
        lines = [Line(entry.n, entry.by, " ".join(entry.sentences)) for entry in told]
        for seat, chair in enumerate(chairs):
            for trace in chair.trace:
                said = frame.trace_told(chair.name, trace.what, texts)
                lines.append(Line(trace.n, seat, said, is_aside=True))
        return sorted(lines, key=lambda line: (line.n, line.is_aside))


async def showing(
    request: AnyRequest, table_id: str, eyes: str | None, invite: str | None
) -> Showing:
    """What a reader may see of a match; Refusal if nothing."""
    server, who = server_of(request), reader(request)
    security.limit(server.services.limits, "message", request, who.person.id)
    opened = await server.replays.open(table_id, who.person.id, invite, security.place(request))
    names = chair_names(opened.table, who.texts())
    return Showing(opened, who, names, opened.seats(eyes))


async def _in_turn(request: AnyRequest, work: Callable[[], T]) -> T:
    return await server_of(request).replays.in_turn(security.place(request), work)


@get("/replays/{table_id:str}", include_in_schema=False)
async def replay_page(
    request: AnyRequest,
    table_id: FromPath[str],
    n: Number = None,
    eyes: Eyes = None,
    invite: Invite = None,
) -> Response[bytes]:
    show = await showing(request, table_id, eyes, invite)
    table, replay, who = show.opened.table, show.replay, show.reader
    # An old link may name a moment that was taken back since, or that never was: then the end.
    game, at = replay.game, show.opened.entry(None if n is None else min(n, replay.last))
    art = face_of(game).art()
    drawn = await _in_turn(request, lambda: show.parts(at))
    told = await _in_turn(request, show.lines)
    inside = table.has(who.person.id) or table.row.host == who.person.id
    return page(
        request,
        who,
        "replay.html",
        game,
        game_id=game.meta.id,
        game_name=game.meta.name,
        style=style_url(game.meta.id),
        is_plain=not art.style,
        symbols=lettered(art.symbols, show.texts),
        table=table.id,
        is_over=table.row.status is Status.OVER,
        is_whole=show.opened.is_whole,
        is_judged=show.opened.is_whole and is_judged(game.meta.id),
        is_imported=table.setup.imported,
        invite=invite or (table.setup.invite if inside and table.setup.watch == "link" else ""),
        names=show.names,
        initials=letters_of(game, initials(show.names)),
        allowed=[(letter_of(seat), seat) for seat in show.opened.allowed],
        everybody=EVERYBODY,
        eyes=show.eyes,
        own=show.opened.own,
        turns=show.replay.turns,
        n=at,
        last=replay.last,
        told=told,
        parts={name: Markup(html) for name, html in drawn.items()},
    )


@get("/tables/{table_id:str}/log", include_in_schema=False)
async def earlier_lines(
    request: AnyRequest,
    table_id: FromPath[str],
    before: Annotated[int, QueryParameter(ge=0, le=1_000_000)],
    invite: Invite = None,
) -> Response[bytes]:
    """The lines of a table's log before an entry, newest first, for its page to add."""
    show = await showing(request, table_id, None, invite)
    colours = [face_of(show.replay.game).colour(seat) for seat in range(len(show.names))]
    struck = show.replay.struck
    told = await _in_turn(request, show.story)
    lines = [
        (entry.n, 0, frame.entry(entry, table_id, struck=entry.n in struck, colours=colours))
        for entry in told
        if entry.n < before
    ]
    lines += [
        (trace.n, 1 + trace.at, frame.aside(chair, trace, show.texts, colours=colours))
        for chair in table_face(show.opened.table, 0, ()).chairs
        for trace in chair.trace
        if trace.n < before - 1  # the page already has those right before its first entry
    ]
    return Response(
        "".join(line for _, _, line in sorted(lines, reverse=True)).encode(),
        media_type="text/html",
    )


@get("/api/replays/{table_id:str}", summary="A moment of a match, drawn for your eyes")
async def moment(
    request: AnyRequest,
    table_id: FromPath[str],
    n: Number = None,
    eyes: Eyes = None,
    moves: Moves = None,
    invite: Invite = None,
) -> Moment:
    """With `moves`, one after the other and `;` between them: the table of a match that is over as
    it would be if the seat had made all but the last of them then, and were about to make that."""
    show = await showing(request, table_id, eyes, invite)
    at, seat = show.opened.entry(n), show.seats[0]
    if moves is None:
        parts = await _in_turn(request, lambda: show.parts(at))
    else:
        if not show.opened.is_whole:
            raise forbidden(NOT_OVER)
        if seat is None or len(show.seats) > 1:
            raise bad(mark("There is no such seat."), detail="moves are those of one seat")
        tried = moves.split(SEPARATOR)
        parts = await _attempted(request, lambda: show.attempt(at, seat, tried))
    return Moment(at, show.replay.last, parts)


async def _attempted(request: AnyRequest, work: Callable[[], T]) -> T:
    """Work with moves that were never made; Refusal if they could not have been."""
    try:
        return await _in_turn(request, work)
    except PrateriaError as error:
        raise bad(mark("That is not a move here."), detail=str(error)) from None


@get(
    "/api/replays/{table_id:str}/review", summary="A match that is over, judged by the learned bot"
)
async def review_of(
    request: AnyRequest, table_id: FromPath[str], invite: Invite = None
) -> Reviewed:
    show = await showing(request, table_id, None, invite)
    if not show.opened.is_whole:
        raise forbidden(
            mark("A review reveals every secret, so it opens only when the match is over.")
        )
    if not is_judged(show.replay.game.meta.id):
        raise conflict("no_review", mark("There is no learned bot for this game."))
    services = server_of(request).services
    asker = Asker(reader(request).person.id, security.place(request))
    found = await services.reviews.get(table_id, show.opened.lines, asker)
    return await _in_turn(request, lambda: reviewed(show.replay, found, show.names, show.texts))


@get("/tables/{table_id:str}/replay", include_in_schema=False)
async def from_table(
    table_id: FromPath[str], at: Number = None, invite: Invite = None
) -> Response[bytes]:
    """The form used by the table's own page."""
    query = {"n": at, "invite": invite}
    asked = urlencode({name: value for name, value in query.items() if value is not None})
    return redirect(f"/replays/{quote(table_id, safe='')}?{asked}".rstrip("?"))


@get("/replays/{table_id:str}/log", include_in_schema=False)
async def download(
    request: AnyRequest, table_id: FromPath[str], invite: Invite = None
) -> Response[bytes]:
    """The log as a file."""
    show = await showing(request, table_id, None, invite)
    log = show.opened.whole_log()
    name = f"{show.replay.game.meta.id}-{table_id}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(log.encode(), media_type="application/jsonl", headers=headers)


@post("/api/replays/{table_id:str}/on", summary="Play on from a moment, against bots")
async def play_on(
    request: AnyRequest, table_id: FromPath[str], data: JSONBody[GoingOn]
) -> TableCard:
    person = await player(request, "create")
    show = await showing(request, table_id, None, data.invite)
    if not show.opened.is_whole:
        raise forbidden(NOT_OVER)
    if data.seat >= show.opened.table.setup.seats:
        raise bad(mark("There is no such seat."))
    at = show.opened.entry(data.n)
    match = await _in_turn(request, lambda: show.replay.match(at))
    if match.outcome is not None:
        raise conflict("over", mark("Here the match is over; go back a few steps."))
    move = data.move
    if move is not None:
        await _attempted(request, lambda: show.replay.attempt(at, data.seat, (move,)))
    room = await server_of(request).lobby.go_on(show.opened.table, match, person, data.seat)
    if move is not None:
        play = Play("tried", room.n, move, data.seat)
        await carry(room, Sender(person.id, person.name, reader(request).language), play)
    return card(room.table, person.id, room.n)


@get("/open", include_in_schema=False)
async def open_page(request: AnyRequest) -> Response[bytes]:
    return page(request, reader(request), "open.html")


@post(
    "/api/logs",
    summary="Upload a log, checked line by line, to replay it",
    request_max_body_size=MOST_LOG,
)
async def keep_log(request: AnyRequest) -> Kept:
    """The body is the log itself, JSON Lines."""
    person = await player(request, "create")
    raw = await request.body()
    if raw.count(b"\n") > MOST_LINES:
        most = f"at most {MOST_LINES} lines"
        raise Refusal(413, "too_big", mark("That is too big."), detail=most)
    texts = reader(request).texts()
    try:
        match = await _in_turn(request, lambda: read_match(raw))
    except LogError as error:
        text = mark("This log is incomplete or damaged (line {line}): {why}.")
        raise bad(text, detail=str(error), line=error.line, why=error.told(texts)) from None
    if any(len(name) > LONGEST_IMPORTED for name in match.log.header.players):
        raise bad(mark("A player’s name in this log is too long."))
    lines = [f"{line}\n" for line in raw.decode().split("\n")[:-1]]
    table = await server_of(request).lobby.keep_log(match, person, lines)
    return Kept(table.id)


HANDLERS: list[Any] = [
    replay_page,
    earlier_lines,
    moment,
    review_of,
    from_table,
    download,
    play_on,
    open_page,
    keep_log,
]
