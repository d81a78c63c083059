"""A game of Apache laid out on a table from its log alone: headings and English sentences.

It knows the cards, and that buffalo go to the bottom of the winnings and allies below a prisoner or
spouse (A5.2); everything else comes from the sentences.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from prateria.games.apache.notation.write import CARD_WORDS, format_heap
from prateria.games.apache.rules.components import FIRST_PERSON, PRAIRIE

_CARD: Final = {word.replace("-", " "): card for card, word in enumerate(CARD_WORDS)}
_PLURALS: Final = {"buffalo": "buffalo", "totems": "totem", "tomahawks": "tomahawk",
                   "necklaces": "necklace", "tepees": "tepee"}  # fmt: skip
_COLOURS: Final = ("red", "green", "violet", "yellow", "blue")
_WHO: Final = r"([A-Z]\w+)"


class Table:
    """The positions of the cards, as far as the log has told them."""

    def __init__(self) -> None:
        self.players: list[str] = []
        """By their colours, in the order of the seats."""
        self.rules: set[str] = set()
        self.left = 0
        self.turned = 0
        self.up = [0] * len(PRAIRIE)
        self.gone = [0] * len(PRAIRIE)
        self.won: dict[str, list[int]] = {}
        self.turner = ""
        self.next_turner = ""
        self.powwow: list[tuple[str, str, int | None]] = []
        self.by_lot = False
        self.company = False
        """Whether the last claim took a prisoner or spouse."""
        self.counts: dict[str, dict[str, int]] = {}

    def position(self) -> str:
        """Prairie, winnings from the bottom to the top, and what is out of the game."""
        rows = [f"{name}: {' '.join(CARD_WORDS[card] for card in self.won[name])}".rstrip()
                for name in self.players]  # fmt: skip
        return "\n".join(
            [
                f"{self.left} face down",
                f"up: {format_heap(self.up)}",
                *rows,
                f"gone: {format_heap(self.gone)}",
            ]
        )

    # --- reading --------------------------------------------------------------------------

    def heading(self, text: str) -> None:
        if text == "Final count":
            return
        found = re.fullmatch(r"Card (\d+) of (\d+)", text)
        assert found, text
        self.turned += 1
        assert self.turned == int(found[1])
        assert self.left + self.turned == int(found[2]) + 1
        self.powwow, self.by_lot = [], False

    def sentences(self, text: str) -> None:
        """One string of the log, which may have several sentences."""
        for sentence in re.split(r"(?<=\.) (?=[A-Z0-9])", text):
            self._read(sentence)

    def _read(self, sentence: str) -> None:
        for pattern, reader in _READERS:
            found = re.fullmatch(pattern, sentence)
            if found:
                reader(self, *found.groups())
                return
        raise AssertionError(f"nobody could lay that out: {sentence}")

    def _colours(self, listed: str) -> None:
        owned = _by_last_word(listed)
        assert [*owned] == [*_COLOURS[: len(owned)]]
        self.players = [*owned.values()]
        self.won = {name: [] for name in self.players}

    def _unowned(self, listed: str) -> None:
        assert _items(listed) == [*_COLOURS[len(self.players) :]]

    def _face_down(self, number: str) -> None:
        self.left = int(number)

    def _optional(self, listed: str) -> None:
        self.rules = {*_items(listed)}

    def _first(self, name: str) -> None:
        self.next_turner = name

    def _turns_up(self, name: str, card: str) -> None:
        assert name == self.next_turner or not self.next_turner
        self.turner, self.next_turner = name, self._after(name)
        self.left -= 1
        self.up[_CARD[card]] += 1

    def _after(self, name: str) -> str:
        place = self.players.index(name) + 1
        return self.players[place % len(self.players)]

    def _lot(self) -> None:
        self.by_lot = True

    def _plays(self, name: str, role: str, ms: str | None, _cut: str | None) -> None:
        time = None if ms is None else int(ms)
        if self.powwow and not self.by_lot:
            before = self.powwow[-1][2]
            assert before is not None, "without a lot nobody is second without a time"
            assert time is None or before < time
        self.powwow.append((name, role, time))
        self.next_turner = name

    def _takes(self, name: str, listed: str, company: str | None, person: str | None) -> None:
        cards = _cards(listed)
        self._take(name, cards)
        self.company = len(person or "") > 0
        if person:
            assert (company == "by marriage") == (cards[0] == _CARD["tepee"])
            self._take(name, _cards(person))

    def _also_gets(self, name: str, listed: str) -> None:
        """Allies come in below a prisoner or spouse, who was told before."""
        assert "division of spoils" in self.rules
        role = next(role for who, role, _ in self.powwow if who == name)
        allies = _cards(listed)
        assert all(CARD_WORDS[card].endswith(role) for card in allies)
        person = [self.won[name].pop() for _ in range(self.company)]
        self._take(name, allies)
        self.won[name] += person

    def _take(self, name: str, cards: list[int]) -> None:
        for card in cards:
            self.up[card] -= 1
            assert self.up[card] >= 0, f"{name} takes what does not lie there"
            if card == _CARD["buffalo"]:
                self.won[name].insert(0, card)
            else:
                self.won[name].append(card)

    def _warpath(self, name: str, number: str, other: str) -> None:
        assert "warpath" in self.rules
        for _ in range(int(number)):
            assert self.won[other].pop(0) == _CARD["buffalo"]
            self.won[name].insert(0, _CARD["buffalo"])

    def _nothing(self, name: str) -> None:
        assert any(who == name for who, _, _ in self.powwow)

    def _loses(self, name: str, listed: str) -> None:
        cards = _cards(listed)
        assert sorted(self.won[name][-len(cards) :]) == sorted(cards)
        assert len(cards) == 2 or len(self.won[name]) == 1
        for card in cards:
            self.won[name].pop()
            self.gone[card] += 1

    def _has_nothing(self, name: str) -> None:
        assert not self.won[name]

    def _counts(self, listed: str) -> None:
        told = dict(item.split(" ") for item in listed.split(", "))
        assert told == {name: str(len(pile)) for name, pile in self.won.items()}

    def _turns_next(self, name: str) -> None:
        assert name == self.next_turner
        assert self.left

    def _final(self, name: str, number: str, listed: str) -> None:
        pile = self.won[name]
        kinds = _by_last_word(listed)
        assert sum(map(int, kinds.values())) == int(number) == len(pile)
        people = sum(card >= FIRST_PERSON for card in pile)
        assert int(kinds.pop("people", kinds.pop("person", "0"))) == people
        for kind, told in kinds.items():
            assert pile.count(_CARD[_PLURALS.get(kind, kind)]) == int(told)
        self.counts[name] = {kind: int(told) for kind, told in kinds.items()}

    def _final_none(self, name: str) -> None:
        assert not self.won[name]


def _items(listed: str) -> list[str]:
    return re.split(r", | and ", listed)


def _by_last_word(listed: str) -> dict[str, str]:
    """ "Nora red and Eva green": what stands before each last word."""
    pairs = [item.split(" ") for item in _items(listed)]
    return {last: first for first, last in pairs}


def _cards(listed: str) -> list[int]:
    """ "2 tepees, the red maiden and the blue hunter ×2", card by card."""
    cards: list[int] = []
    for item in _items(listed):
        found = re.fullmatch(r"(?:(\d+) (\w+)|the (\w+ \w+)(?: ×(\d+))?)", item)
        assert found, item
        word = found[3] or _PLURALS.get(found[2], found[2])
        cards += [_CARD[word]] * int(found[1] or found[4] or "1")
    return cards


_READERS: Final[tuple[tuple[str, Callable[..., None]], ...]] = (
    (r"Colours: (.+)\.", Table._colours),
    (r"Without a player: (.+)\.", Table._unowned),
    (r"(\d+) prairie cards lie face down\.", Table._face_down),
    (r"Optional rules: (.+)\.", Table._optional),
    (rf"{_WHO} is drawn to turn the first card\.", Table._first),
    (rf"{_WHO} turns up: (.+)\.", Table._turns_up),
    (r"(?:The order is drawn by lot|Equal times are decided by lot)\.", Table._lot),
    (rf"{_WHO} plays the (\w+)(?: after (\d+) ms( \(report cut\))?)?\.", Table._plays),
    (rf"{_WHO} takes (.+), and (by marriage|takes) (.+?)(?: prisoner)?\.", Table._takes),
    (rf"{_WHO} takes (?!nothing)([^,]+)()()\.", Table._takes),
    (rf"{_WHO} also gets (.+) by division of spoils\.", Table._also_gets),
    (rf"{_WHO} is on the warpath and takes (\d+) buffalo from {_WHO}\.", Table._warpath),
    (rf"{_WHO} comes too late and takes nothing\.", Table._nothing),
    (rf"{_WHO} can claim nothing and loses (.+)\.", Table._loses),
    (rf"{_WHO} can claim nothing and has nothing to lose\.", Table._has_nothing),
    (r"Cards won: (.+)\.", Table._counts),
    (rf"{_WHO} turns next\.", Table._turns_next),
    (rf"{_WHO} has (\d+) cards?: (.+)\.", Table._final),
    (rf"{_WHO} has no cards\.", Table._final_none),
)
