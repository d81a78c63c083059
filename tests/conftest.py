"""What applies to every test."""

from __future__ import annotations

import sys
from functools import _lru_cache_wrapper
from pathlib import Path

import pytest

from prateria.bots import specs

_is_measuring = False
SERVERS = {"cluster", "redis_server", "shared_redis"}
"""The fixtures that start a server."""
MEASURED = ("core", "games", "laws")
"""The folders whose quick tests, except random ones, must reach every line and branch of the
rules."""


def is_measured(item: pytest.Item) -> bool:
    """Whether coverage is measured while this test runs."""
    here = Path(__file__).parent
    if not item.path.is_relative_to(here):
        return False
    folder = item.path.relative_to(here).parts[0]
    is_unmeasured = any(item.get_closest_marker(name) for name in ("slow", "untraced"))
    return folder in MEASURED and not is_unmeasured


def pytest_configure(config: pytest.Config) -> None:
    """In a process of pytest-xdist, pytest-cov 7.1 first measures as if it were alone, and that
    continues underneath: every test would be traced then, whatever `no_cover` says. It ends
    here."""
    cov = config.pluginmanager.get_plugin("_cov")
    alone = getattr(cov, "cov_controller", None)
    if alone is not None and hasattr(config, "workerinput"):
        alone.cov.stop()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Measure coverage only where it is needed: under the tracer the rules run several times
    slower. A test that hangs fails: the slow ones after fifteen minutes, the others
    (pyproject.toml) after one. Those that need a PostgreSQL or a Redis are slow. Slow tests come
    first, and before all of them the one that compiles, so that no process is left with a long one
    at the end."""
    for item in items:
        if SERVERS & {*getattr(item, "fixturenames", ())}:
            item.add_marker(pytest.mark.slow)
        if not is_measured(item):
            item.add_marker("no_cover")
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.timeout(900))
    items.sort(
        key=lambda item: (
            item.get_closest_marker("slow") is None,
            "compiled_rules" not in getattr(item, "fixturenames", ()),
        )
    )


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Caches filled by a test that is not measured must not hide lines from one that is."""
    global _is_measuring
    is_measured_now = is_measured(item)
    if is_measured_now and not _is_measuring:
        forget_caches()
    _is_measuring = is_measured_now


def forget_caches() -> None:
    for name, module in tuple(sys.modules.items()):
        if name.startswith(("prateria.core.", "prateria.games.")):
            for value in vars(module).values():
                if isinstance(value, _lru_cache_wrapper):
                    value.cache_clear()


@pytest.fixture(autouse=True)
def _no_bot_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots loaded from a test's files are forgotten after it."""
    monkeypatch.setattr(specs, "_brought", {})


@pytest.fixture
def anyio_backend() -> str:
    """The backend for tests that are coroutines; the server knows no other."""
    return "asyncio"
