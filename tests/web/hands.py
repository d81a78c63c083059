"""People who do not know the game: they press what the page marks as something to press, with a
mouse, a finger or keys. Nothing here knows a game, either."""

from __future__ import annotations

import random

from playwright.sync_api import TimeoutError as TooLong

from tests.web.visit import Visitor

MOST_PRESSES = 4000
PARTS = ["#part-board", "#part-act", "#part-side", "#part-players"]
PRESSED = "[data-play], [data-moves], .can, [data-toggle]"


_FIND = """([parts, pressed, rolls]) => {
    const seen = (node) => node.getClientRects().length > 0 && !node.disabled
        && getComputedStyle(node).visibility === "visible" && !node.closest("[aria-disabled=true]");
    const all = parts
        .flatMap((part) => [...document.querySelectorAll(`${part} :is(${pressed})`)])
        .filter(seen);
    const whole = all.filter((node) => "play" in node.dataset);
    const several = all.filter((node) => node.dataset.moves);
    const ending = rolls[0] < 0.8 && whole.length ? whole : several;
    const things = ending.length && rolls[1] < 0.8 ? ending : all;
    const chosen = things[Math.floor(rolls[2] * things.length)];
    document.querySelector("[data-chosen]")?.removeAttribute("data-chosen");
    if (!chosen) return null;
    chosen.setAttribute("data-chosen", "");
    chosen.scrollIntoView({block: "nearest", inline: "nearest"});
    const {drawn} = document.querySelector("#main").dataset;
    return {drawn, html: chosen.outerHTML.slice(0, 300)};
}"""
"""Chooses something to press: what finishes something rather than what goes on; else whatever."""

_AIM = """() => {
    const node = document.querySelector("[data-chosen]");
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


class Hand:
    """Presses things in the picture as somebody would who does not know the game."""

    most_missed = 0.05
    """The share of things that may be covered by something else when they are aimed at."""

    def __init__(self, visitor: Visitor, seed: int) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.rng = random.Random(seed)
        self.presses = 0
        self.covered = 0
        self.idle = 0

    def press(self) -> bool:
        """Press what was chosen; False if it cannot be got at."""
        point = self.page.evaluate(_AIM)
        if point is None:
            return False
        self.touch(point["x"], point["y"])
        return True

    def touch(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)

    def step(self) -> None:
        """Press one thing, and wait until the picture has answered."""
        rolls = [self.rng.random() for _ in range(3)]
        chosen = self.page.evaluate(_FIND, [PARTS, PRESSED, rolls])
        if chosen is None:  # somebody else has just moved; but not for long
            self.idle += 1
            assert self.idle < 400, "it is our turn, and nothing can be pressed"
            self.page.wait_for_timeout(50)
            return
        self.idle = 0
        self.presses += 1
        assert self.presses < MOST_PRESSES, "this game does not end"
        if not self.press():
            self.covered += 1
            return
        try:
            self.page.wait_for_function(
                "before => document.querySelector('#main').dataset.drawn !== before",
                arg=chosen["drawn"],
                timeout=5000,
            )
        except TooLong:
            raise AssertionError(f"nothing came of pressing {chosen['html']}") from None

    def play(self) -> None:
        while True:
            self.visitor.wait_for_turn()
            if self.visitor.is_over:
                break
            self.step()
        assert self.covered <= self.presses * self.most_missed, "too much cannot be got at"


class Finger(Hand):
    def touch(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)


_ON_IT = """() => {
    const [goal, now] = [document.querySelector("[data-chosen]"), document.activeElement];
    if (!goal || goal === now) return goal ? "there" : "gone";
    const part = (node) => node.classList.contains("can") && node.closest("[id^=part-]");
    if (!part(goal) || part(now) !== part(goal)) return "Tab";
    const [g, n] = [goal.getBoundingClientRect(), now.getBoundingClientRect()];
    const dx = g.x + g.width / 2 - n.x - n.width / 2;
    const dy = g.y + g.height / 2 - n.y - n.height / 2;
    if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? "ArrowRight" : "ArrowLeft";
    return dy > 0 ? "ArrowDown" : "ArrowUp";
}"""
"""The key that leads from where the focus is to what was chosen."""


class Keys(Hand):
    """The same with nothing but the keyboard: Tab between the parts, arrows inside."""

    most_missed = 0.4  # it walks without a plan, and gives up after sixty keys

    def press(self) -> bool:
        for _ in range(60):
            key = self.page.evaluate(_ON_IT)
            if key == "gone":
                return False
            if key == "there":
                self.page.keyboard.press("Enter")
                return True
            # An arrow may lead to and fro between two things: now and then another key.
            self.page.keyboard.press(key if self.rng.random() < 0.85 else self.rng.choice(OTHERS))
        return False


OTHERS = ("Tab", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
