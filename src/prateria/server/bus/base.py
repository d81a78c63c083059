"""What the rooms ask of a bus: to carry frames from the owner of a table to whoever listens.

A channel is a text. Frames of one channel arrive in the order in which they were published; a
frame that nobody listens to is lost, and that is fine: every frame can be asked for again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeAlias

Hear: TypeAlias = Callable[[bytes, str], None]
"""Is given the frame, and the id of the person it comes from, or ""."""


class Bus(ABC):
    """Implementations: in-process here; Redis later, for several workers."""

    @abstractmethod
    async def open(self) -> None: ...

    @abstractmethod
    async def close(self) -> None: ...

    @abstractmethod
    def publish(self, channel: str, frame: bytes, sender: str = "") -> None:
        """Send a frame to everyone who listens now."""

    @abstractmethod
    def listen(self, channel: str, hear: Hear) -> Callable[[], None]:
        """Hear what is published from now on; call the result to stop."""

    @abstractmethod
    def is_wanted(self, channel: str) -> bool:
        """Whether somebody may be listening: False saves the work of making a frame."""
