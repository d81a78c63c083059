"""A hint: what the learned bot would do in a seat's place, and the chance after each move."""

from __future__ import annotations

from typing import Final

from prateria.server.bots.pool import BotFailed
from prateria.server.errors import Refusal, conflict
from prateria.server.rooms import driver
from prateria.server.rooms.room import Room
from prateria.server.wire.protocol import Hinted

BOT: Final = "learned"


async def hint(room: Room, seat: int, message_id: str) -> Hinted:
    async def ask() -> driver.Asked:
        if not room.is_playing or not room.legal(seat):
            raise conflict("not_your_turn", "there is nothing for you to do now")
        return driver.question(room, seat, BOT, compare=True)

    asked = await room.in_turn(ask)
    try:
        decision = await room.services.bot_pool.think(asked.question)
    except BotFailed:
        raise Refusal(503, "no_hint", "the bot that gives hints has failed; try again") from None
    legal = asked.question.legal
    chances = tuple(zip(legal, decision.chances, strict=True))
    return Hinted(asked.n, message_id, legal[decision.choice], BOT, chances)
