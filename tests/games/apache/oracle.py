"""Pow-wows computed a second time, slowly: soundness, claims, winnings, punishment, order.

Written from the text of `shared/rules/apache.md` with plain lists of words, and with nothing from
the package: it must not share a mistake with the code it checks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

COLOURS = ["red", "green", "violet", "yellow", "blue"]
LOOT = {"maiden": "necklace", "warrior": "tomahawk", "hunter": "buffalo", "chief": "totem"}


@dataclass
class Table:
    """`up` lies face up; `won` is each player's winnings, the top card last."""

    colours: list[str]
    up: list[str]
    won: dict[str, list[str]]
    gone: list[str]
    warpath: bool
    marriage: bool
    division: bool


@dataclass(frozen=True)
class Taking:
    """One way to claim: the loot, and with it a prisoner or a spouse."""

    what: str
    person: str | None


Chooser = Callable[[str, list[Taking]], Taking]
"""Whose colour, and which takings are open."""


def is_male(card: str) -> bool:
    return card.endswith(("-chief", "-warrior", "-hunter"))


def takings(table: Table, colour: str, role: str) -> list[Taking]:
    """A4.1 to A4.6 and A7.2: everything that could be claimed now."""
    own = f"{colour}-{role}"
    if own not in table.up:
        return []
    rest = list(table.up)
    rest.remove(own)
    males = sorted({card for card in rest if is_male(card)})
    maidens = sorted({card for card in rest if card.endswith("-maiden")})
    found: list[Taking] = []
    if LOOT[role] in rest:
        if role == "chief":
            found += [Taking("totem", male) for male in males]
        else:
            found.append(Taking(LOOT[role], None))
    if "tepee" in rest:
        found.append(Taking("tepee", None))
        if table.marriage:
            found += [Taking("tepee", one) for one in (males if role == "maiden" else maidens)]
    return found


def resolve(table: Table, plays: list[tuple[str, str]], choose: Chooser) -> None:
    """A3 to A5: the plays, as (colour, role), in pow-wow order."""
    sound = [bool(takings(table, colour, role)) for colour, role in plays]
    for (colour, role), is_sound in zip(plays, sound, strict=True):
        if not is_sound:
            punish(table, colour)
            continue
        options = takings(table, colour, role)
        if options:
            claim(table, colour, role, choose(colour, options))


def punish(table: Table, colour: str) -> None:
    """A5.1: the top two, or as many as there are."""
    for _ in range(2):
        if table.won[colour]:
            table.gone.append(table.won[colour].pop())


def claim(table: Table, colour: str, role: str, taking: Taking) -> None:
    """A4, A7.1 and A7.3; A5.2 for the order of the cards."""
    people = [f"{colour}-{role}"]
    table.up.remove(people[0])
    if taking.person is not None:
        table.up.remove(taking.person)
    if table.division:
        for other in COLOURS:
            while other not in table.colours and f"{other}-{role}" in table.up:
                table.up.remove(f"{other}-{role}")
                people.append(f"{other}-{role}")
    if taking.person is not None:
        people.append(taking.person)
    loot = [card for card in table.up if card == taking.what]
    table.up = [card for card in table.up if card != taking.what]
    table.won[colour] += loot + people
    if table.warpath and role == "warrior" and taking.what == "tomahawk":
        go_on_warpath(table, colour)
    sink_buffalo(table, colour)


def go_on_warpath(table: Table, colour: str) -> None:
    for other in table.colours:
        for _ in range(2 if len(table.colours) == 2 else 1):
            if other != colour and "buffalo" in table.won[other]:
                table.won[other].remove("buffalo")
                table.won[colour].append("buffalo")


def sink_buffalo(table: Table, colour: str) -> None:
    """A5.2: buffalo always lie at the bottom."""
    won = table.won[colour]
    won.sort(key=lambda card: card != "buffalo")


# --- time ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Told:
    """A live play: what the client reported, what the server measured."""

    seat: int
    reaction: int
    low: int
    high: int
    arrived: int


def possible_reactions(play: Told, cap: int) -> list[int]:
    """A9.2, A9.6: every whole reaction time that a trip up to the shortest one and its jitter, 6 ms
    and a 64th, allows, up to the cap; a tenth of a second at least."""
    trips = range(min(play.low + 6 + play.low // 64, cap) + 1)
    return [max(100, play.arrived - trip) for trip in trips]


def is_cut(play: Told) -> bool:
    """Whether nobody reacts so fast, or no trip up to the longest one and 15 ms could have brought
    the report."""
    return play.reaction not in range(100, 1_000) or not any(
        play.reaction + trip >= play.arrived for trip in range(play.high + 15 + 1)
    )


def possible_in_version_1(play: Told, cap: int) -> list[int]:
    """Every whole reaction time that some trip between the bounds allows, up to the cap."""
    trips = range(min(play.low, cap), min(play.high, cap) + 1)
    return [max(0, play.arrived - trip) for trip in trips]


def is_cut_in_version_1(play: Told) -> bool:
    """Whether no trip between the bounds could have brought the report."""
    return all(play.reaction + trip != play.arrived for trip in range(play.low, play.high + 1))


def ranking(plays: list[Told], cap: int, *, by_bounds: bool = False) -> list[tuple[int, int, bool]]:
    """All plays as (seat, time, cut), the fastest first."""
    possible = possible_in_version_1 if by_bounds else possible_reactions
    cut = is_cut_in_version_1 if by_bounds else is_cut
    rows = []
    for play in plays:
        times = possible(play, cap)
        ms = min(times, key=lambda ms: (abs(ms - play.reaction), ms))
        rows.append((ms, play.seat, cut(play)))
    return [(seat, ms, marked) for ms, seat, marked in sorted(rows)]
