"""What the server asks of a bus: to carry bytes to listeners, in this process or another.

A channel is a text. Frames of one publisher on one channel arrive in the order in which they were
published; a frame that nobody listens to is lost, and that is fine: every frame can be requested
again. If a bus may have lost frames on the way, it tells those who registered with `on_gap`. What
happens at a table does not come this way: its listeners are connected to its owner, and are told by
`audience`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeAlias

HearBytes: TypeAlias = Callable[[bytes, str], None]
"""Called with the frame, and the id of the person it comes from, or ""."""
Stop: TypeAlias = Callable[[], None]


def person_channel(person: str) -> str:
    """Where a person is told about their tables, wherever they are connected."""
    return f"person/{person}"


class BusError(Exception):
    """The bus cannot be opened."""


class Bus(ABC):
    """Implementations: in-process by default; Redis, for several workers."""

    is_shared: bool = False
    """Whether other processes may be connected to it."""

    @abstractmethod
    async def open(self) -> None: ...

    @abstractmethod
    async def close(self) -> None: ...

    @abstractmethod
    def publish(self, channel: str, frame: bytes, sender: str = "") -> None:
        """Send a frame to everyone who listens now."""

    @abstractmethod
    def listen(self, channel: str, hear: HearBytes) -> Stop:
        """Listen from now on; call the result to stop."""

    @abstractmethod
    async def settle(self) -> None:
        """Wait until everything published elsewhere reaches all who have asked to listen."""

    @abstractmethod
    async def is_heard(self, channel: str) -> bool:
        """Whether somebody is listening, in any process."""

    @abstractmethod
    def on_gap(self, act: Callable[[], None]) -> Stop:
        """Call this when frames may have been lost; call the result to stop."""
