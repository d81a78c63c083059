"""A view as a row of numbers for learning programs. The viewer's seat always comes first.

Most parts of a view stay the same from one move to the next, so the row of each part is computed
once and cached.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from prateria.core.packed import one_hot_rows
from prateria.games.manitou.rules.components import CARDS, TILES, Card, Tile
from prateria.games.manitou.rules.phases import PHASES
from prateria.games.manitou.rules.view import GroundView, View

_PHASE_ROWS: Final = one_hot_rows(PHASES)
_WEIGHTS: Final = tuple([0.5 if card >= Card.CHIEF else 1.0 for card in CARDS])
_WARRIORS: Final = CARDS[10:]


def encode(view: View) -> tuple[float, ...]:
    """Numbers between 0 and 1, equally many in every view of the same number of players."""
    ruleset = view.ruleset
    players = ruleset.players
    own = 0 if view.seat is None else view.seat
    order = _order(own, players)
    row: list[float] = [*_PHASE_ROWS[view.phase]]
    row += (view.hunt / ruleset.hunts, view.step / (7 * players))
    row += (float(ruleset.quick), float(ruleset.mixed_pairs))
    row += (float(ruleset.two_placed), float(ruleset.tomahawks_next_hunt))
    row += _counts(view.bag)
    row += _cards(view.hand)
    row += _cards(view.stack)
    row += _cards(view.available)
    for seat in order:
        other = view.seats[seat]
        row += (other.hand_size / 3, other.stack_size / 9, float(other.ready))
        row += (float(view.dealer == seat), float(view.turn == seat))
        row += (float(view.totem == seat), float(view.horse == seat))
        row.append(float(seat in view.thieves))
        row += _cards(other.spent)
        row += _tiles(other.loot)
    for ground in view.grounds:
        row += _ground(ground, own, players)
    row += _takings(view, order)
    return tuple(row)


@lru_cache(maxsize=64)
def _order(own: int, players: int) -> tuple[int, ...]:
    return tuple([(own + place) % players for place in range(players)])


@lru_cache(maxsize=8192)
def _ground(ground: GroundView, own: int, players: int) -> tuple[float, ...]:
    row = [*_tiles(ground.tiles)]
    for place in (0, 1):
        up = ground.warriors[place] if place < len(ground.warriors) else None
        row += [float(up == card) for card in _WARRIORS]
    row.append(float(ground.uncovered))
    for seat in _order(own, players):
        row.append(float(ground.owner == seat))
        row += _cards(ground.hunters[seat])[:10]
        row += _cards(ground.fallen[seat])[10:]
    return tuple(row)


def _takings(view: View, order: Sequence[int]) -> list[float]:
    """Whose turn it is to take, where, how many and for what: the next taking only."""
    if not view.takings:
        return [0.0] * (len(order) + 5)
    taking = view.takings[0]
    row = [float(taking.seat == seat) for seat in order]
    row += [float(taking.ground == ground) for ground in range(3)]
    return [*row, taking.number / 15, taking.claim / 3]


@lru_cache(maxsize=4096)
def _counts(counts: tuple[int, ...]) -> tuple[float, ...]:
    return tuple([count / 8 for count in counts])


@lru_cache(maxsize=8192)
def _cards(cards: tuple[Card, ...]) -> tuple[float, ...]:
    row = [0.0] * len(CARDS)
    for card in cards:
        row[card] += _WEIGHTS[card]
    return tuple(row)


@lru_cache(maxsize=4096)
def _tiles(tiles: tuple[Tile, ...]) -> tuple[float, ...]:
    row = [0.0] * len(TILES)
    for tile in tiles:
        row[tile] += 0.125
    return tuple(row)
