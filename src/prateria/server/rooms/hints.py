"""A hint: what the learned bot would do in a seat's place, and the chance after each move."""

from __future__ import annotations

from typing import Final

from msgspec import structs

from prateria.server.bots.pool import BotFailed
from prateria.server.errors import Refusal, conflict, forbidden
from prateria.server.rooms.messages import AskBot
from prateria.server.rooms.referee import STORE_GONE, Sender, own_seat
from prateria.server.rooms.room import Room
from prateria.server.store.base import StoreError
from prateria.server.wire.protocol import Answer, Duplicate, Hint, Hinted, Refused

BOT: Final = "learned"


async def answer(room: Room, sender: Sender, message: Hint) -> Answer | Duplicate:
    """The hint somebody asked for. The bot thinks outside the room's turn."""
    before = room.answered(sender.person, message.id)
    if before is not None:
        return Duplicate(room.n, message.id, before)
    try:
        if not room.table.setup.hints:
            raise forbidden("this table plays without hints")
        if room.match.game.numbers is None:
            raise conflict("no_hint", "there is no bot that could give hints in this game")
        given = await hint(room, own_seat(room, sender.person, message.seat), message.id)
    except Refusal as error:
        return Refused(room.n, message.id, error.code, error.message)
    except StoreError:
        return Refused(room.n, message.id, "store", STORE_GONE)
    room.remember(sender.person, given)
    return given


async def hint(room: Room, seat: int, message_id: str) -> Hinted:
    asked = await room.hear(AskBot(seat, BOT))
    if asked is None:
        raise conflict("not_your_turn", "there is nothing for you to do now")
    question = structs.replace(asked.question, compare=True)
    try:
        decision = await room.services.bot_pool.think(question)
    except BotFailed:
        raise Refusal(503, "no_hint", "the bot that gives hints has failed; try again") from None
    chances = tuple(zip(question.legal, decision.chances, strict=True))
    return Hinted(asked.n, message_id, question.legal[decision.choice], BOT, chances)
