"""The URL that others can open, and its QR code."""

from __future__ import annotations

import socket
from typing import Final
from urllib.parse import urlsplit

import segno
from markupsafe import Markup

from prateria.server.http.deps import AnyRequest
from prateria.server.settings import Settings

LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
ANYWHERE: Final = ("0.0.0.0", "::")
"""Addresses that make a server reachable from the whole network."""


def base_url(request: AnyRequest, settings: Settings) -> str:
    """How others reach this server: at the address the reader used, unless that one means the local
    machine."""
    url = urlsplit(str(request.base_url))
    if url.hostname in LOOPBACK and settings.host in ANYWHERE:
        own = own_address()
        if own is not None:
            return f"{url.scheme}://{own}:{url.port or settings.port}"
    return f"{url.scheme}://{url.netloc}"


def is_only_here(base: str) -> bool:
    """Whether a URL works on this machine only."""
    return urlsplit(base).hostname in LOOPBACK


def own_address() -> str | None:
    """This machine's address in its network. Nothing is sent: a datagram socket only looks up the
    route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address


def qr_code(url: str) -> Markup:
    code = segno.make(url, error="m", micro=False)
    svg = code.svg_inline(omitsize=True, svgclass=None, lineclass=None, border=3)
    return Markup(svg)  # made of squares only
