"""`prateria serve`: tables for everyone who can reach this machine."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from prateria.cli.common import add_command
from prateria.cli.screen import Screen
from prateria.core.errors import SetupError

if TYPE_CHECKING:
    from prateria.cli.common import Commands

TEXT: Final = """\
Serve tables: play with people and bots through the HTTP API and the sockets.

Nothing needs to be configured. Tables, logs and people are kept in a SQLite file among your
data; what anybody was told has happened is on disk. Cookies are signed with a secret that is
made once and kept beside it, or taken from the variable PRATERIA_SECRET.

examples:
  prateria serve                                     for this machine alone
  prateria serve --host 0.0.0.0 --port 8137          for everyone on the network
  prateria serve --store postgresql://me@db/games --secure"""


def add(commands: Commands) -> None:
    parser = add_command(
        commands, "serve", run, short="serve tables for people and bots", text=TEXT
    )
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, default=8137, help="the port to listen on (8137)")
    parser.add_argument(
        "--store", default="sqlite://", metavar="URL", help="where all is kept: sqlite, postgresql"
    )
    parser.add_argument(
        "--secure", action="store_true", help="cookies over https only, behind such a proxy"
    )
    parser.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        help="another site whose pages may use this server; may be repeated",
    )


def run(arguments: argparse.Namespace) -> int:
    # Imported here: the other commands must not wait for a web server to be read in.
    from prateria.server.run import serve
    from prateria.server.settings import Settings, load_secret
    from prateria.server.store.base import StoreError
    from prateria.server.store.urls import open_store, shown_url

    screen = Screen()
    try:
        settings = Settings(
            secret=load_secret(),
            host=arguments.host,
            port=arguments.port,
            store=arguments.store,
            secure=arguments.secure,
            origins=tuple(arguments.origin),
        )
        store = open_store(settings.store)
        screen.write(f"http://{settings.host}:{settings.port}, store {shown_url(settings.store)}")
        serve(settings, store)
    except StoreError as error:
        raise SetupError(str(error)) from None
    return 0
