"""Simulations: the same bytes however the work is spread, and honest figures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import prateria
from prateria.arena import game_seed, log_name, simulate, wilson
from prateria.arena.reports.statistics import Played, summarize
from prateria.core import registry
from prateria.core.contract.meta import Outcome
from tests.laws.duel import Duel


@pytest.fixture
def duel() -> Iterator[None]:
    registry.register(Duel())
    yield
    registry.forget("duel")


def logs(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_one_worker_and_two_write_the_same_bytes(tmp_path: Path) -> None:
    runs = []
    for workers in (1, 2):
        out = tmp_path / str(workers)
        done = simulate(
            "manitou",
            players=2,
            games=12,
            seed="1",
            workers=workers,
            out=out,
            options={"quick": True},
        )
        runs.append((logs(out), done.summary))
    assert runs[0] == runs[1]
    assert len(runs[0][0]) == 12


def test_a_game_depends_on_its_number_not_on_how_many_are_played(tmp_path: Path) -> None:
    for games in (1, 3):
        simulate("manitou", players=2, games=games, seed="1", out=tmp_path / str(games))
    name = log_name("manitou", 1)
    assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "3" / name).read_bytes()


def test_every_log_replays_with_its_own_seed(tmp_path: Path) -> None:
    simulate("manitou", players=3, games=2, seed="1", out=tmp_path, bots=("greedy",))
    for number in (1, 2):
        match = prateria.replay((tmp_path / log_name("manitou", number)).read_bytes())
        assert match.log.ending is not None
        assert match.log.ending.seed == game_seed("1", number)
        assert match.log.header.players == ("greedy",) * 3
        assert {entry.at for entry in match.log.entries} == {0}


def test_seeds_differ_by_master_and_number() -> None:
    assert len({game_seed(master, number) for master in ("1", "11") for number in (1, 11)}) == 4


def test_files_that_are_there_stop_it_before_it_starts(tmp_path: Path) -> None:
    there = tmp_path / log_name("manitou", 2)
    there.write_text("mine")
    with pytest.raises(prateria.SetupError, match="already there"):
        simulate("manitou", players=2, games=2, seed="1", out=tmp_path)
    assert logs(tmp_path) == {there.name: b"mine"}
    simulate("manitou", players=2, games=2, seed="1", out=tmp_path, overwrite=True)
    assert prateria.replay(there.read_bytes()).outcome is not None


def test_ctrl_c_keeps_whole_games_only(tmp_path: Path) -> None:
    def progress(done: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    done = simulate("manitou", players=2, games=50, seed="1", out=tmp_path, progress=progress)
    assert done.interrupted
    assert done.summary.games == len(logs(tmp_path)) == 2


def test_ctrl_c_waits_for_the_workers_and_counts_what_they_wrote(tmp_path: Path) -> None:
    calls = []

    def progress(done: int) -> None:
        calls.append(done)
        if len(calls) == 1:
            raise KeyboardInterrupt

    done = simulate(
        "manitou",
        players=2,
        games=2000,
        seed="1",
        out=tmp_path,
        workers=2,
        progress=progress,
        options={"quick": True},
    )
    assert done.interrupted
    assert 10 <= done.summary.games < 2000
    assert done.summary.games == len(logs(tmp_path))


@pytest.mark.usefixtures("duel")
def test_any_game_of_the_contract_can_be_simulated() -> None:
    done = simulate("duel", players=2, games=20, seed="1", options={"low_wins": True})
    assert done.summary.games == 20
    assert dict(done.summary.reasons).keys() <= {"tricks", "shared"}


def test_wilson_s_interval_as_in_the_textbooks() -> None:
    low, high = wilson(8, 10)
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == pytest.approx(1.0)
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_shared_victory_counts_in_parts() -> None:
    played = [
        Played(1, 10, 20, Outcome((1, 1, 3), (5, 5, 1), "shared")),
        Played(2, 14, 24, Outcome((2, 1, 3), (3, 6, 2), "points")),
    ]
    summary = summarize(played, 3)
    assert [seat.share for seat in summary.seats] == [0.25, 0.75, 0.0]
    assert summary.seats[1].mean_score == 5.5
    assert (summary.mean_decisions, summary.shortest, summary.longest) == (12, 10, 14)
    assert summary.reasons == (("points", 1), ("shared", 1))
    assert summarize(played[::-1], 3) == summary


def test_no_games_have_a_summary_too() -> None:
    assert summarize([], 2).games == 0
