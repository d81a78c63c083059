"""What the page should take as picked: dead ends dropped, a rotation or a payment proposed."""

from __future__ import annotations

from prateria.core.drawing.scene import Scene
from prateria.games.bison.drawing.ids import TURN_IDS, site_of
from prateria.games.bison.rules.board import river_ends, sides_at
from prateria.games.bison.rules.components import MEETINGS, NEIGHBOURS, NOTHING, SIDES
from prateria.games.bison.rules.standing import view_board
from prateria.games.bison.rules.view import View


def propose(view: View, scene: Scene) -> tuple[str, ...]:
    """The picks, with a rotation for the tile, or the even payment.

    Never a first pick: there is always an alternative, if only to finish.
    """
    if view.seat is None or view.turn != view.seat:
        return scene.picked
    picked = still_open(scene)
    if view.phase == "pay":
        return picked or even_payment(scene)
    if view.phase == "lay" and picked:
        return with_turn(view, picked)
    return picked


def still_open(scene: Scene) -> tuple[str, ...]:
    """The picks as far as they lead anywhere. A complete move that needs no confirmation has
    already been made: only its last pick is dropped, so that the market stays open."""
    picked = scene.picked
    while picked and not any(
        choice.path[: len(picked)] == picked and (choice.confirm or choice.path != picked)
        for choice in scene.choices
    ):
        picked = picked[:-1]
    return picked


def with_turn(view: View, picks: tuple[str, ...]) -> tuple[str, ...]:
    """A place picked for the tile without a rotation gets the rotation that fits best."""
    cell = site_of(picks[0])
    if cell is None or len(picks) > 1:
        return picks
    return picks[0], TURN_IDS[best_turn(view, cell)]


def best_turn(view: View, cell: int) -> int:
    """The rotation in which most sides meet their own terrain, and rivers join."""
    return max(range(3), key=lambda turn: (_fit(view, cell, turn), -turn))


def _fit(view: View, cell: int, turn: int) -> int:
    assert view.tile is not None
    board, ruleset = view_board(view), view.ruleset
    tile = ruleset.tiles[view.tile]
    ends = river_ends(tile, turn)
    sides = SIDES[ends[0]][tile.prairie]
    fit = 0
    for side, other in enumerate(NEIGHBOURS[cell]):
        if other != NOTHING and board.land[other] != NOTHING:
            fit += sides_at(board, ruleset, other)[(side + 3) % 6] == sides[side]
    for corner in ends:
        for other, its_corner in MEETINGS[cell][corner]:
            their = board.land[other]
            if their != NOTHING:
                fit += its_corner in river_ends(ruleset.tiles[their // 3], their % 3)
    return fit


def even_payment(scene: Scene) -> tuple[str, ...]:
    """The payment that the rules list first: the one that keeps the stocks most even."""
    return scene.choices[0].path if scene.choices else ()
