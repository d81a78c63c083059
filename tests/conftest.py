"""What holds for every test."""

from __future__ import annotations

import pytest

from prateria.bots import specs


@pytest.fixture(autouse=True)
def _no_bot_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that a test's files bring are forgotten after it."""
    monkeypatch.setattr(specs, "_brought", {})
