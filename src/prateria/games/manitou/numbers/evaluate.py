"""Each seat's standing in points, estimated from a view: what it has, and what the grounds promise.

A plain estimate for the greedy bot and for hints; stronger bots learn their own.
"""

from __future__ import annotations

from typing import Final

from prateria.games.manitou.rules.components import Tile
from prateria.games.manitou.rules.ruleset import RuleSet, pair_points
from prateria.games.manitou.rules.standing import hunters_played, ranking, uncounted
from prateria.games.manitou.rules.view import View

TILE_WORTH: Final = {
    Tile.BISON_1: 0.5,
    Tile.BISON_2: 1.0,
    Tile.BISON_3: 1.5,
    Tile.TEPEE_1: 0.55,
    Tile.TEPEE_2: 1.05,
    Tile.TEPEE_3: 1.55,
    Tile.TOTEM: 0.6,
    Tile.HORSE: 0.6,
    Tile.TOMAHAWK: 0.5,
}
"""The approximate value of a tile in points; a tepee is worth a little more, as it breaks ties."""
PROMISED: Final = 0.8
"""The weight of a tile that would be won if the hunt ended now: it is not won yet."""
THIEF: Final = 0.35
"""The cost of being ahead in the race nobody wants to win."""


def evaluate(view: View) -> tuple[float, ...]:
    """Points in hand, most of what the grounds would pay now, minus the hide thief's share."""
    players = view.ruleset.players
    worth = [_owned(view, seat) for seat in range(players)]
    if view.phase == "over":
        return tuple(worth)
    for seat, share in enumerate(_promised(view, players)):
        worth[seat] += PROMISED * share
    for seat in _thieves(view, players):
        worth[seat] -= THIEF
    return tuple(worth)


def _owned(view: View, seat: int) -> float:
    loot = view.seats[seat].loot
    pieces = (seat == view.totem) + (seat == view.horse) + (seat == _most_tomahawks(view))
    return food_points(loot, view.ruleset) + pieces + 0.01 * len(loot)


def food_points(loot: tuple[Tile, ...], ruleset: RuleSet) -> float:
    """Points for tepees and bison, with a half for an odd one, which may still find its pair."""
    bison = sum(tile - Tile.BISON_1 + 1 for tile in loot if tile <= Tile.BISON_3)
    tepees = sum(tile - Tile.TEPEE_1 + 1 for tile in loot if Tile.TEPEE_1 <= tile <= Tile.TEPEE_3)
    pairs = pair_points(tepees, bison, ruleset)
    return pairs + 0.25 * (tepees + bison - 2 * pairs) + 0.02 * tepees


def _most_tomahawks(view: View) -> int | None:
    counts = [seat.loot.count(Tile.TOMAHAWK) for seat in view.seats]
    most = max(counts)
    return counts.index(most) if most and counts.count(most) == 1 else None


def _promised(view: View, players: int) -> list[float]:
    """What each seat would take if the hunt ended now, or has yet to take; best tiles first."""
    shares = [0.0] * players
    tiles = [sorted(map(TILE_WORTH.__getitem__, g.tiles), reverse=True) for g in view.grounds]
    for ground, seat, number in _takers(view):
        taken, tiles[ground] = tiles[ground][:number], tiles[ground][number:]
        shares[seat] += sum(taken)
    return shares


def _takers(view: View) -> list[tuple[int, int, int]]:
    """Who would take how many tiles where, as things stand."""
    rows = [(int(taking.ground), taking.seat, taking.number) for taking in view.takings]
    for place in uncounted(view):
        ground = view.grounds[place]
        if ground.owner is not None:
            rows.append((place, ground.owner, 1))
        order = ranking(ground, view)
        rows += [(place, seat, number) for seat, number in zip(order, (2, 15), strict=False)]
    return rows


def _thieves(view: View, players: int) -> list[int]:
    played = hunters_played(view)
    most = max(played)
    return [seat for seat in range(players) if most and played[seat] == most]
