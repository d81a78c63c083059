"""A first lesson: positions in which the learner makes the moves, each step tied to its rules.

A game's package holds it in `lesson.toml`; `docs/add-a-game.md` describes the format.
`core/lessons/teacher.py` plays and checks it.
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
class Step:
    """One position and what to do in it."""

    position: str
    """In notation; "" if the step continues from the one before."""
    seat: int
    """The seat whose view the learner has."""
    moves: tuple[str, ...]
    """The answers accepted as right, in notation; the next step continues from the first. None at
    all: a step to read."""
    then: tuple[str, ...]
    """What others do next, before the next step."""
    rules: tuple[str, ...]
    text: Mapping[str, str]
    """What the learner is told, in each language."""
    after: Mapping[str, str]
    """What they are told when it is done; may be left out for a step to read."""
    unaided: bool = False
    """Whether the table gives no hints, as at most tables."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A first lesson: its steps, in order."""

    steps: tuple[Step, ...]


make_picklable(Step, Lesson)


@cache
def read_lesson(package: str) -> Lesson | None:
    """Read the `lesson.toml` in a package; None if there is none."""
    source = files(package) / "lesson.toml" if package else None
    if source is None or not source.is_file():
        return None
    return parse_lesson(source.read_text("utf-8"))


def parse_lesson(text: str) -> Lesson:
    """Parse a `lesson.toml`; KeyError or ValueError if it is malformed."""
    return Lesson(tuple(map(_step, tomllib.loads(text)["step"])))


def _step(row: Mapping[str, Any]) -> Step:
    known = {"position", "seat", "moves", "then", "rules", "text", "after", "unaided"}
    if not known.issuperset(row):
        raise ValueError(f"a step has {', '.join(sorted(known))}; not {sorted(row)}")
    moves = tuple(row.get("moves", ()))
    return Step(
        position=str(row.get("position", "")).strip(),
        seat=int(row["seat"]),
        moves=moves,
        then=tuple(row.get("then", ())),
        rules=tuple(row["rules"]),
        text=_texts(row["text"]),
        after=_texts(row["after"]) if moves else {},
        unaided=row.get("unaided") is True,
    )


def _texts(row: Mapping[str, str]) -> dict[str, str]:
    """A text in every language; English where it is not translated."""
    return {language: row.get(language, row["en"]).strip() for language in LANGUAGES}
