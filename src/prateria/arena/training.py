"""Learning by self-play: the net plays games against itself and learns from them.

Each round plays some games one ply deep at a temperature, keeps every position that was reached
with its λ-return (from the later values and the end), and takes Adam steps on a replay buffer of
the last rounds. Game number N draws only from the seed and N, and rounds have a fixed size, so the
same seed and number of games give the same weights with any number of workers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final, TypeAlias

import numpy as np

from prateria.bots.judge import Judge, worth
from prateria.bots.learned import pick_by
from prateria.bots.net import HIDDEN, FloatArray, Net, fresh_net
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.contract.game import CHANCE, CLOCK, numbers_of
from prateria.processes import worker_pool

ROUND: Final = 40
"""Games between two training phases."""
IMITATED: Final = 3 * ROUND
"""In the first games the net learns the game's own estimate, so that self-play starts sensibly."""
LAMBDA: Final = 0.97
"""λ of the λ-return. With 0.85 nothing was learned about early hunts."""
FIRST_TEMPERATURE: Final = 0.7
LAST_TEMPERATURE: Final = 0.2
"""Temperatures of play, in units of the spread of a decision's values. Measured in raw shares, play
stayed random while the net's outputs were still close together."""
FIRST_RATE: Final = 0.002
LAST_RATE: Final = 0.0003
"""Learning rates of Adam."""
ANNEALING: Final = 1000
"""Games until temperature and learning rate reach their final values."""
MEMORY: Final = 120_000
"""Size of the replay buffer, in positions."""
BATCH: Final = 256
STEPS: Final = 160
"""Adam steps in a training phase."""
MEASURED: Final = 8
"""Games without noise at the end, from which the net's spread is measured."""
BETA1: Final = 0.9
BETA2: Final = 0.999
EPSILON: Final = 1e-7
"""Adam's decay rates of the two moments, and the term that prevents division by zero."""
DECAY: Final = 1e-5
"""Weight decay (L2)."""


@dataclass(frozen=True, slots=True)
class GameSamples:
    """The training samples of one game: features after each decision, and the targets there."""

    rows: FloatArray
    """Axes: decision, seat, feature. Half precision, as many are kept."""
    targets: FloatArray
    spread: float = 0.0
    """Mean standard deviation of the values of a decision's actions."""


@dataclass(slots=True)
class TrainingProgress:
    """The progress of the training."""

    games: int
    seconds: float
    loss: float


OnTraining: TypeAlias = Callable[[TrainingProgress], None]
Enough: TypeAlias = Callable[[TrainingProgress], bool]


@dataclass(slots=True)
class Adam:
    """Adam's first and second moments for the weights of one net (Kingma and Ba, 2015)."""

    first: dict[str, FloatArray] = field(default_factory=dict)
    second: dict[str, FloatArray] = field(default_factory=dict)
    count: int = 0

    def step(self, net: Net, gradients: Mapping[str, FloatArray], rate: float) -> None:
        """Update the net's weights in place."""
        self.count += 1
        bias1, bias2 = 1 - BETA1**self.count, 1 - BETA2**self.count
        for name, gradient in gradients.items():
            first = self.first.setdefault(name, np.zeros_like(gradient))
            second = self.second.setdefault(name, np.zeros_like(gradient))
            first += (1 - BETA1) * (gradient - first)
            second += (1 - BETA2) * (gradient * gradient - second)
            weights: FloatArray = getattr(net, name)
            weights -= rate * (first / bias1) / (np.sqrt(second / bias2) + EPSILON)


@dataclass(frozen=True, slots=True)
class Job:
    """One game to be played for learning."""

    game: str
    players: int
    net: Net
    temperature: float
    seed: int
    imitates: bool
    """Whether the targets are the game's own estimates instead of λ-returns."""


def play_game(job: Job) -> GameSamples:
    """One game of the net against itself."""
    players = job.players
    game = registry.get(job.game)
    judge, evaluate = Judge(game, players, job.net), numbers_of(game).evaluate
    rng = Quick(job.seed)
    state = game.new(game.ruleset(players, {}), players)
    rows: list[FloatArray] = []
    values: list[FloatArray] = []
    estimates: list[tuple[float, ...]] = []
    spreads = 0.0
    while actors := game.actors(state):
        if actors[0] == CHANCE:
            game.apply(state, game.sample(state, rng))
            continue
        seats = [actor for actor in actors if actor != CLOCK]
        seat = seats[rng.below(len(seats))] if len(seats) > 1 else seats[0]
        legal = judge.candidates(state, seat, game.legal(state, seat))
        if len(legal) == 1:
            game.apply(state, legal[0])
            continue
        shares, features = judge.weigh_with_rows(state, seat, legal)
        spread = float(shares[:, seat].std())
        spreads += spread
        chosen = pick_by(shares[:, seat], job.temperature * spread, rng)
        game.apply(state, legal[chosen])
        rows.append(features[chosen])
        values.append(shares[chosen])
        if job.imitates:
            estimates.append(evaluate(game.view(state, seat)))
    outcome = game.outcome(state)
    assert outcome is not None
    if job.imitates:
        return GameSamples(np.array(rows, np.float16), np.array(estimates, np.float32))
    targets: list[FloatArray] = []
    target = worth(outcome)
    for value in reversed(values):
        targets.append(target)
        target = (1 - LAMBDA) * value + LAMBDA * target
    targets.reverse()
    spread = spreads / max(1, len(rows))
    return GameSamples(np.array(rows, np.float16), np.array(targets, np.float32), spread)


def as_shares(estimates: FloatArray) -> FloatArray:
    """Estimates in points as shares: a softmax of the leads in units of their spread."""
    leads = estimates - estimates.mean(axis=1, keepdims=True)
    raised = np.exp(leads / max(float(leads.std()), 1e-6))
    shares: FloatArray = raised / raised.sum(axis=1, keepdims=True)
    return shares


class Memory:
    """The replay buffer: the last positions, the oldest overwritten first."""

    def __init__(self, size: int, players: int, width: int) -> None:
        self.rows = np.zeros((size, players, width), np.float16)
        self.targets = np.zeros((size, players), np.float32)
        self.used = 0
        self.place = 0

    def add(self, samples: GameSamples) -> None:
        size = len(self.rows)
        spots = (self.place + np.arange(len(samples.rows))) % size
        self.rows[spots] = samples.rows
        self.targets[spots] = samples.targets
        self.place = (self.place + len(samples.rows)) % size
        self.used = min(size, self.used + len(samples.rows))


def learn(net: Net, adam: Adam, memory: Memory, rate: float, rng: np.random.Generator) -> float:
    """One training phase; returns the mean loss, the cross-entropy between targets and shares."""
    total = 0.0
    for _ in range(STEPS):
        chosen = rng.integers(memory.used, size=BATCH)
        rows = memory.rows[chosen].astype(np.float32)
        targets = memory.targets[chosen]
        raw = rows @ net.inner + net.bias
        hidden = np.maximum(raw, 0)
        logits = hidden @ net.outer
        logits -= logits.max(axis=1, keepdims=True)
        shares = np.exp(logits)
        shares /= shares.sum(axis=1, keepdims=True)
        total -= float((targets * np.log(shares + 1e-9)).sum()) / BATCH
        error = (shares - targets) / BATCH
        back = error[:, :, None] * net.outer * (raw > 0)
        width, size = net.inner.shape
        gradients = {
            "inner": rows.reshape(-1, width).T @ back.reshape(-1, size) + DECAY * net.inner,
            "bias": back.sum(axis=(0, 1)),
            "outer": (error[:, :, None] * hidden).sum(axis=(0, 1)) + DECAY * net.outer,
        }
        adam.step(net, gradients, rate)
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
    report: OnTraining = lambda _: None,
) -> tuple[Net, TrainingProgress]:
    """Train until `enough`, which is asked after each round, says so."""
    game = registry.get(game_id)
    state = game.new(game.ruleset(players, {}), players)
    width = len(numbers_of(game).features(state, 0)[0])
    rng = np.random.default_rng([seed, players])
    net = fresh_net(width, rng, hidden) if start is None else start
    adam, memory = Adam(), Memory(MEMORY, players, width)
    began = perf_counter()
    progress = TrainingProgress(0, 0.0, 0.0)
    pool = worker_pool(workers) if workers > 1 else None
    try:
        while not enough(progress):
            age = min(1.0, progress.games / ANNEALING)
            temperature = LAST_TEMPERATURE + (FIRST_TEMPERATURE - LAST_TEMPERATURE) * (1 - age)
            rate = FIRST_RATE * (LAST_RATE / FIRST_RATE) ** age
            imitates = progress.games < IMITATED
            if progress.games == IMITATED:
                memory.used = memory.place = 0
            jobs = [
                Job(game_id, players, net, temperature, game_seed(seed, players, number), imitates)
                for number in range(progress.games, progress.games + ROUND)
            ]
            for samples in _play_all(pool, jobs):
                targets = as_shares(samples.targets) if imitates else samples.targets
                memory.add(GameSamples(samples.rows, targets))
            progress.games += ROUND
            progress.loss = learn(net, adam, memory, rate, rng)
            progress.seconds = perf_counter() - began
            report(progress)
        jobs = [
            Job(game_id, players, net, 0.0, game_seed(seed, players, -1 - number), imitates=False)
            for number in range(MEASURED)
        ]
        net.spread = sum(samples.spread for samples in _play_all(pool, jobs)) / MEASURED
    finally:
        if pool is not None:
            pool.shutdown()
    return net, progress


def game_seed(seed: int, players: int, number: int) -> int:
    """The seed of one game; the seeds of consecutive games are unrelated."""
    return (seed * 1_000_003 + players) * 1_000_000_007 + number * 7_919


def _play_all(pool: ProcessPoolExecutor | None, jobs: Sequence[Job]) -> Sequence[GameSamples]:
    if pool is None:
        return [play_game(job) for job in jobs]
    return list(pool.map(play_game, jobs, chunksize=5))
