"""A worked example: a small net learns a game by playing against itself, with NumPy alone.

    python examples/learn.py bison --seats 2

It steps many matches at once (`prateria.research.vector_env`). The net has a policy head (how
likely each action is) and a value head (what reward to expect): an actor and a critic. An action is
made more likely if the match turned out better than the value said, less likely if worse. How much
better is the generalized advantage estimate with parameter λ (Schulman and others, 2016). Then the
net plays against the random bot, in every seat in turn.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, TypeAlias

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # such a small net is slower with more of them

import numpy as np
import numpy.typing as npt

from prateria.research import vector_env

FloatArray: TypeAlias = npt.NDArray[np.float32]
Whole: TypeAlias = npt.NDArray[np.int64]
Mask: TypeAlias = npt.NDArray[np.int8]


class Agent:
    """One hidden layer with two heads: a policy over the actions, and the value of the match."""

    def __init__(
        self, width: int, actions: int, rng: np.random.Generator, hidden: int = 64
    ) -> None:
        scale = (2 / width) ** 0.5
        self.parts: dict[str, FloatArray] = {
            "inner": rng.normal(0, scale, (width, hidden)).astype(np.float32),
            "bias": np.zeros(hidden, np.float32),
            "policy": np.zeros((hidden, actions), np.float32),
            "policy_bias": np.zeros(actions, np.float32),
            "value": np.zeros(hidden, np.float32),
        }
        # Adam's first and second moments.
        self._first = {name: np.zeros_like(part) for name, part in self.parts.items()}
        self._second = {name: np.zeros_like(part) for name, part in self.parts.items()}
        self._updates = 0

    def forward(
        self, observations: FloatArray, masks: Mask
    ) -> tuple[FloatArray, FloatArray, FloatArray]:
        """The hidden layer, the policy (0 for actions outside the mask), and the value."""
        parts = self.parts
        hidden = np.maximum(observations @ parts["inner"] + parts["bias"], 0)
        logits = hidden @ parts["policy"] + parts["policy_bias"]
        logits = np.where(masks == 1, logits, -np.inf)
        logits -= logits.max(axis=1, keepdims=True)
        policy = np.exp(logits)
        return hidden, policy / policy.sum(axis=1, keepdims=True), hidden @ parts["value"]

    def learn(self, batch: Batch, rate: float, entropy_weight: float) -> None:
        """One Adam step along the policy gradient of all decisions in the batch."""
        observations, masks, actions, advantages, returns = batch.arrays()
        hidden, policy, values = self.forward(observations, masks)
        rows, number = np.arange(len(actions)), len(actions)
        scaled: Any = advantages / max(float(advantages.std()), 1e-6)
        logs = np.log(np.maximum(policy, 1e-8))
        entropy = -(policy * logs).sum(axis=1, keepdims=True)
        by_logits: Any = -policy * scaled[:, None]
        by_logits[rows, actions] += scaled
        by_logits -= entropy_weight * policy * (logs + entropy)
        by_logits /= number
        by_value = (returns - values) / number
        into_policy = by_logits @ self.parts["policy"].T
        into_value = 0.5 * by_value[:, None] * self.parts["value"]
        by_hidden = (into_policy + into_value) * (hidden > 0)
        self._ascend(
            {
                "inner": observations.T @ by_hidden,
                "bias": by_hidden.sum(axis=0),
                "policy": hidden.T @ by_logits,
                "policy_bias": by_logits.sum(axis=0),
                "value": hidden.T @ by_value,
            },
            rate,
        )

    def _ascend(self, gradients: dict[str, Any], rate: float) -> None:
        """One Adam step uphill."""
        self._updates += 1
        for name, gradient in gradients.items():
            first, second = self._first[name], self._second[name]
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient * gradient - second)
            mean = first / (1 - 0.9**self._updates)
            size = np.sqrt(second / (1 - 0.999**self._updates)) + 1e-8
            self.parts[name] += (rate * mean / size).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Decision:
    observation: FloatArray
    mask: Mask
    action: int
    value: float


@dataclass(slots=True)
class Batch:
    """Decisions of matches that have ended, with their advantages."""

    decisions: list[Decision] = field(default_factory=list)
    advantages: list[float] = field(default_factory=list)

    def add(self, trajectory: Sequence[Decision], reward: float, gae_lambda: float) -> None:
        """All decisions of a seat in a match, with their generalized advantage estimates. The only
        reward comes at the end, and nothing is discounted."""
        advantage, after = 0.0, reward
        for decision in reversed(trajectory):
            advantage = after - decision.value + gae_lambda * advantage
            self.decisions.append(decision)
            self.advantages.append(advantage)
            after = decision.value

    def arrays(self) -> tuple[FloatArray, Mask, Whole, FloatArray, FloatArray]:
        """Observations, masks, actions, advantages and returns, a row for each decision."""
        advantages = np.array(self.advantages, np.float32)
        return (
            np.stack([decision.observation for decision in self.decisions]),
            np.stack([decision.mask for decision in self.decisions]),
            np.array([decision.action for decision in self.decisions], np.int64),
            advantages,
            advantages + np.array([decision.value for decision in self.decisions], np.float32),
        )


def sampled(policy: FloatArray, rng: np.random.Generator) -> Whole:
    """One action a row, sampled from the policy."""
    uniform = rng.random((len(policy), 1), np.float32)
    places = (policy.cumsum(axis=1) < uniform).sum(axis=1)
    # Rounding may leave the sum a little below the sample: then the likeliest is taken.
    lost: Any = policy[np.arange(len(policy)), np.minimum(places, policy.shape[1] - 1)] == 0
    best = policy.argmax(axis=1)
    chosen: Whole = np.where(lost | (places >= policy.shape[1]), best, places)
    return chosen


def train(
    game: str,
    *,
    seats: int,
    steps: int,
    seed: int = 1,
    matches: int = 32,
    batch_size: int = 4096,
    rate: float = 0.003,
    entropy_weight: float = 0.01,
    gae_lambda: float = 0.9,
    options: dict[str, Any] | None = None,
) -> Agent:
    """An agent trained on this many decisions of self-play."""
    envs = vector_env(game, matches, seats=seats, options=options, reward="rank")
    rng = np.random.default_rng(seed)
    agent = Agent(envs.setup.width, envs.setup.size, rng)
    now = envs.reset(seed)
    trajectories: list[list[list[Decision]]] = [[[] for _ in range(seats)] for _ in range(matches)]
    batch = Batch()
    for _ in range(steps // matches):
        _, policy, values = agent.forward(now.observations, now.masks)
        actions = sampled(policy, rng)
        for row, seat in enumerate(now.seats):
            decision = Decision(
                now.observations[row], now.masks[row], int(actions[row]), float(values[row])
            )
            trajectories[row][seat].append(decision)
        now = envs.step(actions)
        for row in map(int, np.flatnonzero(now.ended)):
            for trajectory, reward in zip(trajectories[row], now.rewards[row], strict=True):
                batch.add(trajectory, float(reward), gae_lambda)
                trajectory.clear()
        if len(batch.decisions) >= batch_size:
            agent.learn(batch, rate, entropy_weight)
            batch = Batch()
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
        _, policy, _ = agent.forward(now.observations, now.masks)
        uniform = now.masks / now.masks.sum(axis=1, keepdims=True)
        own_turn = (now.seats == own)[:, None]
        now = envs.step(sampled(np.where(own_turn, policy, uniform).astype(np.float32), rng))
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
