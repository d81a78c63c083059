"""boardgame.io for `peers_serving.py`: its server from npm, and seats that speak its protocol.

The server and everything it needs are pinned by hash in `bench/boardgame_io`; they are installed
into `.build/boardgame_io` and run by the Node.js of our own checks.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import httpx

from bench import load
from tools.environment import digest_of
from tools.javascript import node

HERE: Final = Path(__file__).with_name("boardgame_io")
HOME: Final = load.ROOT / ".build" / "boardgame_io"
LOCK: Final = ("package.json", "package-lock.json")
GAME: Final = "peer"
HAND, GROUNDS = 8, 3
"""As in server.js."""


def version() -> str:
    """Of boardgame.io, as it is pinned."""
    pinned: str = json.loads((HERE / "package.json").read_text())["dependencies"]["boardgame.io"]
    return pinned


def _modules() -> Path:
    """Where it is installed, which happens on first use."""
    wanted = digest_of(files=[HERE / name for name in LOCK])
    stamp = HOME / "digest"
    if not stamp.exists() or stamp.read_text() != wanted:
        sys.stderr.write("fetching boardgame.io, once ...\n")
        shutil.rmtree(HOME, ignore_errors=True)
        HOME.mkdir(parents=True)
        for name in LOCK:
            shutil.copy(HERE / name, HOME / name)
        runner = node(Path(sys.executable))
        npm = runner.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        options = ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
        subprocess.run([runner, npm, *options], cwd=HOME, stdout=2, check=True)
        stamp.write_text(wanted)
    return HOME / "node_modules"


def node_version() -> str:
    command = [str(node(Path(sys.executable))), "--version"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@contextlib.contextmanager
def server(state_bytes: int, files: Path | None, *, delta: bool) -> Iterator[tuple[str, int]]:
    """Its URL and process id. It stores in memory, or in a folder of files."""
    from tests.server.process import free_port

    port = free_port()
    variables = {**os.environ, "NODE_ENV": "production", "NODE_PATH": str(_modules())}
    variables |= {"PORT": str(port), "STATE_BYTES": str(state_bytes), "DELTA": str(int(delta))}
    if files is not None:
        variables["FLATFILE_DIR"] = str(files)
    command = [str(node(Path(sys.executable))), str(HERE / "server.js")]
    process = subprocess.Popen(command, env=variables, stdout=subprocess.DEVNULL)
    try:
        yield f"http://127.0.0.1:{port}", process.pid
    finally:
        process.terminate()
        process.wait(30)


class Seat(load.Seat):
    """A seat that speaks as much Engine.IO and Socket.IO, over WebSocket, as a match takes.

    A move is answered by the update that all four get. Each must be the next one: a move that was
    lost, or told to three only, is a gap and is counted.
    """

    def __init__(self, of: load.Load, table: str, number: int, credentials: str) -> None:
        super().__init__(of, table, "", f"{table} {number}")
        self._hello = (
            b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: bench\r\n"
            b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        self._table, self._number_here, self._credentials = table, str(number), credentials
        self._turn = b"%d" % number

    def _opened(self) -> None:
        """Not connected before it has been told the position."""

    def _take(self, data: bytes, start: int, end: int) -> None:
        head = data[start : start + 2]
        if head == b"42":
            at = data.find(b'["', start, end) + 2
            self._hear(data[at : at + 4], data, start, end)
        elif head == b"40":  # the game's part of the line is open
            self._emit("sync", self._table, self._number_here, self._credentials, 4)
        elif head[:1] == b"0":  # the line is
            self._send(b"40/%b," % GAME.encode())
        elif head[:1] == b"2":  # a ping
            self._send(b"3")

    def _hear(self, event: bytes, data: bytes, start: int, end: int) -> None:
        if event == b"sync":
            self._load.connected += 1
            self._n = _after(data, start, end, b'"_redo":[],"_stateID":')
        elif event == b"upda":
            self._next(_after(data, start, end, b'"_redo":[],"_stateID":'), end - start)
        elif event == b"patc":
            self._next(_after(data, start, end, b'"path":"/_stateID","value":'), end - start)
        else:  # who is connected
            return
        is_next = data.find(b'"currentPlayer":"%b"' % self._turn, start, end) >= 0 or (
            data.find(b'"/ctx/currentPlayer","value":"%b"' % self._turn, start, end) >= 0
        )
        self._legal = ["play"] if is_next else []
        self.go_on()

    def _next(self, n: int, length: int) -> None:
        self._load.saw(length)
        if n != self._n + 1:
            self._load.answers["gap"] += 1
        self._n = n
        if self._sent:
            self._load.answered("accepted", time.perf_counter() - self._sent)
            self._sent = 0.0

    def _play(self) -> None:
        if self._transport.is_closing():
            return
        self._legal = []
        where = [self._rng.randrange(HAND), self._rng.randrange(GROUNDS)]
        payload = {
            "type": "play",
            "args": where,
            "playerID": self._number_here,
            "credentials": self._credentials,
        }
        self._sent = time.perf_counter()
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._emit("update", action, self._n, self._table, self._number_here)

    def _emit(self, *event: object) -> None:
        self._send(b"42/%b,%b" % (GAME.encode(), json.dumps(event).encode()))


def _after(data: bytes, start: int, end: int, key: bytes) -> int:
    """The number that follows."""
    at = data.find(key, start, end) + len(key)
    stop = at
    while data[stop : stop + 1].isdigit():
        stop += 1
    return int(data[at:stop])


class Table(load.Table):
    """A match opened and joined through the lobby's API, with credentials for each seat."""

    health = "/games"

    async def set_up(self, web: httpx.AsyncClient) -> None:
        place = f"/games/{GAME}"
        made = await web.post(f"{place}/create", json={"numPlayers": self.arguments.seats})
        self.id = made.json()["matchID"]
        for number in range(self.arguments.seats):
            who = {"playerID": str(number), "playerName": f"player {number}"}
            joined = await web.post(f"{place}/{self.id}/join", json=who)
            self.cookies.append(joined.json()["playerCredentials"])

    def seats(self) -> list[load.Seat]:
        return [
            Seat(self.load, self.id, number, credentials)
            for number, credentials in enumerate(self.cookies)
        ]
