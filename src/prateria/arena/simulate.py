"""Bots play many matches; the logs are byte-identical however the work is spread.

A match depends only on its plan and its number: its seed is derived from both, its bots draw from
its seed, and no clock is read: `at` stays 0 or, in a live match, is simulated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Final, TypeAlias

from prateria.arena.bout import play_turns
from prateria.arena.files import write_whole
from prateria.arena.network import NetworkLine
from prateria.arena.reports.statistics import Played, Summary, summarize
from prateria.arena.timeline import LiveSeat, TimeLine
from prateria.bots import BotSeat, make
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.contract.game import CLOCK
from prateria.core.contract.meta import OptionValue, check_seats
from prateria.core.errors import SetupError
from prateria.core.matches.begin import new_match
from prateria.core.matches.match import Match
from prateria.processes import OnProgress, Workers

LIVE_LEVEL: Final = "medium"
CHUNK: Final = 10
"""Matches handed to a worker at once: few, so that Ctrl-C takes effect quickly."""

OnMatches: TypeAlias = Callable[[Sequence[Played]], None]
"""Called with the finished matches of a chunk; the runners return whether Ctrl-C stopped the
run."""


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """All that the matches of a simulation have in common."""

    game: str
    bots: tuple[str, ...]
    seed: str
    options: tuple[tuple[str, OptionValue], ...]
    out: Path | None


@dataclass(frozen=True, slots=True)
class Simulation:
    """The result. `interrupted` if Ctrl-C stopped it; the summary covers the matches played."""

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
    progress: OnProgress = lambda _: None,
) -> Simulation:
    """Play the matches 1 to `games`; with `out`, write each log there as `log_name` says.

    A single bot is used for all seats. Existing files are an error unless `overwrite`. `progress`
    is called with the number of matches finished so far.
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
    """`manitou-000001.jsonl`: always the same width, so that runs can be compared."""
    return f"{game_id}-{number:06}.jsonl"


def play_game(plan: SimulationPlan, number: int) -> Played:
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
    if CLOCK in match.actors and match.game.live is not None:
        _play_live(match, seats, seed)
    else:
        play_turns(match, [seat.decide for seat in seats])
    outcome = match.outcome
    assert outcome is not None
    if plan.out is not None:
        write_whole(plan.out / log_name(plan.game, number), match.log.dumps())
    decisions = sum(entry.by >= 0 for entry in match.log.entries)
    return Played(number, decisions, match.version, outcome)


def _play_live(match: Match, seats: Sequence[BotSeat], seed: str) -> None:
    """Play a match on a simulated time line, all bots equally fast and next to the server."""
    players = [LiveSeat(seat.decide, LIVE_LEVEL, NetworkLine(0)) for seat in seats]
    TimeLine(match, players, Quick(int(seed, 16))).run()


def _plan(
    game_id: str,
    players: int,
    seed: str,
    options: Mapping[str, OptionValue],
    bots: Sequence[str],
    out: Path | None,
) -> SimulationPlan:
    """The plan, with all its errors found before a worker starts."""
    game = registry.get(game_id)
    check_seats(game.meta, players)
    game.ruleset(players, options)
    specs = tuple(bots) * players if len(bots) == 1 else tuple(bots)
    if len(specs) != players:
        raise SetupError(f"{len(specs)} bots are named for {players} players; name one or all")
    for spec in specs:
        make(spec)
    return SimulationPlan(game_id, specs, seed, tuple(options.items()), out)


def _prepare(out: Path, names: Sequence[str], *, overwrite: bool) -> None:
    out.mkdir(parents=True, exist_ok=True)
    there = {path.name for path in out.iterdir()}.intersection(names)
    if there and not overwrite:
        others = f" and {len(there) - 1} more" if len(there) > 1 else ""
        raise SetupError(
            f"{out / min(there)}{others}: already there, so nothing was written; choose another "
            "folder, or say --force to overwrite"
        )


def _inline(plan: SimulationPlan, games: int, _: int, note: OnMatches) -> bool:
    try:
        for number in range(1, games + 1):
            note([play_game(plan, number)])
    except KeyboardInterrupt:
        return True
    return False


def _in_processes(plan: SimulationPlan, games: int, workers: int, note: OnMatches) -> bool:
    numbers = iter(range(1, games + 1))
    chunks = iter(lambda: tuple(islice(numbers, CHUNK)), ())
    with Workers(partial(_play_chunk, plan), chunks, workers) as work:
        try:
            for rows in work.results():
                note(rows)
        except KeyboardInterrupt:
            for rows in work.finish():
                note(rows)
            return True
    return False


def _play_chunk(plan: SimulationPlan, numbers: Sequence[int]) -> list[Played]:
    return [play_game(plan, number) for number in numbers]
