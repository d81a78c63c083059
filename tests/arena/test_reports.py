"""The claims of docs/bots.md agree with the reports beside it, and the reports are about these
bots."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from prateria.arena.schedule import settle
from prateria.bots.levels import canonical
from prateria.cli.study.arena import split_bots
from tools.arena_reports import REPORTS, Claim, claims, ladder, verdict

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"


def reports() -> list[tuple[Claim, dict[str, Any]]]:
    return [
        (claim, json.loads(path.read_text("utf-8")))
        for claim in claims()
        if (path := REPORTS / f"{claim.name}.json").exists()
    ]


def test_every_report_belongs_to_a_claim_and_has_its_page() -> None:
    names = {path.name for path in REPORTS.iterdir()}
    assert names == {f"{claim.name}.{kind}" for claim, _ in reports() for kind in ("json", "html")}


@pytest.mark.parametrize(("claim", "report"), reports(), ids=lambda one: getattr(one, "name", ""))
def test_a_report_is_of_the_bots_and_weights_in_the_package(
    claim: Claim, report: dict[str, Any]
) -> None:
    words = shlex.split(claim.command)
    bots = split_bots(words[words.index("--bots") + 1])
    players = int(words[words.index("--players") + 1]) if "--players" in words else 2
    seed = words[words.index("--seed") + 1]
    contest = settle(words[1], bots, games=2, seed=seed, players=players)
    made = report["contest"]
    assert (made["game"], made["bots"], made["players"], made["seed"]) == (
        contest.game,
        list(contest.bots),
        contest.players,
        contest.seed,
    )
    levels = {name: canonical(bot) for name, bot in report["levels"].items()}
    assert {"levels": levels, "weights": report["weights"]} == contest.meanings()


@pytest.mark.parametrize(("claim", "report"), reports(), ids=lambda one: getattr(one, "name", ""))
def test_the_page_says_what_the_report_says(claim: Claim, report: dict[str, Any]) -> None:
    line = verdict(claim, report) if claim.share is not None else ladder(words_game(claim), report)
    assert line in PAGE.read_text("utf-8")


def words_game(claim: Claim) -> str:
    return claim.command.split()[1]
