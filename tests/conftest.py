"""What holds for every test."""

from __future__ import annotations

from pathlib import Path

import pytest

from prateria.bots import specs

MEASURED = ("core", "games", "laws")
"""The folders whose quick tests alone must reach every line and branch of the rules."""


def is_measured(item: pytest.Item) -> bool:
    """Whether coverage is measured while this test runs."""
    folder = item.path.relative_to(Path(__file__).parent).parts[0]
    return folder in MEASURED and item.get_closest_marker("slow") is None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Measure coverage only where it is needed: under the tracer the rules run several times
    slower. A test that hangs fails: the slow ones after fifteen minutes, the others
    (pyproject.toml) after one. Slow tests come first, so that no process is left with a long one
    at the end."""
    for item in items:
        if not is_measured(item):
            item.add_marker("no_cover")
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.timeout(900))
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.fixture(autouse=True)
def _no_bot_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that a test's files bring are forgotten after it."""
    monkeypatch.setattr(specs, "_brought", {})


@pytest.fixture
def anyio_backend() -> str:
    """What runs the tests that are coroutines; the server knows no other."""
    return "asyncio"
