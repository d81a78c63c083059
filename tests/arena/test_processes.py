"""Jobs in worker processes: their results come in order, and an interruption loses none."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

from prateria.processes import Workers


def test_results_come_in_the_order_of_the_jobs() -> None:
    with Workers(abs, [-3, 1, -2, 5, -4], 2) as work:
        assert list(work.results()) == [3, 1, 2, 5, 4]


def test_no_more_jobs_are_taken_than_are_about_to_run() -> None:
    taken: list[int] = []

    def jobs() -> Iterator[int]:
        for number in range(10):
            taken.append(number)
            yield number

    with Workers(abs, jobs(), 1) as work:
        assert next(work.results()) == 0
        assert taken == [0, 1]


def test_what_had_begun_when_it_was_stopped_is_not_lost() -> None:
    with Workers(abs, iter(range(100)), 1) as work:
        results = work.results()
        assert next(results) == 0
        begun = work.finish()
    assert begun in ([], [1])


def die_once(path: str) -> str:
    """Kill the process that runs this, the first time."""
    if not Path(path).exists():
        Path(path).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return path


def test_the_job_of_a_killed_worker_runs_again(tmp_path: Path) -> None:
    paths = [str(tmp_path / name) for name in "ab"]
    with Workers(die_once, paths, 1) as work:
        assert list(work.results()) == paths


def pid(_: int) -> int:
    return os.getpid()


def test_a_worker_killed_while_nobody_waits_for_it_is_replaced() -> None:
    with Workers(pid, range(12), 1) as work:
        results = work.results()
        first = next(results)
        os.kill(first, signal.SIGKILL)
        while Path(f"/proc/{first}").exists() and "Z" not in _state(first):
            time.sleep(0.01)
        assert len(list(results)) == 11


def _state(process: int) -> str:
    try:
        return Path(f"/proc/{process}/stat").read_text().split()[2]
    except OSError:
        return "Z"
