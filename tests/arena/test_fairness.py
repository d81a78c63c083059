"""Races over unequal lines: the figures that `docs/fairness.md` promises."""

from __future__ import annotations

import json

import pytest

from prateria.arena.fairness import LIES, FairnessReport, as_text, fairness
from prateria.arena.network import FRAME_MS, KnownLine, NetworkLine, interval, reaction
from prateria.cli import main
from prateria.core.chance import Quick
from prateria.core.errors import SetupError
from prateria.core.lines.line import UNASKED_MS

GRABS = 4000


@pytest.fixture(scope="module")
def report() -> FairnessReport:
    return fairness("apache", (30, 230), GRABS)


def test_first_arrival_gives_the_slow_line_next_to_nothing(report: FairnessReport) -> None:
    assert report.by_arrival[1] < 0.15
    assert report.wrong_by_arrival > 0.3


def test_the_rules_give_the_slow_line_half(report: FairnessReport) -> None:
    assert 0.48 <= report.by_rules[1] <= 0.52
    assert sum(report.by_rules) == pytest.approx(1)


def test_the_truly_faster_one_nearly_always_wins(report: FairnessReport) -> None:
    assert report.wrong_by_rules <= 0.02


def test_a_very_slow_line_loses_no_more_races_than_chance_takes() -> None:
    far = fairness("apache", (10, 400), GRABS)
    assert far.wrong_by_rules <= 0.018
    assert 0.49 <= far.by_rules[1] <= 0.51
    *known, _ = far.lies
    assert all(gain <= 0.01 for lie in known for gain in lie.gain)


def test_no_lie_is_worth_two_points_and_large_ones_are_noticed(report: FairnessReport) -> None:
    *known, not_asked = report.lies
    assert len(known) == 5
    assert all(gain <= 0.02 for lie in known for gain in lie.gain)
    by_size = {each.lie: lie for each, lie in zip(LIES[:4], known, strict=False)}
    # 100: one pong in 15 is late by as much.
    assert all(share > 0.9 for lie in (60, 100, 150) for share in by_size[lie].marked)
    assert all(share <= 0.02 for share in report.marked)
    # Where the transport cannot be asked a long line loses, and late answers gain little.
    assert 0.02 < not_asked.gain[0] < 0.1
    assert not_asked.gain[1] < 0


def test_the_decision_never_waits_beyond_the_cap_and_nobody_is_first_after_it(
    report: FairnessReport,
) -> None:
    assert 0 < report.wait_median <= report.wait_high <= 600
    assert report.too_late == 0


def test_the_same_seed_gives_the_same_figures(report: FairnessReport) -> None:
    assert fairness("apache", (20, 90), 300, seed=5) == fairness("apache", (20, 90), 300, seed=5)
    assert fairness("apache", (20, 90), 300, seed=6) != fairness("apache", (20, 90), 300, seed=5)


def test_equal_lines_share_equally_either_way() -> None:
    equal = fairness("apache", (40, 40), GRABS, seed=2)
    assert equal.by_arrival[0] == pytest.approx(0.5, abs=0.03)
    assert equal.by_rules[0] == pytest.approx(0.5, abs=0.03)


@pytest.mark.parametrize(
    ("game", "rtts", "grabs"),
    [
        ("manitou", (30, 230), 10),
        ("apache", (30,), 10),
        ("apache", (30, -1), 10),
        ("apache", (30, 230), 0),
    ],
)
def test_what_cannot_be_simulated_is_said(game: str, rtts: tuple[int, ...], grabs: int) -> None:
    with pytest.raises(SetupError):
        fairness(game, rtts, grabs)


def test_progress_is_told_now_and_then() -> None:
    told: list[int] = []
    fairness("apache", (30, 230), 120, progress=told.append)
    assert told == [0, 50, 100]


def test_a_line_has_about_its_round_trip_and_its_bounds_hold_nearly_all_trips() -> None:
    rng, line = Quick(3), NetworkLine(200)
    trips = [line.trip(rng) for _ in range(4000)]
    assert sum(trips) / len(trips) == pytest.approx(200 + FRAME_MS / 2, rel=0.02)
    bounds = [line.bounds(rng) for _ in range(200)]
    inside = sum(low <= trip <= high for low, high in bounds for trip in trips[:50])
    assert inside / (200 * 50) > 0.97
    assert {low for low, _ in bounds} == {int(line.shortest)}
    far, near = [
        KnownLine(each, late=late, is_asked=False)
        for each, late in ((line, 100), (NetworkLine(30), 20))
    ]
    for known in (far, near):
        known.measure(rng)
    assert far.low == UNASKED_MS
    assert near.low >= NetworkLine(30).shortest + 20
    assert min(NetworkLine(0).trip(rng) for _ in range(100)) > 0


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [(0, 400, 0.0, 0.0095), (8, 400, 0.0102, 0.0390), (200, 400, 0.4512, 0.5488)],
)
def test_what_a_share_may_be_if_so_many_were_counted(
    count: int, of: int, low: float, high: float
) -> None:
    assert interval(count, of) == pytest.approx((low, high), abs=0.0002)


def test_reactions_have_the_published_median() -> None:
    rng = Quick(4)
    times = sorted(reaction(rng) for _ in range(4001))
    assert times[2000] == pytest.approx(520, rel=0.02)


def test_the_report_as_text_has_all_the_figures(report: FairnessReport) -> None:
    text = as_text(report)
    assert "first arrival wins" in text
    assert "wrong winner" in text
    assert "reporting 150 ms too little" in text
    assert f"{report.wait_median} ms after the first play" in text


def test_the_command_prints_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fairness", "apache", "--rtt", "30,230", "--grabs", "50"]) == 0
    assert "by these rules" in capsys.readouterr().out
    assert main(["fairness", "apache", "--grabs", "50", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rtts"] == [30, 230]


@pytest.mark.parametrize("rtt", ["fast,slow", "30", "30,90,230", "30,", ""])
def test_the_command_takes_two_round_trips(rtt: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fairness", "apache", "--rtt", rtt]) == 2
    assert f"--rtt takes two times in milliseconds like 30,230, not {rtt!r}" in flat(
        capsys.readouterr().err
    )


def flat(text: str) -> str:
    """Text without its line breaks."""
    return " ".join(text.split())
