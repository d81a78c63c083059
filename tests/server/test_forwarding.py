"""One end of a forwarded connection, and what workers tell each other about it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from prateria.server.cluster import forwarding as tunnel
from prateria.server.cluster.forwarding import Channel, Cut, CutOff, Event, Over, Read, Taken


def event(number: int) -> Event:
    return Event("v", number, {"type": "websocket.receive", "text": str(number)})


async def test_events_are_taken_in_their_order() -> None:
    end = Channel("v", "there")
    end.take(Taken("v"))
    end.take(event(0))
    end.take(event(1))
    end.take(Over("v", 2))
    texts = [(await end.next() or {})["text"] for _ in range(2)]
    assert texts == ["0", "1"]
    assert await end.next() is None
    assert end.taken.is_set()


@pytest.mark.parametrize("word", [event(2), event(0), Over("v", 2), Over("v", 0)])
async def test_a_number_that_is_missing_or_comes_twice_cuts_the_visit(word: Event | Over) -> None:
    end = Channel("v", "there")
    end.take(event(0))
    end.take(word)
    with pytest.raises(CutOff):
        await end.next()
    with pytest.raises(CutOff):
        await end.next()


async def test_more_is_sent_when_enough_was_read_or_the_visit_is_cut() -> None:
    end = Channel("v", "there")
    end.take(Taken("v", says_read=True))
    for _ in range(tunnel.MOST_UNDER_WAY):
        await asyncio.wait_for(end.room(), 1)
        end.numbered({})
    ways: list[Callable[[], None]] = [lambda: end.take(Read("v", 1)), end.cut]
    for go_on in ways:
        waiting = asyncio.create_task(end.room())
        await asyncio.sleep(0)
        assert not waiting.done()
        go_on()
        await asyncio.wait_for(waiting, 1)
        end.numbered({})


async def test_a_worker_that_never_says_what_it_read_is_sent_everything() -> None:
    """One of 0.1.0, in an upgrade."""
    end = Channel("v", "there")
    end.take(Taken("v"))
    for _ in range(3 * tunnel.MOST_UNDER_WAY):
        await asyncio.wait_for(end.room(), 1)
        end.numbered({})


async def test_who_leaves_too_much_unread_is_cut_off() -> None:
    end = Channel("v", "there")
    for number in range(tunnel.MOST_WAITING + 1):
        end.take(event(number))
    assert not end.is_cut
    end.take(event(tunnel.MOST_WAITING + 1))
    assert end.is_cut


def test_every_word_survives_the_bus() -> None:
    scope = {"type": "http", "headers": [(b"a", b"\xff")], "client": ("1.2.3.4", 5), "path": "/x"}
    packed = tunnel.write(tunnel.Open("v", "here", tunnel.sent_scope({**scope, "app": object()})))
    opened = tunnel.read(packed)
    assert isinstance(opened, tunnel.Open)
    made = tunnel.received_scope(opened.scope)
    assert {name: made[name] for name in scope} == scope
    for word in (Taken("v"), event(3), Read("v", 5), Over("v", 4), Cut("v")):
        assert tunnel.read(tunnel.write(word)) == word
