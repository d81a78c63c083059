"""What every worker of the playout benchmark shares: how a rate and a copy are timed.

Standard library only and nothing of prateria, so that it also runs in the peers'
environment. Every time is CPU time of this process, so a busy machine disturbs less.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from time import process_time
from typing import Protocol

KEEP_EVERY = 5
KEEP_AT_MOST = 300


@dataclass(frozen=True, slots=True)
class Run:
    """One run of one subject."""

    decisions_per_s: float
    game_length: float
    branching: float
    chance_per_game: float | None
    copy_us: float | None
    own_loop_per_s: float | None = None
    compiled: bool | None = None


@dataclass(slots=True)
class Sample:
    """Observations from an untimed walk through whole games."""

    games: int = 0
    decisions: int = 0
    choices: int = 0
    luck: int = 0
    copies: list[Callable[[], object]] = field(default_factory=list)

    def decision(self, choices: int) -> None:
        self.decisions += 1
        self.choices += choices

    def wants_state(self) -> bool:
        return self.decisions % KEEP_EVERY == 0 and len(self.copies) < KEEP_AT_MOST


class Subject(Protocol):
    """Something whose random games are timed."""

    def play(self) -> int:
        """Play at full speed; return the number of players' decisions."""

    def walk(self, sample: Sample) -> None:
        """Play one whole game and record it in the sample."""


def rate(play: Callable[[], int], seconds: float) -> float:
    """Decisions per second of CPU time, whole games only, after one game to warm up."""
    play()
    decisions = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        decisions += play()
    return decisions / spent


def copy_cost(copies: list[Callable[[], object]], seconds: float) -> float | None:
    """Microseconds for one copy, its disposal included; None where nothing can be copied."""
    if not copies:
        return None
    done = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        for copy in copies:
            copy()
        done += len(copies)
    return spent / done * 1e6


def look(subject: Subject, seconds: float) -> Sample:
    """Walk through whole games for about this long."""
    sample = Sample()
    start = process_time()
    while sample.games == 0 or process_time() - start < seconds:
        subject.walk(sample)
        sample.games += 1
    return sample


def measure(
    subject: Subject,
    seconds: float,
    *,
    own_loop: Callable[[], int] | None = None,
    compiled: bool | None = None,
) -> Run:
    """One run: the rate first, then the walk and the copies."""
    pace = rate(subject.play, seconds)
    own_pace = rate(own_loop, seconds) if own_loop else None
    sample = look(subject, seconds / 3)
    return Run(
        decisions_per_s=pace,
        game_length=sample.decisions / sample.games,
        branching=sample.choices / sample.decisions,
        chance_per_game=sample.luck / sample.games if sample.luck else None,
        copy_us=copy_cost(sample.copies, seconds / 3),
        own_loop_per_s=own_pace,
        compiled=compiled,
    )


def answer(run: Run) -> None:
    """Send a run to the process that asked for it: one JSON line, the last on stdout."""
    sys.stdout.write("\n" + json.dumps(asdict(run)) + "\n")
