"""Nothing that leaves the server depends on what its reader may not know.

Two worlds that look the same to somebody, with everything hidden from them exchanged, are served
one after the other. Every byte that this person, a spectator and a program in that seat get from
sockets and HTTP, including wrong moves and hints, and every line of the server's own log must be
the same: any hidden fact in there would make a difference.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Any, Final

import pytest

import prateria
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.contract.game import AnyGame
from prateria.server.accounts import Accounts, SignedIn
from prateria.server.rooms import loading
from prateria.server.rooms.hints import BOT
from prateria.server.store.base import Person
from tests.server.ears import Heard, hear
from tests.server.house import FakeTimes, open_house

SEATS = 3
PASSWORD = "correct horse"
_HERE: Final = re.compile(r',"here":(true|false)')
_PORT: Final = re.compile(r"127\.0\.0\.1:\d+")
_COUNTED: Final = re.compile(r"^(prateria|process)_\w+(\{.*\})? [\d.e+-]+$", re.MULTILINE)


@dataclass(frozen=True)
class Worlds:
    """Two positions that look the same to `seat`."""

    game: str
    seat: int
    first: str
    second: str
    guesses: tuple[str, ...]
    """Moves that others could make in one world or the other, tried by the person who must not
    know."""
    own: str | None
    """A move of the seat after which it still cannot tell the worlds apart."""


def worlds_of(game_id: str, seed: int) -> Worlds:
    """Play at random until something is hidden from a seat, then exchange it."""
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
            here = game.notation.parse_state(match.position)
            there = game.determinize(game.view(here, seat), Quick(seed))
            same = game.view(here, None) == game.view(there, None)
            if same and game.notation.format_state(there) != match.position:
                return _worlds(game, game_id, seat, here, there)


def _worlds(game: AnyGame, game_id: str, seat: int, here: Any, there: Any) -> Worlds:
    guesses = {
        game.notation.format_action(action)
        for world in (here, there)
        for other in game.actors(world)
        if other >= 0 and other != seat
        for action in game.legal(world, other)
    }
    own = [
        game.notation.format_action(action)
        for action in (game.legal(here, seat) if seat in game.actors(here) else ())
        if _after(game, here, seat, action) == _after(game, there, seat, action) is not None
    ]
    return Worlds(
        game_id,
        seat,
        game.notation.format_state(here),
        game.notation.format_state(there),
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
    """Everything that the seat, a spectator and a program in the seat are told about one world."""

    def dealt(game: str, *, seats: int, seed: str, options: Any, players: Any) -> prateria.Match:
        del seats, seed, options
        return prateria.position(game, position, seed="0" * 64, players=players)

    patch.setattr(loading, "new_match", dealt)
    patch.setattr(secrets, "token_hex", lambda size=32: "0" * 2 * size)  # all luck is the same
    drawn, numbers = count(), count()
    patch.setattr(secrets, "token_urlsafe", lambda size=32: f"drawn-{next(drawn):0{size}}")
    guest = Person("", "Guest", "", 0)  # of no colour: people sit as they come
    patch.setattr(
        Accounts,
        "new_guest",
        lambda *_: SignedIn(replace(guest, id=f"guest number {next(numbers)}"), f"s{next(drawn)}"),
    )
    async with open_house(clock=FakeTimes()) as house:
        people = [await house.guest() for _ in range(SEATS)]
        eve, me = await house.guest(), people[worlds.seat]
        await me.post("/account", {"name": "Reader", "password": PASSWORD})
        await me.arrive()
        token = (await me.post("/tokens", {"name": "t", "scopes": ["bot", "play"]}, 201))["token"]
        table = (await people[0].open_table(game=worlds.game, seats=SEATS, public=True))["id"]
        for person in people[1:]:
            await person.post(f"/tables/{table}/sit", {})
        await people[0].post(f"/tables/{table}/start")
        own = [worlds.own] if worlds.own is not None else []
        moves = [*worlds.guesses, *own]
        mine = await hear(house, me, table, token=token, moves=moves)
        hers = await hear(house, eve, table, moves=worlds.guesses)
        return [text for heard in (mine, hers) for text in _settled(heard)]


def _settled(heard: Heard) -> list[str]:
    """Frames as a set: the order in which those of several senders arrive is random. And whether
    somebody is there, and how much the server has done so far, depends on how fast a connection was
    closed."""
    frames = sorted({_HERE.sub("", text) for text in (*heard.frames, *heard.streams)})
    rest = (*heard.drawn, *heard.answers, *heard.pages)
    return [*frames, *(_PORT.sub("", _COUNTED.sub("", _HERE.sub("", text))) for text in rest)]


async def compare(game: str, seed: int, patch: pytest.MonkeyPatch, caplog: Any) -> int:
    worlds = worlds_of(game, seed)
    texts, logs = [], []
    for position in (worlds.first, worlds.second):
        caplog.clear()
        texts.append(await told(worlds, position, patch))
        own = [record.getMessage() for record in caplog.records if "prateria" in record.name]
        logs.append(own)
        assert not [text for text in own if position in text]
    assert len(texts[0]) == len(texts[1])
    for one, two in zip(*texts, strict=True):
        assert one == two, (worlds, one, two)
    assert logs[0] == logs[1]
    hints = [t for t in texts[0] if t.startswith("{") and json.loads(t).get("type") == "hinted"]
    assert all(json.loads(hint)["bot"] == BOT for hint in hints)
    return len(texts[0])


@pytest.mark.slow
@pytest.mark.parametrize("game", ["manitou", "bison", "apache"])
async def test_worlds_that_look_the_same_are_the_same_bytes(
    game: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "prateria")
    assert await compare(game, 1, monkeypatch, caplog) > 40


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
@pytest.mark.parametrize("game", ["manitou", "bison", "apache"])
async def test_many_such_worlds(
    game: str, seed: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "prateria")
    await compare(game, seed, monkeypatch, caplog)
