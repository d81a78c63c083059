"""A stranger who lays out a game of Bison from its log: English sentences, and nothing else.

The rules a reader needs (what a player starts with, what pieces cost) are repeated here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.games.bison import oracle

SIDES = ("upper right", "right", "lower right", "lower left", "left", "upper left")
TERRAINS = {"prairie": "p", "mountain": "m", "river": "r"}
KINDS = ("bison", "turkeys", "salmon")
RANKS = ("first", "second", "third", "fourth")
ALL = Counter(h=8, t1=2, t2=2, t3=1, t4=1, c1=2, c2=2, c3=1, c4=1)
FIRST = Counter(h=4, t1=1, t2=1, c1=1, c2=1)
SPACE = r"the (prairie|mountain|river) (\w\d)"
PART = r"(?:half: |only where those stand: )?"
TILE = r"(.*); prairie on (\d) sides? clockwise from the (.*)"


@dataclass
class Seat:
    """What a player has in front of them, and their tile in hand."""

    stock: list[int] = field(default_factory=lambda: [10, 10, 10])
    supply: Counter[str] = field(default_factory=lambda: Counter(FIRST))
    market: Counter[str] = field(default_factory=lambda: ALL - FIRST)
    tile: str = ""


class Reader:
    """Follows a story sentence by sentence; an AssertionError says what cannot be followed."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = list(names)
        self.seats = [Seat() for _ in names]
        self.land: dict[str, str] = {}
        self.camps: dict[str, tuple[int, int, int]] = {}
        self.start = -1
        self.gathering = ""
        self.area: frozenset[oracle.Space] = frozenset()
        self.seasons: list[dict[str, Any]] = []
        """The table at the end of each season."""
        self.read: set[str] = set()
        """The kinds of sentences that occurred."""
        name = "|".join(map(re.escape, names))
        self.patterns = [
            (re.compile(pattern.replace("NAME", f"({name})")), act) for pattern, act in self._acts()
        ]

    def follow(self, sentence: str) -> None:
        for pattern, act in self.patterns:
            found = pattern.fullmatch(sentence)
            if found is not None:
                self.read.add(pattern.pattern)
                act(*found.groups())
                return
        raise AssertionError(f"nobody could follow this: {sentence}")

    def _acts(self) -> list[tuple[str, Callable[..., None]]]:
        return [
            ("NAME is drawn as the first start player\\.", self._start_drawn),
            (rf"A start tile is laid on (\w\d): {TILE}\.", self._start_tile),
            (r"Season (\d) begins\. Start player: NAME\.", self._season),
            (rf"NAME draws a tile: {TILE}\.", self._draw),
            (r"NAME chooses (.*)\.", self._choose),
            (rf"NAME lays the tile on (\w\d), turned by (\d+)°: {TILE}\.", self._lay),
            (rf"NAME sends (\d) hunters? to {SPACE}\.", self._send),
            (rf"NAME builds a (tepee|canoe) (\d) on {SPACE}\.", self._build),
            (
                rf"NAME (?:enlarges|reduces) the (tepee|canoe) on {SPACE} from (\d) to (\d)\.",
                self._change,
            ),
            (rf"NAME dismantles the (tepee|canoe) (\d) on {SPACE}\.", self._dismantle),
            (rf"NAME calls hunters to {SPACE}\.", self._gather),
            (rf"NAME: a hunter goes from {SPACE} to {SPACE}\.", self._move),
            (r"NAME gains 1 (bison|turkey|salmon)\.", self._gain),
            (r"NAME involves no hunter and gains nothing: all stocks are full\.", self._no_gain),
            (r"NAME pays (.*)\. Left in stock: (.*)\.", self._pay),
            (r"NAME buys a (hunter|tepee \d|canoe \d) for (.*)\.", self._buy),
            (r"NAME exchanges 3 (\w+) for 1 (\w+)\.", self._exchange),
            (r"The final scoring: all stocks are set to 0\.", self._clear),
            (r"(Prairie|Mountain|River) (.*): (\w+) (\d+)\.", self._count_area),
            (rf"NAME is (level on )?(\w+) \((.*)\) and hunts {PART}(\d+) (\w+)\.", self._hunt),
            (r"NAME has no room for more and loses (\d+) (\w+)\.", self._lose),
            (r"Season (\d) is over\. (.*)\.", self._season_over),
        ]

    # --- luck and land --------------------------------------------------------------------

    def _start_drawn(self, name: str) -> None:
        self.start = self.names.index(name)

    def _start_tile(self, cell: str, animals: str, number: str, first: str) -> None:
        self.land[cell] = tile(animals, number, first)

    def _season(self, _season: str, name: str) -> None:
        if self.seasons:
            assert self.start != self.names.index(name)
        self.start = self.names.index(name)

    def _draw(self, name: str, animals: str, number: str, first: str) -> None:
        self._seat(name).tile = tile(animals, number, first)

    def _lay(self, name: str, cell: str, degrees: str, *printed: str) -> None:
        seat, lying = self._seat(name), tile(*printed)
        steps = int(degrees) // 60
        assert lying == seat.tile[6 - steps : 6] + seat.tile[: 6 - steps] + seat.tile[6:]
        assert cell not in self.land
        self.land[cell], seat.tile = lying, ""

    def _choose(self, _name: str, _what: str) -> None:
        pass

    # --- pieces ---------------------------------------------------------------------------

    def _seat(self, name: str) -> Seat:
        return self.seats[self.names.index(name)]

    def _add(self, name: str, space: str, hunters: int, size: int = 0) -> None:
        """Add hunters and units of size to a space, or remove them."""
        seat = self.names.index(name)
        who, old, old_size = self.camps.pop(space, (seat, 0, 0))
        assert who == seat
        assert space[:2] in self.land
        assert old + hunters >= 0
        if old + hunters or old_size + size:
            self.camps[space] = (seat, old + hunters, old_size + size)

    def _take(self, name: str, piece: str, number: int = 1) -> None:
        """Pieces out of the supply or, with a negative number, back into it."""
        supply = self._seat(name).supply
        supply[piece] -= number
        assert supply[piece] >= 0, (name, piece)

    def _send(self, name: str, number: str, *space: str) -> None:
        self._take(name, "h", int(number))
        self._add(name, at(space), int(number))

    def _build(self, name: str, what: str, size: str, *space: str) -> None:
        self._take(name, what[0] + size)
        self._take(name, "h", -int(size))
        self._add(name, at(space), -int(size), int(size))

    def _change(self, name: str, what: str, terrain: str, cell: str, old: str, new: str) -> None:
        growth = int(new) - int(old)
        assert self.camps[at((terrain, cell))][2] == int(old)
        self._take(name, what[0] + new)
        self._take(name, what[0] + old, -1)
        self._take(name, "h", -growth)
        self._add(name, at((terrain, cell)), -growth, growth)

    def _dismantle(self, name: str, what: str, size: str, *space: str) -> None:
        self._take(name, what[0] + size, -1)
        self._take(name, "h", int(size))
        self._add(name, at(space), int(size), -int(size))

    def _gather(self, name: str, *space: str) -> None:
        assert self.camps[at(space)][0] == self.names.index(name)

    def _move(self, name: str, terrain: str, cell: str, *target: str) -> None:
        self._add(name, at((terrain, cell)), -1)
        self._add(name, at(target), 1)

    # --- animals --------------------------------------------------------------------------

    def _gain(self, name: str, animal: str) -> None:
        self._seat(name).stock[kind(animal)] += 1

    def _no_gain(self, name: str) -> None:
        assert self._seat(name).stock == [15, 15, 15]

    def _spend(self, name: str, animals: str) -> None:
        for number, animal in re.findall(r"(\d+) (\w+)", animals):
            self._seat(name).stock[kind(animal)] -= int(number)
        assert min(self._seat(name).stock) >= 0

    def _pay(self, name: str, animals: str, left: str) -> None:
        self._spend(name, animals)
        assert stock(left) == self._seat(name).stock

    def _buy(self, name: str, piece: str, price: str) -> None:
        self._spend(name, price)
        code = piece[0] + piece[-1] if piece != "hunter" else "h"
        seat = self._seat(name)
        assert seat.market[code]
        seat.market[code] -= 1
        seat.supply[code] += 1

    def _exchange(self, name: str, give: str, take: str) -> None:
        self._seat(name).stock[kind(give)] -= 3
        self._seat(name).stock[kind(take)] += 1

    def _lose(self, name: str, number: str, animal: str) -> None:
        self._seat(name).stock[kind(animal)] -= int(number)

    # --- scoring --------------------------------------------------------------------------

    def _clear(self) -> None:
        for seat in self.seats:
            seat.stock = [0, 0, 0]

    def _count_area(self, terrain: str, cells: str, animals: str, total: str) -> None:
        letter = TERRAINS[terrain.lower()]
        assert kind(animals) == "pmr".index(letter)
        self.area = frozenset((where(cell), letter) for cell in re.split(", | and ", cells))
        assert self.area in oracle.areas(self._oracle_land())
        assert oracle.printed(self._oracle_land(), self.area) == int(total)

    def _hunt(
        self, name: str, level: str | None, rank: str, pieces: str, number: str, animal: str
    ) -> None:
        """The pieces told are those there, and rank and animals follow from everybody's."""
        camps = {
            (where(space[:2]), space[2]): (self.names[seat], hunters, size)
            for space, (seat, hunters, size) in self.camps.items()
        }
        here = [camp for space, camp in camps.items() if space in self.area]
        forces = {who: oracle.rank(camp for camp in here if camp[0] == who) for who in self.names}
        sizes = Counter(re.findall(r"(?:tepee|canoe) (\d)", pieces))
        hunters = sum(map(int, re.findall(r"hunters (\d+)", pieces)))
        assert forces[name] == [*(sizes[size] for size in "4321"), hunters]
        place = sum(force > forces[name] for force in forces.values())
        assert RANKS[place] == rank
        assert (list(forces.values()).count(forces[name]) > 1) == (level is not None)
        assert oracle.score(self._oracle_land(), camps, self.area)[name] == int(number)
        self._seat(name).stock[kind(animal)] += int(number)

    def _oracle_land(self) -> dict[oracle.Cell, oracle.Tile]:
        return {
            where(cell): (printed[:6], dict(zip("pmr", map(int, printed[6:]), strict=True)))
            for cell, printed in self.land.items()
        }

    def _season_over(self, season: str, stocks: str) -> None:
        assert int(season) == len(self.seasons) + 1
        for row, name, seat in zip(stocks.split("; "), self.names, self.seats, strict=True):
            assert row.startswith(f"{name}: ")
            assert stock(row) == seat.stock
        self.seasons.append(self.table())

    def table(self) -> dict[str, Any]:
        """Everything that lies on the table now."""
        return {
            "land": dict(self.land),
            "camps": dict(self.camps),
            "stocks": [list(seat.stock) for seat in self.seats],
            "supplies": [+seat.supply for seat in self.seats],
            "markets": [+seat.market for seat in self.seats],
            "start": self.start,
        }


def tile(animals: str, number: str, first: str) -> str:
    """A tile as it lies: its sides clockwise from the upper right, and its three animals."""
    sides = ["m"] * 6
    for step in range(int(number)):
        sides[(SIDES.index(first) + step) % 6] = "p"
    return "".join(sides) + "".join(map(str, stock(animals)))


def stock(text: str) -> list[int]:
    """`bison 9, salmon 3` as three numbers."""
    numbers = [re.search(rf"{animal} (\d+)", text) for animal in KINDS]
    return [int(found[1]) if found else 0 for found in numbers]


def kind(animal: str) -> int:
    return KINDS.index("turkeys" if animal == "turkey" else animal)


def at(space: Sequence[str]) -> str:
    """A terrain and a cell as one short word: `d3p`."""
    return space[1] + TERRAINS[space[0]]


def where(cell: str) -> oracle.Cell:
    """The axial coordinates of a cell: d3 lies at (0, 0)."""
    return int(cell[1]) - 3, "abcdef".index(cell[0]) - 3
