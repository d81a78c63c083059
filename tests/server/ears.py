"""Everything that one reader can get out of a server: sockets, pages, the API, streams, errors."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.server.house import Guest, House, Json

ASKS: tuple[Json, ...] = (
    {"type": "play", "id": "1", "based_on": 0, "move": "dances"},
    {"type": "take_back", "id": "2", "based_on": 0},
    {"type": "offer_back", "id": "3", "entry": 1},
    {"type": "answer_back", "id": "4", "entry": 1, "agree": True},
    {"type": "say", "id": "5", "text": "hm"},
    {"type": "hint", "id": "6"},
    {"type": "dance", "id": "7"},
    {"type": "report", "id": "8", "person": "nobody", "text": "hm"},
)
EYES = ("", "&seat=a", "&seat=b", "&seat=c", "&seat=z")


@dataclass
class Heard:
    """The texts in their order, by source."""

    frames: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    streams: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    pages: list[str] = field(default_factory=list)

    @property
    def texts(self) -> list[str]:
        return [*self.frames, *self.drawn, *self.streams, *self.answers, *self.pages]


async def hear(
    house: House,
    reader: Guest,
    table: str,
    *,
    token: str | None = None,
    moves: Sequence[str] = (),
    eyes: Sequence[str] = EYES,
    time: str = "",
) -> Heard:
    """Request everything, with correct and incorrect requests; `moves` are tried as the reader's
    own. Repeated calls must number the `time`, or they get the earlier answers."""
    heard = Heard()
    async with reader.at(table, "after=0&undo=1") as data, reader.at(table, "page=1") as page:
        await data.until(type="state")
        await page.until(type="drawn")
        n = data.state()["n"]
        await data.send(type="resync", after=0)
        await data.until(type="state")
        for message in ASKS[:6]:
            await data.ask(**{**message, "id": f"{time}{message['id']}"})
        for message in ASKS[6:]:
            await data.send(**{**message, "id": f"{time}{message['id']}"})
        for number, move in enumerate(moves):
            await data.ask(type="play", id=f"{time}g{number}", based_on=n, move=move)
        for seat in range(4):
            await page.send(type="look", seat=seat)
        heard.answers += await _api(reader, table, n, eyes)
        heard.pages += await _pages(reader, table, n, eyes)
        heard.streams += await _streams(house, reader, table, token)
        for name, player in (("data", data), ("page", page)):
            await player.ask(type="say", id=f"{time}{name}", text="bye")
        heard.frames += data.raw
        heard.drawn += page.raw
    return heard


async def _api(reader: Guest, table: str, n: int, eyes: Sequence[str]) -> list[str]:
    own = f"/api/tables/{table}"
    paths = [own, f"{own}/log", f"{own}?invite=wrong", "/api/tables", "/api/tables?mine=true"]
    paths += [f"{own}/replay?n={at}{seat}" for at in (0, 1, n, n + 1) for seat in eyes]
    paths += [f"/api/replays/{table}?n={at}{seat}" for at in (1, n) for seat in eyes]
    paths += [f"{own}/replay?n=x", f"{own}/nothing", "/api/tables/nothing", "/api/bot/stream"]
    paths += ["/metrics", "/api/health", "/api/games", "/api/me", "/api/tokens"]
    texts = []
    for path in paths:
        async with reader.web.stream("GET", path) as answer:
            if answer.headers.get("content-type", "").startswith("application/x-ndjson"):
                continue  # it does not end; `_streams` reads those
            texts.append(f"{path} {answer.status_code} {(await answer.aread()).decode()}")
    for path in ("start", "rematch", "twin", "nothing"):
        answer = await reader.web.post(f"{own}/{path}", json={})
        texts.append(f"{path} {answer.status_code} {answer.text}")
    return texts


async def _pages(reader: Guest, table: str, n: int, eyes: Sequence[str]) -> list[str]:
    paths = ["/", "/lobby/tables", "/lists/mine", "/lists/watch", "/lists/over", "/account"]
    paths += [f"/tables/{table}", f"/join/{table}", f"/join/{table}/seats", f"/replays/{table}"]
    paths += [f"/replays/{table}?n={n}{seat}" for seat in eyes]
    paths += [f"/replays/{table}/log", f"/tables/{table}/replay", "/tables/nothing", "/nothing"]
    paths += [f"/tables/{table}/log?before={n + 1}"]
    answers = [await reader.web.get(path, follow_redirects=True) for path in paths]
    shown = zip(paths, answers, strict=True)
    return [f"{path} {answer.status_code} {answer.text}" for path, answer in shown]


async def _streams(house: House, reader: Guest, table: str, token: str | None) -> list[str]:
    """What a program gets from streams, with the reader's token or without one."""
    head = {} if token is None else {"authorization": f"Bearer {token}"}
    texts: list[str] = []
    for path in ("/api/bot/stream", f"/api/bot/tables/{table}/stream"):
        async with reader.web.stream("GET", f"{house.url}{path}", headers=head) as stream:
            lines = stream.aiter_lines()
            texts.append(await anext(lines))
            with contextlib.suppress(TimeoutError, StopAsyncIteration):
                async with asyncio.timeout(0.03):  # it does not end; what came at once is enough
                    while True:
                        texts.append(await anext(lines))
    move = {"id": "x", "based_on": 0, "move": "dances"}
    path = f"{house.url}/api/bot/tables/{table}/moves"
    texts.append((await reader.web.post(path, json=move, headers=head)).text)
    return texts
