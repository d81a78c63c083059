"""Which rule forbids an action that `legal` does not offer, determined by the view alone."""

from __future__ import annotations

from typing import Final

from prateria.core.errors import IllegalAction
from prateria.core.rules import rule
from prateria.games.apache.rules.actions import (
    Action,
    Beat,
    Claim,
    CloseWindow,
    EndClaim,
    NameFirst,
    Pass,
    PlayTribe,
    SetOrder,
    TakePerson,
    TurnCard,
    TurnUp,
)
from prateria.games.apache.rules.components import CHIEF, LOOT, MARRIAGE
from prateria.games.apache.rules.legal import actors
from prateria.games.apache.rules.phases import (
    BEAT,
    CHOOSE,
    CHOOSE_CLAIM,
    LOT,
    ORDER,
    OVER,
    PICK_PERSON,
    RACE,
    TURN,
)
from prateria.games.apache.rules.state import NOTHING, State, next_turner
from prateria.games.apache.rules.timing import is_well_formed

_PHASE_RULES: Final = {
    LOT: ("A1.5", "the first player is drawn by lot"),
    BEAT: ("A2.1", "a card is about to be turned"),
    TURN: ("A2.1", "a card is being turned"),
    CHOOSE: ("A9.4", "now everyone chooses a tribe card or none"),
    RACE: ("A9.1", "now tribe cards may be played"),
    ORDER: ("A9.3", "the order is drawn by lot"),
    CHOOSE_CLAIM: ("A4.1", "now a claim is chosen"),
    PICK_PERSON: ("A4.1", "now a prisoner or spouse is chosen"),
    OVER: ("A6.1", "the match is over"),
}
_NOT_BY_SEATS: Final[dict[type, tuple[str, str]]] = {
    NameFirst: ("A1.5", "only luck does this"),
    TurnUp: ("A1.3", "only luck does this"),
    SetOrder: ("A9.3", "only luck does this"),
    Beat: ("A9.1", "only the clock does this, and not now"),
    CloseWindow: ("A9.2", "only the clock does this, and in the order the times give"),
    EndClaim: ("A9.1", "only the clock does this, and not now"),
}
_NOT_FOR_OTHERS: Final[dict[type, tuple[str, str]]] = {
    PlayTribe: ("A1.1", "that tribe card belongs to another player"),
    Pass: ("A1.1", "those tribe cards belong to another player"),
    TurnCard: ("A2.1", "it is another player who turns that card"),
    Claim: ("A4.1", "that claim belongs to another player"),
    TakePerson: ("A4.1", "that claim belongs to another player"),
}


def refuse(state: State, seat: int, action: Action) -> IllegalAction:
    """Which rule forbids an action that `legal_actions` does not offer, and why."""
    if isinstance(action, NameFirst | TurnUp | SetOrder | Beat | CloseWindow | EndClaim):
        number, why = _NOT_BY_SEATS[type(action)]
        return IllegalAction(number, why, seat=seat)
    if action.seat != seat and state.phase != OVER:
        number, why = _NOT_FOR_OTHERS[type(action)]
        return IllegalAction(number, why, seat=seat)
    if isinstance(action, PlayTribe):
        return _refuse_play(state, action)
    if isinstance(action, Pass):
        return _refuse_pass(state, seat)
    if isinstance(action, TurnCard):
        return _refuse_turn(state, seat)
    number, what = _PHASE_RULES[state.phase]
    if seat not in actors(state):
        return IllegalAction(number, f"{what}, and not by you", seat=seat)
    if isinstance(action, Claim) and state.phase == CHOOSE_CLAIM:
        return _refuse_claim(state, action)
    if isinstance(action, TakePerson) and state.phase == PICK_PERSON:
        return _refuse_person(state, action)
    return IllegalAction(number, what, seat=seat)


@rule("A1.1", "A3.1", "A3.6", "A9.2")
def _refuse_play(state: State, action: PlayTribe) -> IllegalAction:
    if not is_well_formed(action.reaction, action.rtt_low, action.rtt_high, action.arrived):
        why = "these cannot be a reaction time and the bounds of a round trip"
        return IllegalAction("A9.2", why, reaction=action.reaction, arrived=action.arrived)
    if not state.ruleset.roles >> action.role & 1:
        return IllegalAction("A3.1", "that tribe card is not in this game", role=action.role)
    if state.phase in (CHOOSE, RACE) and state.played[action.seat] == NOTHING:
        return _let_go_by(state, action.seat)
    if state.phase in (CHOOSE, RACE):
        why = "one tribe card is all you may play before the next card is turned"
        return IllegalAction("A3.1", why, role=action.role)
    number, what = _PHASE_RULES[state.phase]
    if state.phase in (ORDER, CHOOSE_CLAIM, PICK_PERSON):
        return IllegalAction("A3.6", "the pow-wow of this card is closed", role=action.role)
    return IllegalAction(number, what, role=action.role)


@rule("A9.1", "A9.4")
def _let_go_by(state: State, seat: int) -> IllegalAction:
    """The refusal of a play after a pass or the turner's click."""
    if state.phase == CHOOSE:
        return IllegalAction("A9.4", "you have chosen to play no card on this one", seat=seat)
    why = "you have let this card go by, by a pass or by turning the next one"
    return IllegalAction("A9.1", why, seat=seat)


def _refuse_pass(state: State, seat: int) -> IllegalAction:
    if state.phase in (CHOOSE, RACE):
        return _made_choice(state, seat)
    number, what = _PHASE_RULES[state.phase]
    return IllegalAction(number, what, seat=seat)


@rule("A3.1")
def _made_choice(state: State, seat: int) -> IllegalAction:
    """Neither a pass nor a click may follow a play, or each other."""
    if state.played[seat] == NOTHING:
        return _let_go_by(state, seat)
    return IllegalAction("A3.1", "you have played your tribe card for this card", seat=seat)


@rule("A2.1", "A6.1")
def _refuse_turn(state: State, seat: int) -> IllegalAction:
    number, what = _PHASE_RULES[state.phase]
    if state.phase == RACE and not state.left:
        return IllegalAction("A6.1", "there is no card left to turn", seat=seat)
    if state.phase == RACE and seat == next_turner(state):
        return _made_choice(state, seat)
    if state.phase in (BEAT, RACE):
        return IllegalAction("A2.1", "it is not your turn to turn a card", seat=seat)
    return IllegalAction(number, what, seat=seat)


@rule("A4.1", "A4.2", "A4.3", "A4.4", "A4.5", "A7.2")
def _refuse_claim(state: State, action: Claim) -> IllegalAction:
    """Tepees are never refused: with none face up there is no choice to make."""
    role = state.powwow[state.place][1]
    if action.choice == MARRIAGE:
        why = "there is nobody to marry"
        if not state.ruleset.marriage:
            why = "marriage is not played at this table"
        return IllegalAction("A7.2", why, choice=action.choice)
    if role == CHIEF:
        why = "a chief needs a totem and another male face up"
        return IllegalAction("A4.5", why, choice=action.choice)
    number = ("A4.5", "A4.3", "A4.2", "A4.4")[role]
    return IllegalAction(number, "none of that role's loot lies face up", choice=action.choice)


@rule("A4.5", "A7.2")
def _refuse_person(state: State, action: TakePerson) -> IllegalAction:
    if state.choice == LOOT:
        why = "a prisoner is a face-up male, and not the chief who claims"
        return IllegalAction("A4.5", why, card=action.card)
    why = "a maiden marries a face-up male, a male a face-up maiden"
    return IllegalAction("A7.2", why, card=action.card)
