"""Games by bots as a table of decisions, in Parquet. docs/dataset.md describes the columns.

Match number N depends only on the seed and N, and matches are stored in order, so the same command
writes the same file with any number of workers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np

from prateria.bots import BotSeat, make
from prateria.core.contract.game import CLOCK
from prateria.core.contract.meta import OptionValue, Outcome, settle_options
from prateria.core.errors import SetupError
from prateria.core.matches.begin import new_match
from prateria.core.matches.match import Match
from prateria.core.version import __version__
from prateria.processes import OnProgress, Workers
from prateria.research.episode import EnvSetup
from prateria.research.extra import needed
from prateria.research.rewards import by_rank, by_score

FORMAT: Final = 1
CHUNK: Final = 16
"""Matches in a row group, and in a unit of work."""

Columns: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class DatasetPlan:
    """All that the matches of a dataset have in common."""

    game: str
    bots: tuple[str, ...]
    seed: str
    options: tuple[tuple[str, OptionValue], ...]

    def setup(self) -> EnvSetup:
        return EnvSetup(self.game, len(self.bots), dict(self.options))


@dataclass(frozen=True, slots=True)
class Written:
    """Facts about the file that was written."""

    matches: int
    rows: int
    size: int
    """In bytes."""


def write_dataset(
    path: Path,
    game_id: str,
    *,
    games: int,
    seed: str,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    bots: Sequence[str] = ("random",),
    workers: int = 1,
    overwrite: bool = False,
    progress: OnProgress = lambda _: None,
) -> Written:
    """Play matches 1 to `games` and write every decision; a single bot is used for all seats.

    The file is either complete or absent.
    """
    arrow, parquet = needed("pyarrow"), needed("pyarrow.parquet")
    if games < 1 or workers < 1:
        raise SetupError("there must be at least one game and one worker")
    setup = EnvSetup(game_id, players, options)
    plan = DatasetPlan(game_id, _bots_for(bots, setup.seats), seed, tuple((options or {}).items()))
    if path.exists() and not overwrite:
        raise SetupError(f"{path} already exists; choose another file, or say --force")
    schema = make_schema(arrow, setup, plan)
    aside = path.with_name(f".{path.name}.part")
    rows = done = 0
    try:
        with parquet.ParquetWriter(aside, schema, compression="zstd") as writer:
            for columns in _chunks(plan, games, workers):
                table = _as_table(arrow, schema, columns)
                writer.write_table(table, row_group_size=max(1, table.num_rows))
                rows += table.num_rows
                done = min(games, done + CHUNK)
                progress(done)
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)
    return Written(games, rows, path.stat().st_size)


def _bots_for(bots: Sequence[str], seats: int) -> tuple[str, ...]:
    specs = tuple(bots) * seats if len(bots) == 1 else tuple(bots)
    if len(specs) != seats:
        raise SetupError(f"{len(specs)} bots are named for {seats} players; name one or all")
    for spec in specs:
        make(spec)
    return specs


def make_schema(arrow: Any, setup: EnvSetup, plan: DatasetPlan) -> Any:
    """The columns, and the command that made the file as its metadata."""
    fields = [
        ("match", arrow.int32()),
        ("decision", arrow.int32()),
        ("seat", arrow.int8()),
        ("bot", arrow.string()),
        ("observation", arrow.list_(arrow.float32(), setup.width)),
        ("mask", arrow.list_(arrow.bool_(), setup.size)),
        ("action", arrow.int32()),
        ("move", arrow.string()),
        ("place", arrow.int8()),
        ("score", arrow.int32()),
        ("rank_reward", arrow.float32()),
        ("score_reward", arrow.float32()),
        ("reason", arrow.string()),
    ]
    story = {
        "format": FORMAT,
        "game": plan.game,
        "rules": setup.game.meta.rules_version,
        "engine": __version__,
        "seats": setup.seats,
        "options": settle_options(setup.game.meta, setup.options),
        "bots": plan.bots,
        "seed": plan.seed,
    }
    columns = [arrow.field(name, kind, nullable=False) for name, kind in fields]
    return arrow.schema(columns, {"prateria": json.dumps(story)})


def _as_table(arrow: Any, schema: Any, columns: Columns) -> Any:
    arrays = []
    for field in schema:
        values = columns[field.name]
        if field.name in ("observation", "mask"):
            flat = arrow.array(np.concatenate(values), field.type.value_type)
            arrays.append(arrow.FixedSizeListArray.from_arrays(flat, field.type.list_size))
        else:
            arrays.append(arrow.array(values, field.type))
    return arrow.Table.from_arrays(arrays, schema=schema)


# --- playing ------------------------------------------------------------------------------


def match_seed(master: str, number: int) -> str:
    """The seed of match `number` of the dataset with this master seed."""
    return sha256(f"prateria dataset\0{master}\0{number}".encode()).hexdigest()


def play_match(plan: DatasetPlan, setup: EnvSetup, number: int) -> Columns:
    """One match, its decisions as columns."""
    seed = match_seed(plan.seed, number)
    match = new_match(
        plan.game,
        seats=setup.seats,
        seed=seed,
        options=dict(plan.options),
        players=plan.bots,
    )
    seats = [BotSeat(make(spec), seat, seed) for seat, spec in enumerate(plan.bots)]
    columns: Columns = {
        name: [] for name in ("seat", "bot", "observation", "mask", "action", "move")
    }
    while (outcome := match.outcome) is None:
        seat = match.actors[0]
        if seat == CLOCK:
            match.play(CLOCK, match.legal(CLOCK)[0])
            continue
        action = seats[seat].decide(match)
        _note(columns, setup, match, seat, plan.bots[seat], action)
        match.play(seat, action)
    _note_end(columns, outcome, number)
    return columns


def _note(
    columns: Columns, setup: EnvSetup, match: Match, seat: int, bot: str, action: Any
) -> None:
    columns["seat"].append(seat)
    columns["bot"].append(bot)
    columns["observation"].append(setup.encode(match.view(seat)))
    columns["mask"].append(setup.mask(setup.numbers(match.legal(seat))).astype(np.bool_))
    columns["action"].append(setup.number(action))
    columns["move"].append(setup.game.notation.format_action(action))


def _note_end(columns: Columns, outcome: Outcome, number: int) -> None:
    """Fill in how the match ended for the seat of each row."""
    seats = columns["seat"]
    ranks, leads = by_rank(outcome), by_score(outcome)
    columns["match"] = [number] * len(seats)
    columns["decision"] = list(range(len(seats)))
    columns["place"] = [outcome.places[seat] for seat in seats]
    columns["score"] = [outcome.scores[seat] for seat in seats]
    columns["rank_reward"] = [ranks[seat] for seat in seats]
    columns["score_reward"] = [leads[seat] for seat in seats]
    columns["reason"] = [outcome.reason] * len(seats)


def play_chunk(plan: DatasetPlan, numbers: Sequence[int]) -> Columns:
    """Some matches, concatenated."""
    setup = plan.setup()
    rows = [play_match(plan, setup, number) for number in numbers]
    return {name: [value for row in rows for value in row[name]] for name in rows[0]}


def _chunks(plan: DatasetPlan, games: int, workers: int) -> Iterator[Columns]:
    numbers = iter(range(1, games + 1))
    pieces = iter(lambda: tuple(islice(numbers, CHUNK)), ())
    if workers == 1:
        for piece in pieces:
            yield play_chunk(plan, piece)
        return
    with Workers(partial(play_chunk, plan), pieces, workers) as work:
        yield from work.results()
