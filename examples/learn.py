"""A worked example: a small net learns a game by playing against itself, with NumPy alone.

    python examples/learn.py bison --seats 2

It steps many matches at once (`prateria.research.vector_env`). The net says how much it likes each
action, and what it expects of the match. What a seat did is made more likely if it could soon
expect more of the match than before, less likely if less (an actor and a critic; what counts as
soon is told by `trust`: Schulman and others, 2016). Then it plays against the random bot, in every
seat in turn.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, TypeAlias

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # so small a net is slower with more of them

import numpy as np
import numpy.typing as npt

from prateria.research import vector_env

Numbers: TypeAlias = npt.NDArray[np.float32]
Whole: TypeAlias = npt.NDArray[np.int64]
Mask: TypeAlias = npt.NDArray[np.int8]


class Agent:
    """One hidden layer; from it how much each action is liked, and what the match may be worth."""

    def __init__(
        self, width: int, actions: int, rng: np.random.Generator, hidden: int = 64
    ) -> None:
        scale = (2 / width) ** 0.5
        self.parts: dict[str, Numbers] = {
            "inner": rng.normal(0, scale, (width, hidden)).astype(np.float32),
            "bias": np.zeros(hidden, np.float32),
            "liking": np.zeros((hidden, actions), np.float32),
            "usual": np.zeros(actions, np.float32),
            "worth": np.zeros(hidden, np.float32),
        }
        self._first = {name: np.zeros_like(part) for name, part in self.parts.items()}
        self._second = {name: np.zeros_like(part) for name, part in self.parts.items()}
        self._updates = 0

    def look(self, observations: Numbers, masks: Mask) -> tuple[Numbers, Numbers, Numbers]:
        """The hidden layer, how likely each action is (those outside the mask never are), and what
        is expected of the match."""
        parts = self.parts
        hidden = np.maximum(observations @ parts["inner"] + parts["bias"], 0)
        liking = hidden @ parts["liking"] + parts["usual"]
        liking = np.where(masks == 1, liking, -np.inf)
        liking -= liking.max(axis=1, keepdims=True)
        chances = np.exp(liking)
        return hidden, chances / chances.sum(axis=1, keepdims=True), hidden @ parts["worth"]

    def learn(self, memory: Memory, rate: float, curiosity: float) -> None:
        """One step of Adam along the gradient of all decisions in the memory."""
        seen, masks, done, better, worth = memory.arrays()
        hidden, chances, expected = self.look(seen, masks)
        rows, number = np.arange(len(done)), len(done)
        gain: Any = better / max(float(better.std()), 1e-6)
        logs = np.log(np.maximum(chances, 1e-8))
        spread = -(chances * logs).sum(axis=1, keepdims=True)
        wish: Any = -chances * gain[:, None]
        wish[rows, done] += gain
        wish -= curiosity * chances * (logs + spread)
        wish /= number
        off = (worth - expected) / number
        back = (wish @ self.parts["liking"].T + 0.5 * off[:, None] * self.parts["worth"]) * (
            hidden > 0
        )
        self._climb(
            {
                "inner": seen.T @ back,
                "bias": back.sum(axis=0),
                "liking": hidden.T @ wish,
                "usual": wish.sum(axis=0),
                "worth": hidden.T @ off,
            },
            rate,
        )

    def _climb(self, gradient: dict[str, Any], rate: float) -> None:
        self._updates += 1
        for name, slope in gradient.items():
            first, second = self._first[name], self._second[name]
            first += 0.1 * (slope - first)
            second += 0.001 * (slope * slope - second)
            fair = first / (1 - 0.9**self._updates)
            size = np.sqrt(second / (1 - 0.999**self._updates)) + 1e-8
            self.parts[name] += (rate * fair / size).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Decision:
    seen: Numbers
    mask: Mask
    done: int
    expected: float


@dataclass(slots=True)
class Memory:
    """Decisions of matches that have ended; how much better than expected each turned out, and
    what the match was worth to who decided."""

    decisions: list[Decision] = field(default_factory=list)
    better: list[float] = field(default_factory=list)

    def add(self, story: Sequence[Decision], reward: float, trust: float) -> None:
        """All that a seat did in a match. Each decision is told by what was expected at the next
        one, and `trust` times as much by that at each one after it; at last comes the reward."""
        better, after = 0.0, reward
        for decision in reversed(story):
            better = after - decision.expected + trust * better
            self.decisions.append(decision)
            self.better.append(better)
            after = decision.expected

    def arrays(self) -> tuple[Numbers, Mask, Whole, Numbers, Numbers]:
        better = np.array(self.better, np.float32)
        return (
            np.stack([decision.seen for decision in self.decisions]),
            np.stack([decision.mask for decision in self.decisions]),
            np.array([decision.done for decision in self.decisions], np.int64),
            better,
            better + np.array([decision.expected for decision in self.decisions], np.float32),
        )


def drawn(chances: Numbers, rng: np.random.Generator) -> Whole:
    """One action a row, by these chances."""
    lots = rng.random((len(chances), 1), np.float32)
    places = (chances.cumsum(axis=1) < lots).sum(axis=1)
    # Rounding may leave the sum a little below the lot: then the likeliest is taken.
    lost: Any = chances[np.arange(len(chances)), np.minimum(places, chances.shape[1] - 1)] == 0
    best = chances.argmax(axis=1)
    chosen: Whole = np.where(lost | (places >= chances.shape[1]), best, places)
    return chosen


def train(
    game: str,
    *,
    seats: int,
    steps: int,
    seed: int = 1,
    matches: int = 32,
    batch: int = 4096,
    rate: float = 0.003,
    curiosity: float = 0.01,
    trust: float = 0.9,
    options: dict[str, Any] | None = None,
) -> Agent:
    """An agent that has made so many decisions against itself."""
    envs = vector_env(game, matches, seats=seats, options=options, reward="rank")
    rng = np.random.default_rng(seed)
    agent = Agent(envs.setup.width, envs.setup.size, rng)
    now = envs.reset(seed)
    stories: list[list[list[Decision]]] = [[[] for _ in range(seats)] for _ in range(matches)]
    memory = Memory()
    for _ in range(steps // matches):
        _, chances, expected = agent.look(now.observations, now.masks)
        actions = drawn(chances, rng)
        for row, seat in enumerate(now.seats):
            decision = Decision(
                now.observations[row], now.masks[row], int(actions[row]), float(expected[row])
            )
            stories[row][seat].append(decision)
        now = envs.step(actions)
        for row in map(int, np.flatnonzero(now.ended)):
            for story, reward in zip(stories[row], now.rewards[row], strict=True):
                memory.add(story, float(reward), trust)
                story.clear()
        if len(memory.decisions) >= batch:
            agent.learn(memory, rate, curiosity)
            memory = Memory()
    return agent


def share_of_victories(
    agent: Agent,
    game: str,
    *,
    seats: int,
    games: int,
    seed: int = 2,
    matches: int = 32,
    options: dict[str, Any] | None = None,
) -> tuple[float, float, float]:
    """The agent's share against random bots and its 95 % interval (Wilson). Where it sits depends
    on the match's row: every seat comes equally often."""
    matches -= matches % seats
    envs = vector_env(game, matches, seats=seats, options=options)
    rng = np.random.default_rng(seed)
    own = np.arange(matches) % seats
    won = played = 0.0
    # Each row plays equally many games, or short ones would be counted more often.
    left = np.full(matches, -(-games // matches))
    now = envs.reset(seed)
    while left.any():
        _, chances, _ = agent.look(now.observations, now.masks)
        blind = now.masks / now.masks.sum(axis=1, keepdims=True)
        own_turn = (now.seats == own)[:, None]
        now = envs.step(drawn(np.where(own_turn, chances, blind).astype(np.float32), rng))
        for row in np.flatnonzero(now.ended & (left > 0)):
            left[row] -= 1
            outcome = now.outcomes[row]
            assert outcome is not None
            played += 1
            if int(own[row]) in outcome.winners:
                won += 1 / len(outcome.winners)
    return wilson(won, played)


def wilson(won: float, played: float, z: float = 1.96) -> tuple[float, float, float]:
    share = won / played
    middle = (share + z * z / (2 * played)) / (1 + z * z / played)
    half = z * (share * (1 - share) / played + z * z / (4 * played**2)) ** 0.5
    half /= 1 + z * z / played
    return share, middle - half, middle + half


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn a game by self-play, with NumPy alone.")
    parser.add_argument("game", nargs="?", default="manitou")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--steps", type=int, default=1_000_000, help="decisions to learn from")
    parser.add_argument("--games", type=int, default=400, help="games against random bots")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=0.003)
    arguments = parser.parse_args()
    began = perf_counter()
    agent = train(
        arguments.game,
        seats=arguments.seats,
        steps=arguments.steps,
        seed=arguments.seed,
        rate=arguments.rate,
    )
    taken = perf_counter() - began
    share, low, high = share_of_victories(
        agent, arguments.game, seats=arguments.seats, games=arguments.games
    )
    sys.stdout.write(
        f"{arguments.game}, {arguments.seats} seats: learned from {arguments.steps:,} decisions in "
        f"{taken:.0f} s; wins {share:.1%} ({low:.1%} to {high:.1%}) against random bots, "
        f"whose fair share is {1 / arguments.seats:.1%}\n"
    )


if __name__ == "__main__":
    main()
