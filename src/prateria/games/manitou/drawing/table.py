"""What all parts of one drawing are made from: the view, its viewer, and what they are doing."""

from __future__ import annotations

from typing import Final

from prateria.core.drawing.scene import COLOURS, Scene
from prateria.core.scoring import deciding, places_of
from prateria.core.texts import mark
from prateria.games.manitou.drawing.ids import GROUND_IDS, CardIds, ground_of, hunter_id
from prateria.games.manitou.rules.components import FIRST_WARRIOR, TILES, Card, Ground, Tile
from prateria.games.manitou.rules.ruleset import pair_points
from prateria.games.manitou.rules.scoring import REASONS, bison, most_tomahawks, tepees
from prateria.games.manitou.rules.standing import uncounted
from prateria.games.manitou.rules.view import View, tile_pile

CHOOSING: Final = ("lot", "tiles", "party", "party-by-lot")
"""Phases before the first card is drawn: the grounds hold tiles only."""
LUCK: Final = {
    "lot": mark("The lot names the dealer"),
    "tiles": mark("Tiles are laid out"),
    "party-by-lot": mark("The parties are drawn by lot"),
    "draw": mark("Cards are drawn"),
}
"""What happens while nobody acts; only replays stop there."""


class Table:
    """A view with everything that is derived from it more than once."""

    def __init__(self, view: View, scene: Scene) -> None:
        self.view = view
        self.scene = scene
        self.texts = scene.texts
        self.seat = view.seat
        self.ids = CardIds(view)
        self.next = scene.next_ids
        self.acts = bool(scene.choices)
        """Whether the viewer is to do something now."""
        self.card, self.ground = self._intended()

    def _intended(self) -> tuple[Card | None, Ground | None]:
        """The card that is picked or under the pointer, and the ground it would go to, if it
        may."""
        steps = [*self.scene.picked[:2], self.scene.looked]
        cards = self._pickable()
        first = next((step for step in steps if step in cards), None)
        if first is None or not self.acts:
            return None, None
        paths = {choice.path for choice in self.scene.choices}
        second = next((step for step in steps if (first, step) in paths), "")
        return cards[first], ground_of(second)

    def _pickable(self) -> dict[str, Card]:
        """The viewer's cards with which a move may begin."""
        if self.view.phase in ("play", "totem"):
            return dict(zip(self.ids.hand, self.view.hand, strict=True))
        if self.view.phase != "horse":
            return {}
        own = self.seat or 0
        return {
            hunter_id(card, own): card
            for ground in self.view.grounds
            for card in ground.hunters[own]
        }

    def can_go(self, place: Ground) -> bool:
        """Whether the card that is picked or under the pointer may go to a ground."""
        cards = self._pickable()
        ground_id = GROUND_IDS[place]
        paths = [choice.path for choice in self.scene.choices]
        return any(cards.get(path[0]) == self.card and path[1:] == (ground_id,) for path in paths)

    def move_of(self, path: tuple[str, ...]) -> str:
        """The move that a path spells."""
        return next(choice.move for choice in self.scene.choices if choice.path == path)

    @property
    def players(self) -> int:
        return self.view.ruleset.players

    @property
    def round(self) -> int:
        """Which of the seven cards is being played; 0 outside a hunt."""
        if self.view.phase in CHOOSING or self.view.phase == "over":
            return 0
        return min(self.view.step // self.players + 1, self.view.ruleset.plays)

    @property
    def order(self) -> list[int]:
        """The seats as they play: from the first player to the dealer."""
        first = 0 if self.view.dealer is None else self.view.dealer + 1
        return [(first + place) % self.players for place in range(self.players)]

    def name(self, seat: int) -> str:
        return self.scene.names[seat]

    def party_size(self, seat: int) -> int:
        return self.view.ruleset.party_sizes[self.order.index(seat)]

    def played(self, seat: int) -> int:
        """How many cards a seat has played this hunt."""
        return sum(
            len(ground.hunters[seat])
            + len(ground.fallen[seat])
            + (len(ground.warriors) if ground.owner == seat else 0)
            for ground in self.view.grounds
        )

    def counted(self, place: int) -> bool:
        """Whether to show the strengths at a ground. After it is shared out they are hidden:
        tomahawks just won must not appear to change them (rule M5.7)."""
        return place in uncounted(self.view)

    @property
    def source(self) -> int | None:
        """The ground of the hunter that the horse would move."""
        if self.view.phase != "horse" or self.card is None or self.seat is None:
            return None
        return next(
            place
            for place, ground in enumerate(self.view.grounds)
            if self.card in ground.hunters[self.seat]
        )

    @property
    def warrior(self) -> Card | None:
        """The great warrior that is picked or under the pointer."""
        return self.card if self.card is not None and self.card >= FIRST_WARRIOR else None


class Standing:
    """The points of a seat as things stand, and what they come from (rule M7.1)."""

    __slots__ = ("bison", "food", "horse", "kinds", "points", "tepees", "tomahawks", "totem")

    def __init__(self, view: View, seat: int, leader: int) -> None:
        loot = view.seats[seat].loot
        pile = tile_pile(loot)
        self.kinds: list[tuple[Tile, int]] = [
            (tile, loot.count(tile)) for tile in TILES if tile in loot
        ]
        self.tepees = tepees(pile)
        self.bison = bison(pile)
        self.food = pair_points(self.tepees, self.bison, view.ruleset)
        self.totem = view.totem == seat
        self.horse = view.horse == seat
        self.tomahawks = leader == seat
        self.points = self.food + self.totem + self.horse + self.tomahawks


def standings(view: View) -> list[Standing]:
    """The standings of all seats."""
    leader = most_tomahawks([tile_pile(other.loot) for other in view.seats])
    return [Standing(view, seat, leader) for seat in range(len(view.seats))]


def final_places(view: View) -> tuple[tuple[int, ...], str]:
    """The place of each seat, and what decided it (rule M7.4)."""
    rows = standings(view)
    keys = [
        (row.points, row.tepees, len(other.loot))
        for row, other in zip(rows, view.seats, strict=True)
    ]
    return places_of(keys), deciding(keys, REASONS)


def colour(seat: int) -> str:
    return COLOURS[seat]
