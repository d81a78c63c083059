"""A view as a row of numbers for learning programs. The own seat always comes first."""

from __future__ import annotations

from collections.abc import Sequence

from prateria.games.apache.components import CHOICES, FIRST_PERSON, PRAIRIE, ROLES
from prateria.games.apache.phases import PHASES
from prateria.games.apache.view import View


def encode(view: View) -> tuple[float, ...]:
    """Numbers between 0 and 1, as many for every view of the same number of players."""
    players = view.ruleset.players
    own = 0 if view.seat is None else view.seat
    order = [(own + place) % players for place in range(players)]
    colours = [*order, *range(players, 5)]
    row: list[float] = [float(view.phase == phase) for phase in PHASES]
    row += [float(view.ruleset.marriage), view.ruleset.warpath_buffalo / 2]
    row += [float(view.ruleset.division), sum(view.deck) / sum(PRAIRIE)]
    for heap in (view.deck, view.up):
        row += _heap(heap, colours)
    row += [float(view.call == role) for role in ROLES]
    row += [float(view.choice == choice) for choice in CHOICES]
    for seat in order:
        other = view.seats[seat]
        row += [other.cards / sum(PRAIRIE), other.buffalo / PRAIRIE[0], float(other.has_called)]
        row += [float(view.turner == seat), float(view.claiming == seat)]
        row += _plays(view, seat)
    return tuple(row)


def _heap(heap: Sequence[int], colours: Sequence[int]) -> list[float]:
    """Loot, then people colour by colour, the own one first."""
    kinds = [*range(FIRST_PERSON)]
    kinds += [FIRST_PERSON + 4 * colour + role for colour in colours for role in range(4)]
    return [heap[kind] / PRAIRIE[kind] for kind in kinds]


def _plays(view: View, seat: int) -> list[float]:
    """The seat's card on the pow-wow and how soon it claims: 1 is next, 0 is resolved."""
    row = [0.0] * 6
    for place, play in enumerate(view.powwow):
        if play.seat == seat:
            row[play.role] = 1.0
            row[4] = float(play.is_sound)
            waiting = place - view.place
            row[5] = 1.0 / (1 + waiting) if waiting >= 0 else 0.0
    return row
