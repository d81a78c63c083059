"""PettingZoo's interface for agents that all act at once.

In a step every seat that may act now takes its action; all others wait, which is the one extra
action at the end of the action space (docs/adr/0017). All choices of a step are checked before the
first is carried out, and nobody's observation changes in between.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pettingzoo import ParallelEnv  # type: ignore[import-untyped]

from prateria.core.errors import SetupError
from prateria.research.common import FIRST, PENALTY, REFUSE, Agent, BaseEnv, ObservationDict
from prateria.research.episode import EnvSetup


class AllAtOnce(BaseEnv, ParallelEnv):  # type: ignore[misc]
    """One match after another; in a step all seats that may act do."""

    def __init__(
        self,
        setup: EnvSetup,
        *,
        reward: str = "rank",
        illegal: str = REFUSE,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        BaseEnv.__init__(
            self,
            setup,
            reward=reward,
            illegal=illegal,
            max_cycles=max_cycles,
            render_mode=render_mode,
            extra_actions=1,
        )
        self.wait = setup.size
        """The number of the action of those who may not act."""
        self._choices: list[Sequence[int]] = []
        """What each seat may do."""

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[Agent, ObservationDict], dict[Agent, dict[str, Any]]]:
        """Start a new match. Options are chosen when the environment is created; none are read
        here."""
        self._start(seed)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[Agent, int]
    ) -> tuple[
        dict[Agent, ObservationDict],
        dict[Agent, float],
        dict[Agent, bool],
        dict[Agent, bool],
        dict[Agent, dict[str, Any]],
    ]:
        if not self.agents:
            raise SetupError("the match is over, or has not begun: call reset()")
        chosen = [self._chosen(seat, agent, actions) for agent, seat in self._seat_of.items()]
        offenders = [agent for agent, number in zip(self.agents, chosen, strict=True) if number < 0]
        if not offenders:
            self._play(chosen)
        return self._told(offenders)

    def _chosen(self, seat: int, agent: Agent, actions: Mapping[Agent, int]) -> int:
        """The agent's action; negative if it was illegal and costs the match."""
        legal = self._choices[seat]
        number = int(actions[agent]) if agent in actions else self.wait
        if number in legal:
            return number
        if self._illegal == REFUSE:
            raise self._refusal(seat, number)
        return legal[0] if self._illegal == FIRST else -1

    def _refusal(self, seat: int, number: int) -> Exception:
        if number == self.wait:
            return SetupError(f"seat_{seat} may act now, and has to: it cannot wait")
        return self._episode.refuse(seat, number)

    def _play(self, chosen: Sequence[int]) -> None:
        """One agent's action may end the others' choice; theirs are void then."""
        episode = self._episode
        for seat, number in enumerate(chosen):
            if number != self.wait and number in episode.legal(seat):
                episode.play(seat, number)
        self._cycles += 1

    def _told(
        self, offenders: Sequence[Agent]
    ) -> tuple[
        dict[Agent, ObservationDict],
        dict[Agent, float],
        dict[Agent, bool],
        dict[Agent, bool],
        dict[Agent, dict[str, Any]],
    ]:
        agents = self.agents
        ending = self._ending()
        cut = ending is None and not offenders and self._is_cut_short()
        if offenders:
            rewards = {agent: PENALTY if agent in offenders else 0.0 for agent in agents}
            infos = {agent: {"reason": "illegal"} if agent in offenders else {} for agent in agents}
        elif ending is not None:
            rewards, infos = ending
        else:
            rewards, infos = dict.fromkeys(agents, 0.0), {agent: {} for agent in agents}
        over = bool(offenders) or ending is not None
        observations = self._observations()
        if over or cut:
            self.agents = []
        return (
            observations,
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            infos,
        )

    def _observations(self) -> dict[Agent, ObservationDict]:
        episode, waits = self._episode, [self.wait]
        self._choices = [episode.legal(seat) or waits for seat in range(self.setup.seats)]
        return {
            agent: self._observed(seat, self._choices[seat])
            for agent, seat in self._seat_of.items()
        }
