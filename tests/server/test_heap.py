"""Freed memory is returned to the system, and threads share a heap."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from prateria.server import gc_policy
from tests.server.house import open_house

pytestmark = pytest.mark.skipif(gc_policy._glibc is None, reason="only glibc keeps what is free")

THREADS = """
import ctypes, sys, threading
from prateria.server import gc_policy
if sys.argv[1] == "shared":
    gc_policy.keep_heaps_small()
together = threading.Barrier(6)
def need() -> None:
    together.wait()
    kept = [b"x" * 5000 for _ in range(1000)]
    together.wait()
threads = [threading.Thread(target=need) for _ in range(6)]
for thread in threads: thread.start()
for thread in threads: thread.join()
libc = ctypes.CDLL(None)
libc.fdopen.restype = ctypes.c_void_p
out = ctypes.c_void_p(libc.fdopen(1, b"w"))
libc.malloc_info(0, out)
libc.fflush(out)
"""


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_what_is_free_between_what_is_not_goes_back() -> None:
    parts = [bytes([number % 255 + 1]) * 20_000 for number in range(3000)]
    kept = parts[::50]
    del parts
    before = resident()
    gc_policy.give_back()
    assert resident() < before - 30_000_000
    assert len(kept) == 60


async def test_it_does_after_every_full_collection(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[None] = []
    monkeypatch.setattr(gc_policy, "EVERY_S", 0.01)
    monkeypatch.setattr(gc_policy, "give_back", lambda: given.append(None))
    async with open_house(tidy=True) as house:
        anna = await house.guest()
        while len(given) < 2:
            await anna.get("/me")


@pytest.mark.parametrize(("how", "most"), [("shared", gc_policy.HEAPS), ("own", 7)])
def test_threads_share_a_heap(how: str, most: int) -> None:
    command = [sys.executable, "-c", THREADS, how]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    heaps = told.count("<heap nr=")
    assert heaps <= most
    assert (heaps > gc_policy.HEAPS) is (how == "own")
