"""Actions compared in the same guessed worlds, for games where all choose at once.

In a pow-wow nobody reacts to anybody, and the result is mostly luck: a tree of actions mixes up
positions that have little in common. So every world (what is hidden, what others choose, which
cards come) is drawn once and all candidate actions are tried in it (common random numbers). The
learned policy plays on for some rounds, then the net evaluates the position. The action differs,
not the luck, and a few worlds show what hundreds of simulations did not.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any, Final
from zlib import crc32

from prateria.bots.judge import Judge, worth
from prateria.bots.learned import pick_by
from prateria.core.chance import Quick, Rng
from prateria.core.contract.game import CHANCE, CLOCK

_SPAN: Final = 1 << 60
SURE: Final = 3.0
"""How many standard errors behind the best an action must be to be dropped."""
LOOK: Final = 4
"""Worlds between two checks of which candidates to drop."""
LONGEST: Final = 40
"""Decisions after which a rollout is evaluated, however few rounds they were."""


class Candidate:
    """An action, the net's value for it, and its result in each world."""

    __slots__ = ("action", "first", "values")

    def __init__(self, action: Any, first: float) -> None:
        self.action = action
        self.first = first
        self.values: list[float] = []


class Luck:
    """The luck of one world: a generator for each kind of draw, so that one more draw for the order
    of a pow-wow does not change the cards that come."""

    def __init__(self, key: int) -> None:
        self._key = key
        self._kinds: dict[str, Quick] = {}

    def of(self, kind: str) -> Quick:
        found = self._kinds.get(kind)
        if found is None:
            found = self._kinds[kind] = Quick(self._key ^ crc32(kind.encode()))
        return found


class Worlds:
    """The comparison for one decision of one seat."""

    def __init__(
        self, judge: Judge, seat: int, *, rounds: int, temperature: float, doubt: float
    ) -> None:
        self.judge = judge
        self.game = judge.game
        self.seat = seat
        self.rounds = rounds
        self.temperature = temperature
        self.doubt = doubt
        self.open: list[Candidate] = []
        self.trials = 0
        """Rollouts so far: one for each action in each world."""

    def begin(self, state: Any, legal: Sequence[Any], most: int, until: float) -> None:
        """Take the `most` actions that the net values highest as candidates."""
        shares = self.judge.weigh_until(until, state, self.seat, legal)[:, self.seat].tolist()
        found = [Candidate(legal[place], share) for place, share in enumerate(shares)]
        found.sort(key=lambda one: -one.first)
        self.open = found[:most]

    def look_into(self, view: Any, rng: Rng) -> None:
        """Try all candidates in one more world."""
        key = rng.below(_SPAN)
        start = self.game.determinize(view, Quick(key))
        for one in self.open:
            state = self.game.copy(start)
            self.game.apply(state, one.action)
            one.values.append(self._play_on(state, Luck(key)))
        self.trials += len(self.open)

    def _play_on(self, state: Any, luck: Luck) -> float:
        """The bot's share of the victory after a rollout of a few rounds, or at the match's end.

        A round begins with the first simultaneous choice after a chance event.
        """
        game, seat = self.game, self.seat
        rounds, decisions, is_new = 0, 0, False
        while actors := game.actors(state):
            if actors[0] == CHANCE:
                kind = type(game.chance(state)[0][0]).__name__
                game.apply(state, game.sample(state, luck.of(kind)))
                is_new = True
                continue
            if is_new and sum([actor != CLOCK for actor in actors]) > 1:
                rounds += 1
                is_new = False
            actor = seat if seat in actors else actors[0]
            legal = game.legal(state, actor)
            if len(legal) > 1:
                legal = self.judge.candidates(state, actor, legal)
            if len(legal) == 1 or actor == CLOCK:
                game.apply(state, legal[0])
                continue
            shares = self.judge.weigh(state, actor, legal)
            if rounds >= self.rounds or decisions >= LONGEST:
                return float(shares[shares[:, actor].argmax(), seat])
            temperature = 0.0 if actor == seat else self.temperature * self.judge.net.spread
            game.apply(state, legal[pick_by(shares[:, actor], temperature, luck.of("others"))])
            decisions += 1
        outcome = game.outcome(state)
        assert outcome is not None
        return float(worth(outcome)[seat])

    def narrow(self, least: int) -> None:
        """Drop candidates that are clearly worse than the best, but keep at least this many."""
        ranked = self.ranked()
        best = ranked[0]
        belief = self._belief()
        kept = ranked[:least]
        for one in ranked[least:]:
            behind = self._worth(best, belief) - self._worth(one, belief)
            error = sqrt(_variance(best, one) / (belief + len(one.values)))
            if behind <= SURE * error:
                kept.append(one)
        self.open = kept

    def ranked(self) -> list[Candidate]:
        """The candidates, best first, weighing their results against the net's values."""
        belief = self._belief()
        return sorted(self.open, key=lambda one: -self._worth(one, belief))

    def _worth(self, one: Candidate, belief: float) -> float:
        return (belief * one.first + sum(one.values)) / (belief + len(one.values))

    def _belief(self) -> float:
        """The net's weight in worlds: the more the differences vary, the larger it is."""
        first, *others = self.open
        if not others:
            return 1.0
        variance = sum([_variance(first, other) for other in others]) / len(others)
        doubt = self.doubt * self.judge.net.spread
        return max(1.0, variance / max(2 * doubt * doubt, 1e-12))


def _variance(one: Candidate, other: Candidate) -> float:
    """The variance over worlds of the difference between two actions."""
    differences = [a - b for a, b in zip(one.values, other.values, strict=True)]
    mean = sum(differences) / max(1, len(differences))
    return sum([(value - mean) ** 2 for value in differences]) / max(1, len(differences) - 1)
