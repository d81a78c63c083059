"""Nothing that leaves the server depends on what its reader may not know.

Two worlds that look the same to somebody, all that is hidden from them exchanged, are served one
after the other. Every byte that this person, a spectator and a program in that seat get from
sockets and HTTP, wrong moves and hints included, and every line of the server's own log must be
the same: a hidden fact anywhere in there would be a difference.
"""

from __future__ import annotations

import json
import logging
import secrets
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Any

import pytest

import prateria
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.game import AnyGame
from prateria.server import loading
from prateria.server.hints import BOT
from prateria.server.people import People
from prateria.server.store.base import Person
from tests.server.house import FakeTimes, Guest, House, Player, open_house, story

SEATS = 3
_FACE = '"type":"table"'
PASSWORD = "correct horse"
ASKS: tuple[dict[str, object], ...] = (
    {"type": "play", "id": "1", "based_on": 0, "move": "dances"},
    {"type": "take_back", "id": "2", "based_on": 0},
    {"type": "offer_back", "id": "3", "entry": 1},
    {"type": "answer_back", "id": "4", "entry": 1, "agree": True},
    {"type": "say", "id": "5", "text": "hm"},
    {"type": "hint", "id": "6"},
)


@dataclass(frozen=True)
class Worlds:
    """Two positions that are one to `seat`."""

    game: str
    seat: int
    first: str
    second: str
    guesses: tuple[str, ...]
    """Moves that others could make in one world or the other, tried by who must not know."""
    own: str | None
    """A move of the seat after which it still cannot tell the worlds apart."""


def worlds_of(game_id: str, seed: int) -> Worlds:
    """Play at random until a seat has something to wonder about, then exchange what it is."""
    game, rng = registry.get(game_id), Random(seed)
    match = prateria.new_match(game_id, seats=SEATS, seed=f"leaks {seed}")
    steps = rng.randrange(5, 60)
    while True:
        if not match.actors:
            match = prateria.new_match(game_id, seats=SEATS, seed=f"again {rng.random()}")
        actor = rng.choice([seat for seat in match.actors if seat >= 0])
        match.play(actor, rng.choice(match.legal(actor)))
        steps -= 1
        if steps < 0 and match.actors:
            seat = rng.randrange(SEATS)
            here = game.parse_state(match.position)
            there = game.determinize(game.view(here, seat), Quick(seed))
            same = game.view(here, None) == game.view(there, None)
            if same and game.format_state(there) != match.position:
                return _worlds(game, game_id, seat, here, there)


def _worlds(game: AnyGame, game_id: str, seat: int, here: Any, there: Any) -> Worlds:
    guesses = {
        game.format_action(action)
        for world in (here, there)
        for other in game.actors(world)
        if other >= 0 and other != seat
        for action in game.legal(world, other)
    }
    own = [
        game.format_action(action)
        for action in (game.legal(here, seat) if seat in game.actors(here) else ())
        if _after(game, here, seat, action) == _after(game, there, seat, action) is not None
    ]
    return Worlds(
        game_id,
        seat,
        game.format_state(here),
        game.format_state(there),
        tuple(sorted(guesses)[:6]),
        own[0] if own else None,
    )


def _after(game: AnyGame, world: Any, seat: int, action: Any) -> Any:
    """What the seat and spectators see after an action; None if luck is next."""
    state = game.copy(world)
    game.apply(state, action)
    actors = game.actors(state)
    if -1 in actors:
        return None
    return game.view(state, seat), game.view(state, None), actors


async def told(worlds: Worlds, position: str, patch: pytest.MonkeyPatch) -> list[str]:
    """Everything the seat, a spectator and a program in the seat are told of one world."""

    def dealt(game: str, *, seats: int, seed: str, options: Any, players: Any) -> prateria.Match:
        del seats, seed, options
        return prateria.position(game, position, seed="0" * 64, players=players)

    patch.setattr(loading, "new_match", dealt)
    patch.setattr(secrets, "token_hex", lambda size=32: "0" * 2 * size)  # all luck is the same
    numbers = count()
    guest = Person("", "Guest", "red", 0)
    patch.setattr(People, "new_guest", lambda _: replace(guest, id=f"guest number {next(numbers)}"))
    async with open_house(times=FakeTimes(), think_ms=20_000) as house:
        people = [await house.guest() for _ in range(SEATS)]
        eve, me = await house.guest(), people[worlds.seat]
        await me.post("/account", {"name": "Reader", "password": PASSWORD})
        token = (await me.post("/tokens", {"name": "t", "scopes": ["bot", "play"]}, 201))["token"]
        opened = await people[0].open_table(game=worlds.game, seats=SEATS, public=True)
        table = opened["id"]
        for person in people[1:]:
            await person.post(f"/tables/{table}/sit", {})
        await people[0].post(f"/tables/{table}/start")
        texts: list[str] = []
        async with me.at(table, "after=0&undo=1") as mine, eve.at(table, "after=0") as hers:
            await _ask(mine, worlds)
            await _ask(hers, worlds)
            for reader in (me, eve):
                texts += await _read_http(reader, table)
            texts += await _as_program(house, me, token, table)
            await mine.quiet()
            await hers.quiet()
        # How often the table's face or a line of chat came depends on who was there first.
        for raw in (mine.raw, hers.raw):
            texts += sorted({text for text in raw if _FACE not in text})
        names = {table: "TABLE", token: "TOKEN", opened["invite"]: "INVITE"}
        return [_without(text, names) for text in texts]


async def _ask(player: Player, worlds: Worlds) -> None:
    await player.until(type="state")
    n = player.state()["n"]
    await player.send(type="resync", after=0)
    await player.until(type="state")
    for message in ASKS:
        await player.ask(**message)
    for number, guess in enumerate(worlds.guesses):
        await player.ask(type="play", id=f"g{number}", based_on=n, move=guess)
    if worlds.own is not None:
        await player.ask(type="play", id="own", based_on=n, move=worlds.own)
        await player.ask(type="take_back", id="own back", based_on=n)
    await player.quiet()


async def _read_http(reader: Guest, table: str) -> list[str]:
    eyes = ("", "&seat=a", "&seat=b", "&seat=c")
    paths = ["", "/log", *[f"/replay?n={n}{seat}" for n in (0, 1) for seat in eyes]]
    return [
        *[(await reader.web.get(f"/api/tables/{table}{path}")).text for path in paths],
        (await reader.web.get("/api/tables")).text,
        (await reader.web.get("/api/metrics")).text.split("prateria_bot")[0],
    ]


async def _as_program(house: House, me: Guest, token: str, table: str) -> list[str]:
    head = {"authorization": f"Bearer {token}"}
    texts: list[str] = []
    path = f"{house.url}/api/bot/tables/{table}"
    async with me.web.stream("GET", f"{path}/stream", headers=head) as stream:
        async for line in stream.aiter_lines():
            texts.append(line)
            break
    move = {"id": "x", "based_on": 0, "move": "dances"}
    texts.append((await me.web.post(f"{path}/moves", json=move, headers=head)).text)
    return texts


def _without(text: str, names: dict[str, str]) -> str:
    for name, stand_in in names.items():
        text = text.replace(name, stand_in)
    return text


async def compare(game: str, seed: int, patch: pytest.MonkeyPatch, caplog: Any) -> int:
    worlds = worlds_of(game, seed)
    texts, logs = [], []
    for position in (worlds.first, worlds.second):
        caplog.clear()
        texts.append(await told(worlds, position, patch))
        own = [record.getMessage() for record in caplog.records if "prateria" in record.name]
        logs.append([text for text in own if "table" not in text])
        assert not [text for text in own if position in text]
    assert len(texts[0]) == len(texts[1])
    for one, two in zip(*texts, strict=True):
        assert one == two, (worlds, one, two)
    assert logs[0] == logs[1]
    hints = [t for t in texts[0] if t.startswith("{") and json.loads(t).get("type") == "hinted"]
    assert all(json.loads(hint)["bot"] == BOT for hint in hints)
    return len(texts[0])


@pytest.mark.parametrize("game", ["manitou", "bison", "apache"])
@story
async def test_worlds_that_look_the_same_are_the_same_bytes(
    game: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    assert await compare(game, 1, monkeypatch, caplog) > 40


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 10))
@pytest.mark.parametrize("game", ["manitou", "bison", "apache"])
@story
async def test_many_such_worlds(
    game: str, seed: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    await compare(game, seed, monkeypatch, caplog)
