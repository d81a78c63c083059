"""The guide before the numbered rules: its text in paragraphs and lists, its pictures drawn."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from markupsafe import Markup

from prateria.core.contract.game import AnyGame, face_of
from prateria.core.drawing.scene import Scene
from prateria.core.errors import PrateriaError
from prateria.core.lessons.guide import Part
from prateria.core.lessons.pictures import positions
from prateria.core.texts import capital
from prateria.i18n import texts_in
from prateria.server.pages.labels import written
from prateria.server.pages.render import Reader, lettered
from prateria.server.server_log import facts

LOG: Final = logging.getLogger("prateria.server")
ITEM: Final = "- "
KEPT: Final = 32
"""Guides whose pictures are kept: one for a game and a language."""


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, or the items of a list."""

    lines: tuple[str, ...]
    is_list: bool


@dataclass(frozen=True, slots=True)
class Picture:
    svg: Markup
    caption: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a guide as a page shows it."""

    title: str
    blocks: tuple[Block, ...]
    rules: tuple[str, ...]
    pictures: tuple[Picture, ...]


def guide_of(game: AnyGame, reader: Reader) -> tuple[Chapter, ...]:
    """The guide of a game; empty if it has none, or one that cannot be read or drawn: the rules
    stand without it."""
    try:
        return _chapters(game, reader.language)
    except (PrateriaError, OSError, KeyError, ValueError) as error:
        LOG.warning("a guide was left out", extra=facts(game=game.meta.id, cause=error))
        return ()


def _chapters(game: AnyGame, reads: str) -> tuple[Chapter, ...]:
    guide = face_of(game).guide()
    if guide is None:
        return ()
    language, drawn = written(reads), iter(_drawn(game, reads))
    return tuple(
        _chapter(part, language, [next(drawn) for _ in part.figures]) for part in guide.parts
    )


def _chapter(part: Part, language: str, drawn: list[Markup]) -> Chapter:
    return Chapter(
        title=part.title[language],
        blocks=tuple(map(_block, part.text[language].split("\n\n"))),
        rules=part.rules,
        pictures=tuple(
            Picture(svg, figure.caption[language])
            for svg, figure in zip(drawn, part.figures, strict=True)
        ),
    )


def _block(text: str) -> Block:
    lines = tuple(text.splitlines())
    is_list = all(line.startswith(ITEM) for line in lines)
    return Block(tuple(line.removeprefix(ITEM) for line in lines) if is_list else lines, is_list)


@lru_cache(maxsize=KEPT)
def _drawn(game: AnyGame, language: str) -> tuple[Markup, ...]:
    """The pictures of a guide, in order."""
    face, texts = face_of(game), texts_in(language, game)
    guide = face.guide()
    figures = () if guide is None else guide.figures
    found = []
    for figure, match in zip(figures, positions(game, figures), strict=True):
        seats = range(match.seats)
        called = tuple(capital(texts.word("colour", face.colour(seat))) for seat in seats)
        svg = face.figure(match.view(None), Scene(called, texts, picked=figure.about))
        found.append(lettered(svg, texts))  # drawn by the game
    return tuple(found)
