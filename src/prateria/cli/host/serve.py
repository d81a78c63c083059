"""`prateria serve`: tables for everyone who can reach this machine."""

from __future__ import annotations

import argparse
import os
import socket
import sys
import webbrowser
from typing import TYPE_CHECKING, Final

from prateria.cli.common import add_command
from prateria.cli.terminal.screen import Screen
from prateria.core.errors import SetupError

if TYPE_CHECKING:
    from prateria.cli.common import Commands

PORT: Final = 8137

TEXT: Final = """\
Serve tables: play with people and bots in the browser, or through the HTTP API and the sockets.

No configuration is needed. Tables, logs and people are kept in an SQLite file in your data folder;
nothing is announced before it is on disk. Cookies are signed with a secret that is made once and
kept beside it, or taken from the environment variable PRATERIA_SECRET.

examples:
  prateria serve --open                              here, in the browser
  prateria serve --host 0.0.0.0 --port 8137          for everyone on the network
  prateria serve --secure --proxy 127.0.0.1          behind a local proxy
  prateria serve --store postgresql://me@db/games
  prateria serve --workers 4 --store postgresql://me@db/g --bus redis://cache

Several workers, or several servers behind one proxy, share a PostgreSQL database and a Redis,
and the same PRATERIA_SECRET if they run on several machines: docs/scaling.md."""


def add(commands: Commands) -> None:
    parser = add_command(
        commands, "serve", run, short="serve tables for people and bots", text=TEXT
    )
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
    parser.add_argument(
        "--port", type=int, help=f"the port to listen on ({PORT}, or any free one if that is taken)"
    )
    parser.add_argument("--open", action="store_true", help="open the browser there")
    parser.add_argument(
        "--no-browser", action="store_true", help="do not open it, even with --open"
    )
    parser.add_argument(
        "--store",
        default="sqlite://",
        metavar="URL",
        help="where everything is kept: sqlite, postgresql",
    )
    parser.add_argument(
        "--bus",
        default="local",
        metavar="URL",
        help="message bus between processes: local (one process only) or redis://host:port/n",
    )
    parser.add_argument(
        "--workers", type=int, default=1, metavar="N", help="number of server processes (1)"
    )
    parser.add_argument(
        "--slot",
        default="",
        metavar="NAME",
        help="with several servers behind one proxy: ids of tables opened here begin with NAME-",
    )
    parser.add_argument(
        "--secure",
        action="store_true",
        help="cookies over https only, for use behind an https proxy",
    )
    parser.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        help="another site whose pages may use this server; may be repeated",
    )

    parser.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a proxy trusted to say where clients come from; may be repeated",
    )
    parser.add_argument(
        "--proxy-rtt",
        action="store_true",
        help="the proxies write each line's round trip into X-Tcpinfo-Rtt, for live Apache",
    )
    parser.add_argument(
        "--log",
        choices=["text", "json"],
        default="text",
        help="how the server's own log is written to standard error: text, or JSON Lines (text)",
    )


def run(arguments: argparse.Namespace) -> int:
    # Imported here: the other commands must not wait for a web server to be imported.
    from prateria.server.bus.base import BusError
    from prateria.server.run import check_reachable, check_workers, serve
    from prateria.server.settings import (
        METRICS_VARIABLE,
        Settings,
        checked_slot,
        load_secret,
        wants_pseudo,
    )
    from prateria.server.store.base import AlreadyServed, StoreError
    from prateria.server.store.urls import shown_url

    screen = Screen()
    listening = _listen(arguments.host, arguments.port)
    port: int = listening.getsockname()[1]
    try:
        settings = Settings(
            secret=load_secret(),
            host=arguments.host,
            port=port,
            store=arguments.store,
            bus=arguments.bus,
            workers=arguments.workers,
            slot=checked_slot(arguments.slot),
            secure=arguments.secure,
            origins=tuple(arguments.origin),
            proxies=tuple(arguments.proxy),
            proxy_rtt=arguments.proxy_rtt,
            log=arguments.log,
            metrics_token=os.environ.get(METRICS_VARIABLE, ""),
            pseudo=wants_pseudo(),
        )
        check_workers(settings)
        check_reachable(settings)
        address = settings.address
        kept = "" if settings.store == "sqlite://" else f", store {shown_url(settings.store)}"
        if settings.bus != "local":
            kept += f", bus {shown_url(settings.bus)}, workers {settings.workers}"
        screen.write_raw(f"Prateria is at {address}{kept} (Ctrl-C ends it)")
        _open(arguments, address)
        serve(settings, listening=listening)
    except AlreadyServed as error:
        if not (arguments.open and error.address):
            raise SetupError(str(error)) from None
        screen.write_raw(f"Prateria is already at {error.address}")
        _open(arguments, error.address)
    except (BusError, StoreError) as error:
        raise SetupError(str(error)) from None
    finally:
        listening.close()
    return 0


def _listen(host: str, port: int | None) -> socket.socket:
    """Listen on the given port; if none is given, on ours or, if that is taken, on any."""
    from prateria.server.run import listen

    for wanted in (PORT, 0) if port is None else (port,):
        try:
            return listen(host, wanted)
        except OSError as error:
            failure = error
    raise SetupError(f"cannot listen on {host}, port {wanted}: {failure.strerror or failure}")


def _open(arguments: argparse.Namespace, address: str) -> None:
    if arguments.open and not arguments.no_browser and _has_screen():
        webbrowser.open(address)


def _has_screen() -> bool:
    """Whether a browser would open a window; one in the terminal would only be in the way."""
    if sys.platform == "darwin":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
