"""Programs run with their writes recorded, and power failures at moments of the record."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.server.power.disk import Disk, Step, read_journal

SOURCE: Final = Path(__file__).with_name("journal.c")
ROOT: Final = Path(__file__).resolve().parents[3]
SHARES: Final = (0.0, 0.5, 0.9)
"""How much of the unsynced data reaches the disk all the same."""


def compiler() -> str | None:
    return shutil.which("cc") if sys.platform == "linux" else None


def build(folder: Path) -> Path:
    library = folder / "journal.so"
    cc = compiler()
    assert cc is not None
    command = [cc, "-shared", "-fPIC", "-O1", "-o", str(library), str(SOURCE), "-ldl", "-lpthread"]
    subprocess.run(command, check=True)
    return library


def variables(library: Path, folder: Path, journal: Path) -> dict[str, str]:
    """The environment of a program whose writes below a folder are to be recorded."""
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]),
        "LD_PRELOAD": str(library),
        "POWER_ROOT": str(folder),
        "POWER_JOURNAL": str(journal),
    }


def record(library: Path, folder: Path, command: Sequence[str], seconds: float) -> list[Step]:
    """Run a Python program for this long, or until it ends, and return what it did to the
    folder."""
    folder.mkdir(exist_ok=True)
    journal = folder.with_suffix(".journal")
    process = subprocess.Popen(
        [sys.executable, *command],
        cwd=ROOT,
        env=variables(library, folder, journal),
        stdout=subprocess.DEVNULL,
    )
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    return read_journal(journal)


def moments(steps: Sequence[Step], count: int, luck: random.Random) -> list[int]:
    """Numbers of steps before which the power fails: half of them right after an announcement, half
    anywhere."""
    told = [number + 1 for number, step in enumerate(steps) if step.op == "A"]
    anywhere = range(1, len(steps) + 1)
    chosen = luck.sample(told, min(len(told), count // 2))
    chosen += luck.sample(anywhere, min(len(anywhere), count - len(chosen)))
    return sorted(set(chosen))


def losses(
    root: Path, steps: Sequence[Step], at: Sequence[int], target: Path, luck: random.Random
) -> Iterator[tuple[int, Path]]:
    """The folder after each loss of power: the number of steps before it, and where it is."""
    disk, done = Disk(root), 0
    for moment in at:
        for step in steps[done:moment]:
            disk.do(step)
        done = moment
        for share in SHARES:
            with _fresh(target):
                disk.lose_power(target, luck, share)
                yield moment, target


@contextmanager
def _fresh(folder: Path) -> Iterator[None]:
    folder.mkdir()
    try:
        yield
    finally:
        shutil.rmtree(folder)
