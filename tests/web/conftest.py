"""A browser, and a server for it to visit. Without Chromium: skipped locally, an error in CI."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.server.outside import ROOT, installed
from tests.web.visit import ARGUMENTS, PATIENCE_MS, House, Visitor
from tools import browser as chromium

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """No longer than a module: while Playwright runs, no other test of this process could run an
    event loop."""
    program = chromium.find_for_tests()
    if program is None:
        if os.environ.get("CI"):
            pytest.fail("Chromium is not installed")
        pytest.skip("Chromium is not installed")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        yield started
        started.close()


@contextmanager
def drawn(folder: Path) -> Iterator[None]:
    """Another outside game, with a picture: the processes started from now on have it."""
    (folder / "outside_board.py").write_text(
        "from tests.laws.drawn import BoardDuel\n\nGAME = BoardDuel()\n"
    )
    info = folder / "board-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: board\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[prateria.games]\nboard = outside_board:GAME\n")
    before = os.environ["PYTHONPATH"]
    os.environ["PYTHONPATH"] = os.pathsep.join([str(folder), str(ROOT), before])
    try:
        yield
    finally:
        os.environ["PYTHONPATH"] = before


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with our games and outside toy games, for all visits: starting one takes longer than
    most of them. It offers the pseudo-language to those who ask for it."""
    folder = tmp_path_factory.mktemp("house")
    with installed(tmp_path_factory.mktemp("outside")), drawn(tmp_path_factory.mktemp("drawn")):
        made = House(folder, {**os.environ, "PRATERIA_PSEUDO": "1"})
    made.start()
    try:
        yield made
    finally:
        made.stop()


@pytest.fixture
def duel(tmp_path: Path) -> Iterator[None]:
    """The toy game is known to this process, too."""
    folder = tmp_path / "duel"
    folder.mkdir()
    with installed(folder):
        yield


@pytest.fixture
def visitor(browser: Browser, house: House) -> Iterator[Visitor]:
    """A person at a desktop."""
    came = Visitor(browser, house)
    yield came
    came.leave()
