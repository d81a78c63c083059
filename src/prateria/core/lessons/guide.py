"""A guide to a game for people who have never played it: aim, turn and example, with pictures.

It is `guide.toml` in the game's package; `docs/add-a-game.md` describes the format. Only the
numbered rules are binding: each part of a guide names the rules that it explains.
`core/lessons/pictures.py` sets up the positions in its pictures.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from prateria.core.native import make_picklable
from prateria.core.rules import LANGUAGES


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture of a position."""

    position: str
    """In notation; "" if it goes on from the picture before."""
    moves: tuple[str, ...]
    """What is played before it is drawn, in notation."""
    about: tuple[str, ...]
    """The ids of what it is about, as they are in the game's drawing; the drawing shows them."""
    caption: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Part:
    title: Mapping[str, str]
    text: Mapping[str, str]
    """Paragraphs, an empty line between them; one whose lines begin with `- ` is a list."""
    rules: tuple[str, ...]
    """The rules that it tells."""
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Guide:
    parts: tuple[Part, ...]

    @property
    def figures(self) -> tuple[Figure, ...]:
        return tuple(figure for part in self.parts for figure in part.figures)


make_picklable(Figure, Part, Guide)


@cache
def read_guide(package: str) -> Guide:
    """The `guide.toml` that lies in a package."""
    return parse_guide((files(package) / "guide.toml").read_text("utf-8"))


def parse_guide(text: str) -> Guide:
    """What a `guide.toml` says; KeyError for what no guide would say."""
    return Guide(tuple(map(_part, tomllib.loads(text)["part"])))


def _part(row: Mapping[str, Any]) -> Part:
    return Part(
        title=_texts(row["title"]),
        text=_texts(row["text"]),
        rules=tuple(row["rules"]),
        figures=tuple(map(_figure, row.get("figure", ()))),
    )


def _figure(row: Mapping[str, Any]) -> Figure:
    return Figure(
        position=str(row.get("position", "")).strip(),
        moves=tuple(row.get("moves", ())),
        about=tuple(row.get("about", ())),
        caption=_texts(row["caption"]),
    )


def _texts(row: Mapping[str, str]) -> dict[str, str]:
    """A text in every language: in English where it is not translated."""
    return {language: row.get(language, row["en"]).strip() for language in LANGUAGES}
