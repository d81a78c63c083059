"""Everything that anybody was told is stored survives a loss of power.

A program's writes, syncs and names are recorded below it (`power/journal.c`); then the power fails
at many moments of that record: synced data is there, the rest by chance, complete, torn, or out of
order (`power/disk.py`). `bench/power_loss.py` does the same for longer, and to a server.
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from prateria.core.errors import SetupError
from prateria.server.settings import load_secret
from prateria.server.store.backup import restore
from prateria.server.store.urls import open_store
from tests.server.power.disk import Step
from tests.server.power.recording import build, compiler, losses, moments, record
from tests.server.power.writer import BACKED_UP
from tests.server.store.samples import log

MOMENTS = 24


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal, compiled. Without a compiler: skipped locally, an error in CI."""
    if compiler() is None:
        if os.environ.get("CI"):
            pytest.fail("no C compiler for Linux is installed")
        pytest.skip("no C compiler for Linux is installed")
    return build(tmp_path_factory.mktemp("power"))


def run(library: Path, folder: Path, *arguments: str, seconds: float = 20.0) -> list[Step]:
    what, *flags = arguments
    command = ["-m", "tests.server.power.writer", what, str(folder), *flags]
    return record(library, folder, command, seconds)


def told(steps: Sequence[Step]) -> list[str]:
    """What the program announced, line by line."""
    return b"".join(step.data for step in steps if step.op == "A").decode().splitlines()


async def check_lines(url: str, promised: dict[str, int]) -> None:
    async with open_store(url) as store:
        assert await store.inspect() is None
        for name, n in promised.items():
            assert await store.table(name) is not None, (
                f"{name} is gone: it lost what was acknowledged"
            )
            lines = await store.lines(name)
            assert lines == log(len(lines)), f"{name} has a gap or a wrong line"
            assert len(lines) >= n, f"{name} lost what was acknowledged"


async def lose_power(library: Path, folder: Path, count: int, *flags: str) -> int:
    """The number of losses after which everything announced was there."""
    root = folder / "disk"
    steps = run(library, root, "append", *flags, seconds=3)
    luck, checked = random.Random(count), 0
    chosen = moments(steps, count, luck)
    for moment, after in losses(root, steps, chosen, folder / "after", luck):
        promised = {name: int(n) for name, n in map(str.split, told(steps[:moment]))}
        await check_lines(f"sqlite:///{after}/store.db", promised)
        checked += 1
    assert len(told(steps)) > 200, "too little was written for this to mean anything"
    return checked


@pytest.mark.slow
async def test_acknowledged_entries_survive_a_loss_of_power(library: Path, tmp_path: Path) -> None:
    assert await lose_power(library, tmp_path, MOMENTS) > 2 * MOMENTS


@pytest.mark.slow
async def test_a_store_that_does_not_sync_is_caught(library: Path, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="lost what was acknowledged"):
        await lose_power(library, tmp_path, 10, "unsynced")


def test_the_secret_that_cookies_were_signed_with_survives(library: Path, tmp_path: Path) -> None:
    """Complete and unchanged, as soon as anybody can have been given a cookie."""
    root = tmp_path / "disk"
    steps = run(library, root, "secret")
    (secret,) = told(steps)
    luck, everywhere = random.Random(1), range(1, len(steps) + 1)
    for moment, after in losses(root, steps, everywhere, tmp_path / "after", luck):
        try:
            found = load_secret(after / "data")
        except SetupError as error:
            pytest.fail(f"after step {moment}: {error}")
        if told(steps[:moment]):
            assert found == secret, "a new one was made: nobody is known any more"


@pytest.mark.slow
async def test_a_backup_is_whole_or_not_there_at_all(library: Path, tmp_path: Path) -> None:
    root = tmp_path / "disk"
    steps = run(library, root, "backup")
    assert told(steps) == ["backup"]
    begins = next(n for n, step in enumerate(steps) if ".part" in step.path)
    luck = random.Random(1)
    for moment, after in losses(
        root, steps, range(begins, len(steps) + 1), tmp_path / "after", luck
    ):
        copy = after / "monday.db"
        if not copy.exists():
            assert not told(steps[:moment]), "the backup is gone"
            continue
        async with open_store("sqlite::memory:") as store:
            await restore(str(copy), store)
            assert await store.lines("t") == log(BACKED_UP)
