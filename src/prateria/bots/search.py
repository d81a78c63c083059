"""Information-set search guided by what was learned.

Every simulation determinizes the view again, walks down a tree of the actions taken so far (luck is
drawn again each time and has no nodes), expands one node by judging all its actions with the
learned net, lets the learned policy play on for a few decisions, and backs up the shares of all
seats. Each seat maximizes its own share (max^n). A node starts with few actions and gets more with
each visit, those with the highest prior first (progressive widening), so that payments and splits
do not swamp it.

What others choose at the same time as the bot's seat is not searched, but sampled from the learned
policy: in a tree they would answer what they cannot have seen. A simulation ends at the next
choice after such a sample: a tree of actions alone would mix up all its possible consequences.
Games that are made of such choices do without a tree (`worlds.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from operator import itemgetter
from time import perf_counter
from typing import Any, Final

from prateria.bots.base import ALIASES, Budget, Observation, undisturbed
from prateria.bots.judge import Judge, worth
from prateria.bots.learned import pick_by
from prateria.bots.net import shipped
from prateria.bots.worlds import LOOK as LOOK_AROUND
from prateria.bots.worlds import Worlds
from prateria.core.chance import Rng
from prateria.core.contract.game import CHANCE, CLOCK, AnyGame, numbers_of

SPARE_MS: Final = 4
"""Reserved for answering."""
DEFAULT_MS: Final = 300
LOOK: Final = 16
"""Simulations between two checks whether the choice is already clear."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """How a search spends its simulations."""

    explore: float = 10.0
    """Exploration constant (PUCT), in units of the net's typical spread."""
    temperature: float = 1.5
    """Temperature of the prior, a softmax over the net's values, in the same units."""
    trust: float = 2.0
    """Weight of the net's prior, in visits."""
    wide: float = 4.0
    """Actions considered at a node: this number times the square root of its visits."""
    doubt: float = 0.5
    """Assumed standard error of the net's value of an action, in the same units."""
    eager: int = 0
    """1: a clear choice is made at once, without using up the budget."""
    rounds: int = 0
    """Above 0: no tree; actions are compared in the same worlds, this many rounds deep."""
    others: float = 0.3
    """Temperature of the other seats there, in the same units."""
    horizon: int = 0
    """Decisions that the learned policy plays before the net judges."""


class Edge:
    """An action at a node: the net's values and prior for it, and the results of its simulations.

    The net's values count as `trust` visits in `visits` and `sums`.
    """

    __slots__ = ("action", "first", "node", "prior", "squares", "sums", "tries", "visits")

    def __init__(self, action: Any, shares: list[float], prior: float, trust: float) -> None:
        self.action = action
        self.first = shares
        self.prior = prior
        """Not normalized; `Search._select` divides by the sum."""
        self.visits = trust
        self.sums = [trust * share for share in shares]
        self.tries = 0
        self.squares = 0.0
        self.node: Node | None = None

    def mean(self, seat: int) -> float:
        """The mean of its simulations, without the net's values; at least one is needed."""
        return (self.sums[seat] - self.first[seat] * (self.visits - self.tries)) / self.tries


class Node:
    """A point in the order of actions: somebody decides here."""

    __slots__ = ("edges", "visits")

    def __init__(self) -> None:
        self.edges: dict[Any, Edge] = {}
        self.visits = 0


class Search:
    """One tree, for one decision of one seat and what follows it."""

    def __init__(self, judge: Judge, seat: int, tuning: Tuning) -> None:
        self.judge = judge
        self.game: AnyGame = judge.game
        self.seat = seat
        self.tuning = tuning
        self._temperature = 0.0
        self._explore = 0.0
        self._crowd = False
        """Whether several seats are choosing at once, and their choices are not settled yet."""
        self._drawn = False
        """Whether a choice of another seat was sampled in this simulation."""
        self.root = Node()
        self.simulations = 0
        self.until = float("inf")
        """When to stop, by the clock of `perf_counter`."""

    def simulate(self, view: Any, rng: Rng) -> None:
        """One simulation: determinize, select, expand, back up."""
        state = self.game.determinize(view, rng)
        path: list[Edge] = []
        shares = self._go_down(state, path, rng)
        seat = self.seat
        for edge in path:
            edge.visits += 1
            edge.tries += 1
            edge.squares += shares[seat] * shares[seat]
            sums = edge.sums
            for index, share in enumerate(shares):
                sums[index] += share
        self.simulations += 1

    def _go_down(self, state: Any, path: list[Edge], rng: Rng) -> list[float]:
        """Walk down to a leaf or the end of the match; returns the shares there."""
        tuning, node = self.tuning, self.root
        self._crowd = self._drawn = False
        while True:
            choice = self._next_choice(state, rng)
            if choice is None:
                return self._end(state)
            actor, legal = choice
            if self._drawn and path:
                return max(self._weigh(state, actor, legal), key=itemgetter(actor))
            edges = node.edges
            known = [edges.get(action) for action in legal] if edges else []
            node.visits += 1
            if not known or not all(known):
                best = self._open(node, state, actor, legal)
                if not known:
                    path += [best] if tuning.horizon else []
                    return self._play_on(state, best, rng)
                known = [edges.get(action) for action in legal]
            edge = self._select(node, actor, [edge for edge in known if edge is not None])
            path.append(edge)
            self.game.apply(state, edge.action)
            if edge.node is None:
                edge.node = Node()
            node = edge.node

    def _next_choice(self, state: Any, rng: Rng) -> tuple[int, Sequence[Any]] | None:
        """Advance the state to the next choice: the actor and its legal actions; None at the end.

        Records in `_crowd` and `_drawn` whether simultaneous choices were sampled on the way.
        """
        game, seat, candidates = self.game, self.seat, self.judge.candidates
        while actors := game.actors(state):
            if actors[0] == CHANCE:
                game.apply(state, game.sample(state, rng))
                self._crowd = False
                continue
            self._crowd = (self._crowd or len(actors) > 1) and actors[0] != CLOCK
            actor = seat if seat in actors else actors[0]
            legal = game.legal(state, actor)
            if len(legal) > 1:
                legal = candidates(state, actor, legal)
            if len(legal) == 1:
                game.apply(state, legal[0])
            elif self._crowd and actor != seat:
                game.apply(state, self._likely(state, actor, legal, rng))
                self._drawn = True
            else:
                return actor, legal
        return None

    def _end(self, state: Any) -> list[float]:
        outcome = self.game.outcome(state)
        assert outcome is not None
        shares: list[float] = worth(outcome).tolist()
        return shares

    def _open(self, node: Node, state: Any, actor: int, legal: Sequence[Any]) -> Edge:
        """Expand a node: add edges for the actions that are new here; return the best of them."""
        edges, tuning = node.edges, self.tuning
        fresh = [action for action in legal if action not in edges] if edges else legal
        rows = self._weigh(state, actor, fresh)
        if not self._temperature:
            self._temperature = max(tuning.temperature * self.judge.net.spread, 1e-6)
            self._explore = tuning.explore * self.judge.net.spread
        best = None
        for index, shares in enumerate(rows):
            prior = exp((shares[actor] - 0.5) / self._temperature)
            edge = Edge(fresh[index], shares, prior, tuning.trust)
            edges[fresh[index]] = edge
            if best is None or shares[actor] > best.first[actor]:
                best = edge
        assert best is not None
        return best

    def _weigh(self, state: Any, actor: int, actions: Sequence[Any]) -> list[list[float]]:
        """Evaluate actions; those for which there is no time are left for later."""
        rows: list[list[float]] = self.judge.weigh_until(self.until, state, actor, actions).tolist()
        return rows

    def _select(self, node: Node, actor: int, known: list[Edge]) -> Edge:
        """The edge with the highest value plus exploration bonus (PUCT)."""
        most = int(self.tuning.wide * sqrt(node.visits))
        if len(known) > most:
            known.sort(key=_by_prior)
            del known[most:]
        total = 0.0
        for edge in known:
            total += edge.prior
        pull = self._explore * sqrt(node.visits - 1) / total
        best, chosen = -1.0, known[0]
        for edge in known:
            value = edge.sums[actor] / edge.visits + pull * edge.prior / (1 + edge.visits)
            if value > best:
                best, chosen = value, edge
        return chosen

    def _likely(self, state: Any, actor: int, legal: Sequence[Any], rng: Rng) -> Any:
        """An action sampled from the learned policy."""
        shares = self.judge.weigh(state, actor, legal)
        temperature = self.tuning.temperature * self.judge.net.spread
        return legal[pick_by(shares[:, actor], temperature, rng)]

    def _play_on(self, state: Any, edge: Edge, rng: Rng) -> list[float]:
        """Roll out with the learned policy up to the horizon; returns the net's shares there, or
        those of the end."""
        game, shares = self.game, edge.first
        if self.tuning.horizon:
            game.apply(state, edge.action)
        for _ in range(self.tuning.horizon):
            choice = self._next_choice(state, rng)
            if choice is None:
                return self._end(state)
            actor, legal = choice
            rows = self.judge.weigh(state, actor, legal)
            chosen = pick_by(rows[:, actor], 0.0, rng)
            game.apply(state, legal[chosen])
            shares = rows[chosen].tolist()
        return shares

    def best(self, legal: Sequence[Any]) -> Edge:
        """The action with the best value, weighing its simulations against the net's values.

        The more the simulations of one action vary, the longer the net is trusted: in a game of
        luck, the most visited action after few simulations was worse than the net's own choice.
        """
        edges = [self.root.edges[action] for action in legal if action in self.root.edges]
        _, belief = self._luck(edges)
        return max(edges, key=lambda edge: (self._worth(edge, belief), edge.prior))

    def _luck(self, edges: Sequence[Edge]) -> tuple[float, float]:
        """The variance between simulations of one action, and the net's weight in simulations."""
        seat = self.seat
        total, degrees = 0.0, 0
        for edge in edges:
            if edge.tries > 1:
                mean = edge.mean(seat)
                total += edge.squares - edge.tries * mean * mean
                degrees += edge.tries - 1
        if degrees == 0:
            return 0.0, 1.0
        variance = max(total / degrees, 0.0)
        doubt = self.tuning.doubt * self.judge.net.spread
        return variance, max(1.0, variance / max(doubt * doubt, 1e-12))

    def _worth(self, edge: Edge, belief: float) -> float:
        if edge.tries == 0:
            return edge.first[self.seat]
        mean = edge.mean(self.seat)
        return (belief * edge.first[self.seat] + edge.tries * mean) / (belief + edge.tries)

    def is_clear(self, legal: Sequence[Any]) -> bool:
        """Whether the choice is clear: the best action leads by three standard errors."""
        edges = [self.root.edges[action] for action in legal if action in self.root.edges]
        variance, belief = self._luck(edges)
        rows = sorted([(self._worth(edge, belief), edge.tries) for edge in edges])
        if len(rows) < 2:
            return False
        (second, tries2), (best, tries1) = rows[-2], rows[-1]
        if variance:
            error = variance / (belief + tries1) + variance / (belief + tries2)
        else:
            error = 2 * (self.tuning.doubt * self.judge.net.spread) ** 2
        return best - second > 3 * sqrt(error)


def _by_prior(edge: Edge) -> float:
    return -edge.prior


class SearchBot:
    """Searches for as long as it may, and keeps the tree while its own turn goes on."""

    def __init__(
        self,
        milliseconds: int | None = None,
        simulations: int | None = None,
        knobs: Mapping[str, float] | None = None,
    ) -> None:
        self._milliseconds = milliseconds
        self._simulations = simulations
        self._knobs = dict(knobs or {})
        self._version = int(self._knobs.pop("version", 0))
        self._tuning = Tuning(**self._knobs)  # type: ignore[arg-type]
        self._judge: Judge | None = None
        self._world: Any = None
        self._node: Node | None = None
        self.simulations = 0
        """The number of simulations in the last decision."""

    @undisturbed()
    def choose(
        self, observation: Observation, legal: Sequence[Any], budget: Budget, rng: Rng
    ) -> Any:
        started = perf_counter()
        game, seat, view = observation.game, observation.seat, observation.view
        kept = self._node_for(game, seat, view)
        world: Any = None
        if len(legal) > 1:
            world = game.determinize(view, rng)
            legal = numbers_of(game).candidates(world, seat, legal)
        if len(legal) == 1:
            if kept is not None and self._world is not None:
                game.apply(self._world, legal[0])
            return legal[0]
        if self._judge is None:
            self._judge = Judge(game, game.notation.setup(world)[0], version=self._version)
            self._tuning = self._tuning_for(game)
        patience = Patience(
            started,
            least_of(self._milliseconds, budget.milliseconds),
            least_of(self._simulations, budget.simulations),
        )
        if self._tuning.rounds:
            return self._compare((world, view, legal), seat, rng, patience)
        search = Search(self._judge, seat, self._tuning)
        if kept is not None:
            search.root = kept
        self._think(search, (view, legal), rng, patience)
        edge = search.best(legal)
        self.simulations = search.simulations
        game.apply(world, edge.action)
        self._world, self._node = world, edge.node
        return edge.action

    def _tuning_for(self, game: AnyGame) -> Tuning:
        """The bot's own settings; otherwise those of the game's weights; otherwise the defaults."""
        weights = shipped(game.meta.id, self._version)
        tuned = {} if weights is None else weights.search
        usual = {ALIASES.get(name, name): value for name, value in tuned.items()}
        return Tuning(**{**usual, **self._knobs})  # type: ignore[arg-type]

    def _compare(
        self, where: tuple[Any, Any, Sequence[Any]], seat: int, rng: Rng, patience: Patience
    ) -> Any:
        """The best action of those compared in the same worlds."""
        assert self._judge is not None
        world, view, legal = where
        tuning = self._tuning
        worlds = Worlds(
            self._judge, seat, rounds=tuning.rounds, temperature=tuning.others, doubt=tuning.doubt
        )
        worlds.begin(world, legal, max(2, int(tuning.wide)), patience.until)
        least = 1 if tuning.eager else 2
        while True:
            worlds.look_into(view, rng)
            if patience.is_over(worlds.trials):
                break
            if len(worlds.open) > least and len(worlds.open[0].values) % LOOK_AROUND == 0:
                worlds.narrow(least)
                if len(worlds.open) == 1:
                    break
        self.simulations = worlds.trials
        return worlds.ranked()[0].action

    def _node_for(self, game: AnyGame, seat: int, view: Any) -> Node | None:
        """The tree below the last choice, if nothing but that choice has happened since."""
        if self._node is None or self._world is None or seat not in game.actors(self._world):
            return None
        return self._node if game.view(self._world, seat) == view else None

    def _think(
        self, search: Search, where: tuple[Any, Sequence[Any]], rng: Rng, patience: Patience
    ) -> None:
        view, legal = where
        search.until = patience.until
        eager = bool(self._tuning.eager)
        while True:
            search.simulate(view, rng)
            if patience.is_over(search.root.visits):
                return
            count = search.simulations
            if eager and (count == 1 or count % LOOK == 0) and search.is_clear(legal):
                return


class Patience:
    """When a search has to stop: after a number of simulations, or before its time is up."""

    def __init__(self, started: float, milliseconds: int | None, simulations: int | None) -> None:
        if simulations is None and milliseconds is None:
            milliseconds = DEFAULT_MS
        self.until = float("inf")
        """The deadline, by the clock of `perf_counter`."""
        if milliseconds is not None:
            self.until = started + max(milliseconds - SPARE_MS, milliseconds * 0.8) / 1000
        self._most = simulations
        self._usual = 0.0
        self._before = perf_counter()

    def is_over(self, simulations: int) -> bool:
        """Asked after each simulation: whether another would be one too many, or take too long."""
        now = perf_counter()
        self._usual += 0.2 * (now - self._before - self._usual)
        self._before = now
        if now + self._usual > self.until:
            return True
        return self._most is not None and simulations >= self._most


def least_of(one: int | None, other: int | None) -> int | None:
    """The smaller of two limits, each of which may be missing."""
    if one is None or other is None:
        return one if other is None else other
    return min(one, other)
