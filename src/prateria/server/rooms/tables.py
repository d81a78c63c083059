"""A table as the lobby knows it: how it is set up, who sits where, who may do what with it.

Pure values and the checks on them. The room carries out the changes, one at a time.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct, structs

from prateria.core import registry
from prateria.core.contract.game import face_of
from prateria.core.contract.meta import OptionValue, check_seats, settle_options
from prateria.core.errors import SetupError
from prateria.core.texts import mark
from prateria.server.accounts import checked_name
from prateria.server.bots.pool import bot_spec
from prateria.server.errors import bad, conflict, forbidden
from prateria.server.rooms.clocks import MISSES, ClockRule
from prateria.server.store.base import Person, Status, TableRow
from prateria.server.wire.protocol import Trace

ID_BYTES: Final = 9
INVITE_BYTES: Final = 12
DEFAULT_BOT: Final = "level:2"
MOST_REMOVED: Final = 16
TRACES: Final = 12
"""How many traces are kept for each chair, the latest."""


def new_invite() -> str:
    return secrets.token_urlsafe(INVITE_BYTES)


class Wish(Struct, frozen=True, forbid_unknown_fields=True):
    """What a host asks for when opening a table."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=8)]
    options: dict[Annotated[str, Meta(max_length=40)], bool | int | str] = {}
    tempo: Literal["quick", "calm"] = "quick"
    clock: ClockRule = ClockRule()
    watch: Literal["everyone", "link", "nobody"] = "everyone"
    hints: bool = True
    learning: bool = False
    """Whether the table points out what players would have to see for themselves."""
    public: bool = False
    bot: Annotated[str, Meta(max_length=60)] = DEFAULT_BOT
    """Who plays for people whose time has run out, who left or gave up; a level or a bot."""
    hot_seat: bool = False
    """All seats are the host's, on one screen."""
    names: tuple[Annotated[str, Meta(min_length=1, max_length=20)], ...] = ()
    """The players of a hot seat, in order. Seats beyond them are free, for bots."""
    sit_in: Annotated[int, Meta(ge=0, le=86_400)] = 60
    """At a table without a clock: after how many seconds a bot sits in for somebody who is not
    connected while others wait for them; 0: never."""
    duplicate: bool = False
    """Whether the deal will be played at a second table: the log stays closed until that one is
    over."""


class Setup(Struct, frozen=True):
    """How a table is set up. Stored as JSON in its row."""

    seats: int
    options: dict[str, bool | int | str]
    tempo: str
    clock: ClockRule
    watch: str
    hints: bool
    bot: str
    invite: str
    hot_seat: bool = False
    duplicate: bool = False
    sit_in: int = 60
    started: int = 0
    """When the match began, by the wall clock."""
    rematch: str | None = None
    twin: str | None = None
    """The second table of a duplicate deal."""
    twin_of: str | None = None
    position: str | None = None
    """The position from which the match begins, instead of a deal, when somebody plays on from a
    replay."""
    data: dict[str, Any] | None = None
    """The game's tables as that replay had them."""
    learning: bool = False
    removed: tuple[str, ...] = ()
    """People whose seats the host has freed, so that they can be told. The latest few."""
    imported: bool = False
    """Not a table at all, but a log that was uploaded from a file, kept for replaying."""


class Chair(Struct, frozen=True, omit_defaults=True):
    """A seat of the table: empty, a person's, or a bot's."""

    person: str | None = None
    name: str = ""
    colour: str = ""
    bot: str | None = None
    away: bool = False
    """A bot plays here until the person is back."""
    resigned: bool = False
    missed: int = 0
    """How many times in a row the person's time ran out."""
    late: int | None = None
    """When the turn began, in match time, in which the last timeout happened."""
    ready: bool = False
    """Whether the person has said that they are ready; the host sees it."""
    trace: tuple[Trace, ...] = ()
    """Events here that are not moves: they are shown beside the log, which knows only the rules."""

    @property
    def is_free(self) -> bool:
        return self.person is None and self.bot is None

    @property
    def is_played_by_a_person(self) -> bool:
        return self.person is not None and not self.away and not self.resigned


FREE: Final = Chair()


class Table(Struct, frozen=True):
    """A row with its texts parsed."""

    row: TableRow
    setup: Setup
    chairs: tuple[Chair, ...]

    @property
    def id(self) -> str:
        return self.row.id

    def seats_of(self, person: str) -> tuple[int, ...]:
        """The seats a person may act for."""
        return tuple(
            seat
            for seat, chair in enumerate(self.chairs)
            if chair.person == person and not chair.resigned
        )

    @property
    def people(self) -> set[str]:
        """The ids of those who have a seat."""
        return {chair.person for chair in self.chairs if chair.person is not None}

    @property
    def is_given_up(self) -> bool:
        """Whether all who have a seat here have given up: bots finish the match for nobody."""
        people = [chair for chair in self.chairs if chair.person is not None]
        return bool(people) and all(chair.resigned for chair in people)

    def has(self, person: str) -> bool:
        return any(chair.person == person for chair in self.chairs)

    def bot_at(self, seat: int) -> str | None:
        """The bot that plays a seat now, if one does."""
        chair = self.chairs[seat]
        return chair.bot or (self.setup.bot if chair.away or chair.resigned else None)

    def may_see(self, person: str, invite: str | None) -> bool:
        """Whether a person may look at the table at all."""
        if self.has(person) or self.row.host == person:
            return True
        invited = invite is not None and secrets.compare_digest(
            invite.encode(), self.setup.invite.encode()
        )
        if self.row.status is Status.OPEN:
            return invited or self.row.public
        return self.setup.watch == "everyone" or (self.setup.watch == "link" and invited)

    def is_removed(self, person: str) -> bool:
        """Whether the host has freed this person's seat, and they have taken no other."""
        return person in self.setup.removed

    def with_chair(self, seat: int, chair: Chair) -> Table:
        chairs = (*self.chairs[:seat], chair, *self.chairs[seat + 1 :])
        return structs.replace(self, chairs=chairs)


def read_table(row: TableRow) -> Table:
    return Table(
        row,
        msgspec.json.decode(row.setup, type=Setup),
        msgspec.json.decode(row.seats, type=tuple[Chair, ...]),
    )


def row_of(table: Table, *, status: Status, changed: int) -> TableRow:
    """The row to write for a table."""
    row = table.row
    return TableRow(
        id=row.id,
        game=row.game,
        status=status,
        host=row.host,
        created=row.created,
        changed=changed,
        public=row.public,
        setup=_text(table.setup),
        seats=_text(table.chairs),
        seed=row.seed,
    )


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def new_table(wish: Wish, host: Person, now: int) -> Table:
    """A table as a host wants it; Refusal says what is wrong with the request."""
    setup, chairs = _setup(wish), _first_chairs(wish, host)
    if len(chairs) > setup.seats:
        raise bad(mark("There are more names than seats."))
    return make_table(wish.game, setup, chairs, host.id, now=now, public=wish.public)


def _setup(wish: Wish) -> Setup:
    try:
        meta = registry.get(wish.game).meta
        seats = check_seats(meta, wish.seats)
        # Options that only logs of earlier versions of the rules have are not offered.
        offered = replace(meta, options=meta.offered)
        options: dict[str, OptionValue] = settle_options(offered, wish.options)
    except SetupError as error:
        raise bad(error.text, **error.facts) from None
    return Setup(
        seats=seats,
        options=options,
        tempo=wish.tempo,
        clock=wish.clock,
        watch=wish.watch,
        hints=wish.hints,
        learning=wish.learning,
        bot=bot_spec(wish.bot),
        invite=new_invite(),
        hot_seat=wish.hot_seat,
        duplicate=wish.duplicate,
        sit_in=wish.sit_in,
    )


def _first_chairs(wish: Wish, host: Person) -> tuple[Chair, ...]:
    own = chair_of(host)
    if not wish.hot_seat:
        return (*[FREE] * _own_place(wish.game, range(wish.seats), host), own)
    if not wish.names:
        return (own,) * wish.seats
    return tuple(structs.replace(own, name=checked_name(name)) for name in wish.names)


def going_on(game: str, setup: Setup, host: Person, seat: int, bot: str, now: int) -> Table:
    """A table at which a person plays on from a position, with bots on the other seats."""
    others = Chair(name=bot, bot=bot)
    chairs = [chair_of(host) if at == seat else others for at in range(setup.seats)]
    return make_table(game, setup, chairs, host.id, now=now, public=False)


def make_table(
    game: str,
    setup: Setup,
    chairs: Sequence[Chair],
    host: str,
    *,
    now: int,
    public: bool,
    seed: str | None = None,
) -> Table:
    """A new open table; chairs that are not given are free."""
    row = TableRow(
        id=secrets.token_urlsafe(ID_BYTES),
        game=game,
        status=Status.OPEN,
        host=host,
        created=now,
        changed=now,
        public=public,
        setup="",
        seats="",
        seed=secrets.token_hex(32) if seed is None else seed,
    )
    full = (*chairs, *[FREE] * (setup.seats - len(chairs)))
    table = Table(row, setup, full)
    return structs.replace(table, row=row_of(table, status=Status.OPEN, changed=now))


def away(table: Table, seat: int, why: str, n: int, at: int, *, resigned: bool = False) -> Table:
    """A bot plays a seat from now on: its person `resigned`, `left` or was `replaced`."""
    chair = structs.replace(_traced(table.chairs[seat], why, n, at), away=True, resigned=resigned)
    return table.with_chair(seat, chair)


def back(table: Table, seat: int, n: int, at: int) -> Table:
    """A seat is its person's again, and earlier timeouts no longer count."""
    chair = table.chairs[seat]
    if not chair.away and not chair.missed:
        return table
    if chair.away and table.row.status is Status.PLAYING:
        chair = _traced(chair, "back", n, at)
    return table.with_chair(seat, structs.replace(chair, away=False, missed=0))


def missed(table: Table, seat: int, turn: int, n: int, at: int) -> Table:
    """A seat's time ran out in the turn that began at `turn`; too often in a row, and a bot sits
    in. Unchanged if that turn was counted already."""
    chair = table.chairs[seat]
    if chair.late == turn:
        return table
    times = chair.missed + 1
    chair = structs.replace(_traced(chair, "timeout", n, at), missed=times, late=turn)
    table = table.with_chair(seat, chair)
    return away(table, seat, "replaced", n, at) if times >= MISSES else table


def _traced(chair: Chair, what: str, n: int, at: int) -> Chair:
    """The chair with a note of something that happened after entry `n`."""
    return structs.replace(chair, trace=(*chair.trace, Trace(n, at, what))[-TRACES:])


def chair_of(person: Person) -> Chair:
    return Chair(person=person.id, name=person.name, colour=person.colour)


def sit(table: Table, person: Person, seat: int | None) -> Table:
    """The person takes a free seat, the first or a chosen one, leaving the one they had."""
    _check_open(table)
    if seat is None and table.has(person.id):
        return table
    free = [number for number, chair in enumerate(table.chairs) if chair.is_free]
    if seat is None:
        if not free:
            raise conflict("full", mark("All seats are taken."))
        seat = _own_place(table.row.game, free, person)
    if seat not in free:
        raise conflict("taken", mark("That seat is taken."))
    if not table.setup.hot_seat:
        table = _without(table, person.id)
    table = _with_removed(table, [who for who in table.setup.removed if who != person.id])
    return table.with_chair(seat, chair_of(person))


def _own_place(game: str, free: Sequence[int], person: Person) -> int:
    """The free seat of the colour that somebody likes, else the first."""
    colour = face_of(registry.get(game)).colour
    return next((seat for seat in free if colour(seat) == person.colour), free[0])


def renamed(table: Table, person: Person) -> Table:
    """Show the person's current name and colour on their seat.

    Finished matches keep the names they were played under; the names of a hot seat are those of its
    players.
    """
    if table.row.status not in (Status.OPEN, Status.PLAYING) or table.setup.hot_seat:
        return table
    chairs = tuple(
        structs.replace(chair, name=person.name, colour=person.colour)
        if chair.person == person.id
        else chair
        for chair in table.chairs
    )
    return structs.replace(table, chairs=chairs)


def stand(table: Table, person: str) -> Table:
    _check_open(table)
    return _without(table, person)


def fill(table: Table, person: str, bot: str | None, seat: int | None = None) -> Table:
    """Bots on all free seats, or on one of them: the bot that the table was opened with, unless the
    host names another."""
    _check_open(table)
    check_host(table, person)
    spec = table.setup.bot if bot is None else bot_spec(bot)
    free = [at for at, chair in enumerate(table.chairs) if chair.is_free]
    if seat is not None and seat not in free:
        raise conflict("taken", mark("That seat is taken."))
    for at in free if seat is None else (seat,):
        table = table.with_chair(at, Chair(name=spec, bot=spec))
    return table


def may_change(setup: Setup) -> bool:
    """Whether a table's setup can be changed. A hot seat stays one, and a match that was continued
    from a position or is played twice stays as it was."""
    return not (
        setup.hot_seat or setup.duplicate or setup.twin_of is not None or setup.position is not None
    )


def set_up_anew(table: Table, host: str, wish: Wish) -> Table:
    """The host changes the setup of the table.

    The people stay seated, and are asked again whether they are ready: it is another table now.
    """
    check_host(table, host)
    _check_open(table)
    if wish.game != table.row.game:
        raise bad(mark("The game of a table cannot be changed."))
    if not may_change(table.setup) or wish.hot_seat or wish.duplicate:
        raise conflict("fixed", mark("The setup of this table cannot be changed."))
    setup = structs.replace(_setup(wish), invite=table.setup.invite, removed=table.setup.removed)
    people = [chair for chair in table.chairs if chair.person is not None]
    if len(people) > setup.seats:
        raise conflict("full", mark("More players than that are already seated."))
    if setup.seats < len(table.chairs):  # people first, then bots, then free seats
        chairs = sorted(table.chairs, key=lambda chair: (chair.person is None, chair.is_free))
    else:
        chairs = [*table.chairs, *[FREE] * (setup.seats - len(table.chairs))]
    asked = tuple(structs.replace(chair, ready=False) for chair in chairs[: setup.seats])
    row = replace(table.row, public=wish.public)
    return structs.replace(table, row=row, setup=setup, chairs=asked)


def called_off(table: Table, host: str) -> Table:
    """The table closed by its host: it must be theirs, and not playing yet."""
    check_host(table, host)
    _check_open(table)
    return table


def is_called_off(table: Table) -> bool:
    """Whether it was closed before anybody saw a card."""
    return table.row.status is Status.CLOSED and not table.setup.started


def be_ready(table: Table, person: str, *, ready: bool) -> Table:
    """A person says that they are ready, or that they are not yet."""
    _check_open(table)
    seats = table.seats_of(person)
    if not seats:
        raise forbidden(mark("You have no seat at this table."))
    for seat in seats:
        table = table.with_chair(seat, structs.replace(table.chairs[seat], ready=ready))
    return table


def unseat(table: Table, person: str, seat: int) -> Table:
    """The host frees a seat: a bot's, or a guest's who should not be there."""
    _check_open(table)
    check_host(table, person)
    if not 0 <= seat < len(table.chairs):
        raise bad(mark("There is no such seat."))
    gone = table.chairs[seat].person
    if gone is not None and gone != person:
        table = _with_removed(table, [*(who for who in table.setup.removed if who != gone), gone])
    return table.with_chair(seat, FREE)


def _with_removed(table: Table, people: Sequence[str]) -> Table:
    setup = structs.replace(table.setup, removed=tuple(people[-MOST_REMOVED:]))
    return structs.replace(table, setup=setup)


def check_host(table: Table, person: str) -> None:
    if table.row.host != person:
        raise forbidden(mark("Only the host can do that."))


def _check_open(table: Table) -> None:
    if table.row.status is not Status.OPEN:
        raise conflict("not_open", mark("The match has already begun."))


def _without(table: Table, person: str) -> Table:
    chairs = tuple(FREE if chair.person == person else chair for chair in table.chairs)
    return structs.replace(table, chairs=chairs)


def check_startable(table: Table, person: str) -> None:
    _check_open(table)
    check_host(table, person)
    if any(chair.is_free for chair in table.chairs):
        raise conflict("seats_free", mark("Some seats are free; fill them with bots or wait."))


def rematch_of(table: Table, now: int) -> Table:
    """A rematch of the same people, everyone one seat further, with new luck."""
    setup = structs.replace(_anew(table.setup), position=None, data=None)
    fresh = [_fresh(chair) for chair in (*table.chairs[-1:], *table.chairs[:-1])]
    row = table.row
    return make_table(row.game, setup, fresh, row.host, now=now, public=row.public)


def twin_of(table: Table, host: Person, now: int) -> Table:
    """The same deal again, for others to play."""
    setup = structs.replace(_anew(table.setup), twin_of=table.id)
    chairs = (chair_of(host),) * (setup.seats if setup.hot_seat else 1)
    row = table.row
    return make_table(row.game, setup, chairs, host.id, now=now, public=row.public, seed=row.seed)


def _anew(setup: Setup) -> Setup:
    """The same for another match, without what belongs to the one before."""
    return structs.replace(
        setup,
        invite=new_invite(),
        started=0,
        rematch=None,
        removed=(),
        twin=None,
        twin_of=None,
        duplicate=False,
    )


def _fresh(chair: Chair) -> Chair:
    return structs.replace(
        chair, away=False, resigned=False, missed=0, late=None, ready=False, trace=()
    )
