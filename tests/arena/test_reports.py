"""The claims of docs/bots.md agree with the reports beside it, and the reports are about these
bots."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from prateria.arena.schedule import settle
from prateria.bots.levels import canonical, meaning
from prateria.bots.net import weights_digest
from prateria.cli.study.arena import split_bots
from tools import arena_reports
from tools.arena_reports import REPORTS, Claim, claims, ladder, verdict

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"
TRUTH = sorted((REPORTS.parent / "truth").glob("*.json"))


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
    line = verdict(claim, report) if claim.share is not None else ladder(claim, report)
    assert line in PAGE.read_text("utf-8")


def test_the_claims_that_take_a_night_are_played_only_when_they_are_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played: list[str] = []
    monkeypatch.setattr(arena_reports, "play", lambda claim: played.append(claim.name))
    arena_reports.main([])
    by_day = played.copy()
    played.clear()
    arena_reports.main(["overnight"])
    assert {*by_day} | {*played} == {claim.name for claim in claims()}
    assert not {*by_day} & {*played}
    assert "bison-level-5-first" in played


@pytest.mark.parametrize("path", TRUTH, ids=lambda path: path.stem)
def test_what_was_measured_against_the_truth_is_of_these_bots_and_on_the_page(path: Path) -> None:
    report = json.loads(path.read_text("utf-8"))
    game, bot = report["game"], report["bot"]
    assert report["meaning"] == meaning(bot, game)
    assert report["weights"] == weights_digest(game)
    row = next(
        line
        for line in PAGE.read_text("utf-8").splitlines()
        if f"reports/truth/{path.name}" in line
    )
    if "nash_conv" in report:
        assert f"| {report['nash_conv']:.3f} |" in row
    else:
        assert f"| {report['share']:.1%} of {report['games']} |" in row
