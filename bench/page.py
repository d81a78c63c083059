"""How a table feels in the browser: `python bench/page.py [GAME …] [--slower 4] [--presses 60]`.

A server and the machine's Chromium, motion on. Somebody who does not know the game presses what can
be pressed, with a real pointer, against unhurried bots. Printed for each game, with the processor
as it is and slowed down by Chromium itself:

- **frames a second** while something travels: what requestAnimationFrame was called, the median and
  the worst travel of the run;
- **reaction**: from an input to the next picture on the screen, as the browser's own Event Timing
  tells it in steps of 8 ms; shorter ones than 16 ms it does not tell, they count as 16;
- **redrawn**: from a press until the server's drawing of it is on the screen;
- where the page's time went, in milliseconds a press: its modules, style, layout, all tasks.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final

if __name__ == "__main__":
    ROOT = Path(__file__).resolve().parents[1]
    sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from playwright.sync_api import CDPSession, Page, sync_playwright

from bench import machine
from prateria.core import registry
from tools import browser as chromium
from tools.screenshots import serving

SLOWER: Final = 4
PRESSES: Final = 60
TOLD_FROM_MS: Final = 16
"""The shortest duration that Event Timing can report."""
PARTS: Final = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration", "TaskDuration")
WIDTH, HEIGHT = 1440, 900

_WATCH: Final = """() => {
    const watched = window.watched = {events: [], travels: [], redrawn: []};
    new PerformanceObserver((list) => {
        for (const each of list.getEntries()) {
            const isPress = /^(pointerdown|pointerup|click)$/.test(each.name);
            if (isPress) watched.events.push(each.duration);
        }
    }).observe({type: "event", durationThreshold: 16});
    let pressed = 0;
    addEventListener("pointerdown", () => (pressed = performance.now()), {capture: true});
    let frames = [];
    const travels = (one) => one.id === "travel" || one.effect.target.closest("#flight");
    const isTravelling = () =>
        document.getAnimations().some((one) => one.currentTime > 0 && travels(one));
    const count = (now) => {
        if (isTravelling()) frames.push(now);
        else {
            const long = frames.at(-1) - frames[0];
            if (long > 200) watched.travels.push(1000 * (frames.length - 1) / long);
            frames = [];
        }
        requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    new MutationObserver(() => {
        if (!pressed) return;
        const since = pressed;
        pressed = 0;
        const painted = () => watched.redrawn.push(performance.now() - since);
        requestAnimationFrame(() => setTimeout(painted));
    }).observe(document.querySelector("#main"), {attributeFilter: ["data-drawn"]});
}"""

_AIM: Final = """(roll) => {
    const account = document.querySelector("#show:not([hidden]) [data-step=end]");
    const things = account ? [account] : [...document.querySelectorAll(
        "#main [data-play], #main .can, #part-act [data-moves], #part-act [data-toggle]")]
        .filter((node) => node.getClientRects().length && !node.disabled
            && !node.closest("#part-moves, [aria-disabled=true]"));
    const yes = things.find((one) => "play" in one.dataset);
    const node = yes && roll < 0.7 ? yes : things[Math.floor(roll * things.length)];
    if (!node) return null;
    node.scrollIntoView({block: "nearest"});
    const box = node.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""

_OPEN: Final = """async ([game, options]) => {
    const me = await (await fetch("/api/me")).json();
    const ask = async (path, body) => (await fetch("/api" + path, {
        method: "POST", body: JSON.stringify(body),
        headers: {"content-type": "application/json", "x-csrf-token": me.csrf},
    })).json();
    const table = (await ask("/tables", {game, options, seats: 3, tempo: "calm"})).id;
    await ask(`/tables/${table}/fill`, {bot: "random"});
    await ask(`/tables/${table}/start`, {});
    return table;
}"""


@dataclass(frozen=True, slots=True)
class Feel:
    """The measurements for one game."""

    game: str
    slower: int
    presses: int
    travels: int
    frames_median: float
    frames_worst: float
    reaction_median: float
    reaction_worst: float
    redrawn_median: float
    redrawn_worst: float
    ms_a_press: dict[str, float]


def spent(session: CDPSession) -> dict[str, float]:
    """The page's time so far, in milliseconds, by category."""
    rows = session.send("Performance.getMetrics")["metrics"]
    return {row["name"]: 1000 * row["value"] for row in rows if row["name"] in PARTS}


def press(page: Page, rng: random.Random) -> bool:
    """Press something; False if it is not our turn."""
    point = page.evaluate(_AIM, rng.random())
    if point is None:
        page.wait_for_timeout(100)
        return False
    page.mouse.click(*point)
    page.wait_for_timeout(650)  # until its effects have settled
    return True


def measure(page: Page, game: str, slower: int, presses: int) -> Feel:
    page.goto("/")
    known = {option.name for option in registry.get(game).meta.options}
    options = {"quick": True} if "quick" in known else {}  # nothing moves while a party is chosen
    page.goto(f"/tables/{page.evaluate(_OPEN, [game, options])}")
    page.wait_for_function("() => document.querySelector('#main')?.dataset.live === 'true'")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.evaluate(_WATCH)
    before, rng, done, idle = spent(session), random.Random(1), 0, 0
    while done < presses and idle < 600 and not page.locator(".turn.over").count():
        hit = press(page, rng)
        done, idle = done + hit, 0 if hit else idle + 1
    after = spent(session)
    watched: dict[str, list[float]] = page.evaluate("window.watched")
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    session.detach()
    return summed_up(game, slower, done, watched, {k: after[k] - before[k] for k in after})


def summed_up(
    game: str, slower: int, presses: int, watched: dict[str, list[float]], cost: dict[str, float]
) -> Feel:
    travels = watched["travels"] or [0.0]
    # Each press is three events, down, up and click; the unreported ones were shorter.
    told = sorted(watched["events"])
    events = [float(TOLD_FROM_MS)] * max(0, 3 * presses - len(told)) + told
    redrawn = watched["redrawn"] or [0.0]
    return Feel(
        game=game,
        slower=slower,
        presses=presses,
        travels=len(watched["travels"]),
        frames_median=round(median(travels), 1),
        frames_worst=round(min(travels), 1),
        reaction_median=median(events),
        reaction_worst=max(events),
        redrawn_median=round(median(redrawn)),
        redrawn_worst=round(max(redrawn)),
        ms_a_press={name: round(value / max(1, presses), 1) for name, value in cost.items()},
    )


def tell(row: Feel) -> str:
    cost = ", ".join(f"{name.removesuffix('Duration')} {ms}" for name, ms in row.ms_a_press.items())
    return (
        f"{row.game}, {row.slower} × slower, {row.presses} presses: "
        f"{row.frames_median} frames/s in {row.travels} travels, worst {row.frames_worst}; "
        f"reaction {row.reaction_median:.0f} ms, worst {row.reaction_worst:.0f}; "
        f"redrawn {row.redrawn_median} ms, worst {row.redrawn_worst}; ms a press: {cost}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=registry.ids())
    parser.add_argument("--slower", type=int, default=SLOWER, metavar="N")
    parser.add_argument("--presses", type=int, default=PRESSES, metavar="N")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    options = parser.parse_args()
    program = chromium.find()
    if program is None:
        parser.error("Chromium is not installed; `./play test` installs it on Debian")
    print(f"load {machine.load()} on {machine.cpu_model()}", file=sys.stderr)
    with serving() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        size: Any = {"width": WIDTH, "height": HEIGHT}
        context = browser.new_context(viewport=size, base_url=url, reduced_motion="no-preference")
        page = context.new_page()
        for game in options.games:
            for slower in sorted({1, options.slower}):
                row = measure(page, game, slower, options.presses)
                print(json.dumps(asdict(row)) if options.json else tell(row), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
