"""The page of a table: complete at once, drawn on the server; the socket keeps it up to date."""

from __future__ import annotations

import asyncio

import msgspec
from litestar import Response, get
from litestar.params import FromPath
from markupsafe import Markup
from msgspec import structs

from prateria.core import registry
from prateria.core.contract.game import AnyGame, face_of
from prateria.core.texts import Texts
from prateria.server.errors import closed
from prateria.server.http.deps import AnyRequest, Invite, server_of
from prateria.server.pages.files import style_url
from prateria.server.pages.labels import phrases
from prateria.server.pages.render import lettered, letters_of, page, reader
from prateria.server.pages.table import waiting
from prateria.server.painting.names import initials, plain_names, shown_names
from prateria.server.painting.painter import LOG_LINES, Painter
from prateria.server.rooms.live import BEHIND_S
from prateria.server.rooms.messages import TakeSnapshot
from prateria.server.store.base import Status
from prateria.server.wire.frame import Update
from prateria.server.wire.protocol import Drawn, TableFace


def first_picture(
    game: AnyGame, texts: Texts, face: TableFace, update: Update, person: str, *, learning: bool
) -> Drawn:
    """The table as its page has it at first. Its reader is there: the page is about to say so, and
    would only have to take back that they are not."""
    chairs = [
        structs.replace(chair, here=True) if chair.person == person else chair
        for chair in face.chairs
    ]
    face = structs.replace(face, chairs=tuple(chairs))
    painter = Painter(game, texts, learning=learning)
    painter.welcome(() if update.seat is None else (update.seat,), person)
    painter.table(face)
    drawn = painter.update(update)
    if drawn is None:
        raise ValueError("an update was not drawn")
    return drawn


@get("/tables/{table_id:str}", include_in_schema=False)
async def table_page(
    request: AnyRequest, table_id: FromPath[str], invite: Invite = None
) -> Response[bytes]:
    who = reader(request)
    room = await server_of(request).lobby.visible_room(table_id, who.person.id, invite)
    shot = await room.hear(TakeSnapshot(who.person.id, LOG_LINES))
    if room.is_late_for(who.person.id):
        await asyncio.sleep(BEHIND_S)
    if room.table.row.status is Status.CLOSED:
        raise closed()
    if shot.update is None:
        return waiting.way_to(table_id, invite)
    game = registry.get(room.table.row.game)
    texts = who.texts(game)
    learning = room.table.setup.learning
    drawn = first_picture(game, texts, shot.face, shot.update, who.person.id, learning=learning)
    art = face_of(game).art()
    own = room.table.seats_of(who.person.id)
    return page(
        request,
        who,
        "table.html",
        game=game,
        game_id=game.meta.id,
        game_name=game.meta.name,
        style=style_url(game.meta.id),
        symbols=lettered(art.symbols, texts),
        table=room.table.id,
        invite=invite or "",
        n=drawn.n,
        own=own,
        plays=bool(own) and not drawn.over,
        hints=room.table.setup.hints and not room.is_live,
        is_plain=not art.style,
        parts={name: Markup(html) for name, html in drawn.parts.items()},
        log=[Markup(line) for line in reversed(drawn.log)],
        has_more_log=drawn.n > LOG_LINES,
        initials=letters_of(game, initials(plain_names(shot.face.chairs))),
        texts=msgspec.json.encode({**page_texts(texts), **phrases(texts)}).decode(),
        phrases={} if room.is_live else phrases(texts),
        names=msgspec.json.encode(shown_names(shot.face.chairs, texts)).decode(),
    )


def page_texts(texts: Texts) -> dict[str, str]:
    """The texts that the page's modules may need."""
    return {
        "your_turn": texts.say("Your turn"),
        "bot_sits_in": texts.say("{name} is away: a bot sits in."),
        "bot_replaced": texts.say("{name}’s bot failed; another bot made its move."),
        "timeout": texts.say("{name} ran out of time: a bot plays this turn."),
        "closed": texts.say("This table was closed."),
        "came": texts.say("{name} is here."),
        "back": texts.say("{name} is back."),
        "gone": texts.say("{name} has gone."),
        "resigned": texts.say("{name} gave up; a bot plays on."),
        "stale": texts.say("The table has changed in the meantime. Look again and choose."),
        "waits": texts.say("The server does not answer. Your move is sent as soon as it does."),
        "too_fast": texts.say("Too fast; wait a moment."),
        "store": texts.say("The server cannot write now. Nothing was done; try again."),
        "failed": texts.say("That did not work."),
        "offer_asked": texts.say("The others have been asked."),
        "muted": texts.say("You have muted {name}."),
        "reported": texts.say("Reported to the administrator."),
        "no_undo": texts.say("You have nothing to take back now."),
        "no_hint": texts.say("Hints are given only on your turn."),
        "no_again": texts.say("The others have done nothing since your last turn."),
        "get_ready": texts.say("Get ready!"),
        "while_away": texts.say("While you were away:"),
        "mute": texts.say("Mute"),
        "unmute": texts.say("Unmute"),
        "report": texts.say("Report"),
        "sure_resign": texts.say("Give up? A bot plays on for you."),
        "sure_leave": texts.say("Leave the table? A bot sits in until you are back."),
    }


HANDLERS = [table_page]
