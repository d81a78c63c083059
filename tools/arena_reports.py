"""The claims about our bots: `python -m tools.arena_reports [NAME ...]` plays what is missing.

Each claim is one arena command; its report goes to docs/arena/NAME.json and NAME.html, its games
to .build/arena/NAME, from where an interrupted contest goes on. Ends with a table of what is shown.
"""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from prateria.cli.commands import main as prateria

ROOT: Final = Path(__file__).resolve().parents[1]
REPORTS: Final = ROOT / "docs" / "arena"
GAMES: Final = ROOT / ".build" / "arena"


@dataclass(frozen=True)
class Claim:
    """What the first bot named must reach, and the command that shows it."""

    name: str
    share: float
    command: str


def claims() -> list[Claim]:
    """In the order in which they are cheapest."""
    rows: list[Claim] = []

    def add(name: str, share: float, words: str, games: int, target: float | None = None) -> None:
        tested = "" if target is None else f" --target {target}"
        rows.append(Claim(name, share, f"arena {words} --games {games} --seed 1{tested}"))

    titles = ("manitou", "bison", "apache")
    for game, share in zip(titles, (0.95, 0.95, 0.85), strict=True):
        add(f"{game}-greedy-random", share, f"{game} --bots greedy,random", 400, share)
    for game in titles:
        for level in (1, 2, 3, 4):
            bots = f"level:{level + 1},level:{level}"
            add(f"{game}-level-{level + 1}-{level}", 0.65, f"{game} --bots {bots}", 200)
    for game, share in zip(titles, (0.8, 0.8, 0.65), strict=True):
        add(f"{game}-level-5-greedy", share, f"{game} --bots level:5,greedy", 200, share)
    for game in ("manitou", "bison"):
        bots = "level:5,greedy,greedy,greedy"
        add(f"{game}-level-5-three-greedy", 0.5, f"{game} --players 4 --bots {bots}", 200, 0.5)
    for game in titles:
        bots = "search:ms=80,search:ms=20"
        add(f"{game}-time", 0.55, f"{game} --bots {bots}", 400)
    return rows


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
    """A line of the table: is the share reached, and how sure is it?"""
    row = report["line_ups"][0]
    low, high = row["always_valid"]
    reached = "surely" if low >= claim.share else "so far" if row["share"] >= claim.share else "no"
    think = report["timing"]["bots"][0]["mean_ms"]
    return (
        f"| [{claim.name}](arena/{claim.name}.html) | ≥ {claim.share:.0%} | {row['share']:.1%} of "
        f"{row['games']} | {low:.0%}–{high:.0%} | {think:.0f} ms | {reached} |"
    )


def main(names: list[str]) -> None:
    chosen = [claim for claim in claims() if not names or claim.name in names]
    for claim in chosen:
        play(claim)
    print("| claim | asked | share | surely | mean thought | reached |")
    print("| --- | --- | --- | --- | --- | --- |")
    for claim in claims():
        path = REPORTS / f"{claim.name}.json"
        if path.exists():
            print(verdict(claim, json.loads(path.read_text("utf-8"))))


if __name__ == "__main__":
    main(sys.argv[1:])
