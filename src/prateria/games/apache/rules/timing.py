"""Who was first in a live pow-wow: pure functions of the measurements (rules A9.2, A9.3, A9.6).

All times are whole milliseconds. `arrived` is counted by the server from the moment it sent the
card to that seat; `reaction` by the client from the moment it painted the card. Between the two
lies one round trip. A client cannot lengthen its shortest round trip by answering late now and
then, so that one, with a small tolerance, is all the allowance a line gets; beyond it the server's
clock counts. The longest one only shows which reports no line could have produced. Nothing is
compensated beyond the cap.

Version 1 of the rules believed a report up to the *longest* round trip (`by_bounds`): its logs
replay that way.
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
ALLOWANCE_MS: Final = 6
ALLOWANCE_PART: Final = 64
"""Jitter: how much longer than the shortest trip of its line a trip may take. This many
milliseconds and a 64th of that trip, because more can delay a longer one; the same rule for all."""
MARGIN_MS: Final = 15
"""By how much a trip may exceed the longest known one before its report is called impossible: few
trips are known, and a busy machine is no lie."""
SOONEST_MS: Final = 100
"""Nobody reacts to a card faster than this: an earlier play was not a reaction to it."""
TIE_MS_OF_VERSION_1: Final = 1

Placed: TypeAlias = tuple[int, int, bool]
"""A play in its place: the seat, the time that counts, whether its report was impossible."""
Line: TypeAlias = tuple[int, int, int]
"""The shortest and the longest round trip to a seat that were measured before its play."""


@dataclass(frozen=True, slots=True)
class Grab:
    """A play as measured; without measurements, just the seat."""

    seat: int
    reaction: int = NOT_MEASURED
    rtt_low: int = NOT_MEASURED
    rtt_high: int = NOT_MEASURED
    arrived: int = NOT_MEASURED


def is_well_formed(reaction: int, rtt_low: int, rtt_high: int, arrived: int) -> bool:
    """Whether four numbers can be measurements at all, or stand for none."""
    if reaction == rtt_low == rtt_high == arrived == NOT_MEASURED:
        return True
    return (
        0 <= reaction <= LONGEST and 0 <= rtt_low <= rtt_high <= LONGEST and 0 <= arrived <= LONGEST
    )


@rule("A9.2")
def with_jitter(trip: int) -> int:
    """A round trip, and what it may take longer."""
    return trip + ALLOWANCE_MS + trip // ALLOWANCE_PART


@rule("A9.2", "A9.6")
def counted_time(grab: Grab, cap: int, *, by_bounds: bool = False) -> int:
    """The reaction that counts: the reported one, but not faster than the line allows, or than
    anybody reacts."""
    if grab.arrived == NOT_MEASURED:
        return UNTIMED
    if by_bounds:
        soonest = grab.arrived - min(grab.rtt_high, cap)
        latest = grab.arrived - min(grab.rtt_low, cap)
        return max(0, min(max(grab.reaction, soonest), latest))
    soonest = grab.arrived - min(with_jitter(grab.rtt_low), cap)
    return max(SOONEST_MS, soonest, min(grab.reaction, grab.arrived))


@rule("A9.2")
def doubt_ms(rtt_low: int, rtt_high: int, cap: int) -> int:
    """By how much a counted time may be off: half of the range the line allows."""
    return (min(rtt_high, cap) - min(rtt_low, cap) + 1) // 2


def lines_of(grabs: Sequence[Grab]) -> tuple[Line, ...]:
    """What the plays show about their lines, by seat."""
    measured = [grab for grab in grabs if grab.arrived != NOT_MEASURED]
    return tuple(sorted([(grab.seat, grab.rtt_low, grab.rtt_high) for grab in measured]))


@rule("A9.2", "A9.6")
def is_impossible(grab: Grab, *, by_bounds: bool = False) -> bool:
    """Whether the report cannot be honest: faster than anybody reacts, or than the line could have
    produced. The cap is not the client's fault."""
    if grab.arrived == NOT_MEASURED:
        return False
    if by_bounds:
        return not grab.rtt_low <= grab.arrived - grab.reaction <= grab.rtt_high
    trip = grab.arrived - grab.reaction
    return grab.reaction < SOONEST_MS or trip > grab.rtt_high + MARGIN_MS


@rule("A9.2")
def order_of(grabs: Sequence[Grab], cap: int, *, by_bounds: bool = False) -> tuple[Placed, ...]:
    """The plays by the time that counts. Ties are in order of seats until the lot is drawn."""
    placed = [
        (
            counted_time(grab, cap, by_bounds=by_bounds),
            grab.seat,
            is_impossible(grab, by_bounds=by_bounds),
        )
        for grab in grabs
    ]
    return tuple([(seat, ms, marked) for ms, seat, marked in sorted(placed)])


@rule("A9.3")
def span_of_a_tie(*, by_bounds: bool) -> int:
    """How far apart tied times may be, in milliseconds."""
    return TIE_MS_OF_VERSION_1 if by_bounds else 0


@rule("A9.3")
def tie_groups(times: Sequence[int], span: int = 0) -> list[int]:
    """How many plays are tied, place by place."""
    sizes: list[int] = []
    first = -span - 1
    for ms in times:
        if ms - first > span:
            first = ms
            sizes.append(1)
        else:
            sizes[-1] += 1
    return sizes


@rule("A9.2")
def wait_until(grabs: Sequence[Grab], lines: Mapping[int, int], cap: int, closing: int = 0) -> int:
    """When it is known who was first: nobody missing could arrive and still be.

    `lines` has the longest round trip of each seat that has not played. With the closing window
    given, the time when it is over for all of them: each has that long after the first one's
    reaction, on their own screen. Never later than the first arrival, the window and the cap
    together.
    """
    first_arrival = min([grab.arrived for grab in grabs])
    if not lines:
        return max([grab.arrived for grab in grabs])
    best = min([counted_time(grab, cap) for grab in grabs])
    slowest = min(with_jitter(max(lines.values())), cap)
    last_chance = best + 1 + closing + slowest
    return min(max(last_chance, first_arrival), first_arrival + closing + cap)
