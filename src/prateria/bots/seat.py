"""A seat of a match that is played by a bot: it sees what that seat sees and nothing else."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

from prateria.bots.base import Bot, Budget, Observation
from prateria.core.chance import Quick
from prateria.core.matches.match import Match

NO_LIMIT: Final = Budget()


class BotSeat:
    """Keeps track of how far its bot has followed the match, and asks it on its turn."""

    def __init__(self, bot: Bot, seat: int, seed: str, budget: Budget = NO_LIMIT) -> None:
        self._bot = bot
        self._seat = seat
        self._seed = seed
        self._budget = budget
        self._followed = 0

    def decide(self, match: Match) -> Any:
        """The bot's choice among the legal actions of its seat."""
        game, seat, entries = match.game, self._seat, match.log.entries
        seen = [
            game.seen(event, seat) for entry in entries[self._followed :] for event in entry.events
        ]
        self._followed = len(entries)
        observation = Observation(
            game, seat, match.view(seat), tuple(event for event in seen if event is not None)
        )
        rng = decision_rng(self._seed, seat, match.version)
        return self._bot.choose(observation, match.legal(seat), self._budget, rng)


def decision_rng(seed: str, seat: int, version: int) -> Quick:
    """The generator for one decision: a match that is interrupted continues as it would have.

    It reveals nothing about the match's own draws, which hash the seed in another way.
    """
    text = f"prateria bot\0{seed}\0{seat}\0{version}"
    return Quick(int.from_bytes(sha256(text.encode()).digest()[:8], "big"))
