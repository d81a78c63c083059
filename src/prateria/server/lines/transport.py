"""The round trip of a connection as measured by the system's transport: no program answers it.

On Linux the kernel is asked about the accepted socket. A connection from a trusted proxy ends
there, so that its kernel knows the line and ours does not: the proxy may pass it in a header, in
microseconds, as nginx does with `proxy_set_header X-Tcpinfo-Rtt $tcpinfo_rtt;`.
"""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

RoundTrip: TypeAlias = tuple[float, float]
"""The shortest one and the usual one now, in milliseconds."""
AskTransport: TypeAlias = Callable[[], RoundTrip | None]

EXTENSION: Final = "prateria.transport"
"""The key in a socket's scope under which its transport can be asked."""
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
    """What a proxy says about the line it has accepted."""
    text = headers.get(HEADER, "").strip()
    if not text.isascii() or not text.isdigit() or len(text) > 8 or int(text) > LONGEST_US:
        return None
    rtt = int(text) / 1000
    return rtt, rtt


def ask(scope: Mapping[str, Any]) -> AskTransport | None:
    """How to ask the transport of this socket, if that is possible."""
    extensions = scope.get("extensions") or {}
    found: AskTransport | None = extensions.get(EXTENSION)
    return found
