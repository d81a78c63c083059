"""A hint: what the learned bot would do in a seat's place, and the chance after each move."""

from __future__ import annotations

from typing import Final

from msgspec import structs

from prateria.core.texts import mark
from prateria.server.bots.pool import Asker, BotFailed
from prateria.server.errors import Refusal, conflict, forbidden, store_unwritable, too_fast
from prateria.server.rooms.messages import AskBot
from prateria.server.rooms.referee import Sender, own_seat, refused
from prateria.server.rooms.room import Room
from prateria.server.store.base import StoreError
from prateria.server.wire.protocol import Answer, Duplicate, Hint, Hinted

BOT: Final = "learned"
MOST_WAITING: Final = 2
"""How many hints one person may have pending."""


async def answer(room: Room, sender: Sender, message: Hint) -> Answer | Duplicate:
    """The hint that was requested. The bot thinks outside the room's turn."""
    before = room.answered(sender.person, message.id)
    if before is not None:
        return Duplicate(room.n, message.id, before)
    try:
        if not room.table.setup.hints:
            raise forbidden(mark("Hints are turned off at this table."))
        if room.match.game.numbers is None:
            raise conflict("no_hint", mark("No bot can give hints in this game."))
        if room.services.bot_pool.waiting(sender.person) >= MOST_WAITING:
            raise too_fast()
        given = await hint(room, sender, message)
    except Refusal as error:
        return refused(room, sender, message.id, error)
    except StoreError as error:
        room.services.health.note(error)
        return refused(room, sender, message.id, store_unwritable())
    room.remember(sender.person, given)
    return given


async def hint(room: Room, sender: Sender, message: Hint) -> Hinted:
    seat = own_seat(room, sender.person, message.seat)
    asked = await room.hear(AskBot(seat, BOT))
    if asked is None:
        raise conflict("not_your_turn", mark("There is nothing for you to do now."))
    question = structs.replace(asked.question, compare=True)
    try:
        decision = await room.services.bot_pool.think(question, Asker(sender.person, sender.place))
    except BotFailed:
        text = mark("The bot that gives hints has failed; try again.")
        raise Refusal(503, "no_hint", text) from None
    chances = tuple(zip(question.legal, decision.chances, strict=True))
    return Hinted(asked.n, message.id, question.legal[decision.choice], BOT, chances)
