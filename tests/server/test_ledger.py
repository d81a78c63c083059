"""The tools that look for losses must find them: the ledger used by the kill rounds and the
soak."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from prateria.core.matches.begin import new_match
from prateria.server.store.base import ChatMessage, Sent
from prateria.server.store.sql import SqlStore
from prateria.server.store.urls import open_store
from tests.server.ledger import Act, Ledger
from tests.server.store.samples import table

MOVE = "a picks 7"
PLAY = Act("play", "anna", "p1", MOVE, "done")
SAY = Act("say", "anna", "s1", "good luck", "done")
LINE = ChatMessage("t", 1, 0, "anna", SAY.text, SAY.id)


async def written(store: SqlStore) -> Ledger:
    """A store in which a play and a line of chat are as the ledger says."""
    match = new_match("manitou", seats=2, seed="ledger", options={"dealer": "b"})
    before = len(match.log.dumps().splitlines())
    match.play(0, MOVE)
    lines = match.log.dumps().splitlines(keepends=True)
    await store.create_table(table("t"))
    await store.append("t", 0, lines[:before])
    await store.append("t", before, lines[before:], Sent("anna", "p1"))
    await store.say(LINE)
    ledger = Ledger()
    ledger.sent("t", replace(PLAY))
    ledger.sent("t", replace(SAY))
    ledger.see("t", match.version)
    return ledger


async def lose_play(store: SqlStore) -> None:
    await store.write(lambda session: session.run("UPDATE lines SET message = NULL"))


async def lose_line(store: SqlStore) -> None:
    last = "DELETE FROM lines WHERE n = (SELECT max(n) FROM lines)"
    await store.write(lambda session: session.run(last))


async def lose_chat(store: SqlStore) -> None:
    await store.write(lambda session: session.run("DELETE FROM chat"))


async def double_play(store: SqlStore) -> None:
    again = "UPDATE lines SET sender = 'anna', message = 'p1' WHERE n = 1"
    await store.write(lambda session: session.run(again))


async def say_more(store: SqlStore) -> None:
    await store.say(replace(LINE, number=2, message="s2"))


async def break_log(store: SqlStore) -> None:
    await store.write(lambda session: session.run("UPDATE lines SET line = '{}' WHERE n = 1"))


FAULTS: dict[str, tuple[str, Callable[[SqlStore], Awaitable[None]]]] = {
    "a play without its message": ("lost", lose_play),
    "a play that is gone": ("lost", lose_line),
    "a line of chat that is gone": ("lost", lose_chat),
    "a play under one id twice": ("doubled", double_play),
    "a line that nobody said": ("never_sent", say_more),
    "a log that cannot be read": ("broken_logs", break_log),
}


async def test_where_all_is_well_nothing_is_found(tmp_path: Path) -> None:
    async with open_store(f"sqlite:///{tmp_path}/ledger.db") as store:
        verdict = await (await written(store)).check(store)
        assert not verdict.faults, verdict.examples
        assert (verdict.looked_up["play"], verdict.looked_up["say"]) == (1, 1)


@pytest.mark.parametrize("what", FAULTS)
async def test_it_finds(what: str, tmp_path: Path) -> None:
    fault, spoil = FAULTS[what]
    async with open_store(f"sqlite:///{tmp_path}/ledger.db") as store:
        ledger = await written(store)
        await spoil(store)
        assert (await ledger.check(store)).faults[fault]


async def test_what_was_refused_must_not_be_there(tmp_path: Path) -> None:
    async with open_store(f"sqlite:///{tmp_path}/ledger.db") as store:
        ledger = await written(store)
        ledger.acts["t"][0].fate = "refused"
        assert (await ledger.check(store)).faults["written_though_refused"] == 1
