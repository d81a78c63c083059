"""Random games of other projects, as fast as their users could run them from Python.

Runs in the peers' own environment (see peers_env.py); must not import prateria. Nothing
here may slow a peer down: luck is drawn the cheapest correct way, and the loops keep to
the calls that a player of that library needs.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from importlib import import_module
from itertools import cycle
from typing import Any, Final, Protocol

from bench.measure import Sample, Subject, answer, measure

CHANCE: Final = -1
TERMINAL: Final = -4


# The peers have no type stubs; these describe what is used of them.
class SpielState(Protocol):
    def current_player(self) -> int: ...
    def legal_actions(self) -> list[int]: ...
    def apply_action(self, action: int) -> None: ...
    def is_terminal(self) -> bool: ...
    def is_chance_node(self) -> bool: ...
    def chance_outcomes(self) -> list[tuple[int, float]]: ...
    def clone(self) -> SpielState: ...


class CatanGame(Protocol):
    state: Any

    def play(self, *, decide_fn: object = None) -> object: ...
    def copy(self) -> CatanGame: ...


class CatanPlayer(Protocol):
    def decide(self, game: CatanGame, playable_actions: list[object]) -> object: ...


class OpenSpiel:
    """The loop that works for every OpenSpiel game whose chance outcomes are equally likely.

    Then a chance node's legal actions are its outcomes, and `chance_outcomes`, which builds
    a list of pairs, need not be called. The walk checks that they really are equally likely.
    """

    def __init__(self, name: str, seed: int) -> None:
        self.game: Any = import_module("pyspiel").load_game(name)
        self.random = random.Random(seed).random

    def play(self) -> int:
        return self.finish(self.game.new_initial_state())

    def finish(self, state: SpielState) -> int:
        uniform = self.random
        who, legal, apply = state.current_player, state.legal_actions, state.apply_action
        decisions = 0
        while (player := who()) != TERMINAL:
            actions = legal()
            apply(actions[int(uniform() * len(actions))])
            if player >= 0:
                decisions += 1
        return decisions

    def walk(self, sample: Sample) -> None:
        state = self.game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            if state.is_chance_node():
                self._check_luck(state, actions)
                sample.luck += 1
            else:
                sample.decision(len(actions))
                if sample.wants_state():
                    sample.copies.append(state.clone().clone)
            state.apply_action(actions[int(self.random() * len(actions))])

    def _check_luck(self, state: SpielState, actions: list[int]) -> None:
        outcomes = state.chance_outcomes()
        assert [action for action, _ in outcomes] == actions
        assert len({probability for _, probability in outcomes}) == 1


class Hearts(OpenSpiel):
    """Hearts with the deal as one shuffle: one pass direction, 52 cards, then no luck."""

    def __init__(self, seed: int) -> None:
        super().__init__("hearts", seed)
        self.cards = list(range(52))

    def play(self) -> int:
        uniform, cards = self.random, self.cards
        state = self.game.new_initial_state()
        legal, apply = state.legal_actions, state.apply_action
        apply(int(uniform() * 4))
        cards.sort(key=lambda _: uniform())  # faster than random.shuffle
        for card in cards:
            apply(card)
        decisions = 0
        while actions := legal():
            apply(actions[int(uniform() * len(actions))])
            decisions += 1
        return decisions


class Backgammon(OpenSpiel):
    """Backgammon with dice drawn by number: 30 unequal pairs to begin, then all 36."""

    def __init__(self, seed: int) -> None:
        super().__init__("backgammon", seed)

    def play(self) -> int:
        uniform = self.random
        state = self.game.new_initial_state()
        who, legal, apply = state.current_player, state.legal_actions, state.apply_action
        apply(int(uniform() * 30))
        decisions = 0
        while True:
            actions = legal()
            apply(actions[int(uniform() * len(actions))])
            decisions += 1
            player = who()
            if player == CHANCE:
                apply(int(uniform() * 36))
            elif player == TERMINAL:
                return decisions


class Rollouts(OpenSpiel):
    """OpenSpiel's rollouts that never leave C++, through the one door Python has to them.

    Its search bot with two simulations evaluates the root and one child, each by a batch of
    rollouts. It does not count decisions, so each root's mean length is measured beforehand.
    """

    ROOTS = 8
    BATCH = 500

    def __init__(self, name: str, seed: int) -> None:
        super().__init__(name, seed)
        spiel = import_module("pyspiel")
        evaluator = spiel.RandomRolloutEvaluator(self.BATCH, seed)
        self.evaluator = evaluator  # the bot does not keep it alive
        self.bot: Any = spiel.MCTSBot(
            self.game,
            evaluator,
            uct_c=2.0,
            max_simulations=2,
            max_memory_mb=100,
            solve=False,
            seed=seed,
            verbose=False,
        )
        self.roots = cycle([self._root() for _ in range(self.ROOTS)])

    def _root(self) -> tuple[SpielState, float]:
        state: SpielState = self.game.new_initial_state()
        while state.is_chance_node():
            actions = state.legal_actions()
            state.apply_action(actions[int(self.random() * len(actions))])
        lengths = [self.finish(state.clone()) for _ in range(60)]
        return state, sum(lengths) / len(lengths)

    def play(self) -> int:
        state, length = next(self.roots)
        self.bot.step(state)
        return round(self.BATCH * (2 * length - 1))


class Catanatron:
    """Four random players on the default map, through the library's own `Game.play`."""

    def __init__(self, seed: int) -> None:
        random.seed(seed)
        self.library: Any = import_module("catanatron")

    def _game(self) -> CatanGame:
        library = self.library
        colors = library.Color
        seats = (colors.RED, colors.BLUE, colors.WHITE, colors.ORANGE)
        game: CatanGame = library.Game([library.RandomPlayer(color) for color in seats])
        return game

    def play(self) -> int:
        game = self._game()
        game.play()
        return len(game.state.actions)

    def walk(self, sample: Sample) -> None:
        game = self._game()

        def decide(player: CatanPlayer, now: CatanGame, actions: list[object]) -> object:
            sample.decision(len(actions))
            if sample.wants_state():
                sample.copies.append(now.copy().copy)
            return player.decide(now, actions)

        game.play(decide_fn=decide)


class RLCard:
    """An RLCard environment stepped with random legal actions. It offers no copy."""

    def __init__(self, name: str, seed: int) -> None:
        self.env: Any = import_module("rlcard").make(name, config={"seed": seed})
        self.random = random.Random(seed).random

    def play(self) -> int:
        env, uniform = self.env, self.random
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(uniform() * len(actions))])
            decisions += 1
        return decisions

    def walk(self, sample: Sample) -> None:
        env = self.env
        state, _ = env.reset()
        while not env.is_over():
            actions = list(state["legal_actions"])
            sample.decision(len(actions))
            state, _ = env.step(actions[int(self.random() * len(actions))])


PEERS: Final[dict[str, Callable[[int], Subject]]] = {
    "openspiel hearts": lambda seed: OpenSpiel("hearts", seed),
    "openspiel hearts, tuned loop": Hearts,
    "openspiel hearts, C++ rollouts": lambda seed: Rollouts("hearts", seed),
    "openspiel backgammon": lambda seed: OpenSpiel("backgammon", seed),
    "openspiel backgammon, tuned loop": Backgammon,
    "openspiel backgammon, C++ rollouts": lambda seed: Rollouts("backgammon", seed),
    "catanatron": Catanatron,
    "rlcard uno": lambda seed: RLCard("uno", seed),
    "rlcard doudizhu": lambda seed: RLCard("doudizhu", seed),
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Time one peer once.")
    parser.add_argument("peer", choices=list(PEERS))
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    answer(measure(PEERS[args.peer](args.seed), args.seconds))


if __name__ == "__main__":
    main()
