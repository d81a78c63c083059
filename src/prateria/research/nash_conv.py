"""How far a bot is from perfect play, in games small enough to know what that is.

OpenSpiel computes the best response to the bot's policy exactly. NashConv is what all seats
together could gain by it: 0 for an equilibrium; a victory is worth 1, a defeat -1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, TypeAlias

import pyspiel  # type: ignore[import-not-found]
from open_spiel.python import policy  # type: ignore[import-untyped]
from open_spiel.python.algorithms import best_response, expected_game_score  # type: ignore[import-untyped]

from prateria.bots import Budget, Observation, make
from prateria.core.chance import Quick
from prateria.research.spiel import SMALL, register, spiel_name

DRAWS: Final = 8
"""How often a bot is asked at each decision."""

OnAsked: TypeAlias = Callable[[int], None]


class BotPolicy(policy.Policy):  # type: ignore[misc]
    """What a bot plays: at each decision a new one is asked some times, with luck of its own, and
    plays each action as often as it was chosen."""

    def __init__(
        self,
        game: Any,
        spec: str,
        draws: int = DRAWS,
        seed: int = 1,
        asked: OnAsked = lambda _: None,
    ) -> None:
        super().__init__(game, range(game.num_players()))
        self._spec = spec
        self._draws = draws
        self._seed = seed
        self._asked = asked
        self.known: dict[str, dict[int, float]] = {}

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        """The probability of each action that the bot may choose."""
        seat = state.current_player() if player_id is None else player_id
        key = state.information_state_string(seat)
        if key not in self.known:
            self.known[key] = self._ask(state, seat, key)
            self._asked(len(self.known))
        return self.known[key]

    def _ask(self, state: Any, seat: int, key: str) -> dict[int, float]:
        trajectory = state.trajectory
        game, setup = trajectory.game.rules, trajectory.game.setup
        legal = game.legal(trajectory.state, seat)
        if len(legal) == 1:
            return {setup.numbers(legal)[0]: 1.0}
        observation = Observation(game, seat, game.view(trajectory.state, seat), ())
        chosen: Counter[int] = Counter()
        for draw in range(self._draws):
            text = f"{self._seed}\0{draw}\0{key}"
            luck = Quick(int.from_bytes(sha256(text.encode()).digest()[:8], "big"))
            action = make(self._spec).choose(observation, legal, Budget(), luck)
            chosen[setup.numbers([action])[0]] += 1
        return {action: count / self._draws for action, count in chosen.items()}


@dataclass(frozen=True, slots=True)
class Distance:
    """How far a policy is from an equilibrium."""

    gains: tuple[float, ...]
    """What each seat could gain by playing perfectly against it."""
    values: tuple[float, ...]
    """What each seat gets while all play the policy."""

    @property
    def nash_conv(self) -> float:
        return sum(self.gains)


def small_game(game_id: str) -> Any:
    """A game's small twin in OpenSpiel; without the tensors' memory, which solvers do not need."""
    register()
    return pyspiel.load_game(f"{spiel_name(game_id + SMALL)}(memory=0)")


def distance(game: Any, played: Any) -> Distance:
    """How far a policy is from an equilibrium, exactly."""
    root = game.new_initial_state()
    seats = range(game.num_players())
    values = expected_game_score.policy_value(root, [played] * len(seats))
    best = [
        best_response.BestResponsePolicy(game, seat, played, root).value(root) for seat in seats
    ]
    gains = [float(one - value) for one, value in zip(best, values, strict=True)]
    return Distance(tuple(gains), tuple(map(float, values)))
