"""When Python collects reference cycles, and how freed memory is returned to the system.

A full collection visits every object of every table: a quarter of a second with 500 of them, and by
default Python does it every few seconds while tables are opened and played. Tables, matches, logs
and closed sockets are freed without it. Cycles that may need it are collected every minute while
that costs next to nothing, and more rarely the longer it takes; a collection long enough to be felt
waits for a second in which little is done, for ten minutes if need be.

Texts, rows and buffers of more than half a kilobyte come from the C library. It keeps freed memory
until told otherwise, and gives each thread a heap of its own, which grows to what that thread once
needed. So threads share one here, and after each full collection the free memory is returned to the
system. Long blocks get pages of their own, which are returned at once; by default the library puts
ever longer blocks among the short ones, where they leave holes. Without glibc none of this is done.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
import time
from typing import Any, Final

YOUNG: Final = 5_000
"""New objects between two collections of the youngest generation."""
MIDDLE: Final = 4
"""After so many of those the survivors are visited once more. How many at a time makes no
difference in all; 200,000, as it was, stopped the server for 90 ms while tables were opened."""
NEVER: Final = 1_000_000_000
EVERY_S: Final = 60.0
SHARE: Final = 1 / 2000
"""The largest share of time that full collections may take."""
FELT_S: Final = 0.005
"""A pause of this length is noticed by nobody."""
LOOK_S: Final = 1.0
CALM: Final = 0.1
"""A server that is busy for less than this share of a second is calm."""
PATIENCE_S: Final = 600.0
"""How long a collection waits for a calm moment."""
M_MMAP_THRESHOLD: Final = -3
M_ARENA_MAX: Final = -8
HEAPS: Final = 2
"""One for the event loop, one for all threads that read, write and hash."""
LONG: Final = 128 * 1024
"""Bytes; longer blocks get pages of their own. glibc begins with this, and doubles it over time."""


def _libc() -> Any:
    """The C library of this process, None if it is not glibc."""
    try:
        libc = ctypes.CDLL(None)
        return libc if hasattr(libc, "gnu_get_libc_version") else None
    except (OSError, TypeError):
        return None


_glibc: Final = _libc()


def keep_heaps_small() -> None:
    """Make threads that start from now on share one heap, and keep long blocks outside of it."""
    if _glibc is not None:
        _glibc.mallopt(M_ARENA_MAX, HEAPS)
        _glibc.mallopt(M_MMAP_THRESHOLD, LONG)


class _Mallinfo(ctypes.Structure):
    """`struct mallinfo2` of glibc 2.33 and newer."""

    _fields_ = tuple(
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
            *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
        )
    )


def heap_in_use() -> int:
    """How many bytes of the C library's memory are in use; 0 where it cannot be asked."""
    if _glibc is None or not hasattr(_glibc, "mallinfo2"):
        return 0
    _glibc.mallinfo2.restype = _Mallinfo
    found: Any = _glibc.mallinfo2()
    return int(found.uordblks + found.hblkhd)


def give_back() -> None:
    """Return to the system what the C library has free."""
    if _glibc is not None:
        _glibc.malloc_trim(ctypes.c_size_t(0))


class GcPolicy:
    """Full collections by the clock, and only by it, while open."""

    def __init__(self) -> None:
        self._before = gc.get_threshold()
        self._frozen = 0
        """Blocks of memory that no collection looks at any more."""
        self._pace = 0.0
        """Seconds that a collection takes for each of the others."""
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self._before = gc.get_threshold()
        spent = _collect()
        self._frozen = sys.getallocatedblocks()
        self._pace = spent / self._frozen
        gc.freeze()  # imported objects stayed
        gc.set_threshold(YOUNG, MIDDLE, NEVER)
        self._task = asyncio.create_task(self._collect_always())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
            gc.set_threshold(*self._before)
            gc.unfreeze()

    async def _collect_always(self) -> None:
        spent = 0.0
        while True:
            await asyncio.sleep(max(EVERY_S, spent / SHARE))
            if self._pace * (sys.getallocatedblocks() - self._frozen) > FELT_S:
                await _calm()
            spent = _collect()
            await asyncio.to_thread(give_back)


def _collect() -> float:
    """How long it took."""
    began = time.perf_counter()
    gc.collect()
    return time.perf_counter() - began


async def _calm() -> None:
    """Wait for a second in which little is done."""
    patience = time.monotonic() + PATIENCE_S
    while time.monotonic() < patience:
        used = time.process_time()
        await asyncio.sleep(LOOK_S)
        if time.process_time() - used < CALM * LOOK_S:
            return
