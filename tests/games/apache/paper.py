"""A drawing taken apart for tests: its elements, ids and words, and the scenes it is drawn for."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Final

from prateria.core.drawing.scene import PARTS, Choice, Drawing, Scene
from prateria.core.matches.match import Match
from prateria.core.texts import ENGLISH, Texts
from prateria.games.apache.drawing import FACE
from prateria.games.apache.notation import NOTATION
from prateria.games.apache.rules.state import State
from prateria.games.apache.rules.view import View
from prateria.games.apache.words import WORDS
from tests.games.apache.table import GAME

NAMES: Final = ("Nora", "Tomáš", "Giulia", "Otakar & <Ada>", "Maximilian")


def scene(
    view: View,
    moves: tuple[str, ...],
    texts: Texts = ENGLISH,
    picked: tuple[str, ...] = (),
    *,
    learning: bool = False,
) -> Scene:
    """A scene with these moves to choose from."""
    choices = []
    for move in moves:
        action = NOTATION.parse_action(move)
        path, confirm = FACE.path(view, action), FACE.confirms(view, action)
        choices.append(Choice(move, path, WORDS.phrase(view, action, texts), confirm))
    return Scene(NAMES, texts, tuple(choices), picked, learning=learning)


def drawn(
    match: Match,
    seat: int | None,
    texts: Texts = ENGLISH,
    picked: tuple[str, ...] = (),
    *,
    learning: bool = False,
) -> Drawing:
    """The table as a seat sees it now."""
    view: View = match.view(seat)
    legal = match.legal(seat) if seat is not None else []
    moves = tuple(map(NOTATION.format_action, legal))
    return FACE.draw(view, scene(view, moves, texts, picked, learning=learning))


def drawn_state(state: State, seat: int | None, texts: Texts, picked: tuple[str, ...]) -> Drawing:
    """The drawing of a state."""
    view = GAME.view(state, seat)
    legal = GAME.legal(state, seat) if seat is not None else ()
    moves = tuple(map(NOTATION.format_action, legal))
    return FACE.draw(view, scene(view, moves, texts, picked))


def whole(drawing: Drawing) -> str:
    return "".join([getattr(drawing, part) for part in PARTS])


@dataclass
class Thing:
    """An element."""

    tag: str
    attributes: dict[str, str]
    text: str = ""

    @property
    def classes(self) -> list[str]:
        return self.attributes.get("class", "").split()


@dataclass
class Paper(HTMLParser):
    """The contents of a piece of HTML; AssertionError if it is not well-formed."""

    html: str
    things: list[Thing] = field(default_factory=list)
    _open: list[Thing] = field(default_factory=list)

    def __post_init__(self) -> None:
        HTMLParser.__init__(self)
        self.feed(self.html)
        self.close()
        assert not self._open, f"not closed: {[thing.tag for thing in self._open]}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"an attribute twice in <{tag} {attrs}>"
        self.things.append(Thing(tag, {name: value or "" for name, value in attrs}))
        self._open.append(self.things[-1])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self._open, f"</{tag}> closes nothing"
        assert self._open[-1].tag == tag, f"</{tag}> closes <{self._open[-1].tag}>"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        for thing in self._open:
            thing.text = f"{thing.text} {' '.join(data.split())}".strip()

    @property
    def ids(self) -> list[str]:
        return [thing.attributes["id"] for thing in self.things if "id" in thing.attributes]

    def by_id(self, name: str) -> Thing:
        [found] = [thing for thing in self.things if thing.attributes.get("id") == name]
        return found

    def by_class(self, name: str) -> list[Thing]:
        return [thing for thing in self.things if name in thing.classes]


def faults(drawing: Drawing, known_symbols: frozenset[str]) -> list[str]:
    """What a page could not handle: duplicate ids, forbidden attributes, missing symbols."""
    paper = Paper(whole(drawing))
    ids = paper.ids
    found = [f"id {name} occurs twice" for name in set(ids) if ids.count(name) > 1]
    for thing in paper.things:
        for name, value in thing.attributes.items():
            if name == "style" or name.startswith("on"):
                found.append(f"<{thing.tag}> has {name}")
            if name == "href" and thing.tag == "use" and value[1:] not in known_symbols:
                found.append(f"there is no symbol {value}")
        is_picture = thing.tag == "svg" and "aria-hidden" not in thing.attributes
        if is_picture and not thing.attributes.get("aria-label"):
            found.append(f"a picture has no name: {thing.attributes}")
        if thing.tag == "button" and not (thing.text.strip() or thing.attributes.get("aria-label")):
            found.append(f"a button has no name: {thing.attributes}")
    return found
