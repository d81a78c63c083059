"""The bus over Redis, for several workers: needs `pip install 'prateria[scale]'`.

Inside this process it is still a call: if Redis is unreachable, clients connected to the owner of
their table do not notice. Redis stores nothing; while it is unreachable frames are lost, and when
it is back everyone who registered is told of the gap.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from typing import Any, Final

from prateria.server.bus.base import Bus, BusError, HearBytes, Stop
from prateria.server.bus.local import LocalBus
from prateria.server.server_log import facts

try:
    import redis.asyncio
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff
    from redis.exceptions import RedisError
except ImportError as error:
    raise BusError(
        "Redis needs the package redis, which is not installed: pip install 'prateria[scale]'"
    ) from error

LOG: Final = logging.getLogger("prateria.server")
PAUSE_S: Final = 0.2
"""The pause between two attempts to reach Redis."""
PROBE_S: Final = 1.0
"""How often to check that frames still come through."""
SILENCE_S: Final = 4.0
"""After this long without any frame the connection is dropped and opened again."""
TIMEOUT_S: Final = 3.0
MOST_WAITING: Final = 20_000
_ORIGIN: Final = 8
_AWAY: Final = (RedisError, OSError, TimeoutError)


class RedisBus(Bus):
    is_shared = True

    def __init__(self, url: str) -> None:
        self._near = LocalBus()
        self._origin = secrets.token_bytes(_ORIGIN)
        try:
            # No retries inside: a connection that is silently reopened hides a gap.
            self._redis = redis.asyncio.Redis.from_url(
                url,
                retry=Retry(NoBackoff(), 0),
                socket_connect_timeout=TIMEOUT_S,
                socket_timeout=TIMEOUT_S,
            )
        except ValueError:
            raise BusError("that is not a Redis URL: redis://host:port/number") from None
        # Redis separates databases, but not their channels: so the number goes into the names.
        number = self._redis.connection_pool.connection_kwargs.get("db") or 0
        self._prefix = f"prateria/{number}/"
        self._own = f"probe/{self._origin.hex()}"
        self._listeners: dict[str, int] = {self._own: 1}
        self._pubsub: Any = None
        self._outbox: list[tuple[str, bytes]] = []
        self._filled = asyncio.Event()
        self._is_busy = False
        self._wanted = asyncio.Event()
        self._agreed = asyncio.Condition()
        self._subscribed: set[str] = set()
        self._heard_at = 0.0
        self._gaps: list[Callable[[], None]] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        try:
            await self._redis.ping()
        except _AWAY as error:
            await self._redis.aclose()
            raise BusError(f"Redis cannot be reached ({type(error).__name__})") from None
        self._tasks = [
            asyncio.create_task(work())
            for work in (self._send_always, self._hear_always, self._probe_always)
        ]
        await self.settle()

    async def close(self) -> None:
        """Published frames are sent first, if Redis accepts them."""
        patience = time.monotonic() + PROBE_S
        while self._is_sending() and time.monotonic() < patience:
            await asyncio.sleep(0.005)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._near.close()
        await self._drop_pubsub()
        await self._redis.aclose()

    # --- publishing

    def publish(self, channel: str, frame: bytes, sender: str = "") -> None:
        self._near.publish(channel, frame, sender)
        if len(self._outbox) >= MOST_WAITING:
            self._outbox.clear()
            self._tell_gap()
        name = sender.encode()
        head = self._origin + len(name).to_bytes(2, "big")
        self._outbox.append((channel, head + name + frame))
        self._filled.set()

    def _is_sending(self) -> bool:
        return bool(self._tasks and (self._outbox or self._is_busy))

    async def _send_always(self) -> None:
        while True:
            self._is_busy = False
            await self._filled.wait()
            self._filled.clear()
            self._is_busy = True
            batch, self._outbox = self._outbox, []
            pipeline = self._redis.pipeline(transaction=False)
            for channel, packed in batch:
                pipeline.publish(self._prefix + channel, packed)
            try:
                await pipeline.execute()
            except _AWAY as error:
                LOG.warning("Redis does not take frames", extra=facts(cause=error))
                self._tell_gap()
                await asyncio.sleep(PAUSE_S)

    # --- hearing

    def listen(self, channel: str, hear: HearBytes) -> Stop:
        stop_near = self._near.listen(channel, hear)
        self._listeners[channel] = self._listeners.get(channel, 0) + 1
        self._wanted.set()
        is_on = True

        def stop() -> None:
            nonlocal is_on
            stop_near()
            if is_on:
                is_on = False
                self._listeners[channel] -= 1
                if not self._listeners[channel]:
                    del self._listeners[channel]
                    self._wanted.set()

        return stop

    async def settle(self) -> None:
        async with self._agreed:
            await self._agreed.wait_for(lambda: self._listeners.keys() <= self._subscribed)

    async def _hear_always(self) -> None:
        while True:
            try:
                await self._hear()
            except _AWAY as error:
                LOG.warning("Redis is away", extra=facts(cause=error))
            except Exception:  # one listener's error must not deafen all others
                LOG.exception("a subscriber on the bus failed")
            await self._drop_pubsub()
            self._tell_gap()
            await asyncio.sleep(PAUSE_S)

    async def _hear(self) -> None:
        """One connection, from opening to closing."""
        self._subscribed.clear()
        self._pubsub = pubsub = self._redis.pubsub()
        await pubsub.subscribe(*(self._prefix + channel for channel in self._listeners))
        self._heard_at = time.monotonic()
        subscriber = asyncio.create_task(self._subscribe_always(pubsub))
        try:
            while time.monotonic() - self._heard_at < SILENCE_S and not subscriber.done():
                message = await pubsub.get_message(timeout=PROBE_S)
                if message is not None:
                    self._heard_at = time.monotonic()
                    await self._take(message)
        finally:
            subscriber.cancel()
            await asyncio.gather(subscriber, return_exceptions=True)

    async def _subscribe_always(self, pubsub: Any) -> None:
        asked = set(self._listeners)
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            new, old = self._listeners.keys() - asked, asked - self._listeners.keys()
            if new:
                await pubsub.subscribe(*(self._prefix + channel for channel in new))
            if old:
                await pubsub.unsubscribe(*(self._prefix + channel for channel in old))
            asked = (asked | new) - old

    async def _take(self, message: dict[str, Any]) -> None:
        channel = message["channel"].decode().removeprefix(self._prefix)
        match message["type"]:
            case "subscribe":
                async with self._agreed:
                    self._subscribed.add(channel)
                    self._agreed.notify_all()
            case "unsubscribe":
                self._subscribed.discard(channel)
            case "message":
                packed: bytes = message["data"]
                if packed[:_ORIGIN] != self._origin:
                    start = _ORIGIN + 2
                    end = start + int.from_bytes(packed[_ORIGIN:start], "big")
                    self._near.publish(channel, packed[end:], packed[start:end].decode())
            case _:
                pass

    async def _drop_pubsub(self) -> None:
        if self._pubsub is not None:
            try:
                await self._pubsub.aclose()
            except _AWAY:
                LOG.debug("Redis is gone already")
            self._pubsub = None

    async def _probe_always(self) -> None:
        """Send frames to ourselves: if they do not come back, those of others would not either."""
        while True:
            await asyncio.sleep(PROBE_S)
            self.publish(self._own, b"")

    # --- asking

    async def is_heard(self, channel: str) -> bool:
        if await self._near.is_heard(channel):
            return True
        try:
            rows = await self._redis.pubsub_numsub(self._prefix + channel)
        except _AWAY:
            return False
        return any(count for _, count in rows)

    def on_gap(self, act: Callable[[], None]) -> Stop:
        self._gaps.append(act)
        return lambda: self._gaps.remove(act) if act in self._gaps else None

    def _tell_gap(self) -> None:
        for act in tuple(self._gaps):
            act()
