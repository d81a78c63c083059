"""The server's only source of time, so that tests can substitute another."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable


class SystemClock:
    """`wall` may jump when somebody sets the clock; `steady` never does. Both in milliseconds."""

    def wall(self) -> int:
        return time.time_ns() // 1_000_000

    def steady(self) -> int:
        return time.monotonic_ns() // 1_000_000

    def later(self, delay: int, act: Callable[[], None]) -> Callable[[], None]:
        """Call `act` after this many milliseconds; call the result to cancel it."""
        return asyncio.get_running_loop().call_later(max(delay, 0) / 1000, act).cancel
