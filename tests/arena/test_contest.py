"""A contest: fair seats and deals, the same result wherever it is played, and resumable."""

from __future__ import annotations

import json
import os
import signal
from collections import Counter
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

import prateria
from prateria import processes
from prateria.arena import contest as contests
from prateria.arena import executors
from prateria.arena.bout import Bout, play_bout
from prateria.arena.contest import Ledger, run_contest
from prateria.arena.reports.page import as_page
from prateria.arena.reports.report import make_report, without_timing
from prateria.arena.schedule import Contest, deal_seed, settle
from prateria.core.errors import PrateriaError, SetupError


def small(**others: Any) -> Contest:
    return settle("apache", ["greedy", "random"], games=8, seed="s", stops=False, **others)


def report(contest: Contest, **how: Any) -> dict[str, Any]:
    ledger, interrupted = run_contest(contest, **how)
    assert not interrupted
    return make_report(ledger, seconds=1.0, executor="x", workers=1)


def test_every_line_up_plays_every_deal_in_every_rotation() -> None:
    contest = settle("manitou", ["greedy", "random", "learned"], games=6, seed="s")
    rows = list(contest.pairings())
    assert contest.line_ups == (
        ("greedy", "random"),
        ("greedy", "learned"),
        ("random", "learned"),
    )
    assert len(rows) == 3 * 3 * 2
    assert Counter(row.seats for row in rows)["greedy", "random"] == 3
    assert Counter(row.seats for row in rows)["random", "greedy"] == 3
    assert [row.number for row in rows] == list(range(18))


def test_copies_of_a_bot_fill_the_table_and_make_one_line_up() -> None:
    contest = settle(
        "bison", ["random", "greedy", "greedy", "greedy"], games=4, seed="s", players=4
    )
    assert contest.line_ups == (("random", "greedy", "greedy", "greedy"),)
    assert [row.seats.index("random") for row in contest.pairings()] == [0, 1, 2, 3]


def test_the_games_of_a_deal_have_the_same_luck() -> None:
    contest = small()
    bouts = [next(iter(contest.pairings()))]
    seed = deal_seed(contest, bouts[0].deal)
    one = prateria.new_match("apache", seats=2, seed=seed)
    assert (
        one.log.header.commitment
        == prateria.new_match("apache", seats=2, seed=seed).log.header.commitment
    )
    assert deal_seed(contest, 0) != deal_seed(contest, 1)


@pytest.mark.parametrize(
    ("bots", "others", "message"),
    [
        (["greedy"], {}, "1 bots for 2 seats"),
        (["greedy", "genius"], {}, "no bot 'genius'"),
        (["greedy", "random"], {"players": 9}, "2 to 5 players"),
        (["greedy", "random"], {"target": 1.0}, "between 0 and 1"),
        (["greedy", "random"], {"games": 0}, "at least one game"),
    ],
)
def test_what_is_wrong_is_said_before_the_first_game(
    bots: list[str], others: dict[str, Any], message: str
) -> None:
    with pytest.raises(SetupError, match=message):
        settle("apache", bots, **{"games": 2, "seed": "s", **others})


def test_the_result_is_the_same_inline_and_in_processes() -> None:
    contest = small()
    here, there = report(contest), report(contest, executor="processes", workers=2)
    assert without_timing(here) == without_timing(there)


def test_a_contest_goes_on_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    contest = small()
    whole = report(contest)
    played: list[int] = []

    def stopping(*arguments: Any) -> Bout:
        if len(played) == 3:
            raise KeyboardInterrupt
        played.append(arguments[1].number)
        return play_bout(*arguments)

    monkeypatch.setattr(executors, "play_bout", stopping)
    ledger, interrupted = run_contest(contest, out=tmp_path)
    assert interrupted
    assert len(ledger.bouts) == 3
    assert len(ledger.counted()) == 2  # whole deals only
    played.clear()

    def noting(*arguments: Any) -> Bout:
        played.append(arguments[1].number)
        return play_bout(*arguments)

    monkeypatch.setattr(executors, "play_bout", noting)
    again = report(contest, out=tmp_path)
    assert played == [3, 4, 5, 6, 7]
    assert without_timing(again) == without_timing(whole)
    assert len(list((tmp_path / "logs").iterdir())) == 8


def test_a_half_written_line_is_played_again(tmp_path: Path) -> None:
    contest = small()
    whole = report(contest, out=tmp_path)
    rows = tmp_path / "games.jsonl"
    rows.write_text(rows.read_text()[:-40])
    assert without_timing(report(contest, out=tmp_path)) == without_timing(whole)
    assert len(rows.read_text().splitlines()) == 8


def test_a_folder_with_another_contest_is_left_alone(tmp_path: Path) -> None:
    run_contest(small(), out=tmp_path)
    other = settle("apache", ["greedy", "random"], games=8, seed="other", stops=False)
    with pytest.raises(SetupError, match="another contest"):
        run_contest(other, out=tmp_path)
    run_contest(other, out=tmp_path, fresh=True)
    assert json.loads((tmp_path / "contest.json").read_text())["seed"] == "other"


def test_the_logs_replay_to_the_results(tmp_path: Path) -> None:
    ledger, _ = run_contest(small(), out=tmp_path)
    for bout in ledger.counted():
        text = (tmp_path / "logs" / f"apache-{bout.number + 1:06}.jsonl").read_text()
        outcome = prateria.replay(text).outcome
        assert outcome is not None
        assert outcome.scores == bout.scores


def test_a_line_up_stops_when_it_is_clear_and_games_beyond_do_not_count() -> None:
    contest = settle("apache", ["greedy", "random"], games=400, seed="s")
    ledger = Ledger(contest)
    for pairing in contest.pairings():
        winner = pairing.seats.index("greedy")
        places = tuple(1 if seat == winner else 2 for seat in range(2))
        ledger.add(
            Bout(
                pairing.number,
                0,
                pairing.deal,
                pairing.turn,
                pairing.seats,
                places,
                (1, 0),
                "",
                1,
                (),
            )
        )
    assert 8 <= ledger.decided[0] + 1 < 20
    assert len(ledger.counted()) == 2 * (ledger.decided[0] + 1)
    assert ledger.most == len(ledger.counted())


def test_a_killed_worker_s_games_are_played_again(tmp_path: Path) -> None:
    killer = tmp_path / "killer.py"
    killer.write_text(
        "import os, pathlib, signal\n"
        f"mark = pathlib.Path({str(tmp_path / 'killed')!r})\n"
        "def choose(observation, legal):\n"
        "    if not mark.exists():\n"
        "        mark.touch()\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
        "    return legal[-1]\n"
    )
    from prateria.bots.specs import load_code

    load_code(str(killer))
    contest = settle(
        "apache", ["killer", "random"], games=4, seed="s", stops=False, code=(str(killer),)
    )
    ledger, _ = run_contest(contest, executor="processes", workers=2)
    assert len(ledger.counted()) == 4
    assert (tmp_path / "killed").exists()


def test_workers_that_always_die_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pool:
        def submit(self, *_: Any) -> Any:
            class Broken:
                def result(self) -> Any:
                    raise BrokenProcessPool

            return Broken()

        def shutdown(self, **_: Any) -> None: ...

    monkeypatch.setattr(processes, "worker_pool", lambda _workers: Pool())
    with pytest.raises(PrateriaError, match="keep being ended"):
        run_contest(small(), executor="processes", workers=2)


def test_the_report_has_shares_ratings_a_matrix_and_times() -> None:
    found = report(small())
    assert [row["name"] for row in found["bots"]] == ["greedy", "random"]
    assert sum(row["wins"] for row in found["bots"]) == pytest.approx(8)
    assert found["matrix"][0][1]["share"] == pytest.approx(1 - found["matrix"][1][0]["share"])
    assert found["ratings"][0]["name"] == "greedy"
    assert found["timing"]["bots"][0]["decisions"] > 100
    line_up = found["line_ups"][0]
    assert line_up["always_valid"][0] <= line_up["share"] <= line_up["always_valid"][1]


def test_the_page_stands_alone() -> None:
    text = as_page(report(small()), "prateria arena apache <b>")
    assert text.count("<svg") == 3
    assert "&lt;b&gt;" in text
    assert "<script" not in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_without_openskill_there_are_no_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib

    def refuse(name: str) -> Any:
        raise ImportError(name)

    ledger, _ = run_contest(small())
    monkeypatch.setattr(importlib, "import_module", refuse)
    found = make_report(ledger, seconds=1.0, executor="x", workers=1)
    assert found["ratings"] is None
    assert as_page(found, "x").count("<svg") == 2


@pytest.fixture
def ray_here(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.delenv("RAY_ADDRESS", raising=False)


@pytest.mark.slow
@pytest.mark.usefixtures("ray_here")
@pytest.mark.filterwarnings("ignore")
def test_the_result_is_the_same_on_ray_and_a_killed_worker_is_no_loss(tmp_path: Path) -> None:
    killer = tmp_path / "killer.py"
    killer.write_text(
        "import os, pathlib, signal\n"
        f"mark = pathlib.Path({str(tmp_path / 'killed')!r})\n"
        "def choose(observation, legal):\n"
        "    if not mark.exists() and os.getpid() != " + str(os.getpid()) + ":\n"
        "        mark.touch()\n"
        f"        os.kill(os.getpid(), {int(signal.SIGKILL)})\n"
        "    return legal[-1]\n"
    )
    from prateria.bots.specs import load_code

    load_code(str(killer))
    contest = settle(
        "apache",
        ["greedy", "killer", "random"],
        games=8,
        seed="s",
        stops=False,
        code=(str(killer),),
    )
    there = report(contest, executor="ray", workers=2)
    assert (tmp_path / "killed").exists()
    assert without_timing(report(contest)) == without_timing(there)


def test_folders_are_named_by_their_contest() -> None:
    assert small().digest() == small().digest()
    assert small().digest() != small(milliseconds=5).digest()
    assert contests.BOUTS == "games.jsonl"
