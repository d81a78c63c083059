"""The toy game, known while a test needs it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from prateria.core import registry
from tests.laws.duel import Duel


@pytest.fixture
def duel() -> Iterator[None]:
    registry.register(Duel())
    yield
    registry.forget("duel")
