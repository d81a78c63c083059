"""What all parts of a drawing ask about the same view and scene, computed once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from prateria.core.drawing.scene import COLOURS, Scene
from prateria.games.bison.drawing.ids import space_of
from prateria.games.bison.drawing.land.land import Land, land_of
from prateria.games.bison.drawing.preview import after, meant
from prateria.games.bison.rules.actions import Action, LayTile
from prateria.games.bison.rules.components import Kind
from prateria.games.bison.rules.standing import harvest_rows
from prateria.games.bison.rules.view import View

Pay: TypeAlias = tuple[int, int, int, int]
"""Area, seat, place and animals, as `hunted` counts them."""

ICONS: Final = tuple(f"a-{kind.name.lower().replace('_', '-')}" for kind in Kind)


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat in the area being inspected: its place there, what it gets now and then."""

    seat: int
    place: int
    now: int
    then: int


class Table:
    """A view and a scene, with what follows from both."""

    __slots__ = (
        "action",
        "area",
        "future",
        "incomes",
        "land",
        "next_ids",
        "pays_now",
        "pays_then",
        "scene",
        "then",
        "then_land",
        "view",
    )

    def __init__(self, view: View, scene: Scene) -> None:
        self.view = view
        self.scene = scene
        self.next_ids = scene.next_ids
        self.land: Land = land_of(view.ruleset, view.land)
        self.action: Action | None = meant(view, scene)
        self.then: View | None = after(view, self.action)
        self.then_land = self.land
        self.pays_now: list[Pay] = harvest_rows(view)
        self.pays_then = self.pays_now
        if self.then is not None:
            self.then_land = land_of(view.ruleset, self.then.land)
            self.pays_then = harvest_rows(self.then)
        self.incomes = self._sums(self.pays_now)
        self.future = self._sums(self.pays_then)
        self.area = self._area()

    @property
    def is_mine(self) -> bool:
        """Whether the viewer is to act."""
        return self.view.seat is not None and self.view.seat == self.view.turn

    def name(self, seat: int) -> str:
        return self.scene.names[seat]

    def _sums(self, pays: list[Pay]) -> list[int]:
        sums = [0] * len(self.view.seats)
        for _, seat, _, animals in pays:
            sums[seat] += animals
        return sums

    def _area(self) -> int | None:
        """The area to show, by its name on the land as it would be."""
        board = self.then_land.board
        space = space_of(self.scene.looked)
        if space is None and isinstance(self.action, LayTile):
            return self._telling_area(self.action.cell)
        if space is None:
            spaces = [space_of(pick) for pick in self.scene.picked]
            space = next((found for found in spaces if found is not None), None)
        if space is None or board.land[space // 3] < 0:
            return None
        return board.area[space]

    def _telling_area(self, cell: int) -> int:
        """Of the areas of a tile about to be laid, the one that changes most for the viewer."""
        board = self.then_land.board
        areas = [board.area[3 * cell + terrain] for terrain in range(3)]
        return max(areas, key=lambda area: (self._change(area), board.total[area]))

    def _change(self, area: int) -> int:
        changes = [abs(row.then - row.now) for row in self.standings(area)]
        return max(changes, default=-1)

    def parts_now(self, area: int) -> set[int]:
        """Today's areas that the area would consist of."""
        now, then = self.land.board, self.then_land.board
        return {
            part
            for space, part in enumerate(now.area)
            if part >= 0 and then.area[space] == area and space % 3 == area % 3
        }

    def total_now(self, area: int) -> int:
        """The animals of an area in the part of it that is already there."""
        return sum(self.land.board.total[part] for part in self.parts_now(area))

    def standings(self, area: int) -> list[Standing]:
        """The ranking in an area, best first."""
        parts = self.parts_now(area)
        now = [0] * len(self.view.seats)
        for part, seat, _, animals in self.pays_now:
            if part in parts:
                now[seat] += animals
        rows = [
            Standing(seat, place, now[seat], animals)
            for part, seat, place, animals in self.pays_then
            if part == area
        ]
        present = {row.seat for row in rows}
        gone = [
            Standing(seat, 0, had, 0) for seat, had in enumerate(now) if had and seat not in present
        ]
        return rows + gone


def colour(seat: int) -> str:
    return COLOURS[seat]
