"""What the two kinds of PettingZoo environment share: names, spaces, rewards, pictures."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import numpy as np
from gymnasium import spaces

from prateria.bots.net import FloatArray
from prateria.core.errors import SetupError
from prateria.research.episode import EnvSetup, Episode, Mask
from prateria.research.render import MODES, Rendering, render
from prateria.research.rewards import reward_named

Agent: TypeAlias = str
ObservationDict: TypeAlias = dict[str, FloatArray | Mask]

REFUSE: Final = "refuse"
LOSE: Final = "lose"
FIRST: Final = "first"
ILLEGAL: Final = (REFUSE, LOSE, FIRST)
"""What an action outside the mask does: it raises an error that names the rule; it ends the match,
at the cost of the agent that chose it; or the first legal action is played instead."""
PENALTY: Final = -1.0


class BaseEnv:
    """The part of an environment that does not depend on how agents take their turns."""

    def __init__(
        self,
        setup: EnvSetup,
        *,
        reward: str,
        illegal: str,
        max_cycles: int | None,
        render_mode: str | None,
        extra_actions: int,
    ) -> None:
        if illegal not in ILLEGAL:
            raise SetupError(f"illegal={illegal!r} means nothing; say {', '.join(ILLEGAL)}")
        if render_mode is not None and render_mode not in MODES:
            raise SetupError(f"cannot render {render_mode!r}; there are: {', '.join(MODES)}")
        if max_cycles is not None and max_cycles < 1:
            raise SetupError("max_cycles must be at least 1, or None for whole games")
        self.setup = setup
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.metadata: dict[str, Any] = {
            "name": f"prateria_{setup.game.meta.id}_v0",
            "render_modes": list(MODES),
            "render_fps": 1,
            "is_parallelizable": True,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(setup.seats)]
        self.agents: list[Agent] = []
        self._size = setup.size + extra_actions
        self._reward = reward_named(reward)
        self._illegal = illegal
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seeds = random.Random()
        self._episode = Episode(setup)
        self._cycles = 0
        self.observation_spaces = {agent: self._observation_space() for agent in self._seat_of}
        self.action_spaces = {agent: spaces.Discrete(self._size) for agent in self._seat_of}

    def _observation_space(self) -> spaces.Dict:
        # The values of `encode` are between 0 and 1 or near; the contract does not promise it.
        numbers = spaces.Box(-np.inf, np.inf, (self.setup.width,), np.float32)
        mask = spaces.Box(0, 1, (self._size,), np.int8)
        return spaces.Dict({"observation": numbers, "action_mask": mask})

    def observation_space(self, agent: Agent) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Discrete:
        return self.action_spaces[agent]

    def _start(self, seed: int | None) -> None:
        """Start a match; the same seed gives the same matches again, this one and those after
        it."""
        if seed is not None:
            self._seeds = random.Random(seed)
        self._episode.start(self._seeds.getrandbits(60))
        self._cycles = 0
        self.agents = self.possible_agents[:]

    def _observed(self, seat: int, legal: Sequence[int]) -> ObservationDict:
        return {
            "observation": self._episode.observe(seat),
            "action_mask": self.setup.mask(legal, self._size),
        }

    def _ending(self) -> tuple[dict[Agent, float], dict[Agent, dict[str, Any]]] | None:
        """Rewards and infos for each agent if the match is over."""
        outcome = self._episode.outcome
        if outcome is None:
            return None
        rewards = dict(zip(self.possible_agents, self._reward(outcome), strict=True))
        infos = {
            agent: {
                "place": outcome.places[seat],
                "score": outcome.scores[seat],
                "reason": outcome.reason,
            }
            for agent, seat in self._seat_of.items()
        }
        return rewards, infos

    def _is_cut_short(self) -> bool:
        return self.max_cycles is not None and self._cycles >= self.max_cycles

    def state(self) -> FloatArray:
        """For a critic that may use everything the seats know together: their observations
        concatenated. It is no more than the views: what no seat may know is not in it."""
        rows = [self._episode.observe(seat) for seat in range(self.setup.seats)]
        return np.concatenate(rows)

    def render(self) -> Rendering | None:
        """The table as anybody may see it."""
        if self.render_mode is None:
            return None
        return render(self.setup.game, self._episode.view(None), self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""
