"""Who was first in a live pow-wow: pure functions of what was measured (rules A9.2, A9.3).

All times are whole milliseconds. `arrived` is counted by the server from the moment it sent the
card; `reaction` by the client from the moment it painted the card. Between the two lies one
round trip, so a reaction that the line allows lies between `arrived - rtt_high` and
`arrived - rtt_low`. The server's own clock and its own measurements decide about that, and the
client's word only about the rest. No line is made up for beyond the cap.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from prateria.core.rules import rule

NOT_MEASURED: Final = -1
LONGEST: Final = 9_999_999
"""No measurement may be longer: nearly three hours."""
UNTIMED: Final = 20_000_000
"""Stands for the time of a play that came without measurements: after all that have one."""
TIE_MS: Final = 1

Placed: TypeAlias = tuple[int, int, bool]
"""A play in its place: the seat, the time that counts, whether its report was impossible."""
Line: TypeAlias = tuple[int, int, int]
"""The shortest and the longest round trip to a seat that were measured before its play."""


@dataclass(frozen=True, slots=True)
class Grab:
    """A play as it was measured; or, without measurements, just the seat."""

    seat: int
    reaction: int = NOT_MEASURED
    rtt_low: int = NOT_MEASURED
    rtt_high: int = NOT_MEASURED
    arrived: int = NOT_MEASURED


def is_well_formed(reaction: int, rtt_low: int, rtt_high: int, arrived: int) -> bool:
    """Whether four numbers can be measurements at all, or say that there are none."""
    if reaction == rtt_low == rtt_high == arrived == NOT_MEASURED:
        return True
    return (
        0 <= reaction <= LONGEST and 0 <= rtt_low <= rtt_high <= LONGEST and 0 <= arrived <= LONGEST
    )


@rule("A9.2")
def counted_time(grab: Grab, cap: int) -> int:
    """The reaction that counts: the reported one, or the nearest that line and cap allow."""
    if grab.arrived == NOT_MEASURED:
        return UNTIMED
    soonest = grab.arrived - min(grab.rtt_high, cap)
    latest = grab.arrived - min(grab.rtt_low, cap)
    return max(0, min(max(grab.reaction, soonest), latest))


@rule("A9.2")
def doubt_ms(rtt_low: int, rtt_high: int, cap: int) -> int:
    """By how much a time that counts may be off: half of what the line leaves open."""
    return (min(rtt_high, cap) - min(rtt_low, cap) + 1) // 2


def lines_of(grabs: Sequence[Grab]) -> tuple[Line, ...]:
    """What the plays tell of their lines, by seat."""
    measured = [grab for grab in grabs if grab.arrived != NOT_MEASURED]
    return tuple(sorted([(grab.seat, grab.rtt_low, grab.rtt_high) for grab in measured]))


@rule("A9.2")
def is_impossible(grab: Grab) -> bool:
    """Whether the line could not have produced the report. The cap is no fault of the client."""
    if grab.arrived == NOT_MEASURED:
        return False
    return not grab.rtt_low <= grab.arrived - grab.reaction <= grab.rtt_high


@rule("A9.2")
def order_of(grabs: Sequence[Grab], cap: int) -> tuple[Placed, ...]:
    """The plays by the time that counts. Level ones stand by seat until the lot is drawn."""
    placed = [(counted_time(grab, cap), grab.seat, is_impossible(grab)) for grab in grabs]
    return tuple([(seat, ms, marked) for ms, seat, marked in sorted(placed)])


@rule("A9.3")
def tie_groups(times: Sequence[int]) -> list[int]:
    """How many stand level, place by place: those within a millisecond of the group's first."""
    sizes: list[int] = []
    first = -TIE_MS - 1
    for ms in times:
        if ms - first > TIE_MS:
            first = ms
            sizes.append(1)
        else:
            sizes[-1] += 1
    return sizes


@rule("A9.2")
def wait_until(grabs: Sequence[Grab], lines: Mapping[int, int], cap: int, closing: int = 0) -> int:
    """When it is known who was first: nobody missing could arrive and still be.

    `lines` has the longest round trip of each seat that has not played. With the closing window
    given, when it is over for all of them: each has that long after the first one's reaction,
    on the own screen. Never later than the first arrival, the window and the cap together.
    """
    first_arrival = min([grab.arrived for grab in grabs])
    if not lines:
        return max([grab.arrived for grab in grabs])
    best = min([counted_time(grab, cap) for grab in grabs])
    slowest = min(max(lines.values()), cap)
    last_chance = best + TIE_MS + closing + slowest
    return min(max(last_chance, first_arrival), first_arrival + closing + cap)
