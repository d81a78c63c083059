"""Serving: uvicorn around the app."""

from __future__ import annotations

import uvicorn
from litestar import Litestar

from prateria.server.app import make_app
from prateria.server.bus.local import LocalBus
from prateria.server.limits import Kind, Rate
from prateria.server.protocol import FRAME_LIMIT
from prateria.server.server import Server
from prateria.server.settings import Settings
from prateria.server.store.base import Store


def uvicorn_config(app: Litestar, settings: Settings) -> uvicorn.Config:
    """No compression on sockets: frames are small, and a window per client is not."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        ws="websockets-sansio",
        ws_max_size=FRAME_LIMIT,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        access_log=False,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=2,
    )


def serve(settings: Settings, store: Store, rates: dict[Kind, Rate] | None = None) -> None:
    """Serve until told to stop."""
    server = Server(settings, store, LocalBus(), rates=rates)
    uvicorn.Server(uvicorn_config(make_app(server), settings)).run()
