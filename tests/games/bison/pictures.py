"""Drawings of Bison for tests: scenes as the page makes them, and the rules for every drawing."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace

from prateria.core.drawing.markup import kit
from prateria.core.drawing.scene import PARTS, Choice, Drawing, Scene
from prateria.core.matches.match import Match
from prateria.games.bison.drawing import FACE
from prateria.games.bison.notation import NOTATION
from prateria.games.bison.words import WORDS
from prateria.i18n.catalogues import texts_in
from tests.games.bison.table import GAME

NAMES = ("Bruno", "Rosa <b>", "Yara", "Greta")


def scene(
    match: Match,
    seat: int | None,
    picked: str = "",
    looked: str = "",
    language: str = "en",
) -> Scene:
    """What the page passes to a drawing; picks are ids in a row."""
    texts = texts_in(language, GAME)
    view = match.view(seat)
    choices: tuple[Choice, ...] = ()
    if seat is not None and seat in match.actors:
        choices = tuple(
            Choice(
                NOTATION.format_action(action),
                FACE.path(view, action),
                WORDS.phrase(view, action, texts),
                FACE.confirms(view, action),
            )
            for action in match.legal(seat)
        )
    names = NAMES[: len(view.seats)]
    made = Scene(names, texts, choices, tuple(picked.split()), looked)
    return replace(made, picked=FACE.propose(view, made))


def drawn(
    match: Match,
    seat: int | None = None,
    picked: str = "",
    looked: str = "",
    language: str = "en",
) -> Drawing:
    """The drawing for the seat to act, or for a given seat, or for a spectator (-1)."""
    if seat is None:
        seat = match.actors[0]
    eyes = None if seat < 0 else seat
    drawing = FACE.draw(match.view(eyes), scene(match, eyes, picked, looked, language))
    assert isinstance(drawing, Drawing)
    return drawing


def parts(drawing: Drawing) -> Iterator[tuple[str, str]]:
    for name in PARTS:
        yield name, getattr(drawing, name)


def tree(drawing: Drawing) -> ET.Element:
    """All parts as one tree; it fails where they are not well formed."""
    text = "".join(f'<div id="part-{name}">{html}</div>' for name, html in parts(drawing))
    text = re.sub(r" (disabled|data-play|data-pan|data-cycle|data-heard)(?=[ >/])", r' \1=""', text)
    return ET.fromstring(f"<main>{text}</main>")


def known_symbols() -> set[str]:
    return set(re.findall(r'id="([^"]+)"', kit() + FACE.art().symbols))


def check(drawing: Drawing, given: Scene, symbols: set[str]) -> None:
    """What docs/pages.md requires of every drawing."""
    root = tree(drawing)
    ids = [node.attrib["id"] for node in root.iter() if "id" in node.attrib]
    assert len(ids) == len(set(ids)), sorted(name for name in ids if ids.count(name) > 1)
    cans = set()
    for node in root.iter():
        assert "style" not in node.attrib
        assert not any(name.startswith("on") for name in node.attrib)
        if node.attrib.get("href", "").startswith("#"):
            assert node.attrib["href"][1:] in symbols, node.attrib["href"]
        if "can" in node.attrib.get("class", "").split():
            cans.add(node.attrib["id"])
        picks = tuple(node.attrib.get("data-pick", "").split())
        assert not picks or any(choice.path[: len(picks)] == picks for choice in given.choices)
        moves = node.attrib.get("data-moves")
        assert moves is None or moves in {choice.move for choice in given.choices}
        if node.tag == "button" and not "".join(node.itertext()).strip():
            assert node.attrib.get("aria-label") or node.findall(".//*[@aria-label]")
    assert cans == given.next_ids
    plays = [node for node in root.iter() if "data-play" in node.attrib]
    assert bool(plays) == (given.chosen is not None and given.chosen.confirm)
