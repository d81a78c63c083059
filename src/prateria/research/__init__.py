"""The games as environments for learning programs: `pip install 'prateria[research]'`.

    env = prateria.research.aec_env("bison", seats=3)            # PettingZoo, turn by turn
    env = prateria.research.parallel_env("apache", seats=4)      # PettingZoo, all at once
    envs = prateria.research.vector_env("manitou", 64, seats=2)  # many matches, one array
    prateria.research.register_with_open_spiel()                 # pyspiel.load_game(…)

docs/environments.md describes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from prateria.core.contract.meta import OptionValue
from prateria.research.extra import needed

if TYPE_CHECKING:
    from prateria.research.aec import TurnByTurn
    from prateria.research.parallel import AllAtOnce
    from prateria.research.vector import ManyMatches

__all__ = ["aec_env", "parallel_env", "register_with_open_spiel", "vector_env"]


def aec_env(
    game: str,
    *,
    seats: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    reward: str = "rank",
    illegal: str = "refuse",
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> TurnByTurn:
    """A PettingZoo environment in which one agent acts at a time.

    `reward` is "rank" or "score"; `illegal` says what an action outside the mask does: "refuse"
    (an error that names the rule), "lose" or "first". `max_cycles` are decisions.
    """
    needed("pettingzoo")
    from prateria.research.aec import TurnByTurn
    from prateria.research.episode import EnvSetup

    return TurnByTurn(
        EnvSetup(game, seats, options),
        reward=reward,
        illegal=illegal,
        max_cycles=max_cycles,
        render_mode=render_mode,
    )


def parallel_env(
    game: str,
    *,
    seats: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    reward: str = "rank",
    illegal: str = "refuse",
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> AllAtOnce:
    """A PettingZoo environment in which all agents act at once; who may not act waits.

    Waiting is the last action, `env.wait`. `max_cycles` are steps. The rest is as in `aec_env`.
    """
    needed("pettingzoo")
    from prateria.research.episode import EnvSetup
    from prateria.research.parallel import AllAtOnce

    return AllAtOnce(
        EnvSetup(game, seats, options),
        reward=reward,
        illegal=illegal,
        max_cycles=max_cycles,
        render_mode=render_mode,
    )


def vector_env(
    game: str,
    count: int,
    *,
    seats: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    reward: str = "rank",
) -> ManyMatches:
    """`count` matches stepped together; needs nothing but NumPy."""
    from prateria.research.vector import ManyMatches

    return ManyMatches(game, count, seats=seats, options=options, reward=reward)


def register_with_open_spiel() -> tuple[str, ...]:
    """Make all games known to OpenSpiel; their names there: `prateria_manitou`, its shrunken twin
    `prateria_manitou_small`, and so on."""
    needed("pyspiel")
    from prateria.research.spiel import register

    return register()
