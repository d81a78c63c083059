"""Real time between a room and a game: when CLOCK acts, and what was measured about a move.

All the hooks a game may offer for real time are asked here and nowhere else: `clock_delay(view)`,
in how many milliseconds CLOCK should act; `timed(action, reaction, rtt_low, rtt_high, arrived)`,
the action with what was measured. A game that has neither is played without.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from prateria.core.errors import NotationError, UnknownAction
from prateria.core.game import CLOCK, LETTERS
from prateria.core.match import Match


@dataclass(frozen=True, slots=True)
class Measured:
    """What is known of how a move came in: the client's own reaction time, the round trips of
    its connection, when it arrived in match time. All milliseconds."""

    reaction: int | None = None
    rtt_low: int = 0
    rtt_high: int = 0
    arrived: int = 0


def delay(match: Match) -> int | None:
    """In how many milliseconds CLOCK should act; None if it should not."""
    ask = getattr(match.game, "clock_delay", None)
    if ask is None or CLOCK not in match.actors or not match.legal(CLOCK):
        return None
    due: int | None = ask(match.view(None))
    return due


def ring(match: Match, at: int) -> None:
    """CLOCK does what it may: the first of its legal actions."""
    legal = match.legal(CLOCK)
    if legal:
        match.play(CLOCK, legal[0], at=at)


def action(match: Match, seat: int, text: str, measured: Measured) -> Any:
    """The action a seat's text means, with what was measured, if this game wants to know."""
    timed = getattr(match.game, "timed", None)
    if timed is None or measured.reaction is None:
        return text
    return timed(
        _parse(match, seat, text),
        measured.reaction,
        measured.rtt_low,
        measured.rtt_high,
        measured.arrived,
    )


def _parse(match: Match, seat: int, text: str) -> Any:
    for spelled in (text, f"{LETTERS[seat]} {text}"):
        try:
            return match.game.parse_action(spelled)
        except NotationError:
            continue
    raise UnknownAction(f"{text!r} is not an action of {match.game.meta.name}")
