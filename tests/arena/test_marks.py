"""Whose reports are marked on lines that change: those that no line could have produced."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest

from prateria.arena.network import (
    FRAME_MS,
    PING_EVERY_MS,
    PINGS,
    KnownLine,
    NetworkLine,
    reaction,
    unit,
)
from prateria.core.chance import Quick, Rng
from prateria.core.rules import rule
from prateria.games.apache.rules.timing import Grab, is_impossible

MATCHES = 40
RACES = 20
RACE_MS = 2 * PING_EVERY_MS
BEGINS_MS = PINGS * PING_EVERY_MS

Mood: TypeAlias = Callable[[float], float]
"""How much longer a trip takes at a time since the table was opened, in milliseconds."""


def steady(_: Rng) -> Mood:
    return lambda _: 0.0


def slow_at_first(rng: Rng) -> Mood:
    """Until the third card all trips are long, by an amount of their own: a page being loaded."""
    return lambda at: 200 * unit(rng) if at < BEGINS_MS + 3 * RACE_MS else 0.0


def busy_now_and_then(rng: Rng) -> Mood:
    """A download fills a queue that all messages wait in, for two to six seconds."""
    times, at = [], 0.0
    while at < BEGINS_MS + RACES * RACE_MS:
        at += 4_000 + 8_000 * unit(rng)
        lasts = 2_000 + 4_000 * unit(rng)
        times.append((at, at + lasts, 50 + 150 * unit(rng)))
        at += lasts

    def queue(at: float) -> float:
        return sum(
            most * min(1.0, (at - since) / 1_000, (until - at) / 1_000)
            for since, until, most in times
            if since < at < until
        )

    return queue


def slower_from_the_tenth_card_on(_: Rng) -> Mood:
    return lambda at: 100.0 if at >= BEGINS_MS + 10 * RACE_MS - 100 else 0.0


def marks(made: Callable[[Rng], Mood], *, lie: int = 0, rtt: int = 30, skip: int = 0) -> float:
    """The share of plays that are marked, in many matches; the first ones are left out."""
    rng, marked = Quick(11), 0
    for _ in range(MATCHES):
        line, mood = NetworkLine(rtt), made(rng)
        known = KnownLine(line)
        for ping in range(PINGS):
            known.ping(line.trip(rng) + mood(ping * PING_EVERY_MS))
        for race in range(RACES):
            at = BEGINS_MS + race * RACE_MS
            known.ping(line.trip(rng) + mood(at))
            at += PING_EVERY_MS
            there = line.one_way(rng) + FRAME_MS * unit(rng) + mood(at)
            known.card(there + line.one_way(rng))
            took = reaction(rng)
            # The queue is before the screen: the other way is free, or as full as it was.
            arrived = there + took + line.one_way(rng)
            reported = max(0, round(took) - lie)
            grab = Grab(0, reported, known.low, known.high, round(arrived))
            marked += race >= skip and is_impossible(grab)
    return marked / (MATCHES * (RACES - skip))


@rule("A9.2")
@pytest.mark.parametrize("rtt", [10, 30, 230, 400])
@pytest.mark.parametrize(
    "made", [steady, slow_at_first, busy_now_and_then, slower_from_the_tenth_card_on]
)
def test_honest_players_are_not_marked_whatever_their_line_does(
    made: Callable[[Rng], Mood], rtt: int
) -> None:
    assert marks(made, rtt=rtt) <= 0.02


@rule("A9.2")
@pytest.mark.parametrize("lie", [60, 100, 150])
@pytest.mark.parametrize("made", [steady, slower_from_the_tenth_card_on])
def test_a_lie_is_marked_also_when_the_line_has_just_changed(
    made: Callable[[Rng], Mood], lie: int
) -> None:
    assert marks(made, lie=lie) >= 0.9


@rule("A9.2")
def test_long_trips_of_a_moment_ago_do_not_excuse_a_lie() -> None:
    assert marks(slow_at_first, lie=60, skip=4) >= 0.9
