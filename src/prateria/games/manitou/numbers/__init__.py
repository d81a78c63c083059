"""Numbers for programs: estimates, observations, features, the action space."""

from __future__ import annotations

from functools import partial
from typing import Final

from prateria.core.contract.numbers import Numbers
from prateria.core.small import read_small
from prateria.games.manitou.numbers import candidates, encode, evaluate, features, observe
from prateria.games.manitou.rules.actions import every_action

NUMBERS: Final = Numbers(
    evaluate=evaluate.evaluate,
    encode=encode.encode,
    observe=observe.observe,
    features=features.features,
    every_action=every_action,
    candidates=candidates.candidates,
    topic=candidates.topic,
    small=partial(read_small, "prateria.games.manitou"),
)
