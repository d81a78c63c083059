"""Learning by self-play: games played by the net, from which the net learns.

Each round plays some games one ply deep with a little noise, keeps every position that was
reached with what came of it (a λ-return: the later judgements and the end), and takes Adam steps
on a memory of the last rounds. Game number N draws from the seed and N alone and rounds have a
fixed size, so the same seed and number of games give the same weights with any number of workers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final, TypeAlias

import numpy as np

from prateria.arena.executors import worker_pool
from prateria.bots.judge import Judge, worth
from prateria.bots.learned import pick_by
from prateria.bots.net import HIDDEN, Net, Numbers, fresh_net
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.contract.game import CHANCE, CLOCK, numbers_of

ROUND: Final = 40
"""Games between two lessons."""
IMITATED: Final = 3 * ROUND
"""In the first games the net learns the game's own estimate: self-play then starts with sense."""
LAMBDA: Final = 0.97
"""How much a target is by what came much later. With 0.85 nothing was learned of early hunts."""
WARM: Final = 0.7
COOL: Final = 0.2
"""The temperature of play at the start and at the end, in spreads of the actions' values: in
shares it made play random for as long as the net told little apart."""
COOLING: Final = 1000
"""Games until it is cool, and until it learns slowly."""
MEMORY: Final = 120_000
"""Positions that are remembered."""
BATCH: Final = 256
STEPS: Final = 160
"""Steps a lesson."""
MEASURED: Final = 8
"""Games at the end, without noise, that tell how far apart actions lie."""
FAST: Final = 0.002
SLOW: Final = 0.0003


@dataclass(frozen=True, slots=True)
class Episode:
    """One game: the features after each decision, and what each seat could expect there."""

    rows: Numbers
    """Axes: decision, seat, feature. Half precision, as many are kept."""
    targets: Numbers
    spread: float = 0.0
    """How far apart the actions of a decision were in the mean."""


@dataclass(slots=True)
class Progress:
    """How far the learning has come."""

    games: int
    seconds: float
    loss: float


Report: TypeAlias = Callable[[Progress], None]
Enough: TypeAlias = Callable[[Progress], bool]


@dataclass(slots=True)
class Adam:
    """The usual running means for one net."""

    first: dict[str, Numbers] = field(default_factory=dict)
    second: dict[str, Numbers] = field(default_factory=dict)
    count: int = 0

    def step(self, net: Net, slopes: Mapping[str, Numbers], rate: float) -> None:
        self.count += 1
        fade1, fade2 = 1 - 0.9**self.count, 1 - 0.999**self.count
        for name, slope in slopes.items():
            first = self.first.setdefault(name, np.zeros_like(slope))
            second = self.second.setdefault(name, np.zeros_like(slope))
            first += 0.1 * (slope - first)
            second += 0.001 * (slope * slope - second)
            part: Numbers = getattr(net, name)
            part -= rate * (first / fade1) / (np.sqrt(second / fade2) + 1e-7)


@dataclass(frozen=True, slots=True)
class Job:
    """One game to be played for learning."""

    game: str
    players: int
    net: Net
    heat: float
    luck: int
    imitates: bool
    """Whether the targets are the game's own estimates, not what came of it."""


def play_episode(job: Job) -> Episode:
    """One game of the net against itself."""
    game_id, players, net, heat = job.game, job.players, job.net, job.heat
    game = registry.get(game_id)
    judge = Judge(game, players, net)
    rng = Quick(job.luck)
    state = game.new(game.ruleset(players, {}), players)
    rows: list[Numbers] = []
    values: list[Numbers] = []
    estimates: list[tuple[float, ...]] = []
    spreads = 0.0
    while actors := game.actors(state):
        if actors[0] == CHANCE:
            game.apply(state, game.sample(state, rng))
            continue
        seats = [actor for actor in actors if actor != CLOCK]
        seat = seats[rng.below(len(seats))] if len(seats) > 1 else seats[0]
        legal = game.legal(state, seat)
        if len(legal) == 1:
            game.apply(state, legal[0])
            continue
        shares, numbers = judge.weigh_with_rows(state, seat, legal)
        spread = float(shares[:, seat].std())
        spreads += spread
        chosen = pick_by(shares[:, seat], heat * spread, rng)
        game.apply(state, legal[chosen])
        rows.append(numbers[chosen])
        values.append(shares[chosen])
        if job.imitates:
            estimates.append(numbers_of(game).evaluate(game.view(state, seat)))
    outcome = game.outcome(state)
    assert outcome is not None
    if job.imitates:
        return Episode(np.array(rows, np.float16), np.array(estimates, np.float32))
    targets: list[Numbers] = []
    target = worth(outcome)
    for value in reversed(values):
        targets.append(target)
        target = (1 - LAMBDA) * value + LAMBDA * target
    targets.reverse()
    spread = spreads / max(1, len(rows))
    return Episode(np.array(rows, np.float16), np.array(targets, np.float32), spread)


def as_shares(estimates: Numbers) -> Numbers:
    """Estimates in points as shares: about what a typical lead is worth."""
    leads = estimates - estimates.mean(axis=1, keepdims=True)
    raised = np.exp(leads / max(float(leads.std()), 1e-6))
    shares: Numbers = raised / raised.sum(axis=1, keepdims=True)
    return shares


class Memory:
    """The last positions, the oldest overwritten first."""

    def __init__(self, size: int, players: int, width: int) -> None:
        self.rows = np.zeros((size, players, width), np.float16)
        self.targets = np.zeros((size, players), np.float32)
        self.used = 0
        self.place = 0

    def add(self, episode: Episode) -> None:
        size = len(self.rows)
        spots = (self.place + np.arange(len(episode.rows))) % size
        self.rows[spots] = episode.rows
        self.targets[spots] = episode.targets
        self.place = (self.place + len(episode.rows)) % size
        self.used = min(size, self.used + len(episode.rows))


def learn(net: Net, adam: Adam, memory: Memory, rate: float, luck: np.random.Generator) -> float:
    """One lesson; the mean loss. Cross-entropy between targets and the softmax over seats."""
    total = 0.0
    for _ in range(STEPS):
        chosen = luck.integers(memory.used, size=BATCH)
        rows = memory.rows[chosen].astype(np.float32)
        targets = memory.targets[chosen]
        raw = rows @ net.inner + net.bias
        hidden = np.maximum(raw, 0)
        levels = hidden @ net.outer
        levels -= levels.max(axis=1, keepdims=True)
        shares = np.exp(levels)
        shares /= shares.sum(axis=1, keepdims=True)
        total -= float((targets * np.log(shares + 1e-9)).sum()) / BATCH
        error = (shares - targets) / BATCH
        inside = error[:, :, None] * net.outer * (raw > 0)
        width, size = net.inner.shape
        slopes = {
            "inner": rows.reshape(-1, width).T @ inside.reshape(-1, size) + 1e-5 * net.inner,
            "bias": inside.sum(axis=(0, 1)),
            "outer": (error[:, :, None] * hidden).sum(axis=(0, 1)) + 1e-5 * net.outer,
        }
        adam.step(net, slopes, rate)
    return total / STEPS


def train(
    game_id: str,
    players: int,
    *,
    seed: int,
    enough: Enough,
    workers: int = 1,
    hidden: int = HIDDEN,
    start: Net | None = None,
    report: Report = lambda _: None,
) -> tuple[Net, Progress]:
    """Learn until it is enough, which is asked after each round."""
    game = registry.get(game_id)
    state = game.new(game.ruleset(players, {}), players)
    width = len(numbers_of(game).features(state, 0)[0])
    luck = np.random.default_rng([seed, players])
    net = fresh_net(width, luck, hidden) if start is None else start
    adam, memory = Adam(), Memory(MEMORY, players, width)
    began = perf_counter()
    progress = Progress(0, 0.0, 0.0)
    pool = worker_pool(workers) if workers > 1 else None
    try:
        while not enough(progress):
            age = min(1.0, progress.games / COOLING)
            heat = COOL + (WARM - COOL) * (1 - age)
            imitates = progress.games < IMITATED
            if progress.games == IMITATED:
                memory.used = memory.place = 0
            jobs = [
                Job(game_id, players, net, heat, game_luck(seed, players, number), imitates)
                for number in range(progress.games, progress.games + ROUND)
            ]
            for episode in _play_all(pool, jobs):
                targets = as_shares(episode.targets) if imitates else episode.targets
                memory.add(Episode(episode.rows, targets))
            progress.games += ROUND
            progress.loss = learn(net, adam, memory, FAST * (SLOW / FAST) ** age, luck)
            progress.seconds = perf_counter() - began
            report(progress)
        jobs = [
            Job(game_id, players, net, 0.0, game_luck(seed, players, -1 - number), imitates=False)
            for number in range(MEASURED)
        ]
        net.spread = sum(episode.spread for episode in _play_all(pool, jobs)) / MEASURED
    finally:
        if pool is not None:
            pool.shutdown()
    return net, progress


def game_luck(seed: int, players: int, number: int) -> int:
    """The seed of one game: far apart for neighbours."""
    return (seed * 1_000_003 + players) * 1_000_000_007 + number * 7_919


def _play_all(pool: ProcessPoolExecutor | None, jobs: Sequence[Job]) -> Sequence[Episode]:
    if pool is None:
        return [play_episode(job) for job in jobs]
    return list(pool.map(play_episode, jobs, chunksize=5))
