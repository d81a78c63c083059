"""What the notations of all games share: a position's head, its statements, short quotes.

A position is a list of statements, one a line or separated by semicolons. The first is its head:
the game, the number of players, and the options that differ from the default.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from prateria.core.contract.game import LETTERS
from prateria.core.contract.meta import Meta, OptionValue, option_text
from prateria.core.errors import NotationError, SetupError

S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)
T = TypeVar("T")


def short(text: str) -> str:
    """A quoted text, shortened for an error message."""
    return repr(text if len(text) <= 60 else text[:57] + "...")


def format_head(meta: Meta, seats: int, options: Mapping[str, OptionValue]) -> str:
    """`manitou 3 quick dealer=b`."""
    words = [meta.id, str(seats)]
    for option in meta.options:
        value = options[option.name]
        if value is True:
            words.append(option.name)
        elif value != option.default:
            words.append(f"{option.name}={option_text(value)}")
    return " ".join(words)


def split_position(text: str, meta: Meta) -> tuple[int, dict[str, OptionValue], list[str]]:
    """The seats and options that a position's head names, and the statements after it."""
    statements = [part.strip() for part in re.split(r"[\n;]", text) if part.strip()]
    example = f"'{meta.id} 3'"
    if not statements:
        raise NotationError(f"an empty text is not a position; it starts like {example}")
    words = statements[0].split()
    if words[0] != meta.id or len(words) < 2 or not re.fullmatch("[0-9]", words[1]):
        raise NotationError(f"a position starts like {example}, not with {short(statements[0])}")
    known = {option.name: option for option in meta.options}
    options: dict[str, OptionValue] = {}
    for word in words[2:]:
        name, _, given = word.partition("=")
        choices = known[name].values if name in known else ()
        values = {option_text(value): value for value in choices}
        options[name] = values.get(given or "true", given)
    return int(words[1]), options, statements[1:]


class Reader(Protocol[S_co]):
    """Reads a game's statements into a state, then works out what they leave open."""

    def read(self, statement: str) -> None: ...

    def finish(self) -> S_co: ...


class FactReader:
    """What readers of positions share: facts as names and values, seats, numbers, lists."""

    def __init__(self, seats: int) -> None:
        self.letters = LETTERS[:seats]

    def read_facts(
        self, words: Sequence[str], readers: Mapping[str, Callable[[str], None]], others: str
    ) -> None:
        """Read `name value name value …`; `others` says what else a statement may begin with."""
        if len(words) % 2:
            raise NotationError("a name and a value were expected")
        for key, value in zip(words[::2], words[1::2], strict=True):
            if key not in readers:
                raise NotationError(f"{short(key)} is none of {', '.join(readers)}, {others}")
            readers[key](value)

    def seat(self, letter: str) -> int:
        if len(letter) != 1 or letter not in self.letters:
            raise NotationError(
                f"{short(letter)} is not a seat; they are {', '.join(self.letters)}"
            )
        return self.letters.index(letter)

    def number(self, word: str, least: int, most: int) -> int:
        if not re.fullmatch("[0-9]{1,3}", word) or not least <= int(word) <= most:
            raise NotationError(f"{short(word)} is not a number from {least} to {most}")
        return int(word)

    def phase(self, word: str, phases: Sequence[str]) -> int:
        if word not in phases:
            raise NotationError(f"the phase is one of {', '.join(phases)}")
        return phases.index(word)

    def known(self, word: str, what: str, words: Mapping[str, T]) -> T:
        """The value that one of a game's words stands for."""
        if word not in words:
            raise NotationError(f"{short(word)} is not a {what}; they are {', '.join(words)}")
        return words[word]

    def counted(self, words: str, most: int) -> list[tuple[str, int]]:
        """Parse `hunter*2,tepee1` into names, each with its number."""
        rows: list[tuple[str, int]] = []
        for word in words.split(","):
            name, times, count = word.partition("*")
            rows.append((name, self.number(count, 1, most) if times else 1))
        return rows


def read_position(
    text: str,
    meta: Meta,
    begin: Callable[[int, Mapping[str, OptionValue]], Reader[S]],
    faults: Callable[[S], Sequence[str]],
) -> S:
    """Read the position from a text; NotationError says which statement is wrong, or what is wrong
    with the whole."""
    seats, options, statements = split_position(text, meta)
    try:
        reader = begin(seats, options)
    except SetupError as refusal:
        raise NotationError(str(refusal)) from None
    for statement in statements:
        try:
            reader.read(statement)
        except NotationError as error:
            raise NotationError(f"in {short(statement)}: {error}") from None
    state = reader.finish()
    found = faults(state)
    if found:
        raise NotationError(f"not a possible position: {'; '.join(found[:3])}")
    return state
