"""PettingZoo's turn-by-turn interface (AEC).

Where several seats choose at once, they are asked one after the other; the laws guarantee that
nobody learns what another chose until all have.
"""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv  # type: ignore[import-untyped]

from prateria.research.common import FIRST, PENALTY, REFUSE, Agent, BaseEnv, ObservationDict
from prateria.research.episode import EnvSetup


class TurnByTurn(BaseEnv, AECEnv):  # type: ignore[misc]
    """One match after another, one decision a step."""

    def __init__(
        self,
        setup: EnvSetup,
        *,
        reward: str = "rank",
        illegal: str = REFUSE,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        AECEnv.__init__(self)
        BaseEnv.__init__(
            self,
            setup,
            reward=reward,
            illegal=illegal,
            max_cycles=max_cycles,
            render_mode=render_mode,
            extra_actions=0,
        )
        self._legal: list[int] = []
        """What the selected agent may do."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Start a new match. Options are chosen when the environment is created; none are read
        here."""
        self._start(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def observe(self, agent: Agent) -> ObservationDict:
        seat = self._seat_of[agent]
        alive = agent == self.agent_selection and not self.terminations.get(agent, True)
        return self._observed(seat, self._legal if alive else ())

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seat_of[agent]
        number = -1 if action is None else int(action)
        if number not in self._legal:
            if self._illegal == REFUSE:
                raise self._episode.refuse(seat, number)
            if self._illegal != FIRST:
                self._lose(agent)
                return
            number = self._legal[0]
        self._episode.play(seat, number)
        self._cycles += 1
        if self._episode.actors and not self._is_cut_short():
            self._select()
        else:
            self._end()

    def _select(self) -> None:
        episode = self._episode
        seat = episode.actors[0]
        self.agent_selection = self.possible_agents[seat]
        self._legal = episode.legal(seat)

    def _end(self) -> None:
        ending = self._ending()
        if ending is None:
            self._finish(dict.fromkeys(self.agents, 0.0), self.truncations)
            return
        rewards, self.infos = ending
        self._finish(rewards, self.terminations)

    def _lose(self, agent: Agent) -> None:
        rewards = dict.fromkeys(self.agents, 0.0)
        rewards[agent] = PENALTY
        self.infos[agent] = {"reason": "illegal"}
        self._finish(rewards, self.terminations)

    def _finish(self, rewards: dict[Agent, float], ends: dict[Agent, bool]) -> None:
        self._legal = []
        self.rewards = rewards
        self._cumulative_rewards = dict(rewards)
        for agent in self.agents:
            ends[agent] = True
        self.agent_selection = self.agents[0]
