"""Every message of the socket, in both directions. `docs/protocol.md` describes their use.

These are the only shapes that come in or go out. A view or an event is embedded as the JSON that
`prateria.core.wire` wrote, so a state cannot get in here.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import Meta, Raw, Struct

FRAME_LIMIT: Final = 8192
"""The longest frame a client may send, in bytes."""

NO_CONTROL: Final = r"\A[^\x00-\x1f\x7f]*\Z"
"""Texts that are stored have no control characters: no database stores a NUL."""
Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64, pattern=NO_CONTROL)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=7)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=10_000_000)]
Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=500, pattern=NO_CONTROL)]


class _In(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What a client sends."""


class Play(_In, frozen=True, tag="play"):
    """A move in the game's notation. `reaction` is the client's own measurement, if it made one; in
    a race, `token` is that of the `state` or `drawn` it reacts to."""

    id: Id
    based_on: Number
    move: Annotated[str, Meta(max_length=500)]
    seat: SeatNumber | None = None
    reaction: Annotated[int, Meta(ge=0, le=3_600_000)] | None = None
    token: Annotated[str, Meta(max_length=32)] = ""


class TakeBack(_In, frozen=True, tag="take_back"):
    """Take your last action back, while it has revealed nothing."""

    id: Id
    based_on: Number
    seat: SeatNumber | None = None


class OfferBack(_In, frozen=True, tag="offer_back"):
    """Propose to take back an entry and all after it."""

    id: Id
    entry: Number
    seat: SeatNumber | None = None


class AnswerBack(_In, frozen=True, tag="answer_back"):
    """Agree to such a proposal, or not."""

    id: Id
    entry: Number
    agree: bool


class Say(_In, frozen=True, tag="say"):
    id: Id
    text: Text


class Mute(_In, frozen=True, tag="mute"):
    """Hear no more from a person, here or anywhere, or hear them again."""

    id: Id
    person: Id
    muted: bool = True


class Report(_In, frozen=True, tag="report"):
    """Report a line of chat to the administrator."""

    id: Id
    number: Number
    text: Text = "-"


class Hint(_In, frozen=True, tag="hint"):
    id: Id
    seat: SeatNumber | None = None


class Resync(_In, frozen=True, tag="resync"):
    """Request all that happened after an entry."""

    after: Number


class Pong(_In, frozen=True, tag="pong"):
    t: Number


class Look(_In, frozen=True, tag="look"):
    """A page asks for a drawing of what is about to be done: the ids picked so far, and the one
    under the pointer. `seat` is whose eyes, for somebody with several. Answered by `drawn`."""

    look: Number
    picked: Annotated[tuple[Annotated[str, Meta(max_length=80)], ...], Meta(max_length=40)] = ()
    looked: Annotated[str, Meta(max_length=80)] = ""
    seat: SeatNumber | None = None


Incoming: TypeAlias = (
    Play | TakeBack | OfferBack | AnswerBack | Say | Mute | Report | Hint | Resync | Pong | Look
)
Command: TypeAlias = Play | TakeBack | OfferBack | AnswerBack | Say | Report
"""What a room carries out in its turn; everything else concerns one connection only."""


class _Out(Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """What the server sends. `n` is always the number of the last entry of the log."""


class Seen(Struct, frozen=True, omit_defaults=True):
    """An entry of the log as somebody saw it. `back`: it took that entry back."""

    n: int
    at: int
    by: str
    events: tuple[Raw, ...] = ()
    back: int | None = None
    alone: bool = False


class ClockFace(Struct, frozen=True, omit_defaults=True):
    """The time left to a seat, in milliseconds, at the moment of sending; and whether it is
    running."""

    seat: int
    left: int
    running: bool = False


class Result(Struct, frozen=True):
    places: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str


class UpdateFrame(_Out, frozen=True, tag="state"):
    """The table through one seat's eyes (`seat` null: a spectator's), and what led from `after`
    to it."""

    n: int
    after: int
    seat: int | None
    view: Raw
    entries: tuple[Seen, ...]
    actors: tuple[str, ...]
    legal: tuple[str, ...] = ()
    clocks: tuple[ClockFace, ...] = ()
    outcome: Result | None = None
    undo: int | None = None
    """The entry this seat may take back now without asking; filled in if somebody there wants
    it."""
    ruleset: Raw | None = None
    """The rule set, in the first update of a connection: views leave it out."""
    token: str = ""
    """In a race: a `play` must name it, so that nobody plays before they were sent the card."""


class Trace(Struct, frozen=True):
    """An event at a seat that is not a move: after entry `n` its person `resigned`, `left`, was
    `replaced` by a bot for being away, came `back`, or ran out of time (`timeout`)."""

    n: int
    at: int
    what: str


class Way(Struct, frozen=True, omit_defaults=True):
    """A legal move for a page: the ids to pick, and whether it then asks for confirmation."""

    move: str
    path: tuple[str, ...]
    confirm: bool = False


class Undo(Struct, frozen=True):
    """The reader's own entry that could be taken back next, and the seat that made it."""

    entry: int
    seat: int


class DrawnStage(Struct, frozen=True, omit_defaults=True):
    """A moment on the way to a drawing: the parts that differ from the moment before, the sentences
    told with it, and a summary, as HTML."""

    parts: dict[str, str] = {}
    told: tuple[str, ...] = ()
    account: str = ""


class Drawn(_Out, frozen=True, tag="drawn"):
    """What a page gets instead of `state`: the parts of the table that have changed, as HTML."""

    n: int
    after: int
    seat: int | None
    look: int = 0
    """The `look` it answers; 0 if unsolicited."""
    picked: tuple[str, ...] = ()
    parts: dict[str, str] = {}
    ways: tuple[Way, ...] | None = None
    """What may be done; null if unchanged."""
    log: tuple[str, ...] = ()
    """New lines of the log; all of them, if `whole`."""
    whole: bool = False
    struck: tuple[int, ...] = ()
    """Entries that were taken back."""
    yours: bool = False
    """Whether it is this seat's turn."""
    curtain: str = ""
    """The screen must be handed to this player: nothing else is sent until they look."""
    undo: Undo | None = None
    clocks: tuple[ClockFace, ...] = ()
    over: bool = False
    token: str = ""
    """In a race: a `play` must name it."""
    stages: tuple[DrawnStage, ...] = ()
    """What to show before it, step by step."""
    fresh: tuple[str, ...] = ()
    """The ids of what the others did last."""
    mine: bool = False
    """Whether the last move was this seat's own."""


class ChairFace(Struct, frozen=True, omit_defaults=True):
    """Who sits there. `bot`: the bot that plays now, whether on a bot's seat or for somebody
    away."""

    seat: int
    name: str = ""
    colour: str = ""
    person: str | None = None
    bot: str | None = None
    away: bool = False
    resigned: bool = False
    here: bool = False
    ready: bool = False
    trace: tuple[Trace, ...] = ()


class TableFace(_Out, frozen=True, tag="table"):
    """Who sits where, and how far the table has come."""

    n: int
    table: str
    game: str
    status: str
    host: str
    chairs: tuple[ChairFace, ...]
    rematch: str | None = None
    begins_in: int | None = None
    """In how many milliseconds a live match begins: until then nobody can act."""


class Welcome(_Out, frozen=True, tag="welcome"):
    """The first frame: who you are here, which seats are yours, how often you will be pinged."""

    n: int
    table: str
    person: str
    seats: tuple[int, ...]
    heartbeat_ms: int


class ChatLine(_Out, frozen=True, tag="chat"):
    n: int
    number: int
    at: int
    person: str
    name: str
    text: str


class Offer(_Out, frozen=True, tag="offer"):
    """Somebody proposes to take back `entry` and all after it; `open` is False when the proposal is
    withdrawn."""

    n: int
    entry: int
    seat: int
    open: bool
    waiting: tuple[str, ...] = ()


class Notice(_Out, frozen=True, tag="notice"):
    """An event at the table that is not a move: `bot_replaced`, `timeout`, …"""

    n: int
    code: str
    seat: int | None = None


class Ping(_Out, frozen=True, tag="ping"):
    n: int
    t: int


class Accepted(_Out, frozen=True, tag="accepted"):
    n: int
    id: str


class Refused(_Out, frozen=True, tag="refused"):
    """Not done. `message` is in the client's language: the text of `rule` where a rule of the game
    forbids it. `detail` is for programmers, in English."""

    n: int
    id: str
    code: str
    message: str
    rule: str | None = None
    detail: str = ""


class Stale(_Out, frozen=True, tag="stale"):
    """Not done: what you could do has changed since `based_on`. Resync and choose again."""

    n: int
    id: str


class Hinted(_Out, frozen=True, tag="hinted"):
    """What a bot would do, and how the moves compare: each with the chance to win after it. `plan`
    are the moves of the turn from this one on, as far as they can be known, `told` the same in the
    client's language; `points` is the game's plain estimate for the seat, now and then."""

    n: int
    id: str
    move: str
    bot: str
    chances: tuple[tuple[str, float], ...] = ()
    plan: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    points: tuple[float, float] = (0.0, 0.0)


Answer: TypeAlias = Accepted | Refused | Stale | Hinted


class Duplicate(_Out, frozen=True, tag="duplicate"):
    """This id was answered before, like this; nothing was done again."""

    n: int
    id: str
    answer: Answer


class Problem(_Out, frozen=True, tag="error"):
    """A message that could not be read, or came too fast. The connection stays open.

    `message` is in the client's language, `detail` is for programmers, in English."""

    n: int
    code: str
    message: str
    detail: str = ""


Outgoing: TypeAlias = (
    Welcome
    | UpdateFrame
    | Drawn
    | TableFace
    | ChatLine
    | Offer
    | Notice
    | Ping
    | Accepted
    | Refused
    | Stale
    | Hinted
    | Duplicate
    | Problem
)

_decoder: Final = msgspec.json.Decoder(Incoming)
_encoder: Final = msgspec.json.Encoder()


def read(frame: str | bytes) -> Incoming:
    """A client's message; msgspec.MsgspecError (a ValueError) for anything that is not one."""
    message: Incoming = _decoder.decode(frame)
    return message


def write(message: Outgoing) -> bytes:
    return _encoder.encode(message)


def plain(message: object) -> Any:
    """A message as plain values, for HTTP answers."""
    return msgspec.json.decode(_encoder.encode(message))
