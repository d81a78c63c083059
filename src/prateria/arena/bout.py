"""One game of a contest, and the record kept of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from prateria.arena.files import write_whole
from prateria.arena.network import NetworkLine
from prateria.arena.schedule import Contest, Pairing, deal_seed
from prateria.arena.timeline import Decide, LiveSeat, TimeLine
from prateria.bots import BotSeat, Budget, make
from prateria.bots.levels import pace_of
from prateria.bots.specs import load_code
from prateria.core.chance import Quick
from prateria.core.contract.game import CLOCK
from prateria.core.errors import SetupError
from prateria.core.matches.begin import new_match
from prateria.core.matches.match import Match


@dataclass(frozen=True, slots=True)
class Thinking:
    """How long a seat thought: decisions with a choice, total milliseconds, the longest."""

    decisions: int
    milliseconds: float
    longest: float


@dataclass(frozen=True, slots=True)
class Bout:
    """A finished game. Everything except `thinking` is the same wherever it was played."""

    number: int
    line_up: int
    deal: int
    turn: int
    seats: tuple[str, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    decisions: int
    thinking: tuple[Thinking, ...]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> Bout:
        return cls(
            **{
                **row,
                "seats": tuple(row["seats"]),
                "places": tuple(row["places"]),
                "scores": tuple(row["scores"]),
                "thinking": tuple(Thinking(**one) for one in row["thinking"]),
            }
        )

    def won(self, seat: int) -> float:
        """A seat's share of the victory."""
        return 1 / self.places.count(1) if self.places[seat] == 1 else 0.0


class _Stopwatch:
    """Asks a seat and measures how long it took, where there was a choice."""

    def __init__(self, seat: BotSeat, place: int) -> None:
        self._seat = seat
        self._place = place
        self.times: list[float] = []

    def decide(self, match: Match) -> Any:
        began = perf_counter()
        action = self._seat.decide(match)
        if len(match.legal(self._place)) > 1:
            self.times.append(1000 * (perf_counter() - began))
        return action

    def sum_up(self) -> Thinking:
        longest = max(self.times, default=0.0)
        return Thinking(len(self.times), round(sum(self.times), 1), round(longest, 1))


def play_bout(contest: Contest, pairing: Pairing, logs: Path | None) -> Bout:
    """Play a game from first draw to end; write the log if a folder is given."""
    for path in contest.code:
        load_code(path)
    seed = deal_seed(contest, pairing.deal)
    match = new_match(
        contest.game,
        seats=contest.players,
        seed=seed,
        options=dict(contest.options),
        players=pairing.seats,
    )
    budget = Budget(contest.milliseconds, contest.simulations)
    watches = [
        _Stopwatch(BotSeat(make(spec), seat, f"{seed} {pairing.turn}", budget), seat)
        for seat, spec in enumerate(pairing.seats)
    ]
    if CLOCK in match.actors and match.game.live is not None:
        lives = [
            LiveSeat(watch.decide, pace_of(spec), NetworkLine(0))
            for watch, spec in zip(watches, pairing.seats, strict=True)
        ]
        TimeLine(match, lives, Quick(int(seed, 16))).run()
    else:
        play_turns(match, [watch.decide for watch in watches])
    outcome = match.outcome
    assert outcome is not None
    if logs is not None:
        write_whole(logs / log_name(contest.game, pairing.number), match.log.dumps())
    return Bout(
        pairing.number,
        pairing.line_up,
        pairing.deal,
        pairing.turn,
        pairing.seats,
        outcome.places,
        outcome.scores,
        outcome.reason,
        sum(entry.by >= 0 for entry in match.log.entries),
        tuple(watch.sum_up() for watch in watches),
    )


def log_name(game_id: str, number: int) -> str:
    """File names count games from 1."""
    return f"{game_id}-{number + 1:06}.jsonl"


def play_turns(match: Match, seats: Sequence[Decide]) -> None:
    """Play a match to its end, turn by turn, without time."""
    while match.outcome is None:
        seat = next((actor for actor in match.actors if actor >= 0), None)
        if seat is None:
            raise SetupError(f"{match.game.meta.name} waits for a clock, but is not played live")
        match.play(seat, seats[seat](match))
