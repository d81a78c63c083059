"""A hint: what the learned bot would do in a seat's place to the end of the turn, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import structs

from prateria.core.chance import Quick
from prateria.core.texts import mark
from prateria.i18n import texts_in
from prateria.server.bots.pool import Asker, BotFailed
from prateria.server.errors import Refusal, conflict, forbidden, store_unwritable, too_fast
from prateria.server.rooms.messages import AskBot
from prateria.server.rooms.referee import Sender, own_seat, refused
from prateria.server.rooms.room import Room
from prateria.server.store.base import StoreError
from prateria.server.wire.protocol import Answer, Duplicate, Hint, Hinted, Stale

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
            raise forbidden(mark("This table plays without hints."))
        if room.is_live:
            raise conflict("live", mark("There are no hints in a race."))
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


async def hint(room: Room, sender: Sender, message: Hint) -> Hinted | Stale:
    seat = own_seat(room, sender.person, message.seat)
    asked = await room.hear(AskBot(seat, BOT))
    if asked is None:
        raise conflict("not_your_turn", mark("There is nothing for you to do now."))
    question = structs.replace(asked.question, advise=True)
    try:
        decision = await room.services.bot_pool.think(question, Asker(sender.person, sender.place))
    except BotFailed:
        text = mark("The bot that gives hints has failed; try again.")
        raise Refusal(503, "no_hint", text) from None
    if not room.is_playing or not room.is_fresh(seat, asked.n):
        return Stale(room.n, message.id)
    return Hinted(
        asked.n,
        message.id,
        question.legal[decision.choice],
        BOT,
        chances=tuple(zip(question.legal, decision.chances, strict=True)),
        plan=decision.plan,
        told=_told(room, sender, seat, asked.view, decision.plan),
        points=decision.points,
    )


def _told(room: Room, sender: Sender, seat: int, view: Any, plan: Sequence[str]) -> tuple[str, ...]:
    """The moves of a plan as lines of a list, told from a guess at what the seat cannot see; as far
    as that allows them."""
    game = room.match.game
    texts = texts_in(sender.language, game)
    state, told = game.determinize(view, Quick(0)), []
    for move in plan:
        action = game.notation.parse_action(move)
        if action not in game.legal(state, seat):
            break
        told.append(game.words.phrase(view, action, texts))
        game.apply(state, action)
        view = game.view(state, seat)
    return tuple(told)
