"""A view as a row of numbers for learning programs. The own seat always comes first."""

from __future__ import annotations

from collections.abc import Sequence

from prateria.games.manitou.components import CARDS, TILES, Card, Tile
from prateria.games.manitou.phases import PHASES
from prateria.games.manitou.view import GroundView, View


def encode(view: View) -> tuple[float, ...]:
    """Numbers between 0 and 1, as many for every view of the same number of players."""
    players = view.ruleset.players
    own = 0 if view.seat is None else view.seat
    order = [(own + place) % players for place in range(players)]
    row: list[float] = [float(view.phase == phase) for phase in PHASES]
    row += [view.hunt / view.ruleset.hunts, view.step / (7 * players)]
    row += [float(view.ruleset.quick), float(view.ruleset.mixed_pairs)]
    row += [count / 8 for count in view.bag]
    for pile in (view.hand, view.stack, view.available):
        row += _cards(pile)
    for seat in order:
        other = view.seats[seat]
        row += [other.hand_size / 3, other.stack_size / 9, float(other.ready)]
        row += [float(mark == seat) for mark in (view.dealer, view.turn, view.totem, view.horse)]
        row += [float(seat in view.thieves)]
        row += _cards(other.spent)
        row += _tiles(other.loot)
    for ground in view.grounds:
        row += _ground(ground, order)
    row += _takings(view, order)
    return tuple(row)


def _ground(ground: GroundView, order: Sequence[int]) -> list[float]:
    row = _tiles(ground.tiles)
    for place in (0, 1):
        up = ground.warriors[place] if place < len(ground.warriors) else None
        row += [float(up == card) for card in CARDS[10:]]
    for seat in order:
        row.append(float(ground.owner == seat))
        row += _cards(ground.hunters[seat])[:10]
        row += _cards(ground.fallen[seat])[10:]
    return row


def _takings(view: View, order: Sequence[int]) -> list[float]:
    """Whose turn it is to take, where and how many: the next taking only."""
    if not view.takings:
        return [0.0] * (len(order) + 4)
    taking = view.takings[0]
    row = [float(taking.seat == seat) for seat in order]
    row += [float(taking.ground == ground) for ground in range(3)]
    return [*row, taking.number / 15]


def _cards(cards: Sequence[Card]) -> list[float]:
    row = [0.0] * 15
    for card in cards:
        row[card] += 0.5 if card >= Card.CHIEF else 1.0
    return row


def _tiles(tiles: Sequence[Tile]) -> list[float]:
    row = [0.0] * len(TILES)
    for tile in tiles:
        row[tile] += 0.125
    return row
