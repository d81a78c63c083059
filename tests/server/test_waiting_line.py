"""The small queue and the small gate of a socket behave as asyncio's do."""

from __future__ import annotations

import asyncio

import pytest

from prateria.server.lines.waiting import Gate, Waiting
from prateria.server.wire.latest import Latest


@pytest.mark.parametrize("make", [asyncio.Queue, Waiting])
async def test_what_waits_comes_out_in_its_order(make: type[Waiting[int]]) -> None:
    queue = make(2)
    reader = asyncio.create_task(queue.get())
    await asyncio.sleep(0)
    queue.put_nowait(1)
    queue.put_nowait(2)
    with pytest.raises(asyncio.QueueFull):
        queue.put_nowait(3)
    assert (queue.qsize(), queue.full(), queue.empty()) == (2, True, False)
    assert await reader == 1
    assert queue.get_nowait() == 2
    with pytest.raises(asyncio.QueueEmpty):
        queue.get_nowait()


@pytest.mark.parametrize("make", [asyncio.Queue, Waiting])
async def test_a_reader_that_gives_up_takes_nothing(make: type[Waiting[int]]) -> None:
    queue = make()
    reader = asyncio.create_task(queue.get())
    await asyncio.sleep(0)
    queue.put_nowait(1)
    reader.cancel()
    await asyncio.gather(reader, return_exceptions=True)
    assert await asyncio.wait_for(queue.get(), 1) == 1


async def test_a_closed_gate_holds_all_until_it_opens() -> None:
    gate = Gate()
    await gate.wait()
    gate.clear()
    waiting = [asyncio.create_task(gate.wait()) for _ in range(3)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    await asyncio.sleep(0)
    assert not gate.is_set()
    assert not waiting[1].done()
    gate.set()
    await asyncio.gather(*waiting[1:])


def test_the_latest_are_kept_and_the_first_forgotten() -> None:
    kept: Latest[str, int] = Latest(2)
    for number, name in enumerate("abbc"):
        kept.put(name, number)
    assert dict(kept) == {"b": 2, "c": 3}
