"""A message on its way to sockets: an object until it leaves the process, then bytes, made once.

An `Update` holds a seat's view and events as the rules made them, and refuses anything else: a
state cannot get into a drawing or a frame. The rule set, which never changes, is written only on
request.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

from msgspec import Raw, Struct

from prateria.core.contract.game import CLOCK, AnyGame
from prateria.core.contract.meta import Outcome
from prateria.core.errors import WireError
from prateria.core.matches.log import actor_name
from prateria.core.matches.story import SeenEntry
from prateria.server.lines.volley import Volley
from prateria.server.wire.encode import encode, encode_often, encode_without_ruleset
from prateria.server.wire.protocol import ClockFace, Outgoing, Result, Seen, UpdateFrame, write

T = TypeVar("T")

MOST_MADE: Final = 16
"""How many things made of one frame are kept with it: in more languages than that nobody watches
one table."""


class Update(Struct, frozen=True, gc=False):
    """The table through one seat's eyes (None: a spectator's), and what led from entry `after`
    to it."""

    game: AnyGame
    n: int
    after: int
    seat: int | None
    view: Any
    entries: tuple[SeenEntry, ...]
    actors: tuple[int, ...]
    legal: tuple[Any, ...] = ()
    clocks: tuple[ClockFace, ...] = ()
    outcome: Outcome | None = None
    undo: int | None = None
    """The entry this seat may take back now without asking; filled in if somebody there wants
    it."""
    token: str = ""
    """In a race, the token that the seat's action must name to prove that it was made after this
    was sent."""

    def __post_init__(self) -> None:
        game = self.game
        if not isinstance(self.view, game.views):
            raise WireError(f"{type(self.view).__name__} is not a view of {game.meta.name}")
        for entry in self.entries:
            if not all(isinstance(event, game.events) for event in entry.events):
                raise WireError(f"entry {entry.n} holds something that is no event")

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return tuple([actor for actor in self.actors if actor >= 0])


class Frame:
    """A message and, as soon as somebody needs them, its bytes."""

    __slots__ = ("_data", "_made", "message", "volley")

    def __init__(self, message: Outgoing | Update, volley: Volley | None = None) -> None:
        self.message = message
        self.volley = volley
        """The volley with which it goes out."""
        self._data: bytes | None = None
        self._made: tuple[tuple[object, Any], ...] = ()

    def once(self, of: object, make: Callable[[], T]) -> T:
        """What is made of some object, made once for all who hear this frame.

        `of` must hold all that it depends on, the view included: what is made of equal things is
        equal. So nobody can be given what was made of something that they were not sent.
        """
        for known, made in self._made:
            if known == of:
                return cast(T, made)
        made = make()
        if len(self._made) < MOST_MADE:
            self._made = (*self._made, (of, made))
        return made

    @property
    def data(self) -> bytes:
        """The message as JSON; an update without its rule set."""
        if self._data is None:
            message = self.message
            frame = update_frame(message) if isinstance(message, Update) else message
            self._data = write(frame)
        return self._data

    @property
    def whole(self) -> bytes:
        """The message as JSON, an update with its rule set: for a client that has not received it
        yet."""
        if isinstance(self.message, Update):
            return write(update_frame(self.message, has_ruleset=True))
        return self.data


def update_frame(update: Update, *, has_ruleset: bool = False) -> UpdateFrame:
    """An update in the form in which it is sent."""
    ruleset = getattr(update.view, "ruleset", None) if has_ruleset else None
    return UpdateFrame(
        n=update.n,
        after=update.after,
        seat=update.seat,
        view=Raw(encode_without_ruleset(update.view)),
        entries=tuple([_seen(entry) for entry in update.entries]),
        actors=tuple([actor_name(a) for a in update.actors if a >= 0 or a == CLOCK]),
        legal=tuple(map(update.game.notation.format_action, update.legal)),
        clocks=update.clocks,
        outcome=result(update.outcome),
        undo=update.undo,
        token=update.token,
        ruleset=None if ruleset is None else Raw(encode(ruleset)),
    )


def _seen(entry: SeenEntry) -> Seen:
    by = actor_name(entry.by)
    if entry.back is not None:
        return Seen(entry.n, entry.at, by, back=entry.back.entry, alone=entry.back.alone)
    return Seen(entry.n, entry.at, by, tuple([Raw(encode_often(e)) for e in entry.events]))


def result(outcome: Outcome | None) -> Result | None:
    if outcome is None:
        return None
    return Result(outcome.places, outcome.scores, outcome.reason)
