"""A whole match, reviewed: chances after every entry, turns, and what each decision gave away."""

from __future__ import annotations

from bisect import bisect
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from prateria.bots.net import FloatArray
from prateria.core.contract.meta import Outcome
from prateria.core.matches.log import Entry, TakeBack, record_of
from prateria.core.matches.match import Match
from prateria.review.win_model import WinModel, calibrated, win_model_for, won

TURN: Final = 0.10
"""The smallest change in somebody's chance that is called a turning point."""
MOST_TURNS: Final = 9
SLIP: Final = 0.05
"""How much a decision may give away before it is called a slip."""
MOST_SLIPS: Final = 12
LIKED: Final = 4
"""How many other moves are examined when a slip is suspected."""
TURN_LENGTH: Final = 12
"""How many decisions of the same seat are played to see the result of a turn."""


@dataclass(frozen=True, slots=True)
class JudgedDecision:
    """A decision: what was played, what would have been best, and the chance given away by the
    difference."""

    entry: int
    seat: int
    move: str
    best: str
    lost: float


@dataclass(frozen=True, slots=True)
class Turn:
    """An entry that changed the match: whose chance moved most, from where to where."""

    entry: int
    seat: int
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Review:
    """`chances` has a row for each entry, the first for the start: the chance of each seat. `rests`
    are the entries after which positions were evaluated; in between, somebody is in the middle of a
    turn, and the previous values still apply."""

    chances: tuple[tuple[float, ...], ...]
    rests: tuple[int, ...]
    judged: tuple[JudgedDecision, ...]
    """Every decision between two or more moves."""

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The greatest ones, in chronological order."""
        found = []
        for before_entry, entry in pairwise(self.rests):
            before, after = self.chances[before_entry], self.chances[entry]
            changes = [abs(now - then) for now, then in zip(after, before, strict=True)]
            most = max(changes)
            if most >= TURN:
                seat = changes.index(most)
                found.append(Turn(entry, seat, before[seat], after[seat]))
        found.sort(key=lambda turn: -abs(turn.after - turn.before))
        return tuple(sorted(found[:MOST_TURNS], key=lambda turn: turn.entry))

    @property
    def slips(self) -> tuple[JudgedDecision, ...]:
        """The worst ones, in chronological order."""
        found = sorted(self.judged, key=lambda each: -each.lost)[:MOST_SLIPS]
        slips = [each for each in found if each.lost >= SLIP]
        return tuple(sorted(slips, key=lambda each: each.entry))

    def mean_lost(self, seat: int) -> float:
        """How much a seat gave away per decision, on average."""
        lost = [each.lost for each in self.judged if each.seat == seat]
        return sum(lost) / len(lost) if lost else 0.0


def review(match: Match, model: WinModel | None = None) -> Review:
    """Review a match from its start. It uses every secret: only for matches that are over."""
    model = model or win_model_for(match.game, match.seats)
    running = Match(match.game, match.log.header, None)
    rests, told = [0], [model.mean_shares(running.peek())]
    judged: list[JudgedDecision] = []
    for number, entry in enumerate(match.log.entries, 1):
        if entry.by >= 0 and not isinstance(entry.action, TakeBack):
            judged += _judge(model, running, number, entry)
        running.follow(record_of(number, entry))
        if entry.by not in running.actors:
            rests.append(number)
            told.append(model.mean_shares(running.peek()))
    said = _chances(model, told, running.outcome)
    spread = [said[bisect(rests, number) - 1] for number in range(running.version + 1)]
    return Review(tuple(spread), tuple(rests), tuple(judged))


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


def _judge(model: WinModel, match: Match, number: int, entry: Entry) -> list[JudgedDecision]:
    """What the decision gave away; None where there was no decision to make, or where speed
    mattered (such moves carry their times, and are not in the list)."""
    legal, seat, state = match.legal(entry.by), entry.by, match.peek()
    if entry.action not in legal:
        return []
    legal = list(model.candidates(state, seat, legal))
    if entry.action not in legal:
        legal.append(entry.action)
    if len(legal) < 2:
        return []
    own = model.after(state, seat, legal)[:, seat]
    played, best = legal.index(entry.action), int(np.argmax(own))
    better, lost = legal[best], float(own[best] - own[played])
    if lost >= SLIP:  # a suspicion: compare the results of the turn with either move
        liked = [int(place) for place in np.argsort(-own)[:LIKED] if place != played]
        ways = [legal[place] for place in (played, *liked)]
        ends = [model.played_on(then, seat, TURN_LENGTH) for then in model.after_each(state, ways)]
        own = model.judge(ends, seat)[:, seat]
        best = int(np.argmax(own))
        better, lost = ways[best], float(own[best] - own[0])
    name = model.game.notation.format_action
    return [JudgedDecision(number, seat, name(entry.action), name(better), round(lost, 4))]
