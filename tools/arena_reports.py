"""The claims about our bots: `python -m tools.arena_reports [NAME ...]` plays what is missing.

The claims of a second a move take hours; they are played only by name, or all of them by
`python -m tools.arena_reports overnight`.

Each claim is one arena command; its report goes to docs/reports/arena/NAME.json and NAME.html,
its games to .build/arena/NAME, where an interrupted contest continues. Ends with a table of the
results.
"""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from prateria.cli.commands import main as prateria

ROOT: Final = Path(__file__).resolve().parents[1]
REPORTS: Final = ROOT / "docs" / "reports" / "arena"
GAMES: Final = ROOT / ".build" / "arena"
SEED: Final = 2026
"""Nothing was tuned on its deals."""
SECOND_SEED: Final = 2027
"""For contests repeated after the levels had been changed. Nothing was tuned on it either."""
THIRD_SEED: Final = 2028
"""For the nets of the second version, and level 5 with more time. Nothing was tuned on it."""
OVERNIGHT: Final = "overnight"
TITLES: Final = ("manitou", "bison", "apache")


@dataclass(frozen=True)
class Claim:
    """The share that the first bot named must reach, and the command that shows it."""

    name: str
    share: float | None
    """None: a ladder, without a target."""
    command: str


def claim(name: str, share: float | None, words: str, seed: int = SEED) -> Claim:
    return Claim(name, share, f"arena {words} --seed {seed}")


def claims() -> list[Claim]:
    """Roughly the cheapest first."""
    return [*_levels(), *_greedy(), *_fifth(), *_time(), *_ladders(), *overnight()]


def overnight() -> list[Claim]:
    """Level 5 against the one of the first version, and four times the time against once: at the
    pace that people meet."""
    return [*_against_the_first(), *_long_time(), *_tables()]


def _levels() -> Iterator[Claim]:
    for game in TITLES:
        for low in (1, 2, 3):
            words = f"{game} --bots level:{low + 1},level:{low} --games 120 --all"
            yield claim(f"{game}-level-{low + 1}-{low}", 0.65, words, SECOND_SEED)
    for game in TITLES:
        for low in (1, 2, 3):
            bots = ",".join([f"level:{low + 1}", *[f"level:{low}"] * 3])
            words = f"{game} --players 4 --bots {bots} --games 160 --target 0.38 --all"
            yield claim(f"{game}-level-{low + 1}-three-{low}", 0.38, words, SECOND_SEED)


def _greedy() -> Iterator[Claim]:
    for game, share in zip(TITLES, (0.95, 0.95, 0.85), strict=True):
        words = f"{game} --bots greedy,random --games 800 --target {share}"
        yield claim(f"{game}-greedy-random", share, words, SECOND_SEED)


def _fifth() -> Iterator[Claim]:
    for game, share, games in zip(TITLES, (0.8, 0.8, 0.65), (80, 80, 60), strict=True):
        words = f"{game} --bots level:5,greedy --games {games} --target {share}"
        yield claim(f"{game}-level-5-greedy", share, words, SECOND_SEED)
    for game, games in (("manitou", 48), ("bison", 32)):
        four = "--players 4 --bots level:5,greedy,greedy,greedy"
        words = f"{game} {four} --games {games} --target 0.5"
        yield claim(f"{game}-level-5-three-greedy", 0.5, words)
    for game, games in zip(TITLES, (24, 40, 60), strict=True):
        words = f"{game} --bots level:5,level:4 --games {games}"
        yield claim(f"{game}-level-5-4", 0.65, words, SECOND_SEED)


def _time() -> Iterator[Claim]:
    for game in TITLES:
        words = f"{game} --bots search:ms=20,search:ms=5 --games 120 --all"
        yield claim(f"{game}-time", 0.55, words)


def _ladders() -> Iterator[Claim]:
    everybody = ",".join([f"level:{level}" for level in (4, 3, 2, 1)])
    for game in TITLES:
        words = f"{game} --bots {everybody},greedy,random --games 20 --all"
        yield claim(f"{game}-ladder", None, words, SECOND_SEED)


def _against_the_first() -> Iterator[Claim]:
    for game in TITLES:
        words = f"{game} --bots level:5,level:5@1 --games 80 --all"
        yield claim(f"{game}-level-5-first", 0.7, words, THIRD_SEED)
    for game in TITLES:
        bots = ",".join(["level:5", *["level:5@1"] * 3])
        words = f"{game} --players 4 --bots {bots} --games 80 --target 0.38 --all"
        yield claim(f"{game}-level-5-three-first", 0.38, words, THIRD_SEED)


def _long_time() -> Iterator[Claim]:
    for game in TITLES:
        for short in (50, 250):
            words = f"{game} --bots search:ms={4 * short},search:ms={short} --games 200 --all"
            yield claim(f"{game}-time-{short}", 0.58, words, THIRD_SEED)


def _tables() -> Iterator[Claim]:
    """All levels at tables of two, three and four."""
    everybody = ",".join([f"level:{level}" for level in (5, 4, 3, 2, 1)])
    for game in TITLES:
        for players in (2, 3, 4):
            words = f"{game} --players {players} --bots {everybody} --games 24 --all"
            yield claim(f"{game}-ladder-{players}", None, words, THIRD_SEED)


def play(claim: Claim) -> None:
    """Play what is missing, and keep the report."""
    folder = GAMES / claim.name
    words = [*shlex.split(claim.command), "--out", str(folder), "--no-logs"]
    print(f"prateria {claim.command}", flush=True)
    if prateria(words) != 0:
        raise SystemExit(1)
    REPORTS.mkdir(exist_ok=True)
    for kind in ("json", "html"):
        shutil.copy(folder / f"report.{kind}", REPORTS / f"{claim.name}.{kind}")


def verdict(claim: Claim, report: dict[str, Any]) -> str:
    """A line of the table: whether the share is reached, and how sure that is."""
    row = report["line_ups"][0]
    low, high = row["always_valid"]
    asked = claim.share
    assert asked is not None
    reached = "surely" if low >= asked else "so far" if row["share"] >= asked else "no"
    think = report["timing"]["bots"][0]["mean_ms"]
    shown = f"{row['share']:.1%} of {row['games']} | {low:.0%}–{high:.0%} | {think:.0f} ms"
    link = f"[{claim.name}](reports/arena/{claim.name}.html)"
    return f"| {link} | ≥ {asked:.0%} | {shown} | {reached} |"


def ladder(claim: Claim, report: dict[str, Any]) -> str:
    """A line of the ladders: everybody's rating."""
    rated = [
        f"{row['name']} {row['mu']:.0f} ± {1.96 * row['sigma']:.0f}" for row in report["ratings"]
    ]
    return f"| [{claim.name}](reports/arena/{claim.name}.html) | {', '.join(rated)} |"


def main(names: list[str]) -> None:
    later = [row.name for row in overnight()]
    if names == [OVERNIGHT]:
        names = later
    chosen = [row for row in claims() if row.name in names or not (names or row.name in later)]
    for row in chosen:
        play(row)
    found = {
        claim: json.loads(path.read_text("utf-8"))
        for claim in claims()
        if (path := REPORTS / f"{claim.name}.json").exists()
    }
    print("| claim | asked | share | interval | mean thought | reached |")
    print("| --- | --- | --- | --- | --- | --- |")
    for claim, report in found.items():
        if claim.share is not None:
            print(verdict(claim, report))
    print("\n| ladder | ratings |\n| --- | --- |")
    for claim, report in found.items():
        if claim.share is None:
            print(ladder(claim, report))


if __name__ == "__main__":
    main(sys.argv[1:])
