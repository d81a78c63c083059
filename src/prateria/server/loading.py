"""A match read back from its lines, its clocks with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from prateria.core import registry
from prateria.core.errors import LogError
from prateria.core.game import CHANCE
from prateria.core.log import LineWriter, read_header, read_log
from prateria.core.match import Match, new_match
from prateria.server.beat import Beat
from prateria.server.clocks import ClockRule, Clocks, new_clocks
from prateria.server.tables import Table


@dataclass(slots=True)
class Running:
    """A match in memory: what was written of it, and its clocks in match time."""

    match: Match
    writer: LineWriter
    written: int
    """How many lines are in the store."""
    clocks: Clocks
    beat: Beat


def begin(table: Table) -> tuple[Running, list[str]]:
    """The match of a table, dealt, and its first lines, which are not written yet."""
    names = [chair.name or f"seat {seat + 1}" for seat, chair in enumerate(table.chairs)]
    match = new_match(
        table.row.game,
        seats=table.setup.seats,
        seed=table.row.seed,
        options=table.setup.options,
        players=names,
    )
    writer = LineWriter(match.log)
    lines = writer.new_lines()
    clocks = new_clocks(table.setup.clock, match.seats).after(CHANCE, match.actors, 0)
    return Running(match, writer, len(lines), clocks, Beat(match, 0)), lines


def resume(lines: Sequence[str], seed: str, rule: ClockRule) -> Running:
    """The match that these lines tell, every one of them checked; LogError names a bad one."""
    text = "".join(lines)
    header = read_header(text)
    game = registry.get(header.game)
    if header.rules != game.meta.rules_version:
        raise LogError(1, f"played by version {header.rules} of the rules")
    reading = read_log(text, game)
    match = Match(game, header, seed)
    clocks, by = new_clocks(rule, header.seats), CHANCE
    for record in reading.records:
        match.follow(record)
        by = record.by if record.by != CHANCE else by
        if match.actors != (CHANCE,):  # luck belongs to the action before it
            clocks, by = clocks.after(by, match.actors, record.at), CHANCE
    match.log.ending = reading.ending
    writer = LineWriter(match.log)
    written = len(writer.new_lines())
    entries = match.log.entries
    return Running(match, writer, written, clocks, Beat(match, entries[-1].at if entries else 0))
