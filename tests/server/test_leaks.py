"""Nobody is sent what they may not know.

Two worlds that differ only in what a seat may not know must give that seat the same bytes.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from msgspec import structs

import prateria
from prateria.core import registry
from prateria.server.bus.local import LocalBus
from prateria.server.rooms import referee
from prateria.server.rooms.messages import Carry, Start
from prateria.server.rooms.room import Room
from prateria.server.rooms.tables import Wish, chair_of, new_table
from prateria.server.server import Server
from prateria.server.settings import Settings
from prateria.server.store.base import Person
from prateria.server.wire.protocol import Command, OfferBack, Play, Say, TakeBack
from tests.laws.duel import Duel
from tests.server.house import FakeTimes, OpenHouse
from tests.server.memory import MemoryStore
from tests.server.test_messages import begun
from tests.server.test_tables import alone, played_out

ANNA = Person("anna", "Anna", "red", 0)
UGO = Person("ugo", "Ugo", "blue", 0)


@pytest.fixture(autouse=True)
def duel() -> Iterator[None]:
    registry.register(Duel())
    yield
    registry.forget("duel")


async def heard(game: str, seed: str, moves: list[Command]) -> list[bytes]:
    """Every byte that Ugo and the spectators are sent while Anna acts."""
    times, bus = FakeTimes(), LocalBus()
    server = Server(Settings(secret="s"), MemoryStore(), bus, times)
    table = new_table(Wish(game=game, seats=2), ANNA, 0)
    row = replace(table.row, id="table", seed=seed)
    setup = structs.replace(table.setup, invite="invite")
    table = structs.replace(table, row=row, setup=setup, chairs=(chair_of(ANNA), chair_of(UGO)))
    await server.services.store.create_table(row)
    room = Room(server.services, table)
    frames: list[bytes] = []
    for channel in ("table/1", "table/watch", "table/all"):
        server.services.audience.listen(channel, lambda frame, _: frames.append(frame.whole))
    bus.listen("person/ugo", lambda frame, _: frames.append(frame))
    await room.hear(Start("anna"))
    for message in moves:
        sender = referee.Sender("anna", "Anna")
        await room.hear(Carry(sender, message))
    return frames


async def test_a_secret_choice_is_the_same_bytes_to_all_others() -> None:
    n = 7

    def moves(card: str, other: str) -> list[Command]:
        return [
            Play("1", n, f"picks {card}"),
            Play("2", n + 1, f"picks {other}"),
            TakeBack("3", n + 2),
            Say("4", "hm"),
            OfferBack("5", n + 1),
            Play("6", n + 3, "plays nothing"),
        ]

    one = await heard("manitou", "same", moves("7", "chief"))
    two = await heard("manitou", "same", moves("scout", "1"))
    assert len(one) > 8
    assert one == two


async def test_hidden_hands_are_the_same_bytes_to_all_others() -> None:
    def hands(seed: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        match = prateria.new_match("duel", seats=2, seed=seed)
        dealt = [entry.action for entry in match.log.entries]
        return match.view(0).hand, tuple(deal.card for deal in dealt if deal.seat == 1)

    seeds = [f"s{number}" for number in range(200)]
    first = seeds[0]
    own, others = hands(first)
    second = next(s for s in seeds if hands(s)[1] == others and hands(s)[0] != own)

    def low(seed: str) -> list[Command]:
        return [Play("1", 4, f"chooses {hands(seed)[0][0]}"), Play("2", 4, "chooses 9")]

    one = await heard("duel", first, low(first))
    two = await heard("duel", second, low(second))
    # The header's commitment is in the log, not in a frame: the bytes do not depend on the seed.
    assert len(one) > 5
    assert one == two


async def test_a_hint_is_for_who_asked_alone(any_house: OpenHouse) -> None:
    async with any_house() as house:
        anna, ugo, table = await begun(house)
        async with anna.at(table) as a, ugo.at(table) as b:
            await a.until(type="state")
            await a.ask(type="hint")
            await b.quiet()
            assert not [frame for frame in b.frames if "hint" in frame["type"]]


async def test_neither_seed_nor_secret_nor_invitation_is_ever_sent_or_logged(
    caplog: pytest.LogCaptureFixture, any_house: OpenHouse
) -> None:
    caplog.set_level(logging.DEBUG)
    for ours in ("httpcore", "websockets.client"):  # what we say ourselves is not a leak
        caplog.set_level(logging.INFO, ours)
    async with any_house() as house:
        anna, eve = await house.guest(), await house.guest()
        table = await alone(anna)
        room = await house.owner(table).rooms.room(table)
        seed, invite = room.table.row.seed, room.table.setup.invite
        texts: list[str] = []
        look: Callable[[str], object] = texts.append
        async with anna.at(table) as a, eve.at(table) as e:
            await a.until(type="state")
            await e.until(type="state")
            await a.play("nonsense")
            for path in ("", "/log", "/replay?n=3", "/replay?n=3&seat=a", "/replay?n=3&seat=b"):
                for guest in (anna, eve):
                    look((await guest.web.get(f"/api/tables/{table}{path}")).text)
            await played_out(house, anna, table)
            await e.quiet()
            await a.quiet()
        for text in (*texts, *a.raw, *e.raw, caplog.text):
            assert seed not in text
            assert "the tests' secret" not in text
        for text in (*[t for t in texts if anna.id not in t], *a.raw, *e.raw, caplog.text):
            assert invite not in text
