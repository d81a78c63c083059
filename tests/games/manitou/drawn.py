"""A table of Manitou as somebody at a page sees it: drawn for picks, parsed for tests."""

from __future__ import annotations

import re
from html import unescape

from prateria.core.contract.game import LETTERS
from prateria.core.drawing.scene import PARTS, Choice, Drawing, Scene
from prateria.core.laws.drawing import Thing, things_in
from prateria.core.matches.match import Match
from prateria.core.texts import ENGLISH, Texts
from prateria.games.manitou.drawing import FACE
from prateria.games.manitou.notation import NOTATION
from prateria.games.manitou.rules.view import View
from prateria.games.manitou.words import WORDS

NAMES = ("Ann", "Ben", "Cy & <Co>", "Dora", "Eve")


def scene_of(
    match: Match,
    seat: int | None,
    picked: tuple[str, ...] = (),
    looked: str = "",
    texts: Texts = ENGLISH,
) -> tuple[View, Scene]:
    """What the painter of a page passes on."""
    view: View = match.view(seat)
    legal = match.legal(seat) if seat is not None and seat in match.actors else []
    choices = tuple(
        Choice(
            NOTATION.format_action(action),
            FACE.path(view, action),
            WORDS.phrase(view, action, texts),
            FACE.confirms(view, action),
        )
        for action in legal
    )
    return view, Scene(NAMES[: match.seats], texts, choices, picked, looked)


def drawn(
    match: Match,
    who: str,
    *picked: str,
    looked: str = "",
    texts: Texts = ENGLISH,
) -> Drawing:
    """The table for a seat's letter; "" is a spectator."""
    seat = LETTERS.index(who) if who else None
    return FACE.draw(*scene_of(match, seat, picked, looked, texts))


def whole(drawing: Drawing) -> str:
    return "".join([getattr(drawing, part) for part in PARTS])


def words(html: str) -> str:
    """What can be read in a piece of HTML."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def by_id(drawing: Drawing, name: str) -> Thing:
    """The one element with an id."""
    [found] = [thing for thing in things_in(whole(drawing)) if thing.get("id") == name]
    return found


def ids(drawing: Drawing) -> set[str]:
    return {thing["id"] for thing in things_in(whole(drawing)) if "id" in thing}


def with_class(drawing: Drawing, name: str) -> list[Thing]:
    return [thing for thing in things_in(whole(drawing)) if name in thing.get("class", "").split()]


def cans(drawing: Drawing) -> set[str]:
    """The ids that can be picked."""
    return {thing["id"] for thing in with_class(drawing, "can")}


def ground(drawing: Drawing, place: int) -> str:
    """One of the grounds, from 0, as words."""
    parts = drawing.board.split('<section class="mn-ground')
    return words('<section class="mn-ground' + parts[place + 1])
