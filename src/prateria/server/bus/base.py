"""What the server asks of a bus: to carry frames to whoever listens, in this process or another.

A channel is a text. Frames of one publisher on one channel arrive in the order in which they were
published; a frame that nobody listens to is lost, and that is fine: every frame can be asked for
again. If a bus may have lost frames on the way, it says so to those who asked by `on_gap`.

A channel whose name begins with `table/` never leaves its process: who listens to a table is
connected to the table's owner (see `gate.py`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final, TypeAlias

NEAR: Final = "table/"

Hear: TypeAlias = Callable[[bytes, str], None]
"""Is given the frame, and the id of the person it comes from, or ""."""
Stop: TypeAlias = Callable[[], None]


class BusError(Exception):
    """The bus cannot be opened."""


class Bus(ABC):
    """Implementations: in-process by default; Redis, for several workers."""

    is_shared: bool = False
    """Whether other processes may be on it."""

    @abstractmethod
    async def open(self) -> None: ...

    @abstractmethod
    async def close(self) -> None: ...

    @abstractmethod
    def publish(self, channel: str, frame: bytes, sender: str = "") -> None:
        """Send a frame to everyone who listens now."""

    @abstractmethod
    def listen(self, channel: str, hear: Hear) -> Stop:
        """Hear what is published from now on; call the result to stop."""

    @abstractmethod
    async def settle(self) -> None:
        """Wait until what is published elsewhere is heard by all who asked to listen."""

    @abstractmethod
    def is_wanted(self, channel: str) -> bool:
        """Whether somebody may be listening: False saves the work of making a frame."""

    @abstractmethod
    async def is_heard(self, channel: str) -> bool:
        """Whether somebody is listening, in any process."""

    @abstractmethod
    def on_gap(self, act: Callable[[], None]) -> Stop:
        """Be told when frames may have been lost; call the result to stop."""
