"""Tables of a running server, opened and come to by its API as anybody would."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Any

from websockets.asyncio.client import connect

from prateria.arena.races.server import HOST, Guest


class House:
    def __init__(self, game: str, port: int) -> None:
        self.port = port
        self._game = game
        self._guests = 0

    async def open(
        self, seats: int, options: dict[str, Any], bots: str | None = None
    ) -> tuple[list[Guest], str]:
        """A live table with new guests, begun; with bots there is one guest, and they have the
        other seats, as at a table that *Play now* opens."""
        guests = [await self._guest() for _ in range(1 if bots else seats)]
        host = guests[0]
        wish = {
            "game": self._game,
            "seats": seats,
            "tempo": "calm" if bots else "quick",
            "options": {"tempo": "live", **options},
        }
        card = await host.ask("POST", "/api/tables", wish)
        table = card["id"]
        for guest in guests[1:]:
            await guest.ask("POST", f"/api/tables/{table}/sit", {"invite": card["invite"]})
        if bots:
            await host.ask("POST", f"/api/tables/{table}/fill", {"bot": bots})
        for guest in guests:
            await guest.ask("POST", f"/api/tables/{table}/ready", {"ready": True})
        await host.ask("POST", f"/api/tables/{table}/start", {})
        return guests, table

    async def _guest(self) -> Guest:
        self._guests += 1
        return await Guest(self.port, self._guests).arrive()

    async def connect(
        self, stack: AsyncExitStack, guest: Guest, table: str, port: int, query: str = ""
    ) -> Any:
        """A socket to a table, open as long as the stack; through a proxy's port, or the house's
        own."""
        return await stack.enter_async_context(
            connect(
                f"ws://{HOST}:{port}/api/tables/{table}/socket?{query}",
                additional_headers={"cookie": guest.cookie, "x-forwarded-for": guest.address},
                max_size=None,
                compression=None,
                ping_interval=None,
            )
        )
