"""Laws of real time: when CLOCK acts, what is raced for, what a measurement may change."""

from __future__ import annotations

from typing import Any, Final

from prateria.core.contract.game import CLOCK
from prateria.core.contract.live import Live, Measurement
from prateria.core.laws.inspection import Inspection
from prateria.core.laws.notation import check_action

DUE: Final = "in a live match CLOCK is due at some time whenever it may act"
RACE: Final = "a race is run in a live match only"
MEASURED: Final = "a measurement does not change what was meant"
REACTION: Final = "a bot of any level takes some time to react"
FIRST: Final = "who was first is known once somebody is, before CLOCK acts, later on slower lines"
DUEL: Final = "the position for measuring fairness is a race, and both plays are legal in it"

LEVELS: Final = ("easy", "medium", "hard")
_MEASUREMENT: Final = Measurement(reaction=400, rtt_low=30, rtt_high=50, arrived=440)


def check_game(inspection: Inspection, live: Live[Any, Any]) -> None:
    """What does not depend on the position."""
    game = inspection.game
    for level in LEVELS:
        inspection.check(REACTION, live.reaction_ms(level, inspection.rng) > 0, level)
    position, plays = live.duel
    state = game.notation.parse_state(position)
    inspection.check(DUEL, live.is_race(game.view(state, None)), position)
    for seat, play in enumerate(plays):
        inspection.check(DUEL, game.intent(play) in game.legal(state, seat), f"{play}")
        _check_first(inspection, live, game.view(state, None), play)


def check_position(inspection: Inspection, live: Live[Any, Any]) -> None:
    game, state, actors = inspection.game, inspection.state, inspection.actors
    view = game.view(state, None)
    is_live, is_race = live.is_live(view), live.is_race(view)
    inspection.check(RACE, is_live or not is_race)
    lines = dict.fromkeys(range(inspection.seats), 50)
    if is_live and CLOCK in actors:
        _check_due(inspection, live.due(view, (), lines), "before anybody acts")
    for seat in actors:
        if is_race and seat >= 0:
            for action in game.legal(state, seat):
                measured = live.measured(action, _MEASUREMENT)
                inspection.check(MEASURED, game.intent(measured) == action, f"{action}")
                check_action(inspection, measured)
                if not live.is_silent(action):
                    arrived = ((_MEASUREMENT.arrived, measured),)
                    _check_due(inspection, live.due(view, arrived, lines), f"after {action}")


def _check_due(inspection: Inspection, due: int | None, when: str) -> None:
    inspection.check(DUE, due is not None and due >= 0, f"{due} {when}")


def _check_first(inspection: Inspection, live: Live[Any, Any], view: Any, play: Any) -> None:
    """In the duel, once one of the two plays has arrived."""
    arrived = ((_MEASUREMENT.arrived, live.measured(play, _MEASUREMENT)),)
    due = live.due(view, arrived, {0: 50, 1: 50})
    known = live.first_known(view, arrived, {0: 50, 1: 50})
    inspection.check(FIRST, known >= _MEASUREMENT.arrived, f"at {known}, before anybody came in")
    inspection.check(FIRST, due is None or known <= due, f"at {known}, CLOCK at {due}")
    later = live.first_known(view, arrived, {0: 90, 1: 90})
    inspection.check(FIRST, later >= known, f"at {known}, on slower lines at {later}")
