"""What ran whenever the event loop was late: a thread that looks at it every millisecond.

    python bench/load.py --tables 500 --rate 300 --stalls /tmp/stalls.txt

The loop says every other millisecond that it is there. If its thread has used more than `LATE_S` of
the processor since it last said so, the stack it is in is noted, once a stall, and how long the
stall was. The processor's time counts and not the clock's, so that other programs on the machine
are not taken for stalls; waiting for locks or disks on the loop's thread is not seen by this.
Garbage collections are timed apart, with how much they found, in the processor's time, too.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
import time
from collections import Counter, defaultdict
from pathlib import Path
from types import FrameType
from typing import Any, Final

from prateria.server.gc_policy import GcPolicy

LATE_S: Final = 0.010
BEAT_S: Final = 0.002
LOOK_S: Final = 0.001
SHOWN: Final = 8
"""Frames of a stack, the innermost ones of ours."""


class Watchdog:
    """Looks after one event loop, from the moment it serves."""

    def __init__(self, report: Path) -> None:
        self._report = report
        self._beat = 0.0
        self._stalls: dict[str, list[float]] = defaultdict(list)
        self._collections: dict[int, list[float]] = defaultdict(list)
        self._found: Counter[int] = Counter()
        self._began = 0.0

    def install(self) -> None:
        """Begin when the server opens, end when it closes."""
        opened, closed, dog = GcPolicy.open, GcPolicy.close, self

        async def open_and_watch(policy: GcPolicy) -> None:
            await opened(policy)
            dog.begin()

        async def close_and_tell(policy: GcPolicy) -> None:
            dog.tell()
            await closed(policy)

        setattr(GcPolicy, "open", open_and_watch)  # noqa: B010 a method, for mypy
        setattr(GcPolicy, "close", close_and_tell)  # noqa: B010

    def begin(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        self._clock = time.pthread_getcpuclockid(self._thread)
        self._said()
        gc.callbacks.append(self._collected)
        threading.Thread(target=self._look, daemon=True).start()

    def _said(self) -> None:
        self._beat = time.clock_gettime(self._clock)
        self._loop.call_later(BEAT_S, self._said)

    def _collected(self, phase: str, info: dict[str, Any]) -> None:
        if phase == "start":
            self._began = time.thread_time()
        else:
            self._collections[info["generation"]].append(time.thread_time() - self._began)
            self._found[info["generation"]] += info["collected"]

    def _look(self) -> None:
        stalled, stack = 0.0, ""
        while True:
            time.sleep(LOOK_S)
            beat = self._beat
            late = time.clock_gettime(self._clock) - beat
            if late > LATE_S and beat != stalled:
                frames = sys._current_frames()  # noqa: SLF001 there is no other way
                stalled, stack = beat, _stack(frames[self._thread])
                self._stalls[stack].append(late)
            elif beat == stalled and stack:
                self._stalls[stack][-1] = late

    def tell(self) -> None:
        rows = [
            f"generation {number}: {len(spent)} collections, longest {max(spent) * 1e3:.1f} ms, "
            f"in all {sum(spent) * 1e3:.0f} ms; {self._found[number]} objects found"
            for number, spent in sorted(self._collections.items())
        ]
        for stack, spent in sorted(self._stalls.items(), key=lambda item: -sum(item[1])):
            rows.append(
                f"{len(spent)} stalls, longest {max(spent) * 1e3:.0f} ms, "
                f"in all {sum(spent) * 1e3:.0f} ms\n    {stack}"
            )
        self._report.write_text("\n".join(rows) + "\n", "utf-8")


def _stack(frame: FrameType | None) -> str:
    """Where a thread is, from the outside in: the functions, without those of libraries."""
    names: list[str] = []
    while frame is not None and len(names) < SHOWN:
        code = frame.f_code
        if "prateria" in code.co_filename or not names:
            names.append(f"{Path(code.co_filename).stem}.{code.co_qualname}:{frame.f_lineno}")
        frame = frame.f_back
    return " > ".join(reversed(names))
