"""Stores to test: every test that asks for `url` runs once on each kind."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from prateria.server.store.urls import open_store
from tests.server.house import OpenHouse, open_house, open_pair
from tests.server.postgres import Cluster, binaries
from tests.server.redis_server import RedisServer, program

NewUrl = Callable[[], str]


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL for the tests. If its programs are missing: skipped locally, an error in CI."""
    programs = binaries()
    if programs is None:
        if os.environ.get("CI"):
            pytest.fail("PostgreSQL is not installed")
        pytest.skip("PostgreSQL is not installed")
    cluster = Cluster(programs)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.remove()


@pytest.fixture(scope="session")
def shared_redis() -> Iterator[RedisServer]:
    """A Redis for the tests. If its program is missing: skipped locally, an error in CI."""
    path = program()
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("Redis is not installed")
        pytest.skip("Redis is not installed")
    server = RedisServer(path)
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture
def redis_server(shared_redis: RedisServer) -> Iterator[RedisServer]:
    """The same, restarted if the previous test has stopped it."""
    yield shared_redis
    shared_redis.kill()
    shared_redis.start()


POSTGRESQL = pytest.param("postgresql", marks=pytest.mark.slow)


@pytest.fixture(params=["sqlite", "memory", POSTGRESQL])
def new_url(request: pytest.FixtureRequest, tmp_path: Path) -> NewUrl:
    """Makes URLs of new, empty stores of one kind."""
    return _maker(request, request.param, tmp_path)


@pytest.fixture(params=["sqlite", POSTGRESQL])
def lasting_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new store that outlives its process and that several may open."""
    return _maker(request, request.param, tmp_path)()


@pytest.fixture
def url(new_url: NewUrl) -> str:
    return new_url()


ONE, TWO = "one server", "two workers"
HOUSES = [ONE, pytest.param(TWO, marks=pytest.mark.slow)]


@pytest.fixture(params=HOUSES)
def any_house(request: pytest.FixtureRequest) -> OpenHouse:
    """Opens a house of one server with a store in memory, or of two workers that share a PostgreSQL
    and a Redis: the same test must pass in both."""
    return open_house if request.param == ONE else _pair(request)


@pytest.fixture(params=HOUSES)
def same_house(request: pytest.FixtureRequest, tmp_path: Path) -> OpenHouse:
    """Opens a house repeatedly on one store, as after a restart."""
    if request.param == TWO:
        return _pair(request)
    url = f"sqlite:///{tmp_path}/same.db"
    return lambda **more: open_house(open_store(url), **more)


def _pair(request: pytest.FixtureRequest) -> OpenHouse:
    cluster: Cluster = request.getfixturevalue("cluster")
    bus: RedisServer = request.getfixturevalue("shared_redis")
    return partial(open_pair, cluster.new_schema(), bus.url(11))


def _maker(request: pytest.FixtureRequest, kind: str, folder: Path) -> NewUrl:
    if kind == "postgresql":
        cluster: Cluster = request.getfixturevalue("cluster")
        return cluster.new_schema
    if kind == "memory":
        return lambda: "sqlite::memory:"
    return lambda: f"sqlite:///{folder}/{secrets.token_hex(6)}.db"
