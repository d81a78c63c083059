"""Retention: old data goes, data in use stays, on both databases and beside a server."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from prateria.server.store import prune as pruning
from prateria.server.store.base import (
    AlreadyServed,
    Audit,
    BrowserSession,
    ChatMessage,
    Person,
    Snapshot,
    Status,
)
from prateria.server.store.prune import Retention, count, prune
from prateria.server.store.sql import SqlStore
from prateria.server.store.urls import open_store
from tests.server.house import open_house
from tests.server.store.samples import log, table
from tests.server.test_messages import begun

DAY = 24 * 3_600_000
NOW = 1_000 * DAY
OLD, NEW = NOW - 100 * DAY, NOW - 80 * DAY
RULE = Retention(NOW - 90 * DAY, NOW)
PEOPLE = replace(RULE, guests=True, accounts=True)


@pytest.fixture
async def store(lasting_url: str) -> AsyncIterator[SqlStore]:
    async with open_store(lasting_url) as opened:
        yield opened


@pytest.fixture(autouse=True)
def hastily(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "PAUSE_S", 0)
    monkeypatch.setattr(pruning, "TABLES_AT_ONCE", 2)
    monkeypatch.setattr(pruning, "ROWS_AT_ONCE", 2)


def clock() -> int:
    return NOW


async def keep(store: SqlStore, name: str, status: Status, changed: int, host: str = "h") -> None:
    await store.create_table(table(name, status=status, changed=changed, host=host))
    if status is not Status.OPEN:
        await store.append(name, 0, log(3))
        await store.save_snapshot(Snapshot(name, 2, "d", "p"))
        await store.say(ChatMessage(name, 1, changed, host, "hello"))


async def names(store: SqlStore, what: str) -> set[str]:
    return {row[0] for row in await store._rows(f"SELECT * FROM {what}")}


async def person(
    store: SqlStore, name: str, seen: int, *, ended: int | None = None, **more: object
) -> None:
    made = replace(Person(name, name, "red", OLD), **more)  # type: ignore[arg-type]
    await store.save_person(made)
    await store.save_session(BrowserSession(f"s-{name}", name, OLD, seen, "", ended))


async def test_old_tables_go_with_all_that_belongs_to_them(store: SqlStore) -> None:
    for status in Status:
        await keep(store, f"old-{status.value}", status, OLD)
        await keep(store, f"new-{status.value}", status, NEW)
    wanted = Counter(tables=3, lines=6, chat=2, snapshots=2)
    assert await count(store, RULE) == wanted
    assert await prune(store, RULE, clock) == wanted
    left = {"old-playing", *(f"new-{status.value}" for status in Status)}
    assert await names(store, "tables") == left
    assert await names(store, "lines") == await names(store, "chat") == left - {"new-open"}
    assert {row[1] for row in await store._rows("SELECT * FROM participants")} == left
    assert await names(store, "leases") == set()
    assert await count(store, RULE) == await prune(store, RULE, clock) == Counter()


async def test_a_table_that_a_server_has_in_memory_stays_till_the_next_time(
    store: SqlStore,
) -> None:
    await keep(store, "mine", Status.OVER, OLD)
    await keep(store, "left", Status.OVER, OLD)
    await store.take_lease("mine", "w", NOW - 500, NOW + 2_000)
    await store.take_lease("left", "w", NOW - 9_500, NOW - 7_000)
    assert (await prune(store, RULE, clock))["tables"] == 1
    assert await names(store, "tables") == await names(store, "leases") == {"mine"}
    await store.drop_leases("w")
    assert (await prune(store, RULE, clock))["tables"] == 1


async def test_a_lease_taken_while_pruning_goes_on_counts_by_the_time_it_was_taken(
    store: SqlStore,
) -> None:
    """By the time pruning began it would look like one from a clock that was wrong."""
    for n in range(4):
        await keep(store, f"t{n}", Status.OVER, OLD + n)
    later = iter([NOW, *[NOW + 60_000] * 9])
    await store.take_lease("t3", "w", NOW + 60_000, NOW + 62_500)
    assert (await prune(store, RULE, lambda: next(later)))["tables"] == 3
    assert await names(store, "tables") == {"t3"}


async def test_people_go_only_if_asked_and_if_nobody_needs_them(store: SqlStore) -> None:
    await person(store, "gone", OLD)
    await person(store, "logged-out", OLD, ended=OLD)
    await person(store, "seen", NEW)
    await person(store, "banned", OLD, banned=True)
    await person(store, "plays", OLD)
    await person(store, "played", OLD)
    await keep(store, "t1", Status.PLAYING, OLD, "plays")
    await keep(store, "t2", Status.OVER, OLD, "played")
    await person(store, "account", OLD, password="x")
    await person(store, "admin", OLD, password="x", admin=True)
    await store.mute("gone", "seen", muted=True)
    await store.mute("seen", "gone", muted=True)
    everybody = await names(store, "persons")
    assert await count(store, RULE) == Counter(tables=1, lines=3, chat=1, snapshots=1, sessions=3)
    guests = replace(RULE, guests=True)
    assert (await count(store, guests))["guests"] == 3
    assert (await prune(store, guests, clock))["guests"] == 3
    assert everybody - await names(store, "persons") == {"gone", "logged-out", "played"}
    assert await store._rows("SELECT * FROM mutes") == []
    assert (await prune(store, PEOPLE, clock))["accounts"] == 1
    assert everybody - await names(store, "persons") == {
        *("gone", "logged-out", "played", "account"),
    }


async def test_sessions_go_but_for_those_by_which_a_guest_is_known(store: SqlStore) -> None:
    await person(store, "guest", OLD)
    await person(store, "left", OLD, ended=OLD)
    await person(store, "left-lately", OLD, ended=NEW)
    await person(store, "account", OLD, password="x")
    await person(store, "at-home", NEW, password="x")
    assert await prune(store, RULE, clock) == Counter(sessions=2)
    assert await names(store, "sessions") == {"s-guest", "s-left-lately", "s-at-home"}


async def test_old_notes_go(store: SqlStore) -> None:
    for at in (OLD, OLD, OLD, NEW):
        await store.note(Audit(at, "ban", "p", None, ""))
    assert await prune(store, RULE, clock) == Counter(audits=3)
    assert [note.at for note in await store.audits()] == [NEW]


async def test_pruning_beside_a_running_server_takes_nothing_that_it_uses(
    lasting_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything looks a hundred days old to the one that prunes; the match being played, the table
    open in memory, and the people there stay, and play goes on."""
    async with open_house(open_store(lasting_url)) as house:
        anna, ugo, playing = await begun(house)
        waiting = (await anna.open_table())["id"]
        await house.server.rooms.sweep()
        async with anna.at(playing) as a, ugo.at(playing) as b, open_store(lasting_url) as beside:
            await a.until(type="state")
            await b.until(type="state")
            wall = house.server.services.clock.wall
            all_of_it = Retention(wall() + 100 * DAY, wall(), guests=True, accounts=True)
            removed = await prune(beside, all_of_it, wall)
            assert removed["tables"] == removed["guests"] == 0
            player = a if a.state()["legal"] else b
            assert (await player.play(player.state()["legal"][0]))["type"] == "accepted"
        assert (await anna.get(f"/tables/{waiting}"))["status"] == "open"


async def test_a_server_writes_while_much_is_pruned(lasting_url: str) -> None:
    async with open_store(lasting_url) as served, open_store(lasting_url) as beside:
        for n in range(30):
            await served.create_table(table(f"t{n}", status=Status.OVER, changed=OLD))
            await served.append(f"t{n}", 0, log(200))
        await served.create_table(table("live", status=Status.PLAYING, changed=NEW))
        pruned = asyncio.create_task(prune(beside, RULE, clock))
        n = 0
        while not pruned.done():
            await served.append("live", n, log(1))
            n += 1
        assert await pruned == Counter(tables=30, lines=6000)
        assert len(await served.lines("live")) == n > 0


async def test_the_space_is_given_back_but_not_under_a_server(tmp_path: Path) -> None:
    path = tmp_path / "p.db"
    async with open_store(f"sqlite:///{path}") as store:
        await keep(store, "t", Status.OVER, OLD)
        await store.append("t", 3, log(5000)[3:])
        await prune(store, RULE, clock)
        assert (await store.free_bytes() or 0) > 100_000
    before = path.stat().st_size
    async with open_store(f"sqlite:///{path}") as served, open_store(f"sqlite:///{path}") as beside:
        await served.claim("http://there", alone=True)
        with pytest.raises(AlreadyServed):
            await beside.vacuum()
    async with open_store(f"sqlite:///{path}") as store:
        await store.vacuum()
        assert await store.free_bytes() == 0
    assert path.stat().st_size < before / 2
