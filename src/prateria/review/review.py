"""A whole match, reviewed: chances after every entry, what turned it, what turns gave away."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Final

import numpy as np

from prateria.bots.net import FloatArray
from prateria.core.contract.meta import Outcome
from prateria.core.matches.log import record_of
from prateria.core.matches.match import Match
from prateria.review.better import Way, better_way
from prateria.review.turns import turns_of
from prateria.review.win_model import WinModel, calibrated, win_model_for, won

TURNING: Final = 0.10
"""The smallest change of somebody's chance that is called a turning point of the match."""
MOST_TURNING_POINTS: Final = 9


class Grade(Enum):
    """What is said of a turn that gave something away."""

    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


LEAST_LOST: Final = {Grade.BLUNDER: 0.15, Grade.MISTAKE: 0.10, Grade.INACCURACY: 0.05}
"""The chance that a turn must have given away to be called so."""


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """A turn, and the best that was found instead. `entry` is the last decision from which on
    nearly all of that could still be had: there something else should have been done."""

    seat: int
    entry: int
    move: str
    better: tuple[str, ...]
    """The moves from there to the end of the turn that are better; none if none are."""
    best: float
    """The chance of winning after the best turn that was found, as far as the seat could know."""
    got: float
    """The chance after what was played."""

    @property
    def lost(self) -> float:
        return self.best - self.got

    @property
    def grade(self) -> Grade | None:
        """How bad that was; None for what is not worth a word."""
        return next((grade for grade, least in LEAST_LOST.items() if self.lost >= least), None)


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """An entry that changed the match: whose chance moved most, and from where to where."""

    entry: int
    seat: int
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Summary:
    """How a seat played: how many turns were bad, and how much they all gave away."""

    seat: int
    turns: int
    """How many turns there were with something to decide."""
    blunders: int
    mistakes: int
    inaccuracies: int
    lost: float
    """The chances that were given away, added up over all turns."""
    accuracy: float | None
    """Of the chances that its turns offered, the share that the seat kept: the sum of what it got
    through the sum of what was best. None if it had nothing to decide."""

    @property
    def lost_a_turn(self) -> float:
        """The chances given away, on average over the turns with something to decide."""
        return self.lost / self.turns if self.turns else 0.0


@dataclass(frozen=True, slots=True)
class Review:
    """`chances` has a row for each entry, the first for the start: the chance of each seat. `rests`
    are the entries after which positions were evaluated; in between, somebody is in the middle of a
    turn, and the previous values still apply."""

    chances: tuple[tuple[float, ...], ...]
    rests: tuple[int, ...]
    judged: tuple[JudgedTurn, ...]
    """Every turn in which there was something to decide."""

    @property
    def turning_points(self) -> tuple[TurningPoint, ...]:
        """The greatest ones, in the order in which they came."""
        found = []
        for before_entry, entry in pairwise(self.rests):
            before, after = self.chances[before_entry], self.chances[entry]
            changes = [abs(now - then) for now, then in zip(after, before, strict=True)]
            most = max(changes)
            if most >= TURNING:
                seat = changes.index(most)
                found.append(TurningPoint(entry, seat, before[seat], after[seat]))
        found.sort(key=lambda point: -abs(point.after - point.before))
        return tuple(sorted(found[:MOST_TURNING_POINTS], key=lambda point: point.entry))

    @property
    def slips(self) -> tuple[JudgedTurn, ...]:
        """The turns that gave something away, in the order in which they came."""
        slips = [each for each in self.judged if each.grade is not None]
        return tuple(sorted(slips, key=lambda each: each.entry))

    def summary(self, seat: int) -> Summary:
        own = [each for each in self.judged if each.seat == seat]
        best, got = sum(each.best for each in own), sum(each.got for each in own)
        grades = [each.grade for each in own]
        return Summary(
            seat,
            len(own),
            grades.count(Grade.BLUNDER),
            grades.count(Grade.MISTAKE),
            grades.count(Grade.INACCURACY),
            best - got,
            got / best if best else None,
        )


def review(match: Match, model: WinModel | None = None) -> Review:
    """Review a match from its start. It uses every secret: only for matches that are over."""
    model = model or win_model_for(match.game, match.seats)
    running = Match(match.game, match.log.header, None)
    start = running.peek()
    rests, told = [0], [model.mean_shares(start)]
    for number, entry in enumerate(match.log.entries, 1):
        running.follow(record_of(number, entry))
        if entry.by not in running.actors:
            rests.append(number)
            told.append(model.mean_shares(running.peek()))
    said = _chances(model, told, running.outcome)
    spread = [said[bisect(rests, number) - 1] for number in range(running.version + 1)]
    return Review(tuple(spread), tuple(rests), tuple(_judged(model, match, start)))


def _judged(model: WinModel, match: Match, start: object) -> Iterator[JudgedTurn]:
    name = model.game.notation.format_action
    for turn in turns_of(model.game, start, match.log.entries):
        found: Way | None = better_way(model, turn)
        if found is None:
            continue
        place = found.place
        yield JudgedTurn(
            seat=turn.seat,
            entry=turn.entries[place],
            move=name(turn.actions[place]),
            better=tuple([name(action) for action in found.actions]),
            best=round(found.chance, 4),
            got=round(found.got, 4),
        )


def _chances(
    model: WinModel, told: list[FloatArray], outcome: Outcome | None
) -> list[tuple[float, ...]]:
    """The chances at each rest.

    A value that occurs at only one rest is smoothed away (a median of three): the net knows little
    about positions in the middle of something. The last row is the actual result.
    """
    shares = np.array(told)
    around = np.stack([shares[:-2], shares[1:-1], shares[2:]])
    shares[1:-1] = np.median(around, axis=0)
    chances = calibrated(shares, model.power)
    if outcome is not None:
        chances[-1] = won(outcome)
    return [tuple(round(float(chance), 4) for chance in rest) for rest in chances]
