"""The laws of drawings: what `docs/pages.md` promises the page, checked at a position.

A page knows nothing of a game. It can rely on this: a drawing is HTML that closes what it opens,
uses each id once and brings no style or script along; and every legal move can be picked in it,
step by step, each next step marked in the picture drawn for the steps before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from prateria.core.contract.game import face_of
from prateria.core.drawing.scene import PARTS, Choice, Drawing, Scene
from prateria.core.errors import LawBroken
from prateria.core.laws.inspection import Inspection, eye_name

DRAWN: Final = "a drawing is well-formed, names each thing once, brings no style and no script"
DRAWN_BY_VIEW: Final = "a drawing depends on the view and the scene only"
PICTURED: Final = "a picture is one SVG that stands alone"
REACHABLE: Final = "every legal move can be picked in the drawing"

WALKED: Final = 6
"""How many of the legal moves at a position are picked step by step."""
MOST_STEPS: Final = 80
"""How many pictures may be drawn on the way from a proposal to the move that is wanted."""

_TAG: Final = re.compile(r"<(/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+(?:=\"[^\"<>]*\")?)*)\s*(/?)>")
_ATTRIBUTE: Final = re.compile(r"([\w:-]+)(?:=\"([^\"]*)\")?")
_VOID: Final = frozenset(("br", "hr", "img", "input", "wbr", "col"))
_FORBIDDEN: Final = frozenset(("script", "style", "iframe", "object", "embed", "link", "base"))

_STYLE: Final = re.compile(r"<style>[^<]*</style>")
"""A standalone picture may bring its style along."""
_SVG: Final = "http://www.w3.org/2000/svg"

Thing = dict[str, str]
"""The attributes of an element."""


@lru_cache(maxsize=64)  # most parts of a picture are the same as in the picture before
def things_in(html: str) -> tuple[Thing, ...]:
    """The elements of a piece of HTML; ValueError says what is wrong with it."""
    found: list[Thing] = []
    opened: list[str] = []
    place = 0
    for match in _TAG.finditer(html):
        _check_text(html[place : match.start()])
        place = match.end()
        closes, name, attributes, empty = match.groups()
        if closes:
            if not opened or opened.pop() != name:
                raise ValueError(f"</{name}> closes nothing")
            continue
        found.append(_thing(name, attributes))
        if not empty and name not in _VOID:
            opened.append(name)
    _check_text(html[place:])
    if opened:
        raise ValueError(f"<{opened[-1]}> is not closed")
    return tuple(found)


def _check_text(text: str) -> None:
    if "<" in text or ">" in text:
        raise ValueError(f"a stray < or > in {text[:60]!r}")


def _thing(name: str, text: str) -> Thing:
    if name.lower() in _FORBIDDEN:
        raise ValueError(f"<{name}> may not be drawn")
    thing: Thing = {"": name}
    for attribute, value in _ATTRIBUTE.findall(text):
        if attribute == "style" or attribute.startswith("on"):
            raise ValueError(f"the attribute {attribute} may not be drawn")
        if attribute in thing:
            raise ValueError(f"{attribute} stands twice in one <{name}>")
        thing[attribute] = value
    return thing


def choices_of(inspection: Inspection, view: Any, legal: Sequence[Any]) -> tuple[Choice, ...]:
    """The legal moves as a page receives them."""
    game, face = inspection.game, face_of(inspection.game)
    return tuple(
        Choice(
            game.notation.format_action(action),
            face.path(view, action),
            game.words.phrase(view, action),
            face.confirms(view, action),
        )
        for action in legal
    )


class DrawingLaws:
    """The laws of the drawings of one view."""

    def __init__(self, inspection: Inspection, view: Any, seat: int | None) -> None:
        self._inspection = inspection
        self._eye = eye_name(seat)
        self.face = face_of(inspection.game)
        self.view = view
        legal = () if seat is None else inspection.game.legal(inspection.state, seat)
        self.choices = choices_of(inspection, view, legal)

    def check(self, same_view: Any) -> None:
        """All laws of drawings; LawBroken names the one that does not hold."""
        rng = self._inspection.rng
        first = self._things(())
        self.check_same(self.looks(same_view))
        self._check_paths()
        for _ in range(min(WALKED, len(self.choices))):
            self._check_walk(self.choices[rng.below(len(self.choices))], first)

    def looks(self, view: Any) -> tuple[Drawing, str]:
        """Draws a view in both ways."""
        return self.face.draw(view, self._scene(())), self.face.picture(view)

    def check_same(self, looks: tuple[Drawing, str]) -> None:
        """An equal view, or the view of a state that looks the same, is drawn the same."""
        for one, other, name in zip(
            self.looks(self.view), looks, ("drawing", "picture"), strict=True
        ):
            if one != other:
                raise self._broken(DRAWN_BY_VIEW, f"two kinds of {name}")

    def _broken(self, law: str, facts: str) -> LawBroken:
        return self._inspection.broken(law, facts, self._eye)

    def check_picture(self) -> None:
        """The picture is a whole SVG, including everything it refers to."""
        svg = self.face.picture(self.view)
        try:
            found = things_in(_STYLE.sub("", svg))
        except ValueError as error:
            raise self._broken(PICTURED, f"{error}") from None
        ids = {thing["id"] for thing in found if "id" in thing}
        if not found or found[0][""] != "svg" or found[0].get("xmlns") != _SVG:
            raise self._broken(PICTURED, f"it begins with {svg[:60]!r}")
        for thing in found:
            target = thing.get("href")
            if target is not None and (target[:1] != "#" or target[1:] not in ids):
                raise self._broken(PICTURED, f"<{thing['']}> refers to {target}")

    def _scene(self, picked: tuple[str, ...]) -> Scene:
        return Scene(self._inspection.names, choices=self.choices, picked=picked)

    def _things(self, picked: tuple[str, ...]) -> list[Thing]:
        """The elements of the drawing made with these picks."""
        drawing = self.face.draw(self.view, self._scene(picked))
        found: list[Thing] = []
        for part in PARTS:
            try:
                found += things_in(getattr(drawing, part))
            except ValueError as error:
                raise self._broken(DRAWN, f"{part} with {picked}: {error}") from None
        ids = [thing["id"] for thing in found if "id" in thing]
        if len({*ids}) < len(ids):
            twice = min(name for name in ids if ids.count(name) > 1)
            raise self._broken(DRAWN, f"with {picked} there are two {twice}")
        return found

    def _proposed(self, picked: tuple[str, ...]) -> tuple[str, ...]:
        return self.face.propose(self.view, self._scene(picked))

    def _check_paths(self) -> None:
        """No path is equal to another or a prefix of it."""
        paths = [choice.path for choice in self.choices if choice.path]
        whole = {*paths}
        if len(whole) < len(paths):
            raise self._broken(REACHABLE, "two legal moves have one path")
        for path in paths:
            if any(path[:depth] in whole for depth in range(1, len(path))):
                raise self._broken(REACHABLE, f"{path} goes on from a whole path")

    def _check_walk(self, choice: Choice, first: list[Thing]) -> None:
        """Pick a move as a person at the page would."""
        picked, things = self._proposed(()), first
        while True:
            if picked:
                picked, things = self._led_back(picked, choice)
            if picked == choice.path:
                if picked and not any("data-play" in thing for thing in things):
                    raise self._broken(REACHABLE, f"{choice.move}: {picked} shows no data-play")
                return
            step = choice.path[len(picked)]
            if not any(_offers(thing, step) for thing in things):
                raise self._broken(REACHABLE, f"{choice.move}: no {step} to pick after {picked}")
            picked = (*picked, step)
            if picked == choice.path and not choice.confirm:
                return
            picked = self._proposed(picked)

    def _led_back(
        self, picked: tuple[str, ...], choice: Choice
    ) -> tuple[tuple[str, ...], list[Thing]]:
        """Get from what the game proposed to what is wanted, by the buttons in the drawing."""
        waiting, known = [picked], {picked}
        for tried in waiting:
            things = self._things(tried)
            if tried == choice.path[: len(tried)]:
                return tried, things
            for other in self._ways_from(tried, things):
                proposed = self._proposed(other)
                if proposed not in known and len(known) < MOST_STEPS:
                    known.add(proposed)
                    waiting.append(proposed)
        raise self._broken(REACHABLE, f"{choice.move}: {picked} was proposed, and no way leads on")

    def _ways_from(self, picked: tuple[str, ...], things: list[Thing]) -> list[tuple[str, ...]]:
        ways = [tuple(thing["data-pick"].split()) for thing in things if "data-pick" in thing]
        if any("data-cycle" in thing for thing in things):
            siblings = sorted(self._scene(picked[:-1]).next_ids)
            ways += [(*picked[:-1], sibling) for sibling in siblings]
        return ways


def _offers(thing: Thing, step: str) -> bool:
    """Whether a person can pick this id with this element."""
    if thing.get("data-toggle") == step:
        return True
    return thing.get("id") == step and "can" in thing.get("class", "").split()
