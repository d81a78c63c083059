"""Which store a URL names."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from prateria.server.store import urls
from prateria.server.store.base import StoreError
from prateria.server.store.postgres import PostgresStore
from prateria.server.store.sqlite.store import SqliteStore
from prateria.server.store.urls import open_store, shown_url


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("sqlite:///store.db", "store.db"),
        ("sqlite:////var/lib/store.db", "/var/lib/store.db"),
        ("SQLite:///a%20b.db", "a b.db"),
        ("sqlite::memory:", ":memory:"),
        ("sqlite:///:memory:", ":memory:"),
    ],
)
def test_sqlite(url: str, path: str) -> None:
    store = open_store(url)
    assert isinstance(store, SqliteStore)
    assert store.path == path


@pytest.mark.parametrize("url", ["postgresql://ann@host/db", "postgres://ann@host/db"])
def test_postgresql(url: str) -> None:
    assert isinstance(open_store(url), PostgresStore)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("mysql://host/db", "no store is called mysql: there are sqlite and postgresql"),
        ("/var/lib/store.db", "a store is given as a URL"),
        ("sqlite://host/store.db", "sqlite:///file"),
        ("sqlite:store.db", "sqlite:///file"),
    ],
)
def test_what_is_no_store_is_told(url: str, words: str) -> None:
    with pytest.raises(StoreError, match=words):
        open_store(url)


def test_without_psycopg_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "prateria.server.store.postgres")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"pip install 'prateria\[scale\]'"):
        open_store("postgresql://host/db")


def test_the_default_is_in_the_users_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    store = open_store()
    assert isinstance(store, SqliteStore)
    assert store.path == str(tmp_path / "data" / "prateria" / "prateria.db")
    assert (tmp_path / "data" / "prateria").stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(
    ("platform", "folder"),
    [
        ("linux", ".local/share/prateria"),
        ("darwin", "Library/Application Support/prateria"),
        ("win32", "AppData/Local/prateria"),
    ],
)
def test_each_system_has_its_own_data_folder(
    platform: str, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    assert urls.data_folder() == tmp_path / folder


def test_a_shown_url_has_no_password() -> None:
    assert shown_url("postgresql://ann:sesame@host:5/db?password=x") == "postgresql://ann@host:5/db"
    assert shown_url("sqlite:////var/store.db") == "sqlite:////var/store.db"
    assert shown_url("sqlite::memory:") == "sqlite::memory:"
