"""A person who plays all seats of tables on a server that may die at any moment."""

from __future__ import annotations

import asyncio
import json
import random
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import websockets

import prateria
from prateria.server.store.urls import open_store
from tests.server.house import Json, Player
from tests.server.process import Process

LOST = (websockets.WebSocketException, httpx.TransportError, OSError)
"""What a client meets when the server is killed."""


class Hotseat:
    """Records what was acknowledged, and after a lost connection sends again what was not
    answered."""

    def __init__(
        self,
        process: Process,
        web: httpx.AsyncClient,
        rng: random.Random,
        game: str = "manitou",
    ) -> None:
        self._game = game
        self._process = process
        self._web = web
        self._rng = rng
        self._sent = 0
        self._unanswered: dict[str, Json] = {}
        self.refused = 0
        self.answered = 0
        self.tables: list[str] = []
        self.acknowledged: dict[str, list[tuple[int, str]]] = defaultdict(list)
        """By table: the number of the entry, and the move."""
        self.seen: dict[str, int] = {}
        """By table: the highest entry number that was announced."""

    async def play_on(self) -> None:
        """Play match after match until the server is gone."""
        try:
            while True:
                if not self.tables or await self.play_at(self.tables[-1], 10**6):
                    await self.open()
        except LOST:
            return

    async def open(self) -> None:
        options = {"quick": True} if self._game == "manitou" else {}
        wish = {"game": self._game, "seats": 2, "hot_seat": True, "options": options}
        table = (await self._web.post("/api/tables", json=wish)).json()["id"]
        if (await self._web.post(f"/api/tables/{table}/start")).status_code == 200:
            self.tables.append(table)

    async def play_at(self, table: str, moves: int) -> bool:
        """Play this many moves, or to the end; returns whether it is over."""
        async with self._at(table) as player:
            for _ in range(2):
                await player.until(type="state")
            for _ in range(moves):
                self._see(table, player)
                if player.state().get("outcome") is not None:
                    return True
                await self._move(table, player)
            return False

    @asynccontextmanager
    async def _at(self, table: str) -> AsyncIterator[Player]:
        url = f"ws://127.0.0.1:{self._process.port}/api/tables/{table}/socket"
        cookie = "; ".join(f"{name}={value}" for name, value in self._web.cookies.items())
        async with websockets.connect(url, additional_headers={"cookie": cookie}) as socket:
            yield Player(socket)

    def _see(self, table: str, player: Player) -> None:
        self.seen[table] = max(frame["n"] for frame in player.frames)

    async def _move(self, table: str, player: Player) -> None:
        message = self._unanswered.get(table) or self._choose(player)
        self._unanswered[table] = message
        while (answer := await player.ask(**message)).get("code") == "too_fast":
            await asyncio.sleep(0.1)
        if answer.get("code") == "store":  # not done: the same message may be sent again
            self.refused += 1
            return
        del self._unanswered[table]
        # `duplicate` says that it was done, by the server that was killed.
        assert answer["type"] in ("accepted", "duplicate"), (message, answer)
        self.answered += 1
        self.acknowledged[table].append((message["based_on"] + 1, message["move"]))

    def _choose(self, player: Player) -> Json:
        seat = next(seat for seat in (0, 1) if player.state(seat).get("legal"))
        state = player.state(seat)
        self._sent += 1
        return {
            "type": "play",
            "id": f"p{self._sent}",
            "seat": seat,
            "move": self._rng.choice(state["legal"]),
            "based_on": state["n"],
        }


async def nothing_is_lost(url: str, people: list[Hotseat]) -> None:
    """Every announced entry is in the store, and every log is valid."""
    async with open_store(url) as store:
        for person in people:
            for table in person.tables:
                lines = await store.lines(table)
                assert prateria.replay("".join(lines)).version >= person.seen.get(table, 0)
                for n, move in person.acknowledged.get(table, ()):
                    assert json.loads(lines[n])["do"] == move
