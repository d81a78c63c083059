"""Laws of the rules: who acts, what is legal, how a match ends, and that nothing has side
effects."""

from __future__ import annotations

from typing import Final

from prateria.core.chance import Draws, pick
from prateria.core.contract.game import CHANCE
from prateria.core.laws.inspection import Inspection, eye_name, freeze

PURE: Final = "asking changes nothing"
END: Final = "there is an outcome exactly when nobody acts"
OUTCOME: Final = "an outcome has a place and a score for each seat, a winner, a listed reason"
ALONE: Final = "luck acts alone, with positive weights"
SAMPLE: Final = "a sample is what the weights would draw"
PINNED: Final = "legal actions are some, each once, in a pinned order"
TURN: Final = "who may not act has no legal action"
INVARIANT: Final = "the invariants hold"
REPLAY: Final = "replaying the log gives the same state"


def check_invariants(inspection: Inspection) -> None:
    wrong = inspection.game.invariants(inspection.state)
    inspection.check(INVARIANT, not wrong, "; ".join(wrong))


def check_actors(inspection: Inspection) -> None:
    """Who may act now, and what they may do."""
    game, state, actors = inspection.game, inspection.state, inspection.actors
    inspection.check(END, game.outcome(state) is None, "an outcome while somebody acts")
    if CHANCE in actors:
        _check_luck(inspection)
    for seat in range(inspection.seats):
        if seat not in actors:
            inspection.check(TURN, not game.legal(state, seat), eye=eye_name(seat))
    for actor in actors:
        if actor != CHANCE:
            legal = list(game.legal(state, actor))
            again = list(game.legal(game.copy(state), actor))
            inspection.check(PINNED, legal, "none")
            inspection.check(PINNED, legal == again, "another order")
            inspection.check(PINNED, len({*legal}) == len(legal), "the same twice")


def _check_luck(inspection: Inspection) -> None:
    game, state = inspection.game, inspection.state
    outcomes = game.chance(state)
    inspection.check(ALONE, inspection.actors == (CHANCE,))
    inspection.check(ALONE, outcomes, "nothing can come")
    inspection.check(ALONE, all(weight > 0 for _, weight in outcomes), f"{outcomes}")
    counter = inspection.draws.counter
    sampled, picked = game.sample(state, Draws("a", counter)), pick(outcomes, Draws("a", counter))
    inspection.check(SAMPLE, sampled == picked)


def check_end(inspection: Inspection) -> None:
    """The end of a match, and that replaying its log leads there again."""
    game, outcome = inspection.game, inspection.game.outcome(inspection.state)
    inspection.check(END, outcome is not None, "nobody acts and there is no outcome")
    assert outcome is not None
    lengths = {len(outcome.places), len(outcome.scores)}
    inspection.check(OUTCOME, lengths == {inspection.seats}, f"{outcome}")
    inspection.check(OUTCOME, 1 in outcome.places, f"{outcome}")
    inspection.check(OUTCOME, outcome.reason in game.reasons, f"{outcome}")
    again = game.new(inspection.ruleset, inspection.seats)
    for action in inspection.log:
        game.apply(again, action)
    inspection.check(REPLAY, freeze(again) == freeze(inspection.state))
