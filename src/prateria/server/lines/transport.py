"""What the system's transport knows of a connection: its round trip, which no program answers, and
since when data waits to be read, which is nobody's reaction.

On Linux the kernel is asked about the accepted socket. A connection that comes from a named proxy
ends there, so that its kernel knows the line and ours does not: the proxy may tell it in a header,
in microseconds, as nginx does with `proxy_set_header X-Tcpinfo-Rtt $tcpinfo_rtt;`. It is believed
only if whoever runs the server says that the proxies do: others pass on what a client wrote there.
"""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

RoundTrip: TypeAlias = tuple[float, float]
"""The shortest one and the usual one of now, in milliseconds."""


class Known(NamedTuple):
    """What is known at this moment."""

    trip: RoundTrip | None = None
    waited: float = 0.0
    """How long ago the last data came, in milliseconds."""


class Data(NamedTuple):
    """What goes out as one message."""

    bytes: bytes
    is_text: bool = True


AskTransport: TypeAlias = Callable[[], Known]
WriteNow: TypeAlias = Callable[[Sequence[Data]], bool]
"""Sends messages now, together; returns False if they cannot be sent now."""

EXTENSION: Final = "prateria.transport"
"""The key in a socket's scope under which its transport can be asked."""
WRITER: Final = "prateria.writer"
"""The key in a socket's scope under which is who writes to it directly."""
HEADER: Final = "x-tcpinfo-rtt"
LONGEST_US: Final = 60_000_000
TICKS_MS: Final = 8
"""The kernel counts since when data waits in ticks of 4 ms, so that it may say two too many."""

_TCP_INFO: Final = getattr(socket, "TCP_INFO", None)
_DATA_AT: Final = 52
"""`tcpi_last_data_recv` in Linux' `struct tcp_info`, in milliseconds; then `tcpi_rtt` and
`tcpi_min_rtt`, in microseconds."""
_RTT_AT: Final = 68
_LEAST_AT: Final = 148
_ENOUGH: Final = _LEAST_AT + 4


def of_socket(sock: Any) -> Known:
    """What the kernel knows; nothing where it cannot be asked."""
    if _TCP_INFO is None or sock is None:
        return Known()
    try:
        info = sock.getsockopt(socket.IPPROTO_TCP, _TCP_INFO, 256)
    except (OSError, ValueError):
        return Known()
    if len(info) < _ENOUGH:
        return Known()
    usual, least, waited = [
        struct.unpack_from("I", info, at)[0] for at in (_RTT_AT, _LEAST_AT, _DATA_AT)
    ]
    return Known((min(least, usual) / 1000, usual / 1000), max(0, waited - TICKS_MS))


def told_by_proxy(headers: Mapping[str, str]) -> RoundTrip | None:
    """What a proxy says about the line it has accepted."""
    text = headers.get(HEADER, "").strip()
    if not text.isascii() or not text.isdigit() or len(text) > 8 or int(text) > LONGEST_US:
        return None
    rtt = int(text) / 1000
    return rtt, rtt


def writer(scope: Mapping[str, Any]) -> WriteNow | None:
    """Who writes to this socket without a detour; None if another worker has accepted it."""
    extensions = scope.get("extensions") or {}
    found: WriteNow | None = extensions.get(WRITER)
    return found


def ask(scope: Mapping[str, Any]) -> AskTransport | None:
    """How to ask the transport of this socket, if that is possible."""
    extensions = scope.get("extensions") or {}
    found: AskTransport | None = extensions.get(EXTENSION)
    return found
