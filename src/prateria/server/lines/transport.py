"""The round trip of a connection as the system's transport measures it: no program answers it.

On Linux the kernel is asked about the accepted socket. A connection that comes from a named proxy
ends there, so that its kernel knows the line and ours does not: the proxy may tell it in a header,
in microseconds, as nginx does with `proxy_set_header X-Tcpinfo-Rtt $tcpinfo_rtt;`.
"""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

RoundTrip: TypeAlias = tuple[float, float]
"""The shortest one and the usual one of now, in milliseconds."""
AskTransport: TypeAlias = Callable[[], RoundTrip | None]
WriteNow: TypeAlias = Callable[[bytes, bool], bool]
"""Sends a message now, as text or (False) as bytes; returns False if it cannot be sent now."""

EXTENSION: Final = "prateria.transport"
"""Where in the scope of a socket its transport can be asked."""
WRITER: Final = "prateria.writer"
"""Where in the scope of a socket is who writes to it without a detour."""
HEADER: Final = "x-tcpinfo-rtt"
LONGEST_US: Final = 60_000_000

_TCP_INFO: Final = getattr(socket, "TCP_INFO", None)
_RTT_AT: Final = 68
"""`tcpi_rtt` in Linux' `struct tcp_info`, and `tcpi_min_rtt`; both in microseconds."""
_LEAST_AT: Final = 148
_ENOUGH: Final = _LEAST_AT + 4


def of_socket(sock: Any) -> RoundTrip | None:
    """What the kernel knows; None where it cannot be asked."""
    if _TCP_INFO is None or sock is None:
        return None
    try:
        info = sock.getsockopt(socket.IPPROTO_TCP, _TCP_INFO, 256)
    except (OSError, ValueError):
        return None
    if len(info) < _ENOUGH:
        return None
    (usual,) = struct.unpack_from("I", info, _RTT_AT)
    (least,) = struct.unpack_from("I", info, _LEAST_AT)
    return min(least, usual) / 1000, usual / 1000


def told_by_proxy(headers: Mapping[str, str]) -> RoundTrip | None:
    """What a proxy says of the line it has accepted."""
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
    """How the transport of this socket can be asked, if it can."""
    extensions = scope.get("extensions") or {}
    found: AskTransport | None = extensions.get(EXTENSION)
    return found
