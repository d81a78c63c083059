"""Answers what people send to a room: plays, take-backs, proposals, chat.

Every function here runs in the room's turn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from msgspec import structs

from prateria.core import registry
from prateria.core.errors import ActionError, IllegalAction, StaleAction
from prateria.core.matches.match import Match
from prateria.core.texts import Texts, mark
from prateria.i18n import PSEUDO, SOURCE, texts_in
from prateria.server.errors import Refusal, bad, conflict, forbidden, store_unwritable
from prateria.server.rooms import chat, tables
from prateria.server.rooms.live import Measured
from prateria.server.rooms.room import Room
from prateria.server.store.base import Sent, StoreError
from prateria.server.wire.protocol import (
    Accepted,
    Answer,
    AnswerBack,
    Command,
    Duplicate,
    Offer,
    OfferBack,
    Play,
    Refused,
    Report,
    Say,
    Stale,
    TakeBack,
    Trace,
)

NOT_THIS_CARD: Final = mark("That was not played on the card now showing.")
"""In a race an action names the token of its card (Apache's rule A9.6)."""
MOST_ENTRIES: Final = 5_000
"""A log this long only occurs where moves are taken back again and again."""


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sent a message, and how."""

    person: str
    name: str
    language: str = "en"
    rtt_low: int = 0
    rtt_high: int = 0
    place: str = ""
    """Their address, as addresses are counted."""
    came: int | None = None
    """When the message came in, in match time: waiting for the room's turn is not reaction time."""
    tell: Callable[[Answer | Duplicate], None] | None = None
    """Called with the answer in the room's turn already."""

    def told(self, answer: Answer | Duplicate) -> Answer | Duplicate:
        if self.tell is not None:
            self.tell(answer)
        return answer


async def answer(room: Room, sender: Sender, message: Command) -> Answer | Duplicate:
    """The answer to a message, in the room's turn. Nothing is done twice under one id."""
    before = answered(room, sender, message)
    if before is not None:
        return before
    try:
        given = await _answer(room, sender, message)
    except StoreError as error:
        room.services.health.note(error)
        # Not remembered: it was not done, and the same message may be sent again.
        return refused(room, sender, message.id, store_unwritable())
    room.remember(sender.person, given)
    return given


def answered(room: Room, sender: Sender, message: Command) -> Duplicate | None:
    """The earlier answer, if it is the same message.

    A client may restart its ids from the beginning: a message based on something later than the
    acceptance of the first one is a different one.
    """
    before = room.answered(sender.person, message.id)
    entry = room.stored_entry(sender.person, message.id)
    if before is None and entry is not None:
        is_told = entry <= room.n  # otherwise its number would reveal how many others have played
        is_later = isinstance(message, Play | TakeBack) and is_told and message.based_on >= entry
        before = None if is_later else Accepted(min(entry, room.n), message.id)
    return None if before is None else Duplicate(room.n, message.id, before)


async def _answer(room: Room, sender: Sender, message: Command) -> Answer:
    try:
        await _carry_out(room, sender, message)
    except IllegalAction as error:
        return _refused_by_rule(room, sender, message.id, error)
    except StaleAction as error:
        if isinstance(message, Play):
            return Stale(room.n, message.id)
        return refused(room, sender, message.id, conflict("too_late", error.text))
    except ActionError as error:
        unknown = conflict(
            "unknown_action", mark("That is not a valid move here."), detail=str(error)
        )
        return refused(room, sender, message.id, unknown)
    except Refusal as error:
        return refused(room, sender, message.id, error)
    return Accepted(room.n, message.id)


async def _carry_out(room: Room, sender: Sender, message: Command) -> None:
    sent = Sent(sender.person, message.id)
    match message:
        case Play():
            await _play(room, sent, sender, message)
        case TakeBack():
            await _take_back(room, sent, sender, message)
        case OfferBack():
            await _offer(room, sent, message)
        case AnswerBack():
            await _agree(room, sent, message)
        case Say():
            await chat.say(room, sent, sender.name, message.text)
        case Report():
            await chat.report(room, sent, message.number, message.text)


def refused(room: Room, sender: Sender, message_id: str, error: Refusal) -> Refused:
    """A refusal in the sender's language."""
    told = error.told(_texts(room, sender))
    return Refused(room.n, message_id, error.code, told, detail=error.detail)


def _texts(room: Room, sender: Sender) -> Texts:
    return texts_in(sender.language, registry.get(room.table.row.game))


def _refused_by_rule(room: Room, sender: Sender, message_id: str, error: IllegalAction) -> Refused:
    """The text of the rule; the pseudo-language is derived from the English one."""
    book, texts = room.match.game.rulebook, _texts(room, sender)
    language = SOURCE if sender.language == PSEUDO else sender.language
    known = error.rule in book.rules
    text = book.text(error.rule, language) if known else mark("That is not a valid move here.")
    said, why = texts.lookup(text), error.why
    return Refused(room.n, message_id, "illegal", said, error.rule, detail=why)


def own_seat(room: Room, person: str, seat: int | None) -> int:
    """The seat a message is for; a person with one seat need not name it."""
    seats = room.table.seats_of(person)
    if not seats:
        raise forbidden(mark("You have no seat at this table."))
    if seat is None and len(seats) == 1:
        return seats[0]
    if seat not in seats:
        if seat is None:
            raise forbidden(mark("Say which of your seats you mean."))
        raise forbidden(mark("That is not your seat."))
    return seat


def _check_playing(room: Room) -> None:
    if not room.is_playing:
        raise conflict("not_playing", mark("This match is not being played."))


async def _play(room: Room, sent: Sent, sender: Sender, message: Play) -> None:
    seat = own_seat(room, sender.person, message.seat)
    _check_playing(room)
    if not room.is_fresh(seat, message.based_on):
        raise StaleAction("what you could do has changed")
    if room.live.begins_in(room.now()) is not None:
        raise conflict("opening", mark("The match begins in a moment."))
    if not room.live.is_shown(seat, message.token):
        raise conflict("wrong_card", NOT_THIS_CARD)
    measured = Measured(message.reaction, sender.rtt_low, sender.rtt_high)
    came = _came(room, sender)
    if room.table.bot_at(seat) is None:
        _check_in_time(room, seat, came)
    action = room.live.action(seat, message.move, measured, came)
    await room.commit(lambda match, at: match.play(seat, action, at=at), sent)
    if room.is_hushed:
        trace = room.table.chairs[seat].trace
        room.when_told(lambda: _is_back_since(room, seat, trace))
    else:
        await _is_back(room, seat)


def _came(room: Room, sender: Sender) -> int:
    return room.now() if sender.came is None else sender.came


def _check_in_time(room: Room, seat: int, came: int) -> None:
    """Refuse a seat whose time has run out: the turn belongs to a bot until its end."""
    if seat in room.begun().clocks.out(came):
        raise conflict("out_of_time", mark("Your time has run out: a bot plays this turn."))


async def _is_back(room: Room, seat: int) -> None:
    """A person who plays is present: earlier timeouts no longer count."""
    table = tables.back(room.table, seat, room.n, room.services.clock.wall())
    if table is not room.table:
        await room.save(table)
        room.tell_table()


async def _is_back_since(room: Room, seat: int, trace: tuple[Trace, ...]) -> None:
    """Like `_is_back`, but later: only if nothing has happened at the seat since they played."""
    if room.table.chairs[seat].trace == trace:
        await _is_back(room, seat)


def _check_may_undo(room: Room) -> None:
    _check_playing(room)
    if room.live.is_live:
        raise conflict("live", mark("No move can be taken back in a live game."))
    if room.n >= MOST_ENTRIES:
        raise conflict("too_late", mark("That can no longer be taken back."))


async def _take_back(room: Room, sent: Sent, sender: Sender, message: TakeBack) -> None:
    seat = own_seat(room, sent.person, message.seat)
    _check_may_undo(room)
    _check_in_time(room, seat, _came(room, sender))
    if message.based_on > room.n:
        raise bad(mark("That has not happened yet."))
    if room.match.log.last_by(seat) > message.based_on:
        raise StaleAction(mark("You have acted since then."))
    await room.commit(lambda match, at: match.take_back(seat, at=at), sent)
    await _is_back(room, seat)


async def _offer(room: Room, sent: Sent, message: OfferBack) -> None:
    seat = own_seat(room, sent.person, message.seat)
    _check_may_undo(room)
    if not 1 <= message.entry <= room.n or room.match.log.entry(message.entry).by < 0:
        raise bad(mark("Only a player’s move can be taken back."))
    room.close_offer()
    room.offer = Offer(room.n, message.entry, seat, open=True)
    room.agreed = {sent.person}
    await _settle(room, sent)


async def _agree(room: Room, sent: Sent, message: AnswerBack) -> None:
    own_seats = room.table.seats_of(sent.person)
    if not own_seats:
        raise forbidden(mark("You have no seat at this table."))
    if room.offer is None or room.offer.entry != message.entry:
        raise conflict("no_offer", mark("That proposal is no longer open."))
    if not message.agree:
        room.close_offer()
        return
    room.agreed.add(sent.person)
    await _settle(room, sent)


async def _settle(room: Room, sent: Sent) -> None:
    """Carry out the proposal if everyone who plays has agreed; otherwise ask the rest."""
    offer = room.offer
    if offer is None:
        return
    asked = {chair.person for chair in room.table.chairs if chair.is_played_by_a_person}
    waiting = sorted(person for person in asked if person and person not in room.agreed)
    if waiting:
        room.offer = structs.replace(offer, n=room.n, waiting=tuple(waiting))
        room.tell(room.offer)
        return

    def change(match: Match, at: int) -> None:
        match.take_back_to(offer.seat, offer.entry, at=at)

    await room.commit(change, sent)
