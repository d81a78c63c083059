"""A person who hears the page: reads the accessibility tree and the live region and nothing else,
and presses named elements with the keyboard."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import expect

from tests.web.visit import Visitor

MOST_PRESSES: Final = 600
PLAYED_IN: Final = re.compile("What you can do now|Table|Hand|Your |hunting ground", re.IGNORECASE)
PAGES: Final = {
    *("Undo", "Hint", "Back", "All moves", "More", "Zoom in", "Zoom out", "Whole board"),
    *("Another card", "Sounds", "Earlier moves", "Show again"),
    "Pass automatically when nothing can be claimed",
}
"""Buttons that lead to no move."""
ENDS: Final = re.compile("^(Play |Place it|Pay |Ride|End turn|Finish|Balanced|Turn the next)")
"""Buttons that finish what was begun, judging by their names."""
WASTES: Final = re.compile("^No hunter|^Lose |^Do without")
GLUED: Final = re.compile(r"[^\W\d]\d{2,}|\d{4}|[a-z][A-Z]")
"""Words run together, like "tepee 1234" or "Play hereStrength"."""


@dataclass(frozen=True, slots=True)
class Thing:
    """A button as it is read aloud."""

    name: str
    region: str
    node: int
    is_focused: bool


class Listener:
    def __init__(self, visitor: Visitor, seed: int) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.rng = random.Random(seed)
        self.line = self.page.context.new_cdp_session(self.page)
        self.names: set[str] = set()
        self.presses = 0
        self.page.evaluate(
            """() => {
                window.told = [];
                const heard = document.getElementById("heard");
                new MutationObserver(() => window.told.push(heard.textContent))
                    .observe(heard, { childList: true });
            }"""
        )

    def told(self) -> list[str]:
        told: list[str] = self.page.evaluate("window.told")
        return told

    def things(self) -> list[Thing]:
        """All buttons that can be pressed to play."""
        nodes = self.line.send("Accessibility.getFullAXTree")["nodes"]
        known = {node["nodeId"]: node for node in nodes}
        found = []
        for node in nodes:
            if node.get("ignored") or _value(node, "role") != "button":
                continue
            states = {each["name"]: each["value"].get("value") for each in node["properties"]}
            if states.get("disabled"):
                continue
            name, region = _value(node, "name"), _region(node, known)
            focused = bool(states.get("focused"))
            found.append(Thing(name, region, node["backendDOMNodeId"], focused))
        return found

    def step(self) -> None:
        things = self.things()
        assert all(thing.name.strip() for thing in things), things
        playing = [
            thing
            for thing in things
            if thing.name.strip() not in PAGES and PLAYED_IN.search(thing.region)
        ]
        self.names.update(thing.name for thing in playing)
        assert not [thing for thing in playing if thing.is_focused and WASTES.search(thing.name)]
        if not playing:
            self.page.wait_for_timeout(50)
            return
        ending = [thing for thing in playing if ENDS.search(thing.name)]
        chosen = self.rng.choice(ending if ending and self.rng.random() < 0.85 else playing)
        self.press(chosen)

    def press(self, thing: Thing) -> None:
        self.presses += 1
        assert self.presses < MOST_PRESSES, "this game does not end"
        drawn = self.page.locator("#main").get_attribute("data-drawn")
        there = self.line.send("DOM.resolveNode", {"backendNodeId": thing.node})["object"]
        self.line.send(
            "Runtime.callFunctionOn",
            {"objectId": there["objectId"], "functionDeclaration": "function () { this.focus(); }"},
        )
        self.page.keyboard.press("Enter")
        self.page.wait_for_function(
            "drawn => document.querySelector('#main').dataset.drawn !== drawn", arg=drawn
        )

    def play(self) -> None:
        while True:
            self.visitor.wait_for_turn()
            if self.visitor.is_over:
                break
            self.page.wait_for_function("() => !document.querySelector('#main[data-busy]')")
            self.step()
        expect(self.page.locator("#part-result h2")).to_be_focused()


def _value(node: dict[str, Any], what: str) -> str:
    return str(node.get(what, {}).get("value", ""))


def _region(node: dict[str, Any], known: dict[str, dict[str, Any]]) -> str:
    """The named part of the page that contains something."""
    names = []
    above = known.get(node.get("parentId", ""))
    while above is not None:
        if _value(above, "role") in ("region", "group"):
            names.append(_value(above, "name"))
        above = known.get(above.get("parentId", ""))
    return "; ".join(filter(None, names))
