"""The server's caches: how long, how much, and what they drop first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from prateria.core.matches import begin
from prateria.review import Review
from prateria.server.accounts import CACHE_MS, Accounts
from prateria.server.bots import reviews
from prateria.server.bots.pool import Asker
from prateria.server.bus.local import LocalBus
from prateria.server.limits import MOST_BUCKETS, Limits, Rate
from prateria.server.rooms import replays
from tests.server.house import FakeTimes
from tests.server.memory import MemoryStore


async def test_a_person_is_read_from_the_store_again_after_five_seconds() -> None:
    store, times = MemoryStore(), FakeTimes()
    people = Accounts(store, times, "secret", LocalBus())
    guest = people.new_guest()
    cookie = people.cookie(guest)
    await people.keep(guest, "a browser")
    assert await people.of_cookie(cookie) == guest
    renamed = replace(guest.person, name="Anna")
    store.people[renamed.id] = renamed  # by another worker
    times.ms += CACHE_MS - 1
    assert await people.of_cookie(cookie) == guest
    times.ms += 1
    assert await people.of_cookie(cookie) == replace(guest, person=renamed)


def test_the_bucket_that_was_not_used_for_longest_is_forgotten() -> None:
    limits = Limits(FakeTimes(), {"login": Rate(1, 1)})
    assert limits.allows("login", "first")
    assert all(limits.allows("login", str(n)) for n in range(MOST_BUCKETS - 1))
    assert not limits.allows("login", "first")  # cached, and now the last one used
    assert limits.allows("login", "one more")
    assert limits.allows("login", "0")  # it had been dropped
    assert not limits.allows("login", "first")


def test_a_bucket_that_is_full_again_is_forgotten() -> None:
    """Each connection has one: an hour of visits would otherwise stay in memory."""
    times = FakeTimes()
    limits = Limits(times, {"message": Rate(60, 1200), "login": Rate(2, 1)})
    limits.allows("login", "anna")
    limits.allows("login", "anna")
    for n in range(1000):
        times.ms += 100
        limits.allows("message", str(n))
    assert len(limits._buckets) == 1001  # Anna's is the oldest, and still empty
    times.ms += 120_000
    limits.allows("message", "one more")
    assert len(limits._buckets) == 1


async def test_the_review_that_was_not_asked_for_longest_is_made_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[int] = []

    async def make(lines: list[str]) -> Review:
        made.append(len(lines))
        return Review(((0.5, 0.5),) * len(lines), (), ())

    monkeypatch.setattr(reviews, "_made", make)
    kept, half = reviews.Reviews(), reviews.KEPT // 2 - 1
    for entries in (half, half - 1, half, 10, half, half - 1):  # 10 more than there is room for
        await kept.get(str(entries), [""] * entries, Asker("ann"))
    assert made == [half, half - 1, 10, half - 1]
    for _ in range(2):  # one that is too long to be kept is made each time
        await kept.get("long", [""] * reviews.KEPT, Asker("ann"))
    assert made[4:] == [reviews.KEPT] * 2


class Long:
    def __init__(self, last: int) -> None:
        self.last = last


def test_replays_are_kept_while_there_is_room_for_their_entries(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(replays, "Replay", lambda _game, lines: Long(len(lines) - 1))
    kept = replays.Replays(*(None,) * 3)  # type: ignore[arg-type]
    header = begin.new_match("manitou", seats=2, seed="s").log.dumps().splitlines(keepends=True)[0]
    half = [header] * (replays.KEPT // 2)
    first, second = kept._read("a", half), kept._read("b", half)
    assert kept._read("a", half) is first
    kept._read("c", [header])
    assert kept._read("a", half) is first
    assert kept._read("b", half) is not second  # it was the one not looked at for longest
    too_long = [header] * (replays.KEPT + 1)
    assert kept._read("d", too_long) is not kept._read("d", too_long)
    kept.close()
