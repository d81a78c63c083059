"""Chat at a table. What the muted say is left out by each connection; reports go to the
administrator."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from prateria.core.texts import mark
from prateria.server.errors import Refusal, bad, conflict, forbidden, not_found, too_fast
from prateria.server.rooms.room import Room
from prateria.server.services import Services
from prateria.server.store.base import Audit, ChatMessage, Conflict, Sent, Status
from prateria.server.wire.protocol import ChatLine, Mute

PAGE: Final = 50
"""How many lines are shown at once; earlier ones are sent on request."""
MOST_MUTED: Final = 1_000
"""How many people a person may mute."""


async def say(room: Room, sent: Sent, name: str, text: str) -> None:
    """A line by somebody at the table: stored, then announced. A repeated id is said only once.

    If the table has another owner by now its number may be taken: that is an error of the store,
    and the line may be sent again.
    """
    if not room.table.has(sent.person) and room.table.row.host != sent.person:
        raise forbidden(mark("Only players at this table can chat."))
    if not text.strip():
        raise bad(mark("That line is empty."))
    store, table = room.services.store, room.table.id
    row = await store.table(table)  # it may have been closed a moment ago
    if row is not None and row.status is Status.CLOSED:
        raise conflict("closed", mark("This table was closed."))
    if await store.has_said(table, sent.person, sent.message):
        return  # before a restart
    if not room.services.limits.allows("say", f"person {sent.person}"):
        raise too_fast()
    last = await store.chat(table, limit=1)
    number = last[-1].number + 1 if last else 1
    now = room.services.clock.wall()
    message = ChatMessage(table, number, now, sent.person, text, sent.message)
    await store.say(message)
    room.tell(line(room.n, message, name), sender=sent.person)


def line(n: int, message: ChatMessage, name: str) -> ChatLine:
    return ChatLine(n, message.number, message.at, message.person, name, message.text)


async def history(room: Room, before: int | None = None) -> list[ChatLine]:
    """The latest lines, or the latest before a line, with the names people have at the table."""
    names = {chair.person: chair.name for chair in room.table.chairs}
    said = await room.services.store.chat(room.table.id, before=before, limit=PAGE)
    return [line(room.n, message, names.get(message.person, "")) for message in said]


async def report(room: Room, sent: Sent, number: int, text: str) -> None:
    """Report a line of chat to the administrator, who finds it on the admin page."""
    found = await room.services.store.chat_line(room.table.id, number)
    if found is None:
        raise not_found(mark("There is no such message."))
    if not room.services.limits.allows("say", f"person {sent.person}"):
        raise too_fast()
    note = Audit(
        room.services.clock.wall(),
        "report",
        sent.person,
        room.table.id,
        text,
        sent.message,
        speaker=found.person,
        quote=found.text,
    )
    with suppress(Conflict):  # it was reported before a restart
        await room.services.store.note(note)


async def mute(services: Services, person: str, message: Mute, muted: set[str]) -> None:
    """Mute somebody, or hear them again; `muted` are those whom the person does not hear now. They
    are read whenever the person comes to a table, so there is a limit."""
    if not services.limits.allows("say", f"person {person}"):
        raise too_fast()
    if message.muted and len(muted - {message.person}) >= MOST_MUTED:
        most = f"at most {MOST_MUTED} people"
        raise Refusal(413, "too_big", mark("That is too big."), detail=most)
    await services.store.mute(person, message.person, muted=message.muted)
    (muted.add if message.muted else muted.discard)(message.person)
