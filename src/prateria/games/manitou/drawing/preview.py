"""What a ground would pay, and what a play or the horse's move would change there.

The rules themselves are applied: a ground is put into a small state of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

from prateria.games.manitou.rules.components import FIRST_WARRIOR, NO_WARRIOR, Card, cards_of
from prateria.games.manitou.rules.standing import hunters_played, ranking
from prateria.games.manitou.rules.state import NOBODY, State
from prateria.games.manitou.rules.view import GroundView, View
from prateria.games.manitou.rules.warriors import MEETINGS, Meeting, meet


@dataclass(frozen=True, slots=True)
class Share:
    """Who takes how many tiles of a ground for one reason; nobody if `seat` is None."""

    seat: int | None
    tiles: int


def shares(view: View, ground: GroundView) -> tuple[Share, Share, Share]:
    """For the great warrior, the strongest and the second: what each would take now."""
    order = [*ranking(ground, view), None, None]
    left = len(ground.tiles)
    rows = []
    for seat, most in ((ground.owner, 1), (order[0], 2), (order[1], left)):
        tiles = min(most, left)
        if seat is not None:
            left -= tiles
        rows.append(Share(seat, tiles))
    return rows[0], rows[1], rows[2]


def gains(rows: tuple[Share, ...], seat: int) -> int:
    """The tiles that a seat would take."""
    return sum(row.tiles for row in rows if row.seat == seat)


def after_play(ground: GroundView, seat: int, card: Card) -> GroundView:
    """The ground once the seat has played the card there."""
    if card < FIRST_WARRIOR:
        return with_hunters(ground, seat, (*ground.hunters[seat], card))
    state = lone_ground(ground)
    meet(state, seat, card, 0)
    fallen = zip(ground.fallen, map(cards_of, state.fallen), strict=True)
    up = (state.lower[0], state.upper[0])
    return GroundView(
        tiles=ground.tiles,
        owner=None if state.owner[0] == NOBODY else state.owner[0],
        warriors=tuple(Card(warrior) for warrior in up if warrior != NO_WARRIOR),
        hunters=ground.hunters,
        fallen=tuple((*before, *turned) for before, turned in fallen),
    )


def without_hunter(ground: GroundView, seat: int, card: Card) -> GroundView:
    """The ground once the horse has taken a hunter away."""
    return with_hunters(ground, seat, tuple(c for c in ground.hunters[seat] if c != card))


def with_hunters(ground: GroundView, seat: int, hunters: tuple[Card, ...]) -> GroundView:
    rows = (*ground.hunters[:seat], hunters, *ground.hunters[seat + 1 :])
    return GroundView(ground.tiles, ground.owner, ground.warriors, rows, ground.fallen)


def lone_ground(ground: GroundView) -> State:
    """A state that contains nothing but the great warriors of one ground."""
    state = State()
    state.seats = len(ground.hunters)
    state.owner = [NOBODY if ground.owner is None else ground.owner]
    up = [*map(int, ground.warriors), NO_WARRIOR, NO_WARRIOR]
    state.lower, state.upper = [up[0]], [up[1]]
    state.fallen = [0] * state.seats
    return state


def meeting(ground: GroundView, seat: int, card: Card) -> Meeting:
    """The result of playing a great warrior at the ground."""
    return MEETINGS[meet(lone_ground(ground), seat, card, 0)]


def thieves(view: View, seat: int | None = None, more: int = 0) -> list[int]:
    """Who would be hide thief if the hunt ended now, if this seat's hunters added up to that much
    more."""
    played = hunters_played(view)
    if seat is not None:
        played[seat] += more
    most = max(played)
    return [other for other, value in enumerate(played) if most and value == most]
