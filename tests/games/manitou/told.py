"""A stranger who lays a game of Manitou out from its log.

`Reader` has nothing but the English sentences and headings of a match, and cards and tiles to lay
them out with. It checks on the way that the sentences agree: sums, strengths, who takes and why.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.games.manitou.table import ALL_CARDS

GROUNDS = ("left", "middle", "right")
CARDS = {"clan mother": "mother", "medicine man": "medicine"}
TILES = (
    *(f"{kind}{number}" for kind in ("bison", "tepee") for number in (1, 2, 3)),
    *("totem", "horse", "tomahawk"),
)


def card_of(text: str) -> str:
    """`hunter 7` is 7, `the clan mother` is mother."""
    name = text.lower().removeprefix("the ").removeprefix("hunter ")
    return CARDS.get(name, name)


def tile_of(text: str) -> str:
    """`a tile with 3 tepees` is tepee3."""
    if found := re.fullmatch(r"(?:\S+ )?tiles? with (\d) (bison|tepee)s?", text):
        return f"{found[2]}{found[1]}"
    found = re.fullmatch(r"\S+ (totem|horse|tomahawk) tiles?", text)
    assert found, text
    return found[1]


def listed(text: str) -> list[str]:
    """The members of "a, b and c"."""
    return re.split(r", | and ", text)


def counted(text: str) -> list[str]:
    """All the tiles of "2 tiles with 3 bison and 1 totem tile"."""
    return [tile_of(part) for part in listed(text) for _ in range(int(part.split()[0]))]


@dataclass
class Ground:
    tiles: list[str] = field(default_factory=list)
    hunters: dict[str, list[int]] = field(default_factory=dict)
    up: list[tuple[str, str]] = field(default_factory=list)
    down: list[tuple[str, str]] = field(default_factory=list)


class Reader:
    """A stranger at a table with the sentences of a log."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.grounds = {ground: Ground() for ground in GROUNDS}
        self.free = {name: ALL_CARDS.split() for name in names}
        self.stack: dict[str, list[str]] = {name: [] for name in names}
        self.hand: dict[str, list[str]] = {name: [] for name in names}
        self.loot: dict[str, list[str]] = {name: [] for name in names}
        self.gone: list[str] = []
        self.held: dict[str, str] = {"totem": "", "horse": ""}
        self.dealer, self.hunt, self.hunts = "", 0, 0
        self.thieves: tuple[str, int] | None = None
        self.strengths: dict[str, dict[str, int]] = {}
        self.points: dict[str, int] = {}
        self.winners: list[str] = []

    def heading(self, text: str) -> None:
        if found := re.fullmatch(r"Hunt (\d) of (\d)", text):
            self.hunt, self.hunts = int(found[1]), int(found[2])
            self.thieves, self.strengths = None, {}
        else:
            assert text in ("The hide thief", "Sharing out the grounds", "The points")

    def read(self, sentence: str) -> None:
        for form, method in PATTERNS:
            if found := form.fullmatch(sentence):
                method(self, **found.groupdict())
                return
        raise AssertionError(f"not understood: {sentence}")

    # --- a hunt ---------------------------------------------------------------------------

    def draw_lots(self, name: str) -> None:
        self.dealer = name

    def deal(self, name: str, first: str) -> None:
        self.dealer = name
        assert self.names.index(first) == (self.names.index(name) + 1) % len(self.names)

    def lay(self, place: str, tiles: str) -> None:
        self.grounds[place.lower()].tiles += counted(tiles)

    def choose(self, name: str, cards: str) -> None:
        for part in cards.split("; "):
            for card in listed(re.sub("^hunters? ", "", part)):
                self.free[name].remove(card_of(card))
                self.stack[name].append(card_of(card))

    def draw(self, name: str, card: str) -> None:
        self.stack[name].remove(card_of(card))
        self.hand[name].append(card_of(card))

    def play(self, name: str, card: str, place: str) -> None:
        self.hand[name].remove(card_of(card))
        if card.startswith("hunter "):
            self.grounds[place].hunters.setdefault(name, []).append(int(card_of(card)))
        else:
            self.grounds[place].up.append((name, card_of(card)))

    def cover(self, place: str, name: str, card: str, other: str) -> None:
        assert self.grounds[place].up == [(name, card_of(other)), (name, card_of(card))]

    def turn(self, place: str, *warriors: tuple[str, str]) -> None:
        """Turn great warriors face down. If a seat has two, the upper one is meant."""
        ground = self.grounds[place]
        for name, card in warriors:
            place_up = len(ground.up) - 1 - ground.up[::-1].index((name, card_of(card)))
            ground.down.append(ground.up.pop(place_up))

    def trial(self, place: str, winner: str, card: str, loser: str, other: str) -> None:
        assert winner != loser
        assert (winner, card_of(card)) in self.grounds[place].up
        self.turn(place, (loser, other))

    def both_fall(self, place: str, name: str, card: str, owner: str, other: str) -> None:
        self.turn(place, (name, card), (owner, other))

    def sacrifice(
        self, place: str, name: str, card: str, owner: str, other: str, lower: str
    ) -> None:
        self.turn(place, (name, card), (owner, other))
        assert self.grounds[place].up == [(owner, card_of(lower))]

    def waste(self, place: str, name: str, card: str, owner: str, other: str) -> None:
        assert (owner, card_of(other)) in self.grounds[place].up
        self.turn(place, (name, card))

    def ride(self, name: str, card: str, place: str, target: str) -> None:
        value = int(card_of(card))
        self.grounds[place].hunters[name].remove(value)
        self.grounds[target].hunters.setdefault(name, []).append(value)

    def nothing(self, **_facts: str) -> None:
        """For sentences that change nothing on the table."""

    # --- its end --------------------------------------------------------------------------

    def thief(self, most: str, names: str, without: str = "") -> None:
        self.thieves = names, int(most)
        sums = {
            name: sum(sum(ground.hunters.get(name, [])) for ground in self.grounds.values())
            for name in self.names
        }
        assert {sums[name] for name in listed(names)} == {int(most)} == {max(sums.values())}
        assert [name for name in listed(names) if not self.loot[name]] == (
            listed(without) if without else []
        )

    def discard(self, name: str, tile: str) -> None:
        self.loot[name].remove(tile_of(tile))
        self.gone.append(tile_of(tile))

    def count(self, place: str, strengths: str, level: str = "") -> None:
        said = {}
        for row in listed(strengths):
            found = re.fullmatch(r"(.*) (\d+)(?: \((\d+) \+ (\d+) by tomahawks\))?", row)
            assert found, row
            said[found[1]] = int(found[2])
            values = self.grounds[place].hunters[found[1]]
            assert int(found[3] or found[2]) == sum(values)
            assert int(found[2]) == sum(values) + int(found[4] or 0)
        assert list(said.values()) == sorted(said.values(), reverse=True)
        dropped = [name for name in said if [*said.values()].count(said[name]) > 1]
        assert dropped == (listed(level) if level else [])
        assert {*said} == {name for name, row in self.grounds[place].hunters.items() if row}
        self.strengths[place] = {name: said[name] for name in said if name not in dropped}

    def count_none(self, place: str) -> None:
        assert not any(self.grounds[place].hunters.values())
        self.strengths[place] = {}

    def take(self, name: str, claim: str, tile: str, place: str) -> None:
        order = [*self.strengths[place]]
        assert (
            name
            == {
                "for the great warrior": self.grounds[place].up[:1]
                and self.grounds[place].up[0][0],
                "with the highest strength": order[0] if order else "",
                "with the second highest strength": order[1] if len(order) > 1 else "",
            }[claim]
        )
        self.grounds[place].tiles.remove(tile_of(tile))
        self.loot[name].append(tile_of(tile))

    def leave(self, place: str, tiles: str) -> None:
        assert sorted(counted(tiles)) == sorted(self.grounds[place].tiles)
        self.gone += self.grounds[place].tiles
        self.grounds[place].tiles = []

    def hold(self, piece: str, name: str) -> None:
        self.held[piece] = name

    def put_aside(self, piece: str) -> None:
        self.held[piece] = ""

    def end_hunt(self, hunt: str, back: str = "") -> None:
        """Cards played are spent, unless all come back; the others are available again."""
        assert int(hunt) == self.hunt
        for name in self.names:
            self.free[name] += self.hand[name] + self.stack[name]
            if back == "all cards" or (self.hunt == self.hunts and self.hunt % 2 == 0):
                self.free[name] = ALL_CARDS.split()
            self.hand[name], self.stack[name] = [], []
        self.grounds = {ground: Ground() for ground in GROUNDS}

    def score(self, name: str, points: str, parts: str, number: str) -> None:
        own = self.loot[name]
        food, *rest = parts.split("; ")
        found = re.fullmatch(r"(\d+) tepees? and (\d+) bison: (\d+)", food)
        assert found
        assert int(found[1]) == sum(int(tile[5:]) for tile in own if tile.startswith("tepee"))
        assert int(found[2]) == sum(int(tile[5:]) for tile in own if tile.startswith("bison"))
        assert {*rest} - {"most tomahawks: 1"} == {
            f"{piece}: 1" for piece, who in self.held.items() if who == name
        }
        assert (int(points), int(number)) == (int(found[3]) + len(rest), len(own))
        self.points[name] = int(points)

    def share(self, names: str) -> None:
        self.win(names, "")

    def win(self, name: str, reason: str) -> None:
        self.winners = listed(name)
        best = max(self.points.values())
        assert all(self.points[name] == best for name in self.winners)
        assert (reason == "by points") == ([*self.points.values()].count(best) == 1)

    def spent(self, name: str) -> list[str]:
        """Cards that are neither available, nor held, nor on the table."""
        rest = Counter(ALL_CARDS.split())
        rest -= Counter(self.free[name] + self.hand[name] + self.stack[name])
        for ground in self.grounds.values():
            rest -= Counter(str(value) for value in ground.hunters.get(name, []))
            rest -= Counter(card for owner, card in ground.up + ground.down if owner == name)
        return list(rest.elements())


FIELDS = {
    "place": "[Ll]eft|[Mm]iddle|[Rr]ight",
    "target": "left|middle|right",
    "card": r"hunter \d+|[Tt]he [a-z ]+?",
    "other": "[Tt]he [a-z ]+?",
    "reason": "by points|by more tepees, level on points|by more tiles, level on points and tepees",
    "claim": "for the great warrior|with the highest strength|with the second highest strength",
    **dict.fromkeys(("most", "hunt", "points", "number"), r"\d+"),
}
"""What fills the gaps of a sentence; gaps without an entry match anything."""


def pattern(sentence: str) -> re.Pattern[str]:
    """A sentence with gaps as a pattern; a repeated gap must have the same text again."""
    parts = re.split(r"\{(\w+)\}", sentence)
    made = re.escape(parts[0])
    for gap, text in zip(parts[1::2], parts[2::2], strict=True):
        again = f"(?P<{gap}>" in made
        made += f"(?P={gap})" if again else f"(?P<{gap}>{FIELDS.get(gap, '.+?')})"
        made += re.escape(text)
    return re.compile(made)


TRIAL = "Trial of strength at the {place} ground:"
BEATS = "{card} of {winner} beats {other} of {loser}"
BOTH = "{card} of {name} and {other} of {owner} are both turned face down"
HORSE = "{name}, by the horse,"
THIEF = "Hide thief, with the highest sum of hunters ({most}): {names}."
STRENGTH = "Hunter strength at the {place} ground: {strengths}."
Method = Callable[..., None]
SENTENCES: dict[str, Method] = {
    "The lot falls on {name}, who deals first.": Reader.draw_lots,
    "{name} deals; {first} plays first.": Reader.deal,
    "{place} ground: {tiles}.": Reader.lay,
    "{name} has a party ready: {cards}.": Reader.choose,
    "{name} draws {card}.": Reader.draw,
    "{name}, by the totem, plays one more card: {card} at the {place} ground.": Reader.play,
    "{name} plays {card} at the {place} ground.": Reader.play,
    "{card} of {name} covers {other} at the {place} ground.": Reader.cover,
    f"{TRIAL} {BEATS} and turns it face down.": Reader.trial,
    f"{TRIAL} {BOTH}.": Reader.both_fall,
    f"Sacrifice at the {{place}} ground: {BOTH}, {{lower}} of {{owner}} stays.": Reader.sacrifice,
    "{card} of {name} is too weak for {other} of {owner} at the {place} ground and is turned face "
    "down.": Reader.waste,
    f"{HORSE} moves {{card}} from the {{place}} ground to the {{target}} ground.": Reader.ride,
    "{name} has no card that may be played, and passes.": Reader.nothing,
    "{name} does without the totem’s extra card.": Reader.nothing,
    "{name} does without the horse’s move.": Reader.nothing,
    f"{THIEF} No tile to discard: {{without}}.": Reader.thief,
    THIEF: Reader.thief,
    "{name} discards {tile}; it is out of the game.": Reader.discard,
    f"{STRENGTH} Level, so out: {{level}}.": Reader.count,
    STRENGTH: Reader.count,
    "No hunters at the {place} ground.": Reader.count_none,
    "{name}, {claim}, takes {tile} from the {place} ground.": Reader.take,
    "Left to nobody at the {place} ground and out of the game: {tiles}.": Reader.leave,
    "The {piece} goes to {name}.": Reader.hold,
    "The {piece} is put aside again.": Reader.put_aside,
    "Hunt {hunt}, the last one, is over.": Reader.end_hunt,
    "Hunt {hunt} is over; the cards played are missing in the next.": Reader.end_hunt,
    "Hunt {hunt} is over; {back} come back.": Reader.end_hunt,
    "{name}: {points} points. {parts}; {number} loot tiles.": Reader.score,
    "{name}: {points} points. {parts}; {number} loot tile.": Reader.score,
    "{name}: {points} point. {parts}; {number} loot tiles.": Reader.score,
    "{name}: {points} point. {parts}; {number} loot tile.": Reader.score,
    "{name} wins {reason}.": Reader.win,
    "{names} share the victory.": Reader.share,
}
PATTERNS = [(pattern(sentence), method) for sentence, method in SENTENCES.items()]
