"""Games that a net plays against itself, as samples to learn from, and games against another net.

The net looks one action ahead, or it searches: then it learns from the results of the search what
it did not see at a glance (expert iteration).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from prateria.bots.judge import Judge, worth
from prateria.bots.learned import pick_by
from prateria.bots.net import FloatArray, Net
from prateria.bots.search import Search, Tuning
from prateria.core import registry
from prateria.core.chance import Quick, Rng
from prateria.core.contract.game import CHANCE, CLOCK, numbers_of

LAMBDA: Final = 0.97
"""λ of the λ-return. With 0.85 nothing was learned about early hunts."""
LAMBDA_OF_SEARCH: Final = 0.9
"""The same where a search gives the values, which are worth more."""


@dataclass(frozen=True, slots=True)
class GameSamples:
    """The training samples of one game: features after each decision, and the targets there."""

    rows: FloatArray
    """Axes: decision, seat, feature. Half precision, as many are kept."""
    targets: FloatArray
    spread: float = 0.0
    """Mean standard deviation of the values of a decision's actions."""


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
    simulations: int = 0
    """How long each decision is searched; 0: the net looks one action ahead."""


@dataclass(frozen=True, slots=True)
class Duel:
    """One deal played by a net against others, in all rotations of the seats."""

    game: str
    players: int
    net: Net
    other: Net
    seed: int


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
    while (choice := next_choice(judge, state, rng)) is not None:
        seat, legal = choice
        chosen, value, row, spread = decide(judge, state, seat, legal, job, rng)
        game.apply(state, chosen)
        spreads += spread
        rows.append(row)
        values.append(value)
        if job.imitates:
            estimates.append(evaluate(game.view(state, seat)))
    if job.imitates:
        return GameSamples(np.array(rows, np.float16), np.array(estimates, np.float32))
    outcome = game.outcome(state)
    assert outcome is not None
    rate = LAMBDA_OF_SEARCH if job.simulations else LAMBDA
    targets = returns(values, worth(outcome), rate)
    spread = spreads / max(1, len(rows))
    return GameSamples(np.array(rows, np.float16), targets, spread)


def returns(values: Sequence[FloatArray], end: FloatArray, rate: float) -> FloatArray:
    """The λ-return after each decision, from the values of the later ones and of the end."""
    targets: list[FloatArray] = []
    target = end
    for value in reversed(values):
        targets.append(target)
        target = (1 - rate) * value + rate * target
    targets.reverse()
    return np.array(targets, np.float32)


def next_choice(judge: Judge, state: Any, rng: Rng) -> tuple[int, Sequence[Any]] | None:
    """Advance the state to the next choice: the seat and its actions; None at the end."""
    game = judge.game
    while actors := game.actors(state):
        if actors[0] == CHANCE:
            game.apply(state, game.sample(state, rng))
            continue
        seats = [actor for actor in actors if actor != CLOCK]
        seat = seats[rng.below(len(seats))] if len(seats) > 1 else seats[0]
        legal = judge.candidates(state, seat, game.legal(state, seat))
        if len(legal) > 1:
            return seat, legal
        game.apply(state, legal[0])
    return None


def decide(
    judge: Judge, state: Any, seat: int, legal: Sequence[Any], job: Job, rng: Rng
) -> tuple[Any, FloatArray, FloatArray, float]:
    """The chosen action, the shares expected after it, the features there, and the spread of the
    actions."""
    if job.simulations:
        return _search(judge, state, seat, legal, job, rng)
    shares, features = judge.weigh_with_rows(state, seat, legal)
    spread = float(shares[:, seat].std())
    place = pick_by(shares[:, seat], job.temperature * spread, rng)
    return legal[place], shares[place], features[place], spread


def _search(
    judge: Judge, state: Any, seat: int, legal: Sequence[Any], job: Job, rng: Rng
) -> tuple[Any, FloatArray, FloatArray, float]:
    search = Search(judge, seat, Tuning())
    view = judge.game.view(state, seat)
    for _ in range(job.simulations):
        search.simulate(view, rng)
    found = [search.root.edges[action] for action in legal if action in search.root.edges]
    means = np.array([edge.sums for edge in found], np.float32)
    means /= np.array([[edge.visits] for edge in found], np.float32)
    tried = [place for place, edge in enumerate(found) if edge.tries] or [0]
    spread = float(means[:, seat].std())
    place = tried[pick_by(means[tried, seat], job.temperature * spread, rng)]
    rows, _ = judge.look_at(judge.after_each(state, [found[place].action]), seat)
    return found[place].action, means[place], rows[0], spread


def play_duel(duel: Duel) -> float:
    """The net's share of the victories in one deal, the seats rotated; no search, no noise."""
    game = registry.get(duel.game)
    judges = [Judge(game, duel.players, net) for net in (duel.net, duel.other)]
    won = 0.0
    for own in range(duel.players):
        rng = Quick(duel.seed)
        state = game.new(game.ruleset(duel.players, {}), duel.players)
        while (choice := next_choice(judges[0], state, rng)) is not None:
            seat, legal = choice
            shares = judges[seat != own].weigh(state, seat, legal)
            game.apply(state, legal[int(shares[:, seat].argmax())])
        outcome = game.outcome(state)
        assert outcome is not None
        if outcome.places[own] == 1:
            won += 1 / outcome.places.count(1)
    return won / duel.players
