"""Token buckets: how much of what anybody may request, in bursts and in the long run."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Final, Literal, TypeAlias

from prateria.server.bus.base import Bus
from prateria.server.clock import SystemClock

Kind: TypeAlias = Literal[
    "message", "say", "connect", "join", "create", "login", "logins", "request"
]  # fmt: skip
MOST_BUCKETS: Final = 50_000
COUNTED: Final = "prateria.counted"
"""In the scope of a request that this worker has counted already."""
TAKEN: Final = "limits"
"""The channel on which workers share what is counted for all of them together."""


LONGEST_PLACE: Final = 64


def place_of(address: str) -> str:
    """An address as it is counted. The owner of an IPv6 address has all that share its first 64
    bits."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:  # a name, or something a proxy has passed on
        return address[:LONGEST_PLACE]
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return f"{IPv6Address(int(found) >> 64 << 64)}/64"


@dataclass(frozen=True, slots=True)
class Rate:
    """A burst size, and then a number a minute."""

    burst: int
    per_minute: int


RATES: Final[dict[Kind, Rate]] = {
    "message": Rate(60, 1200),
    "say": Rate(20, 60),
    "request": Rate(200, 1200),
    "connect": Rate(120, 600),
    "join": Rate(30, 60),
    "create": Rate(20, 20),
    "login": Rate(10, 10),
    "logins": Rate(30, 30),
}


class Bucket:
    """Refills with time, is emptied by use."""

    __slots__ = ("_at", "_rate", "_tokens")

    def __init__(self, rate: Rate, now: int) -> None:
        self._rate = rate
        self._tokens = float(rate.burst)
        self._at = now

    def is_full(self, now: int) -> bool:
        """Whether it has refilled since it was used: then it is as good as new."""
        return self._filled(now) >= self._rate.burst

    def _filled(self, now: int) -> float:
        gained = (now - self._at) * self._rate.per_minute / 60_000
        return min(self._rate.burst, self._tokens + gained)

    def take(self, now: int) -> bool:
        self._tokens = self._filled(now)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Limits:
    """The buckets of all addresses, people and connections; full ones are dropped and, if there are
    too many, those unused for longest."""

    def __init__(
        self, clock: SystemClock, rates: dict[Kind, Rate] | None = None, bus: Bus | None = None
    ) -> None:
        self._clock = clock
        self._bus = bus
        self._own = secrets.token_hex(8)
        if bus is not None:
            bus.listen(TAKEN, self._hear)
        self._rates = RATES if rates is None else rates
        self._buckets: OrderedDict[tuple[Kind, str], Bucket] = OrderedDict()

    def allows(self, kind: Kind, *keys: str) -> bool:
        """Whether all of these (an address, a person) may do one more of this kind."""
        return all(self._take(kind, key) for key in keys)

    def allows_anywhere(self, kind: Kind, key: str) -> bool:
        """Like `allows`, counted by all workers together."""
        is_allowed = self._take(kind, key)
        if is_allowed and self._bus is not None:
            self._bus.publish(TAKEN, f"{kind} {key}".encode(), self._own)
        return is_allowed

    def _hear(self, frame: bytes, sender: str) -> None:
        kind, _, key = frame.decode().partition(" ")
        if sender != self._own and kind in self._rates:
            self._take(kind, key)

    def _take(self, kind: Kind, key: str) -> bool:
        now = self._clock.steady()
        bucket = self._buckets.get((kind, key))
        if bucket is None:
            self._forget(now)
            bucket = self._buckets[kind, key] = Bucket(self._rates[kind], now)
        else:
            self._buckets.move_to_end((kind, key))
        return bucket.take(now)

    def _forget(self, now: int) -> None:
        """Make room for one more by dropping the one unused for longest."""
        while self._buckets:
            name, bucket = next(iter(self._buckets.items()))
            if len(self._buckets) < MOST_BUCKETS and not bucket.is_full(now):
                return
            del self._buckets[name]
