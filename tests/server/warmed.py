"""Importing this module imports everything a server needs; for the process that servers are forked
from."""

import gc

import prateria.cli.commands  # noqa: F401
from prateria.server.app import make_app
from prateria.server.bus.local import LocalBus
from prateria.server.pages.preload import warm
from prateria.server.run import uvicorn_config
from prateria.server.server import Server
from prateria.server.settings import Settings
from prateria.server.store.urls import open_store

warm()
_server = Server(Settings(secret=""), open_store("sqlite::memory:"), LocalBus())
uvicorn_config(make_app(_server), _server).load()
open_store("postgresql://nobody@nowhere/nothing")
gc.collect()
gc.freeze()
