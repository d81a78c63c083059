"""`/metrics` is correct on a running server, and documented."""

from __future__ import annotations

import ctypes
import re
import sys
from pathlib import Path

import pytest

from prateria.server.metrics import COUNTERS, COUNTERS_BY_KIND, GAUGES, HISTOGRAMS
from prateria.server.store.urls import open_store
from tests.server.house import Guest, open_house
from tests.server.memory import MemoryStore
from tests.server.test_messages import begun

NAMES = {*COUNTERS, *COUNTERS_BY_KIND, *GAUGES, *HISTOGRAMS}
DOCS = Path(__file__).parents[2] / "docs" / "operations.md"


async def measured(guest: Guest) -> dict[str, float]:
    """Every sample by its name and labels."""
    text = (await guest.web.get("/metrics")).text
    rows = [row.rsplit(" ", 1) for row in text.splitlines() if not row.startswith("#")]
    return {name: float(value) for name, value in rows}


def test_every_metric_is_documented_and_no_other() -> None:
    assert set(re.findall(r"`(prateria_\w+)`", DOCS.read_text("utf-8"))) == NAMES


async def test_every_metric_is_told_from_the_start() -> None:
    async with open_house() as house:
        text = (await (await house.guest()).web.get("/metrics")).text
    told = {row.split()[2] for row in text.splitlines() if row.startswith("# HELP prateria")}
    assert told == NAMES


@pytest.mark.skipif(sys.platform != "linux", reason="read from /proc")
async def test_memory_and_descriptors_of_the_process_are_told() -> None:
    async with open_house() as house:
        told = await measured(await house.guest())
    assert told["process_resident_memory_bytes"] > 10_000_000
    assert told["process_open_fds"] > 3


async def test_memory_is_told_while_it_is_in_use_and_not_when_it_is_free_again() -> None:
    """A process stays as large as at its busiest moment; these figures show whether the memory is
    in use."""
    async with open_house() as house:
        anna = await house.guest()
        before = await measured(anna)
        lists, rows = [[n] for n in range(100_000)], [bytes(2_000) for _ in range(1_000)]
        during = await measured(anna)
        del lists, rows
        after = await measured(anna)
    blocks = [told["prateria_python_blocks"] for told in (before, during, after)]
    assert blocks[1] - blocks[0] >= 100_000
    assert blocks[2] - blocks[0] < 20_000
    heap = [told["prateria_heap_bytes"] for told in (before, during, after)]
    if sys.platform == "linux" and hasattr(ctypes.CDLL(None), "mallinfo2"):  # glibc
        assert heap[1] - heap[0] >= 2_000_000
        assert heap[2] - heap[0] < 1_000_000
    else:
        assert heap == [0, 0, 0]


async def test_play_is_measured_as_it_happened(tmp_path: Path) -> None:
    async with open_house(open_store(f"sqlite:///{tmp_path}/p.db")) as house:
        anna, ugo, table = await begun(house)
        before = await measured(anna)
        async with anna.at(table) as a, ugo.at(table) as b:
            await a.until(type="state")
            await b.until(type="state")
            player = a if a.state()["legal"] else b
            assert (await player.play(player.state()["legal"][0]))["type"] == "accepted"
            after = await measured(anna)
        later = await measured(anna)

    def grown(name: str) -> float:
        return after[name] - before.get(name, 0)

    assert (after["prateria_rooms"], after["prateria_connections"]) == (1, 2)
    assert later["prateria_connections"] <= 2
    assert grown('prateria_messages_total{kind="play"}') == 1
    assert grown("prateria_message_seconds_count") == 1
    assert grown("prateria_write_seconds_count") == grown("prateria_moves_total") == 1
    assert grown('prateria_requests_total{kind="GET"}') == 1
    assert grown("prateria_request_seconds_count") == 1
    assert grown("prateria_store_groups") >= 1
    assert after["prateria_store_jobs"] >= after["prateria_store_groups"] >= 1
    assert after["prateria_store_largest_group"] >= 1
    assert after["prateria_store_commit_seconds"] > 0
    assert after["prateria_store_slowest_commit_seconds"] > 0
    assert after["prateria_store_waiting"] == 0


async def test_every_refusal_is_counted_by_its_reason() -> None:
    async with open_house() as house:
        anna, ugo, table = await begun(house)
        await anna.get("/tables/nothing", 404)
        await anna.web.get("/no/such/page")
        await anna.web.put("/api/me")
        async with anna.at("nothing") as player:
            await player.until(type="error")
        async with anna.at(table) as a:
            await a.until(type="state")
            await a.socket.send("{")
            await a.until(type="error")
            await a.ask(type="play", move="nonsense", based_on=10**6)
            await a.ask(type="say", text=" ")
            await a.ask(type="hint", seat=1 - a.state()["seat"])
        told = await measured(ugo)

    def refused(kind: str) -> float:
        return told.get(f'prateria_refused_total{{kind="{kind}"}}', 0)

    assert refused("not_found") == 3
    assert refused("method") == 1
    assert refused("unreadable") == 1
    assert refused("bad_request") == 1
    assert refused("forbidden") == 1


async def test_the_store_s_errors_are_as_many_as_the_refusals_they_caused() -> None:
    """The audit saw one after three failures."""
    store = MemoryStore()
    async with open_house(store) as house:
        anna, ugo, table = await begun(house)
        async with anna.at(table) as a, ugo.at(table) as b:
            await a.until(type="state")
            await b.until(type="state")
            player = a if a.state()["legal"] else b
            move, n = player.state()["legal"][0], player.state()["n"]
            store.broken = True
            for _ in range(3):
                answer = await player.ask(type="play", move=move, based_on=n)
                assert answer["code"] == "store"
            said = await player.ask(type="say", text="hello")
            assert said["code"] == "store"
            posted = await anna.web.post("/api/tables", json={"game": "manitou", "seats": 2})
            assert posted.status_code == 503
            store.broken = False
            told = await measured(ugo)
    assert told['prateria_refused_total{kind="store"}'] == 5
    assert 5 <= told["prateria_store_errors_total"] <= 8  # with those who look after rooms
