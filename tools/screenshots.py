"""Makes the pictures of the README from the running product: `python tools/screenshots.py`.

A server of its own, on a store in memory; a scripted person plays in the machine's Chromium until
there is something to see, and looks. Written as WebP, small. With `--signs` only what the pages
themselves need as pictures: the icon for browsers that read no SVG, and the picture that stands
beside a shared link.
"""

from __future__ import annotations

import base64
import os
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from prateria.arena.simulate import simulate  # noqa: E402
from tools import browser as chromium  # noqa: E402

PICTURES: Final = ROOT / "docs" / "pictures"
STATIC: Final = ROOT / "src" / "prateria" / "server" / "static"
ICONS: Final = (16, 32, 48)
PREVIEW: Final = (1200, 630)
"""The size that those who show links ask for."""
DESK: Final = (1440, 900)
PHONE: Final = (390, 844)
STEPS: Final = {"manitou": 24, "bison": 34, "apache": 26}
"""How many moves are made before the picture, from the list, so that the table is full."""
QUALITY: Final = 80


@contextmanager
def serving() -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "prateria", "serve", "--port", str(port)]
        process = subprocess.Popen(
            [*command, "--store", f"sqlite:///{folder}/pictures.db"],
            env={**os.environ, "XDG_DATA_HOME": folder},
            stdout=subprocess.DEVNULL,
        )
        try:
            url = f"http://127.0.0.1:{port}"
            _wait_for(url)
            yield url
        finally:
            process.terminate()
            process.wait()


def _wait_for(url: str) -> None:
    for _ in range(400):
        try:
            urllib.request.urlopen(f"{url}/api/health", timeout=5).close()
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
        else:
            return
    raise SystemExit("the server does not answer")


def somebody(browser: Browser, url: str, size: tuple[int, int], *, dark: bool) -> BrowserContext:
    width, height = size
    context = browser.new_context(
        base_url=url,
        viewport={"width": width, "height": height},
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
        device_scale_factor=1.5 if size == PHONE else 1,
        locale="en",
    )
    context.set_default_timeout(90_000)
    return context


def look(page: Page, name: str) -> None:
    """Chromium saves WebP only through its own protocol."""
    page.wait_for_timeout(400)
    session = page.context.new_cdp_session(page)
    answer = session.send(
        "Page.captureScreenshot", {"format": "webp", "quality": QUALITY, "optimizeForSpeed": False}
    )
    (PICTURES / f"{name}.webp").write_bytes(base64.b64decode(answer["data"]))
    print(f"{name}.webp", (PICTURES / f"{name}.webp").stat().st_size // 1024, "kB")


def play_some(page: Page, game: str) -> None:
    """From the home page to a table, and a few moves there, as a greedy bot would play."""
    page.goto("/")
    page.locator(f"#{game}-now").click()
    page.wait_for_url("**/tables/*")
    for _ in range(STEPS[game]):
        page.wait_for_selector("#main.yours, .turn.over")
        before = page.locator("#main").get_attribute("data-n")
        if page.locator(".mn-party").count():  # there a hint only adds a card to those chosen
            page.locator(".mn-presets button").first.click()
            page.locator(".mn-go[data-moves]").click()
        else:
            page.locator("#hint").click()
            page.locator("#hinted-play").click()
        page.wait_for_function(
            "n => { const { dataset } = document.querySelector('#main');"
            " return dataset.n !== n && !dataset.busy; }",
            arg=before,
        )
    page.wait_for_selector("#main.yours, .turn.over")


def look_back(page: Page) -> None:
    """The replay of a match that bots have played, at one of its turning points."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        simulate("bison", players=3, games=1, seed="picture", bots=["learned"], out=out)
        page.goto("/open")
        page.set_input_files("#file", next(out.iterdir()))
        page.locator("#open button").first.click()
        page.wait_for_url("**/replays/*")
    page.wait_for_selector("#curve .mark")
    for _ in range(3):
        page.keyboard.press("t")
        page.wait_for_timeout(600)
    look(page, "replay")


def draw_icon(browser: Browser) -> None:
    """Our sign as PNGs in one ICO."""
    mark = base64.b64encode((STATIC / "mark.svg").read_bytes()).decode()
    page = browser.new_page(viewport={"width": 64, "height": 64})
    images = []
    for size in ICONS:
        page.set_content(
            f'<body style="margin:0"><img src="data:image/svg+xml;base64,{mark}" '
            f'style="display:block;width:{size}px;height:{size}px">'
        )
        page.wait_for_function("document.images[0].complete")
        clip = {"x": 0, "y": 0, "width": size, "height": size}
        images.append(page.screenshot(omit_background=True, clip=clip))  # type: ignore[arg-type]
    page.close()
    head, at = struct.pack("<HHH", 0, 1, len(ICONS)), 6 + 16 * len(ICONS)
    for size, image in zip(ICONS, images, strict=True):
        head += struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(image), at)
        at += len(image)
    (STATIC / "favicon.ico").write_bytes(head + b"".join(images))


def draw_preview(browser: Browser, url: str) -> None:
    """The first page, as it stands beside a link to us."""
    page = somebody(browser, url, PREVIEW, dark=False).new_page()
    page.goto("/")
    page.evaluate("document.querySelector('#bar .tools').style.visibility = 'hidden'")
    page.wait_for_timeout(400)
    page.screenshot(path=STATIC / "preview.jpg", type="jpeg", quality=72)
    page.context.close()


def main() -> None:
    program = chromium.find()
    if program is None:
        raise SystemExit("Chromium is not installed")
    PICTURES.mkdir(parents=True, exist_ok=True)
    with serving() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
        )
        draw_icon(browser)
        draw_preview(browser, url)
        if "--signs" in sys.argv:
            return
        desk = somebody(browser, url, DESK, dark=False)
        # What happened is not shown step by step: the person would wait for it.
        desk.add_init_script("try { localStorage.steps = 'off' } catch { /* no page yet */ }")
        page = desk.new_page()
        for game in STEPS:
            play_some(page, game)
            look(page, game)
        page.goto("/")
        look(page, "lobby")
        address = page.locator("#list-yours a.button").first.get_attribute("href")
        look_back(page)
        state = desk.storage_state()
        phone = somebody(browser, url, PHONE, dark=True)
        phone.add_cookies(state["cookies"])  # type: ignore[arg-type]
        small = phone.new_page()
        small.goto(address or "/")
        look(small, "phone")
        browser.close()


if __name__ == "__main__":
    main()
