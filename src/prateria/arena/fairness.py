"""Who wins a grab when two equally skilled players have different lines?

Every grab goes through the game's own rules: a position in which two race for one card, both
plays with what was measured of them, the clock's close, the lot where there is a tie. The
lines and the people are made up (`network.py`); the reasoning is in `docs/fairness.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from prateria.arena.network import (
    FRAME_MS,
    KnownLine,
    NetworkLine,
    interval,
    reaction,
    unit,
)
from prateria.core import registry
from prateria.core.chance import Quick, Rng
from prateria.core.contract.game import CHANCE, CLOCK, AnyGame, live_of
from prateria.core.contract.live import Measurement
from prateria.core.errors import SetupError
from prateria.processes import OnProgress

GRABS_A_MATCH: Final = 50
"""After these, the lines are new to the server."""


@dataclass(frozen=True, slots=True)
class Lie:
    """What a player does who reports too little, in milliseconds."""

    told: str
    lie: int
    late: int = 0
    late_every: int = 1
    is_asked: bool = True
    """Whether the server can ask the transport for its round trip."""


LIES: Final = (
    Lie("reporting 20 ms too little", 20),
    Lie("reporting 60 ms too little", 60),
    Lie("reporting 150 ms too little", 150),
    Lie("one pong in 15 100 ms late, same lie", 100, 100, 15),
    Lie("all pongs 100 ms late, same lie", 100, 100),
    Lie("the same, transport not asked", 100, 100, is_asked=False),
)

Pair: TypeAlias = tuple[float, float]
Bounds: TypeAlias = tuple[int, int]
"""The shortest and the longest trip that the server credits a play with."""


@dataclass(frozen=True, slots=True)
class LieReport:
    """What a lie is worth to each of the two while the other is honest."""

    told: str
    gain: Pair
    """How much more they win."""
    marked: Pair


@dataclass(frozen=True, slots=True)
class FairnessReport:
    """The results. Shares and rates are between 0 and 1, pairs have one for each player."""

    game: str
    rtts: tuple[int, int]
    grabs: int
    by_arrival: Pair
    by_rules: Pair
    wrong_by_arrival: float
    wrong_by_rules: float
    wrong_95: Pair
    """Between these it lies with a probability of 95 %."""
    wait_median: int
    wait_high: int
    """The wait for the decision after the first arrival; the second is the 95th percentile."""
    too_late: int
    """Plays that were first, though they arrived after it should have been known who was."""
    marked: Pair
    lies: tuple[LieReport, ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """One player's side of one grab, in milliseconds."""

    reaction: float
    arrived: int
    longest: int
    """How many milliseconds the server waits for the play."""
    honest: Bounds
    lying: tuple[Bounds, ...]
    """What the server knows of the line, honest and with each of the lies."""

    def measured(self, lie: int | None) -> Measurement:
        """The play as it arrives, honest or with one of the lies."""
        low, high = self.honest if lie is None else self.lying[lie]
        less = 0 if lie is None else LIES[lie].lie
        return Measurement(max(0, round(self.reaction) - less), low, high, self.arrived)


def fairness(
    game_id: str,
    rtts: Sequence[int],
    grabs: int,
    *,
    seed: int = 1,
    progress: OnProgress = lambda _: None,
) -> FairnessReport:
    """Decide `grabs` grabs between two players with these mean round trips, in milliseconds.

    `progress` is called from time to time with the number of grabs decided so far.
    """
    if len(rtts) != 2 or min(rtts) < 0 or grabs < 1:
        raise SetupError("fairness takes two round trips in milliseconds, and at least one grab")
    referee = Referee(registry.get(game_id), Quick(seed))
    tally = _Tally()
    people = Quick(seed + 1)
    lines = [_Watched(NetworkLine(rtt), people) for rtt in rtts]
    for number in range(grabs):
        if number and number % GRABS_A_MATCH == 0:
            lines = [_Watched(each.line, people) for each in lines]
        if number % GRABS_A_MATCH == 0:
            progress(number)
        first, second = [each.reach(people) for each in lines]
        tally.count(referee, (first, second))
    return tally.report(game_id, (rtts[0], rtts[1]), grabs)


class _Watched:
    """A player's line, and what the server knows of it: honest, and with each of the lies."""

    def __init__(self, line: NetworkLine, rng: Rng) -> None:
        self.line = line
        self._honest = KnownLine(line)
        self._lying = [
            KnownLine(line, late=each.late, late_every=each.late_every, is_asked=each.is_asked)
            if each.late
            else self._honest
            for each in LIES
        ]
        self._all = [self._honest, *[each for each in self._lying if each is not self._honest]]
        for known in self._all:
            known.measure(rng)

    def reach(self, rng: Rng) -> Reach:
        """A grab: a heartbeat, then a card, the ping behind it, and the play."""
        line, heartbeat, seconds = self.line, self.line.trip(rng), reaction(rng)
        there = line.one_way(rng) + FRAME_MS * unit(rng)
        behind = there + line.one_way(rng)
        for known in self._all:
            known.ping(heartbeat)
            known.card(behind)
        return Reach(
            seconds,
            round(seconds + there + line.one_way(rng)),
            self._honest.longest,
            (self._honest.low, self._honest.high),
            tuple([(known.low, known.high) for known in self._lying]),
        )


class Referee:
    """Decides grabs by the rules of a game."""

    def __init__(self, game: AnyGame, lot: Rng) -> None:
        self.game = game
        self.live = live_of(game)
        self.lot = lot
        position, self.plays = self.live.duel
        self.start: Any = game.notation.parse_state(position)
        self.view: Any = game.view(self.start, None)

    def by_arrival(self, pair: Sequence[Reach]) -> int:
        """Whose play arrives first; in the same millisecond, the lot decides."""
        if pair[0].arrived == pair[1].arrived:
            return self.lot.below(2)
        return int(pair[1].arrived < pair[0].arrived)

    def by_rules(self, plays: Sequence[Any]) -> tuple[int, tuple[bool, bool]]:
        """Who is first on the pow-wow, and whose report is marked."""
        game = self.game
        state = game.copy(self.start)
        for seat, play in enumerate(plays):
            assert game.intent(play) in game.legal(state, seat)
            game.apply(state, play)
        game.apply(state, game.legal(state, CLOCK)[0])
        while game.actors(state) == (CHANCE,) and not game.view(state, None).place:
            game.apply(state, game.sample(state, self.lot))
        shown = {play.seat: play for play in game.view(state, None).powwow}
        return next(iter(shown)), (shown[0].marked, shown[1].marked)

    def measured(
        self, pair: Sequence[Reach], lies: tuple[int | None, int | None] = (None, None)
    ) -> list[Any]:
        """Both plays as they arrive, with the lies that are told."""
        return [
            self.live.measured(self.plays[seat], reach.measured(lies[seat]))
            for seat, reach in enumerate(pair)
        ]

    def wait(self, pair: Sequence[Reach], plays: Sequence[Any], soonest: int) -> int:
        """How long after the first arrival it is known who was first."""
        arrived, other = pair[soonest].arrived, 1 - soonest
        missing = {other: pair[other].longest}
        known = self.live.first_known(self.view, [(arrived, plays[soonest])], missing)
        return min(known, pair[other].arrived) - arrived


class _Tally:
    """Counts the outcomes of grab after grab."""

    def __init__(self) -> None:
        self.arrival = [0, 0]
        self.rules = [0, 0]
        self.wrong = [0, 0]
        self.marked = [0, 0]
        self.lie_wins = [[0, 0] for _ in LIES]
        self.lie_marked = [[0, 0] for _ in LIES]
        self.waits: list[int] = []
        self.too_late = 0

    def count(self, referee: Referee, pair: tuple[Reach, Reach]) -> None:
        """One grab: honest, then with each of the two telling each lie."""
        truth = int(pair[1].reaction < pair[0].reaction)
        plays = referee.measured(pair)
        soonest = referee.by_arrival(pair)
        first, marks = referee.by_rules(plays)
        wait = referee.wait(pair, plays, soonest)
        self.waits.append(wait)
        self.too_late += first != soonest and pair[first].arrived > pair[soonest].arrived + wait
        self.arrival[soonest] += 1
        self.rules[first] += 1
        self.wrong[0] += soonest != truth
        self.wrong[1] += first != truth
        for liar in (0, 1):
            self.marked[liar] += marks[liar]
            for lie in range(len(LIES)):
                lies = (lie, None) if liar == 0 else (None, lie)
                winner, found = referee.by_rules(referee.measured(pair, lies))
                self.lie_wins[lie][liar] += winner == liar
                self.lie_marked[lie][liar] += found[liar]

    def report(self, game_id: str, rtts: tuple[int, int], grabs: int) -> FairnessReport:
        def share(counts: Sequence[int]) -> Pair:
            return counts[0] / grabs, counts[1] / grabs

        self.waits.sort()
        return FairnessReport(
            game=game_id,
            rtts=rtts,
            grabs=grabs,
            by_arrival=share(self.arrival),
            by_rules=share(self.rules),
            wrong_by_arrival=self.wrong[0] / grabs,
            wrong_by_rules=self.wrong[1] / grabs,
            wrong_95=interval(self.wrong[1], grabs),
            wait_median=self.waits[grabs // 2],
            wait_high=self.waits[grabs * 95 // 100],
            too_late=self.too_late,
            marked=share(self.marked),
            lies=tuple(
                LieReport(
                    each.told,
                    share([wins[seat] - self.rules[seat] for seat in (0, 1)]),
                    share(marked),
                )
                for each, wins, marked in zip(LIES, self.lie_wins, self.lie_marked, strict=True)
            ),
        )


def as_text(report: FairnessReport) -> str:
    """The report as a table for a terminal."""
    (a, b), (low, high) = report.rtts, report.wrong_95
    wait = f"{report.wait_median} ms after the first play, {report.wait_high} ms in 1 case of 20"
    rows = [
        f"{report.game}: {report.grabs} grabs, equal players, round trips {a} and {b} ms",
        "",
        f"{'':<40}{f'{a} ms':>9}{f'{b} ms':>9}{'wrong winner':>15}",
        _row("first arrival wins", report.by_arrival) + f"{report.wrong_by_arrival:>14.1%}",
        _row("by these rules", report.by_rules)
        + f"{report.wrong_by_rules:>14.1%} ({low:.1%} to {high:.1%} at 95 %)",
        "",
        _row("reports cut and marked, honest", report.marked),
        "",
        f"{'what a lie gains, and how often it is':<40}{'gain, points':>18}{'marked':>15}",
        *[_lie_row(each) for each in report.lies],
        "",
        f"it is known who was first {wait}; {report.too_late} plays came too late for that",
    ]
    return "\n".join(rows) + "\n"


def _row(name: str, values: Pair) -> str:
    return f"{name:<40}" + "".join([f"{value:>9.1%}" for value in values])


def _lie_row(lie: LieReport) -> str:
    gains = "".join([f"{100 * gain:>+9.1f}" for gain in lie.gain])
    return f"{lie.told:<40}{gains}" + "".join([f"{share:>9.1%}" for share in lie.marked])
