"""What holds for every test."""

from __future__ import annotations

import pytest

from prateria.bots import specs


@pytest.fixture(autouse=True)
def _no_bot_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that a test's files bring are forgotten after it."""
    monkeypatch.setattr(specs, "_brought", {})


@pytest.fixture
def anyio_backend() -> str:
    """What runs the tests that are coroutines; the server knows no other."""
    return "asyncio"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test that hangs fails: the slow ones after fifteen minutes, the others (pyproject.toml)
    after one."""
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.timeout(900))
