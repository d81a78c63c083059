"""When the clock acts in the live tempo: pure functions for whatever runs a table in time.

A server calls them with its own clock, a simulation with a made-up one. `arrived` holds the seats'
actions of this phase, each with the time it came in, plays with their measurements; `lines` is the
longest round trip of each seat's line. Times count from the start of the phase: in a race, from the
moment the newest card was sent out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from prateria.core.contract.live import Measurement
from prateria.core.rules import rule
from prateria.games.apache.rules.actions import Action, Pass, PlayTribe, TurnCard
from prateria.games.apache.rules.components import Role
from prateria.games.apache.rules.timing import Grab, wait_until
from prateria.games.apache.rules.view import View

Arrivals: TypeAlias = Sequence[tuple[int, Action]]

DUEL: Final = "apache 2 tempo=live; up: red-hunter,green-hunter,buffalo"
DUEL_PLAYS: Final = (PlayTribe(0, Role.HUNTER), PlayTribe(1, Role.HUNTER))


def is_live(view: View) -> bool:
    """Whether the tempo is live."""
    return view.ruleset.clocked


def is_race(view: View) -> bool:
    """Whether reactions count now."""
    return view.phase == "race"


def is_silent(action: Action) -> bool:
    """Whether the same happens without the action, by letting time pass."""
    return isinstance(action, Pass)


def measured(action: Action, measurement: Measurement) -> Action:
    """A play with its measurement; no other action has one."""
    if not isinstance(action, PlayTribe):
        return action
    return replace(
        action,
        reaction=measurement.reaction,
        rtt_low=measurement.rtt_low,
        rtt_high=measurement.rtt_high,
        arrived=measurement.arrived,
    )


@rule("A9.7")
def is_hushed(view: View) -> bool:
    """While it is undecided who was first, nobody is told that somebody has played."""
    return view.phase == "race"


@rule("A9.1")
def due(view: View, arrived: Arrivals, lines: Mapping[int, int]) -> int | None:
    """The beat, the end of the closing window, or the end of the claim clock."""
    if view.phase == "beat":
        return view.ruleset.beat_ms
    if view.phase in ("claim", "person"):
        return view.ruleset.claim_ms if view.ruleset.clocked else None
    if view.phase != "race":
        return None
    grabs = grabs_of(arrived)
    missing = missing_lines(view, lines)
    if not grabs:
        return next_beat(view, arrived, missing)
    return wait_until(grabs, missing, view.ruleset.cap_ms, view.ruleset.closing_ms)


@rule("A9.1")
def next_beat(view: View, arrived: Arrivals, missing: Mapping[int, int]) -> int:
    """When the next beat comes: after `beat_ms`, or sooner after the turner's click, as soon as no
    earlier play can still be on its way."""
    beat_ms = view.ruleset.beat_ms
    slowest = min(max(missing.values(), default=0), view.ruleset.cap_ms)
    clicks = [at + slowest for at, action in arrived if isinstance(action, TurnCard)]
    return min([beat_ms, *clicks])


@rule("A9.2")
def first_known(view: View, arrived: Arrivals, lines: Mapping[int, int]) -> int:
    """The time after which none of the missing could still be first."""
    return wait_until(grabs_of(arrived), missing_lines(view, lines), view.ruleset.cap_ms)


def grabs_of(arrived: Arrivals) -> list[Grab]:
    """The plays among the actions, as they were measured."""
    return [
        Grab(play.seat, play.reaction, play.rtt_low, play.rtt_high, play.arrived)
        for _, play in arrived
        if isinstance(play, PlayTribe)
    ]


def missing_lines(view: View, lines: Mapping[int, int]) -> dict[int, int]:
    """The lines of those who may still play."""
    return {seat: rtt for seat, rtt in lines.items() if not view.seats[seat].has_called}
