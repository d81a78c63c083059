"""Waiting, for less memory: an empty queue of asyncio's takes three kilobytes, and each socket has
two."""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class Waiting(Generic[T]):
    """The part of `asyncio.Queue` that one reader needs, under the same names."""

    __slots__ = ("_items", "_most", "_reader")

    def __init__(self, most: int = 0) -> None:
        self._items: list[T] = []
        self._most = most
        """How many may wait; 0 if any number may."""
        self._reader: asyncio.Future[None] | None = None

    def qsize(self) -> int:
        return len(self._items)

    def empty(self) -> bool:
        return not self._items

    def full(self) -> bool:
        return 0 < self._most <= len(self._items)

    def put_nowait(self, item: T) -> None:
        if self.full():
            raise asyncio.QueueFull
        self._items.append(item)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def get_nowait(self) -> T:
        if not self._items:
            raise asyncio.QueueEmpty
        return self._items.pop(0)

    async def get(self) -> T:
        while not self._items:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._items.pop(0)


class Gate:
    """The part of `asyncio.Event` that a socket needs, under the same names; open at first."""

    __slots__ = ("_is_set", "_waiting")

    def __init__(self) -> None:
        self._is_set = True
        self._waiting: tuple[asyncio.Future[None], ...] = ()

    def is_set(self) -> bool:
        return self._is_set

    def clear(self) -> None:
        self._is_set = False

    def set(self) -> None:
        self._is_set = True
        waiting, self._waiting = self._waiting, ()
        for each in waiting:
            if not each.done():
                each.set_result(None)

    async def wait(self) -> None:
        while not self._is_set:
            called = asyncio.get_running_loop().create_future()
            self._waiting = (*self._waiting, called)
            await called
