"""Snapshots make loading quick, and are never trusted against the log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256

import msgspec
import pytest

from prateria.core.chance import Quick
from prateria.core.matches.begin import new_match
from prateria.core.matches.match import Match
from prateria.server.rooms.clocks import ClockRule
from prateria.server.rooms.loading import EVERY, Running, resume
from prateria.server.store.base import Snapshot
from tests.server.house import open_house
from tests.server.memory import MemoryStore

RULE = ClockRule(kind="bank", seconds=600, increment=5)
SEED = "snap"


class Played:
    """A match as a room plays it: its lines, its running clocks, a snapshot at some entry."""

    def __init__(self, game: str, seats: int, entries: int, border: int) -> None:
        match = new_match(game, seats=seats, seed=SEED)
        self.rng = Quick(4)
        self.lines = match.log.dumps().splitlines(keepends=True)
        self.running = resume(self.lines, SEED, RULE)
        self.snapshot: Snapshot | None = None
        while self.running.match.version < entries:
            self.step()
            if self.snapshot is None and self.running.match.version >= border:
                self.snapshot = self.running.snapshot("t")

    def step(self) -> None:
        running, match = self.running, self.running.match
        after = match.version
        act(match, self.rng)
        running.moved(after + 1)
        new = running.writer.new_lines()
        running.written += len(new)
        self.lines += new

    def load(self, snapshot: Snapshot | None) -> Running:
        return resume(self.lines, SEED, RULE, snapshot)


def act(match: Match, rng: Quick) -> None:
    actor = match.actors[rng.below(len(match.actors))]
    if actor >= 0 and rng.below(5) == 0 and match.may_take_back(actor):
        match.take_back(actor, at=match.log.at + 1000)
        return
    legal = match.legal(actor)
    match.play(actor, legal[rng.below(len(legal))], at=match.log.at + 1000)


@pytest.fixture(scope="module")
def played() -> Played:
    return Played("manitou", 3, 160, 120)


def is_whole(running: Running, played: Played, *, kept: int) -> None:
    """It is where the match was, and plays on in the same way."""
    assert running.kept == kept
    assert running.match.digest == played.running.match.digest
    assert running.logged == played.running.logged
    assert running.written == len(played.lines)
    rest, whole = Quick(9), played.load(None)
    again = Quick(9)
    for _ in range(10):
        act(running.match, rest)
        act(whole.match, again)
    assert running.writer.new_lines() == whole.writer.new_lines()


@pytest.mark.parametrize(("game", "seats"), [("manitou", 3), ("bison", 4), ("apache", 3)])
def test_with_its_snapshot_a_match_goes_on_as_without(game: str, seats: int) -> None:
    played = Played(game, seats, 150, 70)
    assert played.snapshot is not None
    is_whole(played.load(played.snapshot), played, kept=played.snapshot.lines - 1)
    is_whole(played.load(None), played, kept=0)


def kept(snapshot: Snapshot, change: Callable[[dict[str, object]], None]) -> Snapshot:
    """The snapshot with its text changed and a digest that fits."""
    raw = msgspec.json.decode(snapshot.position)
    change(raw)
    text = msgspec.json.encode(raw).decode()
    return replace(snapshot, position=text, digest=sha256(text.encode()).hexdigest())


def _inside(name: str, value: object) -> Callable[[dict[str, object]], None]:
    def change(raw: dict[str, object]) -> None:
        mark = msgspec.json.decode(str(raw["mark"]))
        mark[name] = value
        raw["mark"] = msgspec.json.encode(mark).decode()

    return change


DOUBTFUL: dict[str, Callable[[Snapshot], Snapshot]] = {
    "damaged": lambda s: replace(s, position=s.position.replace("manitou", "manitoU")),
    "wrong digest": lambda s: replace(s, digest="0" * 64),
    "another version": lambda s: kept(s, lambda raw: raw.update(engine="0.0.1")),
    "another format": lambda s: kept(s, lambda raw: raw.update(format=99)),
    "no JSON": lambda s: replace(s, position="x", digest=sha256(b"x").hexdigest()),
    "no mark": lambda s: kept(s, lambda raw: raw.update(mark="{}")),
    "other lines": lambda s: replace(s, lines=s.lines - 1),
    "other clocks": lambda s: kept(s, lambda raw: raw.update(dials=[[1, None, 0]])),
    "another chain": lambda s: kept(s, _inside("chain", "0" * 32)),
    "no position": lambda s: kept(s, _inside("position", "manitou 3; nonsense")),
    "wrong luck": lambda s: kept(s, _inside("draw", 0)),
}


@pytest.mark.parametrize("doubt", DOUBTFUL)
def test_a_doubtful_snapshot_is_ignored_and_all_is_replayed(doubt: str, played: Played) -> None:
    assert played.snapshot is not None
    is_whole(played.load(DOUBTFUL[doubt](played.snapshot)), played, kept=0)


def test_the_snapshot_of_another_table_is_ignored(played: Played) -> None:
    other = Played("manitou", 3, 40, 30)
    assert other.snapshot is not None
    assert other.snapshot.lines < len(played.lines)
    elsewhere = new_match("manitou", seats=3, seed="other")
    while elsewhere.version < 60:
        act(elsewhere, other.rng)
    lines = elsewhere.log.dumps().splitlines(keepends=True)
    assert resume(lines, "other", RULE, other.snapshot).kept == 0


def test_without_anything_new_no_snapshot_is_due() -> None:
    match = new_match("manitou", seats=2, seed=SEED, options={"dealer": "b"})
    running = resume(match.log.dumps().splitlines(keepends=True), SEED, RULE)
    assert not running.is_due()
    assert running.is_due(every=1)
    running.match.play(0, "picks 7")
    n = running.match.version
    assert not running.is_due(every=n)  # not yet: that may be taken back
    assert running.is_due(every=n // 2)
    running.snapshot("t")
    assert not running.is_due(every=1)


async def test_a_table_keeps_snapshots_and_goes_on_from_them_after_a_restart() -> None:
    store = MemoryStore()
    async with open_house(store, bot_pause_ms=0) as house:
        anna = await house.guest()
        cookies = dict(anna.web.cookies)
        table = (await anna.open_table(seats=3, hot_seat=True))["id"]
        await anna.post(f"/tables/{table}/start")
        async with anna.at(table) as a:
            for _ in range(3):
                await a.until(type="state")
            while len(store.logs[table]) < 2 * EVERY + 20:
                seat = next(s for s in range(3) if a.state(s).get("legal"))
                legal = a.state(seat)["legal"]
                assert (await a.play(legal[len(a.frames) % len(legal)], seat))["type"] == "accepted"
    while table not in store.snapshots:
        await asyncio.sleep(0.01)
    written, border = len(store.logs[table]), store.snapshots[table].lines - 1
    async with open_house(store) as house:
        anna = await house.guest()
        anna.web.cookies.clear()
        anna.web.cookies.update(cookies)
        me = await anna.get("/me")
        anna.web.headers["x-csrf-token"] = me["csrf"]
        async with anna.at(table, "after=3") as a:
            for _ in range(3):
                state = await a.until(type="state")
            assert state["n"] == written - 1
            assert [entry["n"] for entry in state["entries"]] == list(range(4, written))
            running = (await house.server.rooms.room(table)).running
            assert running is not None
            assert running.kept == border > 0
            seat = next(s for s in range(3) if a.state(s).get("legal"))
            assert (await a.play(a.state(seat)["legal"][0], seat))["type"] == "accepted"
