"""Small mistakes in a text, as people and damaged files make them; for the fuzzing of any game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from hypothesis import HealthCheck
from hypothesis import strategies as st

Edit: TypeAlias = tuple[str, int, int]

SLOWLY: Final = (HealthCheck.too_slow, HealthCheck.data_too_large)
EDITS: Final = st.tuples(
    st.sampled_from(("delete", "double", "replace", "swap line", "delete word", "word")),
    st.integers(0, 10_000),
    st.integers(0, 10_000),
)


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
