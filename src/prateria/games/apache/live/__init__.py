"""Real time: when CLOCK acts, and how fast bots react."""

from __future__ import annotations

from typing import Final

from prateria.core.contract.live import Live
from prateria.games.apache.live import clock, reaction
from prateria.games.apache.rules.actions import Action
from prateria.games.apache.rules.view import View

LIVE: Final[Live[View, Action]] = Live(
    is_live=clock.is_live,
    is_race=clock.is_race,
    is_hushed=clock.is_hushed,
    is_silent=clock.is_silent,
    measured=clock.measured,
    due=clock.due,
    first_known=clock.first_known,
    reaction_ms=reaction.reaction_ms,
    duel=(clock.DUEL, clock.DUEL_PLAYS),
)
