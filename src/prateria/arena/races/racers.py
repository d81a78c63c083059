"""People who race at a table of a real server, through its protocol: honest ones and cheats."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from prateria.core.contract.game import AnyGame, live_of
from prateria.core.contract.live import Measurement

Json: TypeAlias = dict[str, Any]
Plan: TypeAlias = Callable[[int, int], float]
"""How long a seat takes to react in a race, in milliseconds; races count from 0."""

LATE_MS: Final = 100
WAIT_MS: Final = 150
LOOK_S: Final = 0.2
"""How often a racer looks whether the match has begun."""
VOLLEY: Final = 12
VOLLEY_MS: Final = 20
FLOOD: Final = 50
_ANY: Final = Measurement(400, 30, 50, 440)


@dataclass(frozen=True, slots=True)
class Attack:
    """What somebody does to win races that they have not won."""

    told: str
    lie: int = 0
    """Reports this many milliseconds too little."""
    late_every: int = 0
    """Answers one ping in this many late, by `LATE_MS`, and reports that much too little."""
    presends: bool = False
    """Plays before the card has arrived."""
    volley: bool = False
    """Sends plays around the moment the card is due, blindly."""
    waits: bool = False
    """Holds its play back for `WAIT_MS` to see the others', and reports its true reaction."""
    has_friend: bool = False
    """Somebody with another seat and the quicker line tells when the card is there."""
    floods: bool = False
    """Keeps the server busy from its play on, so that the others' plays are read late."""


ATTACKS: Final[dict[str, Attack]] = {
    "presend": Attack("plays are sent before the card", presends=True),
    "volley": Attack("12 plays around the beat, blindly", volley=True),
    "late-pong": Attack("one pong in 15 late by 100 ms, reports 100 ms too little", 0, 15),
    "late-pongs": Attack("every pong late by 100 ms, reports 100 ms too little", 0, 1),
    "lie-20": Attack("reports 20 ms too little", 20),
    "lie-60": Attack("reports 60 ms too little", 60),
    "lie-150": Attack("reports 150 ms too little", 150),
    "wait": Attack("waits 150 ms for the others' play", waits=True),
    "friend": Attack(
        "a friend with a seat and the quicker line tells of the card", has_friend=True
    ),
    "flood": Attack("keeps the server busy when it has played", floods=True),
    "all": Attack(
        "all of them together",
        lie=150,
        late_every=1,
        presends=True,
        volley=True,
        waits=True,
    ),
}


@dataclass(slots=True)
class Seen:
    """What one racer saw of its races."""

    reacted: list[float] = field(default_factory=list)
    """The true reaction in each race."""
    orders: dict[int, list[tuple[int, int, bool]]] = field(default_factory=dict)
    """By race: seat, counted time and mark of each play, the first one first."""
    shown_at: list[float] = field(default_factory=list)
    """When each card arrived, by the loop's clock."""
    refused: int = 0


class Racer:
    """One person with one socket. Plays whatever can be raced for, whether sound or not."""

    def __init__(
        self,
        game: AnyGame,
        seat: int,
        plan: Plan,
        attack: Attack | None = None,
        *,
        plays: bool = True,
        friend: Seen | None = None,
    ) -> None:
        self._game = game
        self._live = live_of(game)
        self._seat = seat
        self._plan = plan
        self._attack = attack or Attack("")
        self._plays = plays
        self._friend = friend
        self.seen = Seen()
        self._token = ""
        self._opens = 0.0
        """When the match begins, by the clock of the event loop; people come until then."""
        self._n = -1
        """The last entry it knows of."""
        self._pings = 0
        self._raced: list[str] = []
        self._nudge = asyncio.Event()
        self._jobs: set[asyncio.Task[None]] = set()

    async def run(self, socket: ClientConnection) -> None:
        """Race until the match is over or the socket is closed."""
        try:
            while True:
                frame: Json = json.loads(await socket.recv())
                kind = frame["type"]
                if kind == "ping":
                    self._start(self._pong(socket, frame["t"]))
                elif kind == "state":
                    if frame.get("outcome") is not None:
                        return
                    self._look(socket, frame)
                elif kind in ("refused", "stale"):
                    self.seen.refused += 1
                else:
                    if kind == "table":
                        begins_in = frame.get("begins_in") or 0
                        self._opens = asyncio.get_running_loop().time() + begins_in / 1000
                    self._nudge.set()  # something happened: somebody may have played
        except ConnectionClosed:
            return
        finally:
            for job in self._jobs:
                job.cancel()

    def _start(self, job: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(_quietly(job))
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)

    async def _pong(self, socket: ClientConnection, t: int) -> None:
        self._pings += 1
        every = self._attack.late_every
        if every and self._pings % every == 0:
            await asyncio.sleep(LATE_MS / 1000)
        await socket.send(json.dumps({"type": "pong", "t": t}))

    def _look(self, socket: ClientConnection, frame: Json) -> None:
        token, legal, self._n = frame.get("token", ""), frame.get("legal", []), frame["n"]
        raced = [move for move in legal if self._is_raced(move)]
        self._note_order(frame["view"])
        if raced and token and token != self._token:
            self._token, self._raced = token, raced
            self.seen.shown_at.append(asyncio.get_running_loop().time())
            if self._plays:
                self._start(self._race(socket, frame, raced[0]))
            return
        self._nudge.set()
        if legal and not raced:
            self._start(self._go_on(socket, frame, legal[0]))

    def _is_raced(self, move: str) -> bool:
        action = self._game.notation.parse_action(move)
        return bool(self._live.measured(action, _ANY) != action)

    def _note_order(self, view: Json) -> None:
        """Record the plays in their order, as soon as they are announced."""
        race = len(self.seen.shown_at) - 1
        rows = view.get("powwow") or []
        if rows and race >= 0 and race not in self.seen.orders:
            told = [(row["seat"], row["reaction"] or 0, row["marked"]) for row in rows]
            self.seen.orders[race] = told

    async def _go_on(self, socket: ClientConnection, frame: Json, move: str) -> None:
        """Handle everything that is not a race: click for the next card, make a choice."""
        if self._opens:
            while (rest := self._opens + LOOK_S - asyncio.get_running_loop().time()) > 0:
                await asyncio.sleep(min(rest, LOOK_S))
            if self._n != frame["n"]:
                return  # the server has turned the first card
        if self._attack.presends:
            await self._send_blindly(socket, frame["n"], self._token)
        if self._attack.volley:
            self._start(self._fire(socket, frame["n"], self._token))
        await self._send(socket, frame["n"], move)

    async def _fire(self, socket: ClientConnection, n: int, token: str) -> None:
        for _ in range(VOLLEY):
            await self._send_blindly(socket, n, token)
            await asyncio.sleep(VOLLEY_MS / 1000)

    async def _send_blindly(self, socket: ClientConnection, n: int, token: str) -> None:
        """Play on a card that has not arrived yet: with the number it will have, and with the token
        of the card before."""
        for move in self._raced[:1]:
            await self._send(socket, n + 2, move, reaction=0, token=token)

    async def _race(self, socket: ClientConnection, frame: Json, move: str) -> None:
        loop, race = asyncio.get_running_loop(), len(self.seen.shown_at) - 1
        shown = self.seen.shown_at[race]
        known = min([shown, *([] if self._friend is None else self._friend.shown_at[race:])])
        await asyncio.sleep(max(0.0, known + self._plan(self._seat, race) / 1000 - loop.time()))
        self.seen.reacted.append(1000 * (loop.time() - known))
        reacted = 1000 * (loop.time() - shown)
        if self._attack.waits:
            self._nudge.clear()
            try:
                async with asyncio.timeout(WAIT_MS / 1000):
                    await self._nudge.wait()
            except TimeoutError:
                pass
        late = LATE_MS if self._attack.late_every else 0
        report = max(0, round(reacted) - max(self._attack.lie, late))
        await self._send(socket, frame["n"], move, reaction=report, token=frame["token"])
        if self._attack.floods:
            for _ in range(FLOOD):
                await socket.send(json.dumps({"type": "resync", "after": 0}))

    async def _send(self, socket: ClientConnection, n: int, move: str, **more: Any) -> None:
        message = {"type": "play", "id": secrets.token_hex(8), "based_on": n, "move": move, **more}
        await socket.send(json.dumps(message))


async def _quietly(job: Coroutine[Any, Any, None]) -> None:
    """Run a job whose socket may close in the meantime."""
    try:
        await job
    except ConnectionClosed:
        return
