"""What somebody has played: the matches that are over, how each went for them, against whom.

A reader finds the matches that they may look at anyway, and no others; of a guest those that they
have played themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from msgspec import structs

from prateria.server.pages.table_lists import places_of
from prateria.server.rooms.tables import Chair, Table, read_table
from prateria.server.server import Server
from prateria.server.store.base import Person, Status

Result: TypeAlias = Literal["won", "shared", "lost", ""]
RESULTS: Final[tuple[Result, ...]] = ("won", "shared", "lost")
MOST: Final = 300
"""How many matches are considered: the latest."""
BOT: Final = "bot:"


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody they played against: a person by id, or a bot."""

    key: str
    name: str

    @property
    def is_bot(self) -> bool:
        return self.key.startswith(BOT)


@dataclass(frozen=True, slots=True)
class Past:
    """A match that is over, from one player's side."""

    table: Table
    result: Result
    """"" where several people played at one screen: nobody knows who was who."""
    ahead: dict[Rival, int]
    """For each rival: 1 if they came out behind, -1 if ahead, 0 if level or nobody knows."""


@dataclass(slots=True)
class Tally:
    """Matches counted."""

    played: int = 0
    results: dict[Result, int] = field(default_factory=lambda: dict.fromkeys(RESULTS, 0))

    def add(self, past: Past) -> None:
        self.played += 1
        if past.result:
            self.results[past.result] += 1

    @property
    def share(self) -> float | None:
        """Of the matches with a result, the share that was won, also together with others."""
        decided = sum(self.results.values())
        return (decided - self.results["lost"]) / decided if decided else None


@dataclass(slots=True)
class Duel:
    """How it stands between two, over all their matches."""

    played: int = 0
    ahead: int = 0
    behind: int = 0

    def add(self, how: int) -> None:
        self.played += 1
        self.ahead += how > 0
        self.behind += how < 0


async def past_of(server: Server, person: Person, reader: str) -> list[Past]:
    """The matches of a person that the reader may know of, newest first."""
    store = server.services.store
    rows = await store.tables(status=Status.OVER, person=person.id, limit=MOST)
    tables = [table for table in map(read_table, rows) if _is_shown(table, person, reader)]
    places = await places_of(server, [table.id for table in tables])
    banned = await store.banned()
    return [
        past(_without_names(table, banned), person.id, places[table.id], banned) for table in tables
    ]


def _without_names(table: Table, banned: Collection[str]) -> Table:
    """The names of those who are banned are told nobody."""
    return structs.replace(
        table,
        chairs=tuple(
            structs.replace(chair, name="") if chair.person in banned else chair
            for chair in table.chairs
        ),
    )


def _is_shown(table: Table, person: Person, reader: str) -> bool:
    if table.setup.imported or not table.has(person.id):
        return False
    if person.password is None and not table.has(reader):
        return False
    return table.may_see(reader, None)


def past(
    table: Table, person: str, places: tuple[int, ...], banned: Collection[str | None] = ()
) -> Past:
    """A match as it was for a person; who is banned is no rival any more."""
    seats = [seat for seat, chair in enumerate(table.chairs) if chair.person == person]
    own = seats[0] if len(seats) == 1 and places else None
    result: Result = "" if own is None else _result(table.chairs[own], own, places)
    ahead: dict[Rival, int] = {}
    for seat, chair in enumerate(table.chairs):
        rival = _rival(chair)
        if rival is None or chair.person == person or chair.person in banned:
            continue
        how = 0 if own is None else _ahead(table.chairs, own, seat, places)
        ahead[rival] = ahead.get(rival, 0) + how
    return Past(table, result, ahead)


def _result(chair: Chair, seat: int, places: tuple[int, ...]) -> Result:
    if chair.resigned or places[seat] != 1:
        return "lost"
    return "won" if places.count(1) == 1 else "shared"


def _rival(chair: Chair) -> Rival | None:
    if chair.person is not None:
        return Rival(chair.person, chair.name)
    return None if chair.bot is None else Rival(f"{BOT}{chair.bot}", chair.bot)


def _ahead(chairs: Sequence[Chair], own: int, other: int, places: tuple[int, ...]) -> int:
    """Whoever gave up is behind those who did not."""
    mine, theirs = (
        (chairs[seat].resigned, 0 if chairs[seat].resigned else places[seat])
        for seat in (own, other)
    )
    return (theirs > mine) - (theirs < mine)


def by_game(played: Iterable[Past]) -> dict[str, Tally]:
    """The matches of each game, counted; most played first."""
    found: dict[str, Tally] = {}
    for each in played:
        found.setdefault(each.table.row.game, Tally()).add(each)
    return dict(sorted(found.items(), key=lambda item: -item[1].played))


def by_rival(played: Iterable[Past]) -> dict[Rival, Duel]:
    """The matches against each rival, under the name of the latest; most played first."""
    found: dict[str, tuple[Rival, Duel]] = {}
    for each in played:
        for rival, how in each.ahead.items():
            found.setdefault(rival.key, (rival, Duel()))[1].add(how)
    return dict(sorted(found.values(), key=lambda item: -item[1].played))


def chosen(
    played: Iterable[Past], *, game: str = "", against: str = "", result: str = ""
) -> list[Past]:
    """Those of a game, against a rival, with a result; each \"\": any."""
    return [
        each
        for each in played
        if game in ("", each.table.row.game)
        and (not against or any(rival.key == against for rival in each.ahead))
        and result in ("", each.result)
    ]
