"""What the fuzzing of a notation knows about a game, and small mistakes in a text as people and
damaged files make them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from hypothesis import strategies as st

from prateria.core.chance import Rng
from prateria.core.contract.game import AnyGame

Edit: TypeAlias = tuple[str, int, int]

EDITS: Final = st.tuples(
    st.sampled_from(("delete", "double", "replace", "swap line", "delete word", "word")),
    st.integers(0, 10_000),
    st.integers(0, 10_000),
)


@dataclass(frozen=True)
class Fuzzed:
    """A game as its notation sees it: `facts` are positions of well-formed statements."""

    game: AnyGame
    words: Sequence[str]
    verbs: Sequence[str]
    letters: str
    facts: st.SearchStrategy[str]
    positions: Callable[[], Sequence[str]]
    fields: Callable[[Any], dict[str, object]]
    steps: Callable[[Any, Rng], Iterator[Any]]

    def mistaken(self, start: int, edits: Sequence[Edit]) -> str:
        """A position of a real game with mistakes in it."""
        text = self.positions()[start % len(self.positions())]
        for edit in edits:
            text = edited(text, edit, self.words, self.letters)
        return text


def edited(text: str, edit: Edit, words: Sequence[str], letters: str) -> str:
    """The text with one mistake, made of the game's own words and letters where one is put in."""
    kind, where, what = edit
    spot = where % (len(text) + 1)
    if kind == "delete":
        return text[:spot] + text[spot + 1 :]
    if kind == "double":
        return text[:spot] + text[spot : spot + 1 + what % 9] + text[spot:]
    if kind == "replace":
        return text[:spot] + letters[what % len(letters)] + text[spot + 1 :]
    if kind == "swap line":
        lines = text.split("\n")
        return "\n".join([*lines[:-1], lines[where % len(lines)], lines[-1]])
    parts = text.split(" ")
    spot = where % len(parts)
    new = [] if kind == "delete word" else [words[what % len(words)]]
    return " ".join(parts[:spot] + new + parts[spot + 1 :])
