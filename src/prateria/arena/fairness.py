"""Who wins a grab when two equally skilled players have different lines?

Every grab goes through the game's own rules: a position in which two race for one card, both
plays with what was measured of them, the clock's close, the lot where there is a tie. The
lines and the people are made up (`network.py`); the reasoning is in `docs/fairness.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from prateria.arena.network import FRAME_MS, NetworkLine, reaction, unit
from prateria.core import registry
from prateria.core.chance import Quick, Rng
from prateria.core.contract.game import CHANCE, CLOCK, AnyGame, live_of
from prateria.core.contract.live import Measurement
from prateria.core.errors import SetupError
from prateria.processes import OnProgress

LIE_MS: Final = 150
GRABS_A_MATCH: Final = 50
"""How many grabs the server decides with the bounds it has measured once."""

Pair: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class FairnessReport:
    """What came of it. Shares and rates are between 0 and 1, pairs have one for each player."""

    game: str
    rtts: tuple[int, int]
    grabs: int
    by_arrival: Pair
    by_rules: Pair
    wrong_by_arrival: float
    wrong_by_rules: float
    wait_median: int
    wait_high: int
    """The wait for the decision after the first arrival; 95 of 100 were no longer."""
    too_late: int
    """Plays that were first though they came in after it should have been known who was."""
    marked: Pair
    lie_gain: Pair
    """How much more each wins who reports LIE_MS too little while the other is honest."""
    lie_marked: Pair


@dataclass(frozen=True, slots=True)
class Reach:
    """One player's side of one grab, in milliseconds."""

    reaction: float
    arrived: int
    low: int
    high: int

    def reported(self, lie: int) -> int:
        return max(0, round(self.reaction) - lie)


def fairness(
    game_id: str,
    rtts: Sequence[int],
    grabs: int,
    *,
    seed: int = 1,
    progress: OnProgress = lambda _: None,
) -> FairnessReport:
    """Decide `grabs` grabs between two players with these mean round trips, in milliseconds.

    `progress` is called now and then with the number of grabs decided so far.
    """
    if len(rtts) != 2 or min(rtts) < 0 or grabs < 1:
        raise SetupError("fairness takes two round trips in milliseconds, and at least one grab")
    referee = Referee(registry.get(game_id), Quick(seed))
    tally = _Tally()
    people = Quick(seed + 1)
    lines = [NetworkLine(rtt) for rtt in rtts]
    bounds: list[tuple[int, int]] = []
    for number in range(grabs):
        if number % GRABS_A_MATCH == 0:
            bounds = [line.bounds(people) for line in lines]
            progress(number)
        first, second = [_reach(line, row, people) for line, row in zip(lines, bounds, strict=True)]
        tally.count(referee, (first, second))
    return tally.report(game_id, (rtts[0], rtts[1]), grabs)


def _reach(line: NetworkLine, bounds: tuple[int, int], rng: Rng) -> Reach:
    seconds = reaction(rng)
    trip = line.one_way(rng) + FRAME_MS * unit(rng) + line.one_way(rng)
    return Reach(seconds, round(seconds + trip), *bounds)


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
        """Whose play comes in first; in the same millisecond, the lot's choice."""
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

    def measured(self, pair: Sequence[Reach], lies: tuple[int, int]) -> list[Any]:
        """Both plays as they come in."""
        return [
            self.live.measured(
                self.plays[seat],
                Measurement(reach.reported(lies[seat]), reach.low, reach.high, reach.arrived),
            )
            for seat, reach in enumerate(pair)
        ]

    def wait(self, pair: Sequence[Reach], plays: Sequence[Any], soonest: int) -> int:
        """How long after the first arrival it is known who was first."""
        arrived, other = pair[soonest].arrived, 1 - soonest
        missing = {other: pair[other].high}
        known = self.live.first_known(self.view, [(arrived, plays[soonest])], missing)
        return min(known, pair[other].arrived) - arrived


class _Tally:
    """Counts what happens in grab after grab."""

    def __init__(self) -> None:
        self.arrival = [0, 0]
        self.rules = [0, 0]
        self.wrong = [0, 0]
        self.marked = [0, 0]
        self.lie_wins = [0, 0]
        self.lie_marked = [0, 0]
        self.waits: list[int] = []
        self.too_late = 0

    def count(self, referee: Referee, pair: tuple[Reach, Reach]) -> None:
        """One grab: honest, then with the one lying, then with the other."""
        truth = int(pair[1].reaction < pair[0].reaction)
        plays = referee.measured(pair, (0, 0))
        soonest = referee.by_arrival(pair)
        first, marks = referee.by_rules(plays)
        wait = referee.wait(pair, plays, soonest)
        self.waits.append(wait)
        self.too_late += first != soonest and pair[first].arrived > pair[soonest].arrived + wait
        self.arrival[soonest] += 1
        self.rules[first] += 1
        self.wrong[0] += soonest != truth
        self.wrong[1] += first != truth
        for liar, lies in ((0, (LIE_MS, 0)), (1, (0, LIE_MS))):
            self.marked[liar] += marks[liar]
            winner, found = referee.by_rules(referee.measured(pair, lies))
            self.lie_wins[liar] += winner == liar
            self.lie_marked[liar] += found[liar]

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
            wait_median=self.waits[grabs // 2],
            wait_high=self.waits[grabs * 95 // 100],
            too_late=self.too_late,
            marked=share(self.marked),
            lie_gain=share([self.lie_wins[seat] - self.rules[seat] for seat in (0, 1)]),
            lie_marked=share(self.lie_marked),
        )


def as_text(report: FairnessReport) -> str:
    """The report as a table for a terminal."""
    a, b = report.rtts
    wait = f"{report.wait_median} ms after the first play, {report.wait_high} ms in 1 case of 20"
    rows = [
        f"{report.game}: {report.grabs} grabs, equal players, round trips {a} and {b} ms",
        "",
        f"{'':<34}{f'{a} ms':>9}{f'{b} ms':>9}{'wrong winner':>15}",
        _row("first arrival wins", report.by_arrival) + f"{report.wrong_by_arrival:>14.1%}",
        _row("by these rules", report.by_rules) + f"{report.wrong_by_rules:>14.1%}",
        "",
        _row(f"reporting {LIE_MS} ms too little gains", report.lie_gain, points=True),
        _row("reports cut and marked, honest", report.marked),
        _row("reports cut and marked, lying", report.lie_marked),
        "",
        f"it is known who was first {wait}; {report.too_late} plays came too late for that",
    ]
    return "\n".join(rows) + "\n"


def _row(name: str, values: Pair, *, points: bool = False) -> str:
    if points:
        return f"{name:<34}" + "".join([f"{100 * value:>+8.1f} " for value in values]) + "points"
    return f"{name:<34}" + "".join([f"{value:>9.1%}" for value in values])
