"""What clients sent and the answers they got, to be compared with the store afterwards."""

from __future__ import annotations

import json
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

import prateria
from prateria.core.errors import PrateriaError
from prateria.server.store.sql import SqlStore

Kind = Literal["play", "take_back", "say"]
Fate = Literal["sent", "done", "refused"]
FAULTS: Final = ("lost", "doubled", "written_though_refused", "never_sent", "broken_logs")


@dataclass(slots=True)
class Act:
    """One message under its id. Not `done` and not `refused`: the answer never came."""

    kind: Kind
    person: str
    id: str
    text: str
    fate: Fate = "sent"
    told_at: int = 0
    """When its outcome was announced, in nanoseconds of the steady clock."""


@dataclass(slots=True)
class Verdict:
    """What was looked up in the store, and what was wrong there."""

    looked_up: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)

    def add(self, other: Verdict) -> None:
        self.looked_up += other.looked_up
        self.faults += other.faults
        self.examples += other.examples[: 20 - len(self.examples)]

    def blame(self, fault: str, what: object) -> None:
        self.faults[fault] += 1
        self.examples.append(f"{fault}: {what}")

    def as_json(self) -> dict[str, Any]:
        return {
            "looked_up": dict(self.looked_up),
            **{fault: self.faults[fault] for fault in FAULTS},
            "examples": self.examples,
        }


class Ledger:
    """By table: what was sent there, and the highest entry number that was announced."""

    def __init__(self) -> None:
        self.acts: defaultdict[str, list[Act]] = defaultdict(list)
        self.told: defaultdict[str, int] = defaultdict(int)
        self.done = 0
        """How many acts were acknowledged."""

    def sent(self, table: str, act: Act) -> None:
        self.acts[table].append(act)

    def settle(self, act: Act, fate: Fate) -> None:
        """Record the outcome of an act, as soon as it was announced."""
        act.fate, act.told_at = fate, time.monotonic_ns()
        self.done += fate == "done"

    def see(self, table: str, n: int) -> None:
        self.told[table] = max(n, self.told[table])

    def as_of(self, nanoseconds: int) -> Ledger:
        """What was known at a moment: anything announced later may be in the store, or not."""
        earlier = Ledger()
        for table, acts in self.acts.items():
            earlier.told[table] = 0
            earlier.acts[table] = [
                act if 0 < act.told_at < nanoseconds else replace(act, fate="sent", told_at=0)
                for act in acts
            ]
        return earlier

    async def check(self, store: SqlStore, tables: list[str] | None = None) -> Verdict:
        """Look up everything that was sent, at these tables or at all."""
        verdict = Verdict()
        for table in list(self.told) if tables is None else tables:
            verdict.add(await self._check_table(store, table))
        return verdict

    async def _check_table(self, store: SqlStore, table: str) -> Verdict:
        lines, said = await _rows(store, table)
        acts = tuple(self.acts[table])
        verdict = Verdict()
        self._check_log(verdict, table, [row[1] for row in lines])
        _check_ids(verdict, [a for a in acts if a.kind != "say"], lines)
        _check_ids(verdict, [a for a in acts if a.kind == "say"], said)
        return verdict

    def _check_log(self, verdict: Verdict, table: str, lines: list[str]) -> None:
        """The log is valid, and as long as anybody was told."""
        verdict.looked_up["logs"] += 1
        try:
            version = prateria.replay("".join(lines)).version if lines else 0
        except PrateriaError as error:
            verdict.blame("broken_logs", f"{table}: {error}")
            return
        if version < self.told[table]:
            verdict.blame("lost", f"{table}: told of entry {self.told[table]}, there are {version}")


Row = tuple[int, str, str | None, str | None]
"""Number, text, sender, id of the message."""


async def _rows(store: SqlStore, table: str) -> tuple[list[Row], list[Row]]:
    """Lines of the log, and what was said."""
    log = "SELECT n, line, sender, message FROM lines WHERE table_id = ? ORDER BY n"
    chat = "SELECT number, text, person, message FROM chat WHERE table_id = ? ORDER BY number"
    lines: list[Any] = await store.read(lambda session: session.rows(log, (table,)))
    said: list[Any] = await store.read(lambda session: session.rows(chat, (table,)))
    return lines, said


def _check_ids(verdict: Verdict, acts: list[Act], rows: list[Row]) -> None:
    found: defaultdict[tuple[str | None, str], list[Row]] = defaultdict(list)
    for row in rows:
        if row[3] is not None:
            found[row[2], row[3]].append(row)
    for act in acts:
        matching = found.pop((act.person, act.id), [])
        verdict.looked_up[act.kind] += act.fate == "done"
        verdict.looked_up["unanswered"] += act.fate == "sent"
        if len(matching) > 1:
            verdict.blame("doubled", act)
        elif act.fate == "done" and not (matching and _is_same(act, matching[0])):
            verdict.blame("lost", act)
        elif act.fate == "refused" and matching:
            verdict.blame("written_though_refused", act)
    for unknown in found.values():
        verdict.blame("never_sent", unknown)


def _is_same(act: Act, row: Row) -> bool:
    match act.kind:
        case "say":
            return row[1] == act.text
        case "play":
            return bool(json.loads(row[1]).get("do") == act.text)
        case "take_back":
            return "back" in json.loads(row[1])
