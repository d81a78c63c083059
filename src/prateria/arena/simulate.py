"""Bots play many matches; each log is the same to the byte, however the work is spread.

A match depends on nothing but its plan and its number: its seed is derived from both, its
bots draw from its seed, and no clock is read: `at` stays 0, or in a live match is made up.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Final, TypeAlias

from prateria.arena.files import write_whole
from prateria.arena.lines import Line
from prateria.arena.reports.statistics import Played, Summary, summarize
from prateria.arena.timeline import LiveSeat, TimeLine
from prateria.bots import BotSeat, make
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.contract.game import CLOCK
from prateria.core.contract.meta import OptionValue, Outcome, check_seats
from prateria.core.errors import PrateriaError, SetupError
from prateria.core.matches.begin import new_match
from prateria.core.matches.match import Match

LIVE_LEVEL: Final = "medium"
CHUNK: Final = 10
"""Matches handed to a worker at once: few, so that Ctrl-C need not wait long."""

Progress: TypeAlias = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """All that the matches of a simulation have in common."""

    game: str
    bots: tuple[str, ...]
    seed: str
    options: tuple[tuple[str, OptionValue], ...]
    out: Path | None


@dataclass(frozen=True, slots=True)
class Simulation:
    """What came of it. `interrupted` when Ctrl-C stopped it; the summary is of what was done."""

    summary: Summary
    seconds: float
    interrupted: bool


def simulate(
    game_id: str,
    *,
    players: int,
    games: int,
    seed: str,
    options: Mapping[str, OptionValue] | None = None,
    bots: Sequence[str] = ("random",),
    workers: int = 1,
    out: Path | None = None,
    overwrite: bool = False,
    progress: Progress = lambda _: None,
) -> Simulation:
    """Play the matches 1 to `games`; with `out`, write each log there as `log_name` says.

    One bot is taken for all seats. Files that are there already are an error unless
    `overwrite`. `progress` is called with the number of matches finished so far.
    """
    plan = _plan(game_id, players, seed, options or {}, bots, out)
    if games < 1 or workers < 1:
        raise SetupError("there must be at least one game and one worker")
    if out is not None:
        _prepare(out, [log_name(game_id, n) for n in range(1, games + 1)], overwrite=overwrite)
    played: dict[int, Played] = {}

    def note(rows: Sequence[Played]) -> None:
        played.update((row.number, row) for row in rows)
        progress(len(played))

    started = perf_counter()
    run = _inline if workers == 1 else _in_processes
    interrupted = run(plan, games, workers, note)
    return Simulation(
        summarize(tuple(played.values()), players), perf_counter() - started, interrupted
    )


def game_seed(master: str, number: int) -> str:
    """The seed of match `number` of the simulation with this master seed."""
    return sha256(f"prateria simulate\0{master}\0{number}".encode()).hexdigest()


def log_name(game_id: str, number: int) -> str:
    """`manitou-000001.jsonl`: as wide whatever the number of games, so that runs compare."""
    return f"{game_id}-{number:06}.jsonl"


def play_game(plan: Plan, number: int) -> Played:
    """One match from its first draw to its end, its log written if the plan says where."""
    seed = game_seed(plan.seed, number)
    match = new_match(
        plan.game,
        seats=len(plan.bots),
        seed=seed,
        options=dict(plan.options),
        players=plan.bots,
    )
    seats = [BotSeat(make(spec), seat, seed) for seat, spec in enumerate(plan.bots)]
    live = CLOCK in match.actors and match.game.live is not None
    outcome = _play_live(match, seats, seed) if live else _play(match, seats)
    if plan.out is not None:
        write_whole(plan.out / log_name(plan.game, number), match.log.dumps())
    decisions = sum(entry.by >= 0 for entry in match.log.entries)
    return Played(number, decisions, match.version, outcome)


def _play(match: Match, seats: Sequence[BotSeat]) -> Outcome:
    """Turn by turn, without time."""
    while (outcome := match.outcome) is None:
        seat = _next_seat(match)
        match.play(seat, seats[seat].decide(match))
    return outcome


def _play_live(match: Match, seats: Sequence[BotSeat], seed: str) -> Outcome:
    """On a simulated time line, all bots equally fast and beside the server."""
    players = [LiveSeat(seat.decide, LIVE_LEVEL, Line(0)) for seat in seats]
    outcome = TimeLine(match, players, Quick(int(seed, 16))).run().outcome
    assert outcome is not None
    return outcome


def _plan(
    game_id: str,
    players: int,
    seed: str,
    options: Mapping[str, OptionValue],
    bots: Sequence[str],
    out: Path | None,
) -> Plan:
    """The plan, with everything that can be wrong with it found before a worker starts."""
    game = registry.get(game_id)
    check_seats(game.meta, players)
    game.ruleset(players, options)
    specs = tuple(bots) * players if len(bots) == 1 else tuple(bots)
    if len(specs) != players:
        raise SetupError(f"{len(specs)} bots are named for {players} players; name one or all")
    for spec in specs:
        make(spec)
    return Plan(game_id, specs, seed, tuple(options.items()), out)


def _prepare(out: Path, names: Sequence[str], *, overwrite: bool) -> None:
    out.mkdir(parents=True, exist_ok=True)
    there = {path.name for path in out.iterdir()}.intersection(names)
    if there and not overwrite:
        others = f" and {len(there) - 1} more are" if len(there) > 1 else " is"
        raise SetupError(
            f"{out / min(there)}{others} there already; nothing was written: choose another "
            "folder, or say --force to overwrite"
        )


def _next_seat(match: Match) -> int:
    for actor in match.actors:
        if actor >= 0:
            return actor
    raise SetupError(f"{match.game.meta.name} needs the clock, which is not simulated yet")


def _inline(plan: Plan, games: int, _: int, note: Callable[[Sequence[Played]], None]) -> bool:
    try:
        for number in range(1, games + 1):
            note([play_game(plan, number)])
    except KeyboardInterrupt:
        return True
    return False


def _in_processes(
    plan: Plan, games: int, workers: int, note: Callable[[Sequence[Played]], None]
) -> bool:
    """Spawned, not forked: a fork would copy the threads' locks of whoever draws progress."""
    pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_leave_interrupts)
    rows = iter(range(1, games + 1))
    waiting: set[Future[list[Played]]] = set()
    try:
        while chunk := tuple(islice(rows, CHUNK)):
            waiting.add(pool.submit(_play_chunk, plan, chunk))
        for future in as_completed(set(waiting)):
            note(future.result())
            waiting.discard(future)
    except BrokenProcessPool:
        raise PrateriaError("a worker process was ended from outside; fewer may fit") from None
    except KeyboardInterrupt:
        pool.shutdown(wait=True, cancel_futures=True)
        for future in waiting:
            if not future.cancelled():
                note(future.result())
        return True
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return False


def _play_chunk(plan: Plan, numbers: Sequence[int]) -> list[Played]:
    return [play_game(plan, number) for number in numbers]


def _leave_interrupts() -> None:
    """Ctrl-C reaches every process of the terminal; the workers leave it to the first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
