"""The turns of a match, each with its decisions as the seat stood before them.

A turn is what one seat decides before anybody else acts or luck does, all steps together. Where
several seats choose at once, each is judged as if it were the only one: it knew no more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from prateria.core.contract.game import AnyGame
from prateria.core.matches.log import Entry, TakeBack


@dataclass(slots=True)
class Decided:
    """What a seat decided in a turn."""

    seat: int
    state: Any
    """The position after the last of them, without what others did meanwhile."""
    entries: list[int] = field(default_factory=list)
    before: list[Any] = field(default_factory=list)
    """The position before each decision."""
    actions: list[Any] = field(default_factory=list)

    def decide(self, game: AnyGame, number: int, action: Any) -> None:
        self.entries.append(number)
        self.before.append(self.state)
        self.actions.append(action)
        self.state = game.copy(self.state)
        game.apply(self.state, action)


def turns_of(game: AnyGame, start: Any, entries: Sequence[Entry]) -> Iterator[Decided]:
    """The turns in the order in which they ended, without what was taken back. Luck and the clock
    end turns, and so does an action that `legal` does not list exactly (it carries the time of a
    race)."""
    state, gone = start, taken_back(entries)
    open_turns: dict[int, Decided] = {}
    for number, entry in enumerate(entries, 1):
        if number in gone or isinstance(entry.action, TakeBack):
            continue
        by, action = entry.by, entry.action
        if by < 0:
            yield from _begun(open_turns)
            open_turns = {}
        else:
            if not _is_going_on(game, open_turns.get(by), by, state):
                yield from _begun(open_turns)
                seats = [seat for seat in game.actors(state) if seat >= 0]
                open_turns = {seat: Decided(seat, game.copy(state)) for seat in seats}
            turn = open_turns[by]
            is_listed = action in game.legal(turn.state, by)
            if is_listed:
                turn.decide(game, number, action)
            if not is_listed or by not in game.actors(turn.state):
                yield from _begun({by: open_turns.pop(by)})
        game.apply(state, action)
    yield from _begun(open_turns)


def _begun(turns: dict[int, Decided]) -> list[Decided]:
    return [turn for turn in turns.values() if turn.entries]


def _is_going_on(game: AnyGame, turn: Decided | None, seat: int, state: Any) -> bool:
    """Whether a seat continues its turn: others' secret choices do not change what it may do, so a
    different list of legal actions means that a new turn has begun."""
    return turn is not None and [*game.legal(turn.state, seat)] == [*game.legal(state, seat)]


def taken_back(entries: Sequence[Entry]) -> frozenset[int]:
    """The entries that do not count."""
    gone: set[int] = set()
    for number, entry in enumerate(entries, 1):
        if isinstance(entry.action, TakeBack):
            first, is_alone = entry.action.entry, entry.action.alone
            gone.update([first] if is_alone else range(first, number))
    return frozenset(gone)
