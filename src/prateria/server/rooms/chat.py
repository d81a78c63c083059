"""Chat at a table. Muting is each connection's own affair; a report goes to the administrator."""

from __future__ import annotations

from prateria.server.errors import forbidden, not_found
from prateria.server.rooms.room import Room
from prateria.server.store.base import Audit, ChatMessage
from prateria.server.wire.protocol import ChatLine


async def say(room: Room, person: str, name: str, text: str) -> None:
    """A line by somebody at the table; on disk, then told."""
    if not room.table.has(person) and room.table.row.host != person:
        raise forbidden("only who sits at the table can talk there")
    said = await room.services.store.chat(room.table.id)
    number = said[-1].number + 1 if said else 1
    message = ChatMessage(room.table.id, number, room.services.clock.wall(), person, text)
    await room.services.store.say(message)
    room.tell(line(room.n, message, name), sender=person)


def line(n: int, message: ChatMessage, name: str) -> ChatLine:
    return ChatLine(n, message.number, message.at, message.person, name, message.text)


async def history(room: Room) -> list[ChatLine]:
    """What was said so far, with the names people have at the table."""
    names = {chair.person: chair.name for chair in room.table.chairs}
    said = await room.services.store.chat(room.table.id)
    return [line(room.n, message, names.get(message.person, "")) for message in said]


async def report(room: Room, person: str, number: int, text: str) -> None:
    """Show a line of chat to the administrator, who reads `prateria admin audit`."""
    said = await room.services.store.chat(room.table.id)
    found = [message for message in said if message.number == number]
    if not found:
        raise not_found("message")
    shown = f"by {found[0].person}: {found[0].text!r}; {text}"
    note = Audit(room.services.clock.wall(), "report", person, room.table.id, shown)
    await room.services.store.note(note)
