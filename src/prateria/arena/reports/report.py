"""The results of a contest as one report, as JSON and as a page.

Everything except the section `timing` is the same for the same contest, wherever it was played.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

import prateria
from prateria.arena.bout import Bout
from prateria.arena.contest import Ledger, first_share
from prateria.arena.reports.statistics import wilson
from prateria.arena.reports.verdict import Bets, always_valid, bootstrap
from prateria.arena.schedule import Contest

Z95: Final = 1.959964


def make_report(ledger: Ledger, *, seconds: float, executor: str, workers: int) -> dict[str, Any]:
    """All figures of the games that count."""
    contest, bouts = ledger.contest, ledger.counted()
    return {
        "prateria": prateria.__version__,
        "contest": {**asdict(contest), "line_ups": [list(row) for row in contest.line_ups]},
        **contest.meanings(),
        "games": len(bouts),
        "bots": [_bot(bouts, name) for name in contest.names],
        "line_ups": [_line_up(ledger, bouts, place) for place in range(len(contest.line_ups))],
        "matrix": [[_beats(bouts, one, two) for two in contest.names] for one in contest.names],
        "ratings": ratings(contest, bouts),
        "timing": {
            "seconds": round(seconds, 1),
            "executor": executor,
            "workers": workers,
            "compiled": prateria.is_compiled(),
            "bots": [_thinking(bouts, name) for name in contest.names],
        },
    }


def _bot(bouts: Sequence[Bout], name: str) -> dict[str, Any]:
    """A bot over all its games, per seat where it had several."""
    deals: dict[tuple[int, int], list[float]] = {}
    scores: list[int] = []
    for bout in bouts:
        seats = [seat for seat, other in enumerate(bout.seats) if other == name]
        for seat in seats:
            deals.setdefault((bout.line_up, bout.deal), []).append(bout.won(seat))
            scores.append(bout.scores[seat])
    results = [sum(row) / len(row) for row in deals.values()]
    wins = sum([sum(row) for row in deals.values()])
    spread = bootstrap(results)
    return {
        "name": name,
        "games": len(scores),
        "wins": round(wins, 4),
        "share": round(wins / max(1, len(scores)), 4),
        "wilson": _round(wilson(wins, len(scores))),
        "bootstrap": _round((spread.low, spread.high)),
        "mean_score": round(sum(scores) / max(1, len(scores)), 3),
    }


def _line_up(ledger: Ledger, bouts: Sequence[Bout], place: int) -> dict[str, Any]:
    """The first bot of a line-up against its field, deal by deal, and the test."""
    contest = ledger.contest
    deals: dict[int, list[float]] = {}
    for bout in bouts:
        if bout.line_up == place:
            deals.setdefault(bout.deal, []).append(first_share(contest, bout))
    results = [sum(row) / len(row) for row in deals.values()]
    test = Bets(contest.share)
    for result in results:
        test.add(result)
    games = contest.players * len(results)
    share = sum(results) / max(1, len(results))
    anytime, spread = always_valid(results), bootstrap(results)
    return {
        "bots": list(contest.line_ups[place]),
        "first": contest.line_ups[place][0],
        "games": games,
        "deals": len(results),
        "share": round(share, 4),
        "wilson": _round(wilson(share * games, games)),
        "bootstrap": _round((spread.low, spread.high)),
        "always_valid": _round((anytime.low, anytime.high)),
        "tested_against": round(contest.share, 4),
        "verdict": test.verdict or "open",
        "stopped_early": place in ledger.decided,
    }


def _beats(bouts: Sequence[Bout], one: str, two: str) -> dict[str, Any]:
    """How often a bot was placed before another; a tie counts half."""
    games, won = 0, 0.0
    if one != two:
        for bout in bouts:
            for seat, name in enumerate(bout.seats):
                for other, rival in enumerate(bout.seats):
                    if name == one and rival == two:
                        games += 1
                        mine, its = bout.places[seat], bout.places[other]
                        won += 1.0 if mine < its else 0.5 if mine == its else 0.0
    return {
        "games": games,
        "share": round(won / games, 4) if games else None,
        "wilson": _round(wilson(won, games)) if games else None,
    }


def ratings(contest: Contest, bouts: Sequence[Bout]) -> list[dict[str, Any]] | None:
    """Plackett–Luce ratings after all games in their order; None without openskill."""
    try:
        models: Any = importlib.import_module("openskill.models")
    except ImportError:
        return None
    model = models.PlackettLuce()
    table = {name: model.rating(name=name) for name in contest.names}
    for bout in bouts:
        if len({*bout.seats}) == 1:
            continue
        teams = [[model.create_rating([table[n].mu, table[n].sigma], n)] for n in bout.seats]
        rated = model.rate(teams, ranks=list(bout.places))
        for name in {*bout.seats}:
            mine = [team[0] for team, other in zip(rated, bout.seats, strict=True) if other == name]
            table[name].mu = sum(one.mu for one in mine) / len(mine)
            table[name].sigma = min(one.sigma for one in mine)
    rows = [
        {
            "name": name,
            "mu": round(one.mu, 3),
            "sigma": round(one.sigma, 3),
            "low": round(one.mu - Z95 * one.sigma, 3),
            "high": round(one.mu + Z95 * one.sigma, 3),
        }
        for name, one in table.items()
    ]
    return sorted(rows, key=lambda row: -row["mu"])


def _thinking(bouts: Sequence[Bout], name: str) -> dict[str, Any]:
    times = [
        thinking
        for bout in bouts
        for thinking, other in zip(bout.thinking, bout.seats, strict=True)
        if other == name
    ]
    decisions = sum(row.decisions for row in times)
    return {
        "name": name,
        "decisions": decisions,
        "mean_ms": round(sum(row.milliseconds for row in times) / max(1, decisions), 2),
        "longest_ms": round(max((row.longest for row in times), default=0.0), 1),
    }


def _round(pair: Sequence[float]) -> list[float]:
    return [round(value, 4) for value in pair]


def without_timing(report: dict[str, Any]) -> dict[str, Any]:
    """The part that is the same on every machine."""
    return {key: value for key, value in report.items() if key != "timing"}
