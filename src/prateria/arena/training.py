"""Learning by self-play: the net plays games against itself and learns from them.

Each round plays some games at a temperature, keeps every position that was reached with its
λ-return (from the later values and the end), and takes Adam steps on a replay buffer of the last
rounds. What plays, and what is shipped, is a running mean of the weights. Game number N draws only
from the seed and N, and rounds have a fixed size, so the same seed and number of games give the
same weights with any number of workers, and in one go or with interruptions.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import Any, Final, TypeAlias

import numpy as np

from prateria.arena.self_play import Duel, GameSamples, Job, play_duel, play_game
from prateria.bots.net import HIDDEN, FloatArray, Net, fresh_net
from prateria.core import registry
from prateria.core.contract.game import numbers_of
from prateria.core.errors import SetupError
from prateria.processes import worker_pool

ROUND: Final = 40
"""Games between two training phases."""
IMITATED: Final = 3 * ROUND
"""In the first games the net learns the game's own estimate, so that self-play starts sensibly."""
FIRST_TEMPERATURE: Final = 0.7
LAST_TEMPERATURE: Final = 0.2
"""Temperatures of play, in units of the spread of a decision's values. Measured in raw shares, play
stayed random while the net's outputs were still close together."""
FIRST_RATE: Final = 0.002
LAST_RATE: Final = 0.0003
"""Learning rates of Adam."""
ANNEALING: Final = 1000
"""Games until the temperature reaches its final value, and the learning rate the last but one: from
there on it falls with the square root of the games."""
MEMORY: Final = 400_000
"""Size of the replay buffer, in positions."""
BATCH: Final = 256
STEPS: Final = 160
"""Adam steps in a training phase."""
MEASURED: Final = 8
"""Games without noise at the end, from which the net's spread is measured."""
SLOWNESS: Final = 5000
"""Adam steps that the running mean of the weights goes back; at first a quarter of all steps."""
MEASURES: Final = 2000
"""Games between two measurements of strength."""
DEALS: Final = 100
"""Deals in such a measurement, each played in all rotations of the seats."""
BETA1: Final = 0.9
BETA2: Final = 0.999
EPSILON: Final = 1e-7
"""Adam's decay rates of the two moments, and the term that prevents division by zero."""
DECAY: Final = 1e-5
"""Weight decay (L2)."""
PARTS: Final = ("inner", "bias", "outer")
"""The weights of a net, by name."""


@dataclass(slots=True)
class TrainingProgress:
    """The progress of the training."""

    games: int
    seconds: float
    loss: float
    strength: float | None = None
    """The share won against the net it is compared with, if that was just measured."""


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


def learn(
    net: Net,
    adam: Adam,
    memory: Memory,
    rate: float,
    rng: np.random.Generator,
    mean: Net | None = None,
) -> float:
    """One training phase; returns the mean loss, the cross-entropy between targets and shares.
    `mean` follows the weights."""
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
        if mean is not None:
            follow(mean, net, max(1 / SLOWNESS, 4 / (adam.count + 3)))
    return total / STEPS


def follow(mean: Net, net: Net, pace: float) -> None:
    """Move a running mean of the weights towards them."""
    for name in PARTS:
        slow: FloatArray = getattr(mean, name)
        slow += min(1.0, pace) * (getattr(net, name) - slow)


@dataclass(frozen=True, slots=True)
class Course:
    """What the weights depend on, besides the number of games."""

    game: str
    players: int
    seed: int
    hidden: int = HIDDEN
    simulations: int = 0
    """Simulations of the search that plays from some game on; 0: one action ahead all the time."""
    search_after: int = 0
    """The number of that game."""


@dataclass(slots=True)
class Told:
    """The curves of a training, by the number of games."""

    losses: dict[str, float] = field(default_factory=dict)
    strength: dict[str, float] = field(default_factory=dict)


class Training:
    """A training that can be interrupted: everything that its next round depends on."""

    def __init__(self, course: Course) -> None:
        self.course = course
        game = registry.get(course.game)
        state = game.new(game.ruleset(course.players, {}), course.players)
        self.rng = np.random.default_rng([course.seed, course.players])
        width = len(numbers_of(game).features(state, 0)[0])
        self.net = fresh_net(width, self.rng, course.hidden)
        self.mean = replace(self.net, **{name: getattr(self.net, name).copy() for name in PARTS})
        self.adam, self.memory = Adam(), Memory(MEMORY, course.players, width)
        self.progress = TrainingProgress(0, 0.0, 0.0)
        self.told = Told()

    def play_round(self, pool: ProcessPoolExecutor | None) -> None:
        """Play a round of games and learn from them."""
        began, progress, course = perf_counter(), self.progress, self.course
        temperature, rate = plan(progress.games)
        imitates = progress.games < IMITATED
        if progress.games == IMITATED:
            self.memory.used = self.memory.place = 0
        searches = course.simulations and progress.games >= max(course.search_after, IMITATED)
        jobs = [
            Job(
                course.game,
                course.players,
                self.mean,
                temperature,
                game_seed(course.seed, course.players, progress.games + number),
                imitates,
                course.simulations if searches else 0,
            )
            for number in range(ROUND)
        ]
        for samples in _all(pool, play_game, jobs):
            targets = as_shares(samples.targets) if imitates else samples.targets
            self.memory.add(GameSamples(samples.rows, targets))
        progress.loss = learn(self.net, self.adam, self.memory, rate, self.rng, self.mean)
        progress.games += ROUND
        progress.seconds += perf_counter() - began
        progress.strength = None

    def measure(self, pool: ProcessPoolExecutor | None, other: Net) -> float:
        """The share of the running mean against another net, each one action ahead, in deals of
        its own."""
        game, players, seed = self.course.game, self.course.players, self.course.seed
        duels = [
            Duel(game, players, self.mean, other, game_seed(seed, players, -1000 - deal))
            for deal in range(DEALS)
        ]
        return float(sum(_all(pool, play_duel, duels))) / DEALS

    def finished_net(self, pool: ProcessPoolExecutor | None) -> Net:
        """The running mean, its spread measured in games of its own."""
        game, players, seed = self.course.game, self.course.players, self.course.seed
        jobs = [
            Job(game, players, self.mean, 0.0, game_seed(seed, players, -1 - number), False)
            for number in range(MEASURED)
        ]
        self.mean.spread = sum(one.spread for one in _all(pool, play_game, jobs)) / MEASURED
        return self.mean

    def save(self, path: Path) -> None:
        """Write everything to a file, completely or not at all."""
        used = self.memory.used
        parts: dict[str, Any] = {
            "rows": self.memory.rows[:used],
            "targets": self.memory.targets[:used],
        }
        for name in PARTS:
            parts[f"net {name}"] = getattr(self.net, name)
            parts[f"mean {name}"] = getattr(self.mean, name)
            if self.adam.count:
                parts[f"first {name}"] = self.adam.first[name]
                parts[f"second {name}"] = self.adam.second[name]
        facts = {
            "course": asdict(self.course),
            "progress": asdict(self.progress),
            "told": asdict(self.told),
            "place": self.memory.place,
            "steps": self.adam.count,
            "luck": self.rng.bit_generator.state,
        }
        unfinished = path.with_suffix(".part")
        with unfinished.open("wb") as file:
            np.savez(file, facts=np.array(json.dumps(facts)), **parts)
        unfinished.replace(path)

    @classmethod
    def load(cls, path: Path, course: Course) -> Training:
        """Go on from such a file; SetupError if it belongs to another training."""
        with np.load(path) as parts:
            facts = json.loads(str(parts["facts"]))
            if facts["course"] != asdict(course):
                raise SetupError(f"{path} is of another training: {facts['course']}")
            found = cls(course)
            for name in PARTS:
                getattr(found.net, name)[...] = parts[f"net {name}"]
                getattr(found.mean, name)[...] = parts[f"mean {name}"]
                if facts["steps"]:
                    found.adam.first[name] = parts[f"first {name}"]
                    found.adam.second[name] = parts[f"second {name}"]
            memory = found.memory
            memory.used, memory.place = len(parts["rows"]), facts["place"]
            memory.rows[: memory.used] = parts["rows"]
            memory.targets[: memory.used] = parts["targets"]
        found.adam.count = facts["steps"]
        found.rng.bit_generator.state = facts["luck"]
        found.progress = TrainingProgress(**facts["progress"])
        found.told = Told(**facts["told"])
        return found


def plan(games: int) -> tuple[float, float]:
    """Temperature and learning rate after a number of games."""
    age = min(1.0, games / ANNEALING)
    temperature = LAST_TEMPERATURE + (FIRST_TEMPERATURE - LAST_TEMPERATURE) * (1 - age)
    rate = FIRST_RATE * (LAST_RATE / FIRST_RATE) ** age
    return temperature, rate * (ANNEALING / max(games, ANNEALING)) ** 0.5


def train(
    training: Training,
    *,
    enough: Enough,
    workers: int = 1,
    other: Net | None = None,
    report: OnTraining = lambda _: None,
) -> Net:
    """Train until `enough`, which is asked after each round, says so; `other` is the net that
    strength is measured against."""
    pool = worker_pool(workers) if workers > 1 else None
    try:
        while not enough(training.progress):
            training.play_round(pool)
            if other is not None and training.progress.games % MEASURES == 0:
                training.progress.strength = training.measure(pool, other)
            report(training.progress)
        return training.finished_net(pool)
    finally:
        if pool is not None:
            pool.shutdown()


def game_seed(seed: int, players: int, number: int) -> int:
    """The seed of one game; the seeds of consecutive games are unrelated."""
    return (seed * 1_000_003 + players) * 1_000_000_007 + number * 7_919


def _all(
    pool: ProcessPoolExecutor | None, play: Callable[[Any], Any], jobs: Sequence[Any]
) -> Sequence[Any]:
    if pool is None:
        return [play(job) for job in jobs]
    return list(pool.map(play, jobs, chunksize=5))
