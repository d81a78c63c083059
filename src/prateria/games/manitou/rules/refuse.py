"""Which rule forbids an action that may not be done now."""

from __future__ import annotations

from typing import Final, TypeAlias

from prateria.core.contract.game import LETTERS
from prateria.core.errors import IllegalAction
from prateria.core.rules import rule
from prateria.games.manitou.rules.actions import (
    Action,
    DiscardTile,
    DrawCard,
    LayTile,
    MoveHunter,
    NameDealer,
    Pass,
    PickCard,
    PlayCard,
    TakeTile,
)
from prateria.games.manitou.rules.components import (
    FIRST_WARRIOR,
    GROUNDS,
    card_count,
    tile_count,
)
from prateria.games.manitou.rules.legal import actors
from prateria.games.manitou.rules.phases import (
    DISCARD,
    DRAW,
    DRAW_PARTY,
    HORSE,
    LOT,
    OVER,
    PICK_PARTY,
    PLAY,
    SHARE,
    TILES_DRAWN,
    TOTEM,
)
from prateria.games.manitou.rules.state import State

_PHASE_RULES: Final = {
    LOT: ("M1.3", "the dealer is drawn by lot"),
    TILES_DRAWN: ("M2.1", "the tiles are being drawn"),
    PICK_PARTY: ("M2.2", "now everyone chooses a party"),
    DRAW_PARTY: ("M2.2", "the parties are drawn at random"),
    DRAW: ("M2.3", "a card is being drawn"),
    PLAY: ("M2.4", "now a card is played at a ground"),
    TOTEM: ("M6.1", "now the totem's holder may play one more card, or pass"),
    HORSE: ("M6.2", "now the horse's holder may move one hunter, or pass"),
    DISCARD: ("M4.2", "now the hide thief discards a tile"),
    OVER: ("M7.4", "the match is over"),
}

_TAKERS: Final = (
    "",
    "the great warrior's owner takes a tile from",
    "the strongest takes two tiles from",
    "the second takes what is left at",
)
"""By `Claim`."""

Decision: TypeAlias = PickCard | PlayCard | MoveHunter | DiscardTile | TakeTile | Pass


def refuse(state: State, seat: int, action: Action) -> IllegalAction:
    """Which rule forbids an action that `legal_actions` does not offer, and why."""
    if isinstance(action, NameDealer | LayTile | DrawCard):
        rule_number = {NameDealer: "M1.3", LayTile: "M2.1", DrawCard: "M2.3"}[type(action)]
        return IllegalAction(rule_number, "only luck does this", phase=state.phase)
    number, what = _moment(state)
    if action.seat != seat:
        owner = LETTERS[action.seat]
        return IllegalAction(number, f"this action is seat {owner}'s, not yours", seat=seat)
    if seat not in actors(state):
        return _refuse_turn(state, action, IllegalAction(number, what, seat=seat))
    if state.phase == PICK_PARTY and isinstance(action, PickCard):
        return _refuse_pick(state, action)
    if state.phase in (PLAY, TOTEM) and isinstance(action, PlayCard):
        return _refuse_play(state, action)
    if state.phase == PLAY and isinstance(action, Pass):
        return IllegalAction("M2.4", "a card must be played while one may be", seat=seat)
    if state.phase == HORSE and isinstance(action, MoveHunter):
        return _refuse_move(state, action)
    if state.phase == DISCARD and isinstance(action, DiscardTile):
        return _refuse_discard(state, action)
    if state.phase == SHARE and isinstance(action, TakeTile):
        ground = GROUNDS[state.takings[0][0]]
        why = f"there is no such tile at the {ground.name.lower()} ground"
        return IllegalAction(number, why, ground=ground)
    return IllegalAction(number, what, seat=seat)


def _moment(state: State) -> tuple[str, str]:
    """What is going on, and its rule."""
    if state.phase == SHARE:
        ground, _, _, claim = state.takings[0]
        return f"M5.{claim}", f"now {_TAKERS[claim]} the {GROUNDS[ground].name.lower()} ground"
    return _PHASE_RULES[state.phase]


def _refuse_turn(state: State, action: Decision, moment: IllegalAction) -> IllegalAction:
    """A seat that may not act: its party is complete, it takes its tiles later, or others act."""
    seat = action.seat
    if state.phase == PICK_PARTY and isinstance(action, PickCard):
        return IllegalAction("M2.2", "your party is complete", seat=seat)
    if state.phase == SHARE and isinstance(action, TakeTile):
        ground = state.takings[0][0]
        for place, taker, _, claim in state.takings:
            if (place, taker) == (ground, seat):
                why = f"{moment.why}; your turn to take there comes after"
                return IllegalAction(f"M5.{claim}", why, seat=seat)
    why = f"{moment.why}; it is not seat {LETTERS[seat]}'s turn"
    return IllegalAction(moment.rule, why, seat=seat)


@rule("M2.6")
def _refuse_pick(state: State, action: PickCard) -> IllegalAction:
    if card_count(state.spent[action.seat], action.card):
        why = "that card was played in the hunt before and is not back yet"
        return IllegalAction("M2.6", why, card=action.card)
    return IllegalAction("M2.2", "that card is in the party already", card=action.card)


@rule("M3.4")
def _refuse_play(state: State, action: PlayCard) -> IllegalAction:
    if not card_count(state.hand[action.seat], action.card):
        return IllegalAction("M2.4", "that card is not in your hand", card=action.card)
    ground = action.ground.name.lower()
    if action.ground >= state.ruleset.grounds:
        return IllegalAction("M2.1", f"there is no {ground} ground at this table", ground=ground)
    why = f"you have two face-up great warriors at the {ground} ground"
    if state.ruleset.two_placed:
        why = f"you have placed two great warriors at the {ground} ground"
    return IllegalAction("M3.4", why, ground=action.ground)


@rule("M6.2")
def _refuse_move(state: State, action: MoveHunter) -> IllegalAction:
    return IllegalAction("M6.2", _why_no_move(state, action), card=action.card)


def _why_no_move(state: State, action: MoveHunter) -> str:
    source, target = action.source.name.lower(), action.target.name.lower()
    own = state.hunters[action.source * state.seats + action.seat]
    if action.card >= FIRST_WARRIOR:
        return "the horse moves a hunter; a great warrior stays where it was played"
    if not own:
        return f"you have no hunter at the {source} ground"
    if not card_count(own, action.card):
        return f"you have no such hunter at the {source} ground"
    if action.source == action.target:
        return "a hunter moves to another ground"
    return f"there is no {target} ground at this table"


@rule("M4.2")
def _refuse_discard(state: State, action: DiscardTile) -> IllegalAction:
    if not tile_count(state.loot[action.seat], action.tile):
        return IllegalAction("M4.2", "you have no such tile", tile=action.tile)
    why = "the hide thief pays with a tepee or bison tile while there is one"
    return IllegalAction("M4.2", why, tile=action.tile)
