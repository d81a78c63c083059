"""The actions that bots consider: nothing that could as well be done later, and nothing useless.

They buy and exchange before and after an action, not in the middle of it. Nothing is lost by that:
no stock grows within an action, and players know their own tiles, so what can be reached by buying
in the middle can be reached by buying first. But a bot that looks one action ahead would put off a
bad step by buying, and buy again. Giving three animals for one pays only for animals which would be
lost otherwise. And what is already in the supply, or could no longer come to the board, need not be
bought.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from prateria.games.bison.rules.actions import (
    Action,
    Buy,
    ChooseAction,
    Exchange,
    LayTile,
    MoveHunter,
    SendHunters,
)
from prateria.games.bison.rules.components import (
    CALLING,
    CANOES,
    HUNTERS,
    LARGEST,
    LIMIT,
    MOST_HUNTERS,
    MOVE_ONE,
    MOVE_THREE,
    PLACE,
    PRICE,
    RIVER,
    TEPEES,
    count,
    piece_for,
    size_of,
)
from prateria.games.bison.rules.legal import open_actions
from prateria.games.bison.rules.phases import AFTER, OVERFLOW, TURN
from prateria.games.bison.rules.state import State

GIVEN: Final = 3
"""The number of animals that an exchange costs."""
_MOVES: Final = 1 << MOVE_ONE | 1 << MOVE_THREE


def candidates(state: State, seat: int, legal: Sequence[Action]) -> Sequence[Action]:
    """The steps of the action under way; otherwise whatever may be useful."""
    if TURN < state.phase < AFTER:
        return [action for action in legal if not isinstance(action, Buy | Exchange)]
    idle = idle_kinds(state, seat) if state.phase == TURN else 0
    return [action for action in legal if _is_of_use(state, seat, action, idle)]


def _is_of_use(state: State, seat: int, action: Action, idle: int) -> bool:
    if isinstance(action, Exchange):
        return saves_animals(state, seat, action.give)
    if isinstance(action, Buy):
        return can_be_used(state, seat, action.piece)
    return not isinstance(action, ChooseAction) or not idle >> action.kind & 1


def saves_animals(state: State, seat: int, give: int) -> bool:
    """Whether all three animals of an exchange would be lost otherwise."""
    if state.phase != OVERFLOW or give != state.terrain:
        return False
    return state.stock[3 * seat + give] >= LIMIT + GIVEN


def can_be_used(state: State, seat: int, piece: int) -> bool:
    """Whether a piece is missing from the supply and will come to the board (in the last season: at
    once)."""
    last = state.season == state.ruleset.seasons
    if state.phase == OVERFLOW:
        return not last
    if last and (state.phase == AFTER or not open_actions(state, seat) >> kind_for(piece) & 1):
        return False
    supply = state.supply[seat]
    if piece == 0:
        return supply & HUNTERS < MOST_HUNTERS
    if count(supply, piece) and not state.ruleset.several_spaces:
        return False
    return not last or could_stand(state, seat, piece)


def kind_for(piece: int) -> int:
    """The action by which a piece comes to the board."""
    if piece == 0:
        return PLACE
    return TEPEES if piece <= LARGEST else CANOES


def could_stand(state: State, seat: int, piece: int) -> bool:
    """Whether a tepee or canoe could be built, or another enlarged to it, where hunters stand."""
    for space in state.camps[seat]:
        camp = state.pieces[space]
        missing = PRICE[piece] - size_of(camp)
        if piece_for(space, PRICE[piece]) == piece and 0 < missing <= camp & HUNTERS:
            return True
    return False


def idle_kinds(state: State, seat: int) -> int:
    """The actions, one bit each, in which no hunter could take part, provided there are others."""
    busy = 1 << PLACE
    groups = 0
    for space in state.camps[seat]:
        if state.pieces[space] & HUNTERS:
            groups += 1
        if can_be_built_on(state, seat, space):
            busy |= 1 << (CANOES if space % 3 == RIVER else TEPEES)
    if groups:
        busy |= _MOVES
    if groups > 1:
        busy |= 1 << CALLING
    kinds = state.ruleset.kinds
    return kinds & ~busy if kinds & busy & ~state.used[seat] else 0


def can_be_built_on(state: State, seat: int, space: int) -> bool:
    """Whether the hunters there could build or enlarge with the pieces in the supply; or, where the
    rules allow it, whether something could be reduced."""
    camp, supply = state.pieces[space], state.supply[seat]
    size = size_of(camp)
    if size and state.ruleset.may_reduce:
        return True
    for other in range(size + 1, min(size + (camp & HUNTERS), LARGEST) + 1):
        if count(supply, piece_for(space, other)):
            return True
    return False


def topic(state: State, seat: int, action: Action) -> object:  # noqa: ARG001
    """One of the six actions, the market, a place for the tile, a space for hunters.

    What has been begun is not overlooked: a player who wants to build finds out where.
    """
    if isinstance(action, ChooseAction):
        return action.kind
    if isinstance(action, Buy | Exchange):
        return "market"
    if isinstance(action, LayTile):
        return action.cell
    return action.space if isinstance(action, SendHunters | MoveHunter) else None
