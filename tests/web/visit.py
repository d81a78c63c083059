"""People with browsers: they open tables through the API, and do the rest with mouse and keys.

Every visitor watches the console and the network: an error on a page, or a request to another host,
fails the test at the end of the visit.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, ConsoleMessage, Page, Request

from tests.server.process import free_port

ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESK: Final = {"width": 1440, "height": 900}
TABLET: Final = {"width": 768, "height": 1024}
PHONE: Final = {"width": 360, "height": 740}
PATIENCE_MS: Final = 20_000
_POST: Final = """async ([path, body]) => {
    const me = await (await fetch("/api/me")).json();
    const answer = await fetch("/api" + path, {
        method: "POST",
        headers: {"content-type": "application/json", "x-csrf-token": me.csrf},
        body: typeof body === "string" ? body : JSON.stringify(body),
    });
    const told = await answer.json();
    if (!answer.ok) throw new Error(JSON.stringify(told));
    return told;
}"""


_NO_STEPS: Final = "try { localStorage.steps ??= 'off' } catch { /* no page of ours yet */ }"


class House:
    """`prateria serve` in a separate process, with bots that do not wait for people; killed, it can
    come back on the same port."""

    def __init__(self, folder: Path, environment: Mapping[str, str] = os.environ) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.store = f"sqlite:///{folder}/house.db"
        self._folder = folder
        self._environment = {**environment, "XDG_DATA_HOME": str(folder)}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.web.hasty", "serve", "--port", str(self.port)]
        with (self._folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--store", self.store, "--proxy", "127.0.0.1"],
                env=self._environment,
                stdout=log,
                stderr=log,
            )
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{self.url}/api/health", timeout=5).close()
            except (urllib.error.URLError, OSError):
                assert self._process.poll() is None, self.told()
                time.sleep(0.05)
            else:
                return
        raise AssertionError(f"the server does not answer: {self.told()}")

    def told(self) -> str:
        """The server's output."""
        return (self._folder / "server.log").read_text("utf-8")

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, number: int) -> None:
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait(20)
            self._process = None


class Wire:
    """A connection to a server that can be cut or hang: a separate port, connected to the
    server's."""

    def __init__(self, port: int) -> None:
        self._goal = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._ends: list[socket.socket] = []
        self._is_cut = False
        self._is_silent = False
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
                if self._is_cut:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self._goal))
            except OSError:
                return
            self._ends += [near, far]
            for source, goal in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(source, goal), daemon=True).start()

    def _carry(self, source: socket.socket, goal: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if not self._is_silent:
                    goal.sendall(data)
        for end in (source, goal):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        source.close()

    def cut(self) -> None:
        self._is_cut = True
        for end in self._ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self._ends.clear()

    def hang(self) -> None:
        """Nothing gets through any more, and nobody is notified."""
        self._is_silent = True

    def mend(self) -> None:
        if self._is_silent:
            self.cut()  # data lost on the way is missing for good
        self._is_cut = self._is_silent = False

    def close(self) -> None:
        self._listening.close()
        self.cut()


_visitors = count()


class Visitor:
    """A person with a browser of their own."""

    def __init__(
        self,
        browser: Browser,
        house: House | Wire,
        size: dict[str, int] | None = None,
        *,
        language: str = "en",
        touch: bool = False,
        dark: bool = False,
        motion: bool = False,
        steps: bool = False,
    ) -> None:
        self.house = house
        self.wrong: list[str] = []
        """What went wrong on the pages: checked when they leave."""
        self._context = browser.new_context(
            viewport=size or DESK,  # type: ignore[arg-type]
            locale=language,
            has_touch=touch,
            is_mobile=touch,
            color_scheme="dark" if dark else "light",
            reduced_motion="no-preference" if motion else "reduce",
            base_url=house.url,
            # A separate address, as a proxy would report it: limits are per address.
            extra_http_headers={"X-Forwarded-For": f"198.51.100.{next(_visitors) % 254 + 1}"},
        )
        if not steps:
            # What happened is not shown step by step: whole games would take as long as with
            # people.
            self._context.add_init_script(_NO_STEPS)
        self._context.set_default_timeout(PATIENCE_MS)
        self.page: Page = self._context.new_page()
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.wrong.append(f"error on the page: {error}"))
        self.page.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        expected = "WebSocket connection to" in message.text
        if message.type == "error" and not expected:
            self.wrong.append(f"console: {message.text} {message.location}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.house.url, "data:", "blob:")):
            self.wrong.append(f"a request to another host: {request.url}")

    def speak(self, language: str) -> None:
        """From the next page on, whatever the browser prefers."""
        cookie = {"name": "language", "value": language, "url": self.house.url}
        self._context.add_cookies([cookie])  # type: ignore[list-item]

    def leave(self) -> None:
        self._context.close()
        assert not self.wrong, "\n".join(self.wrong)

    # --- tables

    def post(self, path: str, body: dict[str, Any] | str | None = None) -> Any:
        """A change through the API, as this person."""
        if not self.page.url.startswith(self.house.url):
            self.page.goto("/api/health")
        return self.page.evaluate(_POST, [path, body or {}])

    def keep_log(self, text: str) -> str:
        """Upload a complete log to the finished matches; returns the table it became."""
        table: str = self.post("/logs", text)["id"]
        return table

    def open_table(self, game: str, seats: int, bots: str | None = None, **wish: Any) -> str:
        """A new table; with bots on the other seats, it begins."""
        table: str = self.post("/tables", {"game": game, "seats": seats, **wish})["id"]
        if bots is not None:
            self.post(f"/tables/{table}/fill", {"bot": bots})
        if bots is not None or wish.get("hot_seat"):
            self.post(f"/tables/{table}/start")
        return table

    def play_on(self, log: str, n: int, seat: int) -> Page:
        """At a new table that begins where the match of this log was after `n` entries."""
        kept = self.keep_log(log)
        page = self.go_to(self.post(f"/replays/{kept}/on", {"n": n, "seat": seat})["id"])
        self.wait_for_turn()
        return page

    def go_to(self, table: str, query: str = "") -> Page:
        """Open the page of a table, and wait until the socket has updated it."""
        self.page.goto(f"/tables/{table}{query}")
        self.page.wait_for_function(
            "() => document.querySelector('#main')?.dataset.live === 'true'"
        )
        return self.page

    # --- at a table

    def moves(self) -> list[str]:
        return self.page.locator("#part-moves button").all_inner_texts()

    @property
    def n(self) -> int:
        return int(self.page.locator("#main").get_attribute("data-n") or 0)

    def play_from_list(self, place: int = 0) -> None:
        """Click a line of the list of moves, and wait until it has been played, or the screen has
        to be handed over."""
        before = self.n
        self.show_moves()
        self.page.locator("#part-moves button").nth(place).click()
        self.wait_past(before)

    def show_moves(self) -> None:
        if not self.page.locator("#moves[open]").count():
            self.page.locator("#moves summary").click()

    def wait_past(self, n: int) -> None:
        """Wait until the move made at entry `n` is drawn and answered: new entries alone may be
        somebody else's, who chose at the same time."""
        self.page.wait_for_function(
            "n => document.querySelector('#curtain[open]') ||"
            " Number(document.querySelector('#main:not([data-busy])')?.dataset.n) > n",
            arg=n,
        )

    def wait_for_turn(self) -> None:
        """Until there is something to do, or it is over."""
        self.page.wait_for_function("() => document.querySelector('#main.yours, #part-turn .over')")

    @property
    def is_over(self) -> bool:
        return self.page.locator(".turn.over").count() > 0
