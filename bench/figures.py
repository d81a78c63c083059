"""The results of several runs, combined, compared and printed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean

from bench.measure import Run


@dataclass(frozen=True, slots=True)
class Figures:
    """One subject, all its runs."""

    decisions_per_s: list[float]
    own_loop_per_s: list[float]
    copy_us: list[float]
    game_length: float
    branching: float
    chance_per_game: float | None
    """None where luck is drawn inside the decisions and cannot be counted."""
    compiled: bool | None

    @property
    def pace(self) -> float:
        return fmean(self.decisions_per_s)


@dataclass(frozen=True, slots=True)
class Report:
    """All results of one call of the benchmark."""

    game: str
    players: int
    options: dict[str, bool | int | str]
    cpu: str
    python: str
    seconds: float
    ours: dict[str, Figures]
    peers: dict[str, Figures]
    match_bytes: dict[str, int]
    load: list[float | None]

    def ratios(self) -> dict[str, float]:
        """How many times faster than a peer ours is, for each of ours and each peer."""
        return {
            f"{name} / {peer}": round(mine.pace / theirs.pace, 3)
            for name, mine in self.ours.items()
            for peer, theirs in self.peers.items()
        }


def merge(runs: Sequence[Run]) -> Figures:
    return Figures(
        decisions_per_s=[round(run.decisions_per_s) for run in runs],
        own_loop_per_s=[round(run.own_loop_per_s) for run in runs if run.own_loop_per_s],
        copy_us=[round(run.copy_us, 3) for run in runs if run.copy_us is not None],
        game_length=round(fmean(run.game_length for run in runs), 1),
        branching=round(fmean(run.branching for run in runs), 2),
        chance_per_game=_mean([run.chance_per_game for run in runs]),
        compiled=runs[0].compiled,
    )


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return round(fmean(known), 1) if known else None


def as_json(report: Report) -> str:
    return json.dumps({**asdict(report), "ratios": report.ratios()}, indent=1) + "\n"


def as_text(report: Report) -> str:
    return "\n".join((*_head(report), "", *_details(report), "", *_table(report))) + "\n"


def _head(report: Report) -> Iterator[str]:
    options = " ".join(f"{name}={value}" for name, value in report.options.items())
    yield f"{report.game}, {report.players} players, options: {options or 'none'}"
    yield f"{report.python} on {report.cpu}"
    yield f"load before each round and after: {' '.join(map(str, report.load))}"
    yield f"rules: {_rules(report.ours[report.game])}"
    for name, size in report.match_bytes.items():
        yield f"a finished match at the largest table, {name}: {size:,} bytes"


def _rules(figures: Figures) -> str:
    return "compiled" if figures.compiled else "plain (no compiled ones measured)"


def _details(report: Report) -> Iterator[str]:
    for name, each in _rows(report).items():
        draws = "" if each.chance_per_game is None else f" and {each.chance_per_game:.1f} draws"
        yield (
            f"{name}: {each.game_length:.1f} decisions{draws} a game,"
            f" {each.branching:.2f} choices a decision"
        )
        if each.copy_us:
            yield f"    copy: {_runs(each.copy_us, '.2f')} microseconds"
        if each.own_loop_per_s:
            yield f"    own loop: {_runs(each.own_loop_per_s, ',.0f')} decisions/s"


def _runs(values: Sequence[float], form: str) -> str:
    return ", ".join(format(value, form) for value in values)


def _table(report: Report) -> Iterator[str]:
    """Ratio: this row's speed in units of ours."""
    unit = report.ours[report.game].pace
    yield f"{'decisions per CPU second':36}{'run 1':>12}{'run 2':>12}{'mean':>12}{'to ours':>10}"
    for name, each in _rows(report).items():
        paces = "".join(f"{value:12,.0f}" for value in (*each.decisions_per_s, each.pace))
        yield f"{name:36}{paces}{each.pace / unit:10.2f}"


def _rows(report: Report) -> dict[str, Figures]:
    """One row per subject: where the headline is the plain one it is not repeated."""
    ours = dict(report.ours)
    if not ours[report.game].compiled:
        del ours[f"{report.game} plain"]
    return {**ours, **report.peers}
