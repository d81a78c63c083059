"""The sun of face-down prairie cards around the pow-wow, and the places of cards on it.

In the rules, a face-down card has no place. Here the cards are numbered in the order in which they
will be turned, `c1` to `c114`, so that the card leaving the picture is always the first one.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from prateria.core.drawing.markup import num
from prateria.games.apache.rules.components import ALL_CARDS

CENTRE: Final = 280
RINGS: Final = ((32, 166), (38, 208), (44, 250))
"""How many cards lie in each ring, and its radius. They add up to `ALL_CARDS`."""
_GOLDEN: Final = 0.618034


def _places() -> tuple[tuple[int, str], ...]:
    """Ring and angle of each card in the order of turning: first mostly from the inside, as hands
    reach in, and never two neighbours in succession."""
    places = []
    for ring, (number, _) in enumerate(RINGS):
        for index in range(number):
            order = 34 * ring + 60 * ((index + 40 * ring) * _GOLDEN % 1)
            sway = ((index * 7 + ring * 3) % 9 - 4) * 0.4
            places.append((order, ring, num(index * 360 / number + sway)))
    return tuple([(ring, angle) for _, ring, angle in sorted(places)])


PLACES: Final = _places()
_CARDS: Final = tuple(
    f'<use href="#ap-r{ring}" id="c{number}" transform="rotate({angle})"/>'
    for number, (ring, angle) in enumerate(PLACES, 1)
)
_MOVING: Final = tuple(card.replace("/>", " data-move/>") for card in _CARDS)


@cache
def face_down(left: int, *, moving: bool = False) -> str:
    """The cards that are still face down, and the gap that the newest one has left.

    Cards that move travel to the middle when they are turned.
    """
    turned = ALL_CARDS - left
    gap = ""
    if turned:
        ring, angle = PLACES[turned - 1]
        gap = f'<use href="#ap-g{ring}" transform="rotate({angle})"/>'
    return gap + "".join((_MOVING if moving else _CARDS)[turned:])


@cache
def next_card(left: int, move: str) -> str:
    """A frame around the card that will be turned next; a click on it makes the move."""
    ring, angle = PLACES[ALL_CARDS - left]
    return (
        f'<use href="#ap-n{ring}" class="ap-next" data-moves="{move}" transform="rotate({angle})"/>'
    )


PLAYS: Final = (
    (),
    ((-76, 34, -13),),
    ((-76, 34, -13), (76, 38, 11)),
    ((-82, 20, -9), (0, 74, 0), (82, 20, 9)),
    ((-88, -8, -8), (-42, 68, -6), (42, 68, 6), (88, -8, 8)),
    ((-90, -26, -7), (-68, 52, -7), (0, 76, 0), (68, 52, 7), (90, -26, 7)),
)
"""Where tribe cards lie on the pow-wow, by their number: x and y from the middle, rotation."""
CROWD: Final = 3
"""From this many on they are drawn smaller, and the newest card further up."""
