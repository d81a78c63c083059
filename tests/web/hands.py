"""People who do not know the game: they press what the page marks as pressable, with a mouse, a
finger or keys. Nothing here knows a game, either."""

from __future__ import annotations

import random

from playwright.sync_api import TimeoutError as TooLong

from tests.web.visit import Visitor

MOST_PRESSES = 4000
PARTS = ["#part-board", "#part-act", "#part-side", "#part-players"]
PRESSED = "[data-play], [data-moves], .can, [data-toggle]"


_FIND = """([parts, pressed, rolls]) => {
    const isSeen = (node) => node.getClientRects().length > 0 && !node.disabled
        && getComputedStyle(node).visibility === "visible" && !node.closest("[aria-disabled=true]");
    const all = parts
        .flatMap((part) => [...document.querySelectorAll(`${part} :is(${pressed})`)])
        .filter(isSeen);
    const whole = all.filter((node) => "play" in node.dataset);
    const several = all.filter((node) => node.dataset.moves);
    const ending = rolls[0] < 0.8 && whole.length ? whole : several;
    const things = ending.length && rolls[1] < 0.8 ? ending : all;
    const chosen = things[Math.floor(rolls[2] * things.length)];
    if (!chosen) return null;
    chosen.scrollIntoView({block: "nearest", inline: "nearest"});
    const signs = ["data-play", "data-moves", "data-toggle"];
    const sign = signs.find((name) => chosen.hasAttribute(name));
    const name = chosen.id ? `#${CSS.escape(chosen.id)}`
        : `main [${sign}="${CSS.escape(chosen.getAttribute(sign))}"]:not(#part-moves *)`;
    const {drawn} = document.querySelector("#main").dataset;
    const seen = document.querySelector("svg[data-pan]")?.getAttribute("viewBox") ?? "";
    return {drawn, seen, name, html: chosen.outerHTML.slice(0, 300)};
}"""
"""Chooses something to press: preferably what finishes something; otherwise anything."""

_AIM = """(name) => {
    const node = document.querySelector(name);
    if (!node) return null;
    const box = node.getBoundingClientRect();
    const tries = [[.5, .5], [.5, .25], [.25, .5], [.75, .5], [.5, .75], [.2, .2], [.1, .5]];
    for (const [fx, fy] of tries) {
        const [x, y] = [box.x + box.width * fx, box.y + box.height * fy];
        const hit = document.elementFromPoint(x, y);
        if (hit && node.contains(hit)) return {x, y};
    }
    return null;
}"""
"""A point of it that nothing else covers."""


_ANSWERED = """({drawn, seen}) => document.querySelector("#main").dataset.drawn !== drawn
    || (document.querySelector("svg[data-pan]")?.getAttribute("viewBox") ?? "") !== seen"""
"""There is another picture, or the board has zoomed in on what was tapped."""


class Hand:
    """Presses elements in the picture like somebody who does not know the game."""

    most_missed = 0.05
    """The share of elements that may be covered by something else when they are aimed at."""

    def __init__(self, visitor: Visitor, seed: int) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.rng = random.Random(seed)
        self.presses = 0
        self.covered = 0
        self.idle = 0
        self.last: list[str] = []
        """What was pressed last."""

    def press(self, chosen: str) -> bool:
        """Press the chosen element; False if it is unreachable."""
        point = self.page.evaluate(_AIM, chosen)
        if point is None:
            return False
        self.touch(point["x"], point["y"])
        return True

    def touch(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)

    def step(self) -> None:
        """Press one thing, and wait until the picture has answered."""
        # An element that was disabled after it was chosen says why: close that dialog.
        self.page.evaluate("document.querySelector('#refusal[open]')?.close()")
        rolls = [self.rng.random() for _ in range(3)]
        chosen = self.page.evaluate(_FIND, [PARTS, PRESSED, rolls])
        if chosen is None:  # somebody else has just moved; but not for long
            self.idle += 1
            assert self.idle < 400, f"our turn, and nothing to press: {self.shown()}"
            self.page.wait_for_timeout(50)
            return
        self.idle = 0
        self.presses += 1
        self.last = [*self.last[-19:], chosen["html"][:160]]
        assert self.presses < MOST_PRESSES, f"this game does not end: {self.last}"
        if not self.press(chosen["name"]):
            self.covered += 1
            return
        try:
            self.page.wait_for_function(_ANSWERED, arg=chosen, timeout=5000)
        except TooLong:
            raise AssertionError(f"nothing came of pressing {chosen['html']}") from None

    def shown(self) -> str:
        """What is visible when something is wrong."""
        parts = [self.page.locator("#part-turn").inner_text(), *self.visitor.moves()]
        return f"{parts} {self.page.locator('#part-act').inner_html()}"

    def play(self) -> None:
        while True:
            self.visitor.wait_for_turn()
            if self.visitor.is_over:
                break
            self.step()
        self.page.wait_for_function("() => !document.querySelector('.resting')")
        most = max(1, self.presses * self.most_missed)  # one is more than its share of a short game
        assert self.covered <= most, "too much cannot be got at"


class Finger(Hand):
    def touch(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)


_WAY = """([name, tried]) => {
    const [goal, now] = [document.querySelector(name), document.activeElement];
    if (!goal) return {key: "gone"};
    const at = now === document.body ? "" : now.id || now.outerHTML.slice(0, 80);
    if (goal === now) return {key: "Enter", at};
    const middle = (node) => {
        const box = node.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [[gx, gy], [x, y]] = [middle(goal), middle(now)];
    const far = Math.hypot(gx - x, gy - y);
    // Up and down as long as that leads nearer; else along the row, and on to the next.
    const isBelow = gy - y > 12, isAbove = y - gy > 12;
    if ((isBelow || isAbove) && !tried.includes(`${at} ${isBelow}`)) {
        return {key: isBelow ? "ArrowDown" : "ArrowUp", at, far, mark: `${at} ${isBelow}`};
    }
    const isBack = isAbove || (!isBelow && gx < x);
    return {key: isBack ? "ArrowLeft" : "ArrowRight", at, far};
}"""
"""The key that leads from the focus towards the chosen element, as a person would judge."""


class Keys(Hand):
    """The same with the keyboard alone: arrows towards the chosen element, and Enter."""

    most_keys = 40
    """To reach one element."""

    def __init__(self, visitor: Visitor, seed: int) -> None:
        super().__init__(visitor, seed)
        self.keys = 0
        """Key presses on ways that led to the chosen element."""

    def press(self, chosen: str) -> bool:
        tried: list[str] = []
        sideways = ""
        for keys in range(1, self.most_keys + 1):
            way = self.page.evaluate(_WAY, [chosen, tried])
            if way["key"] == "gone":
                return False
            key = way["key"]
            if key in ("ArrowLeft", "ArrowRight"):
                # Once on the way along the rows, not back again: they lead to everything.
                key = sideways = sideways or key
            elif key != "Enter":
                tried.append(way["mark"])
            self.page.keyboard.press(key)
            if key == "Enter":
                self.keys += keys
                return True
        return False
