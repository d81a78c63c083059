"""Answers what people send to a room: plays, take-backs, proposals, chat.

Every function here runs in the room's turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from msgspec import structs

from prateria.core.errors import ActionError, IllegalAction, StaleAction
from prateria.core.matches.match import Match
from prateria.core.rules import LANGUAGES
from prateria.server.errors import Refusal, bad, conflict, forbidden
from prateria.server.rooms import chat, tables
from prateria.server.rooms.live import Measured
from prateria.server.rooms.room import Room
from prateria.server.store.base import StoreError
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
)

STORE_GONE: Final = "the server cannot write at the moment; nothing was done, try again"


@dataclass(frozen=True, slots=True)
class Sender:
    """Who a message comes from, and how."""

    person: str
    name: str
    language: str = "en"
    rtt_low: int = 0
    rtt_high: int = 0
    came: int | None = None
    """When the message came in, in match time: waiting for the room's turn is no reaction."""


async def answer(room: Room, sender: Sender, message: Command) -> Answer | Duplicate:
    """What became of a message, in the room's turn. Nothing is done twice under one id."""
    before = room.answered(sender.person, message.id)
    if before is not None:
        return Duplicate(room.n, message.id, before)
    try:
        given = await _answer(room, sender, message)
    except StoreError:
        # Not remembered: it was not done, and the same message may be sent again.
        return Refused(room.n, message.id, "store", STORE_GONE)
    room.remember(sender.person, given)
    return given


async def _answer(room: Room, sender: Sender, message: Command) -> Answer:
    try:
        await _carry_out(room, sender, message)
    except IllegalAction as error:
        return _refused_by_rule(room, sender, message.id, error)
    except StaleAction as error:
        if isinstance(message, Play):
            return Stale(room.n, message.id)
        return Refused(room.n, message.id, "too_late", str(error))
    except ActionError as error:
        return Refused(room.n, message.id, "unknown_action", str(error))
    except Refusal as error:
        return Refused(room.n, message.id, error.code, error.message, error.rule)
    return Accepted(room.n, message.id)


async def _carry_out(room: Room, sender: Sender, message: Command) -> None:
    match message:
        case Play():
            await _play(room, sender, message)
        case TakeBack():
            await _take_back(room, sender, message)
        case OfferBack():
            await _offer(room, sender, message)
        case AnswerBack():
            await _agree(room, sender, message)
        case Say():
            await chat.say(room, sender.person, sender.name, message.text)
        case Report():
            await chat.report(room, sender.person, message.number, message.text)


def _refused_by_rule(room: Room, sender: Sender, message_id: str, error: IllegalAction) -> Refused:
    language = sender.language if sender.language in LANGUAGES else LANGUAGES[0]
    book = room.match.game.rulebook
    text = book.text(error.rule, language) if error.rule in book.rules else error.why
    return Refused(room.n, message_id, "illegal", text, error.rule)


def own_seat(room: Room, person: str, seat: int | None) -> int:
    """The seat a message is for; a person with one seat need not name it."""
    seats = room.table.seats_of(person)
    if not seats:
        raise forbidden("you have no seat at this table")
    if seat is None and len(seats) == 1:
        return seats[0]
    if seat not in seats:
        raise forbidden("say for which of your seats" if seat is None else "not your seat")
    return seat


def _check_playing(room: Room) -> None:
    if not room.is_playing:
        raise conflict("not_playing", "this match is not being played")


async def _play(room: Room, sender: Sender, message: Play) -> None:
    seat = own_seat(room, sender.person, message.seat)
    _check_playing(room)
    if not room.is_fresh(seat, message.based_on):
        raise StaleAction("what you could do has changed")
    measured = Measured(message.reaction, sender.rtt_low, sender.rtt_high)
    came = room.now() if sender.came is None else sender.came
    action = room.live.action(seat, message.move, measured, came)
    await room.commit(lambda match, at: match.play(seat, action, at=at))
    await _is_back(room, seat)


async def _is_back(room: Room, seat: int) -> None:
    """Who plays is there: the times that ran out before no longer count."""
    table = tables.back(room.table, seat, room.n, room.services.clock.wall())
    if table != room.table:
        await room.save(table)
        room.tell_table()


def _check_may_undo(room: Room) -> None:
    _check_playing(room)
    if room.live.is_live:
        raise conflict("live", "a live game goes on: nothing is taken back")


async def _take_back(room: Room, sender: Sender, message: TakeBack) -> None:
    seat = own_seat(room, sender.person, message.seat)
    _check_may_undo(room)
    if message.based_on > room.n:
        raise bad("based on something that has not happened")
    await room.commit(lambda match, at: match.take_back(seat, at=at))


async def _offer(room: Room, sender: Sender, message: OfferBack) -> None:
    seat = own_seat(room, sender.person, message.seat)
    _check_may_undo(room)
    if not 1 <= message.entry <= room.n or room.match.log.entry(message.entry).by < 0:
        raise bad("only what somebody did can be taken back")
    room.close_offer()
    room.offer = Offer(room.n, message.entry, seat, open=True)
    room.agreed = {sender.person}
    await _settle(room)


async def _agree(room: Room, sender: Sender, message: AnswerBack) -> None:
    own_seats = room.table.seats_of(sender.person)
    if not own_seats:
        raise forbidden("you have no seat at this table")
    if room.offer is None or room.offer.entry != message.entry:
        raise conflict("no_offer", "nobody proposes that any more")
    if not message.agree:
        room.close_offer()
        return
    room.agreed.add(sender.person)
    await _settle(room)


async def _settle(room: Room) -> None:
    """Carry the proposal out if everyone who plays has agreed; else ask the rest."""
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

    await room.commit(change)
