"""A contest from its first game to its report; interrupted, it continues where it stopped.

Games are counted in their fixed order and a line-up ends at the deal where its answer became clear,
so neither the executor nor an interruption changes the result.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Final, TypeAlias

from prateria.arena.bout import Bout
from prateria.arena.executors import EXECUTORS, Batches
from prateria.arena.files import write_whole
from prateria.arena.reports.verdict import LEAST, Bets
from prateria.arena.schedule import Contest, Pairing
from prateria.core.errors import SetupError

BOUTS: Final = "games.jsonl"
PLAN: Final = "contest.json"
LOGS: Final = "logs"

ContestProgress: TypeAlias = Callable[[int, int], None]
"""Called with the number of games that count so far, and the most there can be."""


class Ledger:
    """The games so far, which of them count, and which line-ups are decided."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.bouts: dict[int, Bout] = {}
        self._next = 0
        self._order = list(contest.pairings())
        self._tests = [Bets(contest.share) for _ in contest.line_ups]
        self._results: list[list[float]] = [[] for _ in contest.line_ups]
        self._open_deal: dict[int, list[float]] = {}
        self.decided: dict[int, int] = {}
        """For each line-up that is decided, the deal after which it was."""

    def add(self, bout: Bout) -> None:
        """Record a finished game; games are examined in their fixed order."""
        self.bouts[bout.number] = bout
        while self._next < len(self._order):
            pairing = self._order[self._next]
            if self.is_over(pairing):
                self._next += 1
                continue
            here = self.bouts.get(pairing.number)
            if here is None:
                return
            self._next += 1
            self._look_at(here)

    def _look_at(self, bout: Bout) -> None:
        parts = self._open_deal.setdefault(bout.line_up, [])
        parts.append(first_share(self.contest, bout))
        if len(parts) < self.contest.players:
            return
        del self._open_deal[bout.line_up]
        test = self._tests[bout.line_up]
        test.add(sum(parts) / len(parts))
        results = self._results[bout.line_up]
        results.append(sum(parts) / len(parts))
        if self.contest.stops and len(results) >= LEAST and test.verdict:
            self.decided[bout.line_up] = bout.deal

    def is_over(self, pairing: Pairing) -> bool:
        """Whether a game comes after its line-up was decided."""
        last = self.decided.get(pairing.line_up)
        return last is not None and pairing.deal > last

    def is_known(self, pairing: Pairing) -> bool:
        """Whether a game need not be played any more."""
        return pairing.number in self.bouts or self.is_over(pairing)

    def counted(self) -> list[Bout]:
        """The games that count, in order: whole deals up to where the line-up was decided."""
        rows = [
            self.bouts[pairing.number]
            for pairing in self._order
            if pairing.number in self.bouts and not self.is_over(pairing)
        ]
        whole: dict[tuple[int, int], int] = {}
        for bout in rows:
            key = (bout.line_up, bout.deal)
            whole[key] = whole.get(key, 0) + 1
        return [b for b in rows if whole[b.line_up, b.deal] == self.contest.players]

    @property
    def most(self) -> int:
        """The most games there can be, as far as is known."""
        return sum(not self.is_over(pairing) for pairing in self._order)


def first_share(contest: Contest, bout: Bout) -> float:
    """The share of a game won by the first bot of the line-up, per seat that it or a copy of it
    took."""
    first = contest.line_ups[bout.line_up][0]
    seats = [seat for seat, name in enumerate(bout.seats) if name == first]
    return sum([bout.won(seat) for seat in seats]) / len(seats)


def run_contest(
    contest: Contest,
    *,
    out: Path | None = None,
    executor: str = "inline",
    workers: int = 1,
    logs: bool = True,
    fresh: bool = False,
    progress: ContestProgress = lambda _done, _most: None,
) -> tuple[Ledger, bool]:
    """Play the missing games; returns all games, and whether Ctrl-C interrupted the run."""
    ledger = Ledger(contest)
    folder = None
    if out is not None:
        for bout in _open_folder(contest, out, fresh=fresh):
            ledger.add(bout)
        folder = out / LOGS if logs else None
        if folder is not None:
            folder.mkdir(exist_ok=True)
    batches = Batches(contest.pairings(), ledger.is_known)
    progress(len(ledger.bouts), ledger.most)
    rows = EXECUTORS[executor](contest, batches, None if folder is None else str(folder), workers)
    try:
        for bouts in rows:
            for bout in bouts:
                ledger.add(bout)
            if out is not None:
                _append(out, bouts)
            progress(sum(not ledger.is_over(b) for b in _as_pairings(ledger)), ledger.most)
    except KeyboardInterrupt:
        rows.close()  # type: ignore[attr-defined]
        return ledger, True
    return ledger, False


def _as_pairings(ledger: Ledger) -> list[Pairing]:
    return [Pairing(b.number, b.line_up, b.deal, b.turn, b.seats) for b in ledger.bouts.values()]


def _open_folder(contest: Contest, out: Path, *, fresh: bool) -> list[Bout]:
    """Read the games that an earlier run of the same contest left in the folder."""
    out.mkdir(parents=True, exist_ok=True)
    plan, rows = out / PLAN, out / BOUTS
    if fresh:
        rows.unlink(missing_ok=True)
        plan.unlink(missing_ok=True)
    if plan.exists() and json.loads(plan.read_text("utf-8"))["digest"] != contest.digest():
        raise SetupError(
            f"{out} holds another contest; choose another folder, or say --force to start again"
        )
    form = {"digest": contest.digest(), **asdict(contest)}
    write_whole(plan, json.dumps(form, indent=1) + "\n")
    if not rows.exists():
        return []
    lines = rows.read_text("utf-8").split("\n")
    whole = lines[:-1]  # a game cut off by a crash is played again
    if lines[-1]:
        write_whole(rows, "".join(f"{line}\n" for line in whole))
    return [Bout.from_json(json.loads(line)) for line in whole]


def _append(out: Path, bouts: object) -> None:
    with (out / BOUTS).open("a", encoding="utf-8") as file:
        for bout in bouts:  # type: ignore[attr-defined]
            file.write(json.dumps(bout.to_json(), separators=(",", ":")) + "\n")
