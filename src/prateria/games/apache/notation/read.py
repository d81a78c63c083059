"""Positions read from short text, for tests, puzzles and people.

A position is a list of statements, one a line or separated by semicolons:

    apache 3 warpath tempo=live         game, players, options (name, or name=value)
    phase choose turner a newest tepee  what is going on; by default the last card of `up`
    up: red-hunter,buffalo*2,tepee      what lies face up on the prairie
    a: won=totem,red-chief buffalo=3 marks=1    winnings, the top card last; buffalo below
    b: plays=chief reaction=412 rtt=20-35 arrived=440   a play nobody has seen yet
    deck: totem*2                       the cards face down; or `gone: …`, those out of the game
    choosing a,c                        who may still play; by default who has not
    powwow a:hunter,b:chief:412!:unsound place 1 claim loot     the plays, how many are resolved
    lines a:20-35,b:90-118              the round trips measured of those who played

Cards not named are face down; with a `deck` they are out of the game. In `powwow` a number is
the time that counts, `!` marks a report that was cut.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from prateria.core.contract.meta import OptionValue
from prateria.core.errors import NotationError
from prateria.core.notation import FactReader, read_position, short
from prateria.games.apache.notation.write import (
    CARD,
    CARD_WORDS,
    CHOICE,
    CHOICE_WORDS,
    ROLE,
    TIMES,
    parse_placed,
)
from prateria.games.apache.rules.components import PRAIRIE
from prateria.games.apache.rules.invariants import faults
from prateria.games.apache.rules.phases import CHOOSE, LOT, PHASES, RACE
from prateria.games.apache.rules.ruleset import META, make_ruleset
from prateria.games.apache.rules.state import NOBODY, NOTHING, Shown, State, new_state
from prateria.games.apache.rules.timing import Grab, Line


def parse_state(text: str, data: Mapping[str, Any] | None = None) -> State:
    """The position a text describes; NotationError says which statement is wrong."""
    tables: Mapping[str, Any] = {} if data is None else data

    def begin(seats: int, options: Mapping[str, OptionValue]) -> _Reader:
        return _Reader(new_state(make_ruleset(seats, options, tables), seats))

    return read_position(text, META, begin, faults)


class _Reader(FactReader):
    """Reads statements into a state, then works out what they left open."""

    def __init__(self, state: State) -> None:
        super().__init__(state.seats)
        self.state = state
        self.deck: list[int] | None = None
        self.choosing: int | None = None
        self.last_up = NOTHING
        state.turner = 0
        state.phase = state.ruleset.call_phase

    def read(self, statement: str) -> None:
        name, colon, rest = statement.partition(":")
        if colon and name == "up":
            cards = self._cards(rest.strip())
            self.state.up = self._heap(cards)
            self.last_up = cards[-1]
        elif colon and name == "gone":
            self.state.gone = self._heap(self._cards(rest.strip()))
        elif colon and name == "deck":
            self.deck = self._heap(self._cards(rest.strip(), "none"))
        elif colon and len(name) == 1:
            self._read_seat(self.seat(name), rest)
        else:
            self.read_facts(statement.split(), self._readers(), "up, gone, deck or a seat")

    def _readers(self) -> dict[str, Callable[[str], None]]:
        return {
            "phase": self._read_phase,
            "turner": self._read_turner,
            "newest": self._read_newest,
            "choosing": self._read_choosing,
            "powwow": self._read_powwow,
            "lines": self._read_lines,
            "place": self._read_place,
            "claim": self._read_claim,
        }

    def _read_phase(self, value: str) -> None:
        self.state.phase = self.phase(value, PHASES)

    def _read_turner(self, value: str) -> None:
        self.state.turner = self.seat(value)

    def _read_newest(self, value: str) -> None:
        self.state.newest = int(self.known(value, "card", CARD))

    def _read_choosing(self, value: str) -> None:
        letters = [] if value == "none" else value.split(",")
        self.choosing = sum(1 << seat for seat in {*map(self.seat, letters)})

    def _read_powwow(self, value: str) -> None:
        self.state.powwow = tuple([self._shown(word) for word in value.split(",")])

    def _read_lines(self, value: str) -> None:
        self.state.lines = tuple(sorted([self._line(word) for word in value.split(",")]))

    def _line(self, word: str) -> Line:
        found = re.fullmatch("([a-e]):([0-9]{1,7})-([0-9]{1,7})", word)
        if found is None:
            raise NotationError(f"{short(word)} is not a line; one reads like 'a:20-35'")
        letter, low, high = found.groups()
        return self.seat(letter), int(low), int(high)

    def _read_place(self, value: str) -> None:
        self.state.place = self.number(value, 0, self.state.seats)

    def _read_claim(self, value: str) -> None:
        if value not in CHOICE:
            raise NotationError(f"a claim is for one of {', '.join(CHOICE_WORDS)}")
        self.state.choice = int(CHOICE[value])

    def _shown(self, word: str) -> Shown:
        sound = not word.endswith(":unsound")
        letter, _, rest = word.removesuffix(":unsound").partition(":")
        role, colon, time = rest.partition(":")
        placed = parse_placed(letter + colon + time)
        if placed is None:
            raise NotationError(f"{short(word)} is not a play; one reads like 'a:hunter:412'")
        _, ms, marked = placed
        return self.seat(letter), int(self.known(role, "role", ROLE)), sound, ms, marked

    def _read_seat(self, seat: int, rest: str) -> None:
        found = re.search(TIMES, rest)
        if found is not None:
            reaction, low, high, arrived = [int(word) for word in found.groups()]
            others = [grab for grab in self.state.grabs if grab.seat != seat]
            self.state.grabs = (*others, Grab(seat, reaction, low, high, arrived))
            rest = rest[: found.start()] + rest[found.end() :]
        for word in rest.split():
            name, _, value = word.partition("=")
            if name == "won":
                self.state.winnings[seat] = tuple(self._cards(value))
            elif name == "buffalo":
                self.state.buffalo[seat] = self.number(value, 0, PRAIRIE[0])
            elif name == "marks":
                self.state.marks[seat] = self.number(value, 0, 999)
            elif name == "plays":
                self.state.played[seat] = int(self.known(value, "role", ROLE))
            else:
                raise NotationError(
                    f"{short(word)} is none of won=, buffalo=, marks=, plays=, and no times"
                )

    def _cards(self, words: str, empty: str = "") -> list[int]:
        """Cards one by one, as they are named."""
        if empty and words == empty:
            return []
        cards: list[int] = []
        for name, number in self.counted(words, PRAIRIE[0]):
            cards += [int(self.known(name, "card", CARD))] * number
        return cards

    def _heap(self, cards: list[int]) -> list[int]:
        heap = [0] * len(PRAIRIE)
        for card in cards:
            heap[card] += 1
        return heap

    def finish(self) -> State:
        """Work out what is face down or gone, the newest card, and who chooses."""
        state = self.state
        if state.phase == LOT:
            state.turner = NOBODY
        state.deck = rest = self._rest()
        if self.deck is not None:
            state.deck = self.deck
            for card, number in enumerate(self.deck):
                self._check_enough(card, rest[card] - number)
                state.gone[card] += rest[card] - number
        state.left = sum(state.deck)
        if state.newest == NOTHING:
            state.newest = self.last_up
        if self.choosing is not None:
            state.choosing = self.choosing
        elif state.phase in (CHOOSE, RACE):
            state.choosing = sum(
                [1 << seat for seat in range(state.seats) if state.played[seat] == NOTHING]
            )
        state.grabs = tuple(sorted(state.grabs, key=lambda grab: grab.seat))
        return state

    def _rest(self) -> list[int]:
        """The cards that are not named anywhere."""
        state = self.state
        rest = list(state.ruleset.prairie)
        rest[0] -= sum(state.buffalo)
        for pile in state.winnings:
            for card in pile:
                rest[card] -= 1
        for card in range(len(PRAIRIE)):
            rest[card] -= state.up[card] + state.gone[card]
            self._check_enough(card, rest[card])
        return rest

    def _check_enough(self, card: int, left: int) -> None:
        if left < 0:
            raise NotationError(f"there are not that many cards {CARD_WORDS[card]}")
