"""The statements that name all columns of a table, made from the schema's list of them."""

from __future__ import annotations

from collections.abc import Collection

from prateria.server.store.schema import COLUMNS


def select(table: str, rest: str = "") -> str:
    """Read whole rows; `rest` says which and in what order: `WHERE id = ?`."""
    return f"SELECT {', '.join(COLUMNS[table])} FROM {table} {rest}"


def insert(table: str) -> str:
    """Write a new row; a Conflict if its key is there."""
    columns = COLUMNS[table]
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"


def upsert(table: str, key: str, rest: str = "", *, but: Collection[str] = ()) -> str:
    """Write a row, new or in place of the one with its key; `rest` may say under what condition,
    `but` which columns of one that is there stay as they are."""
    kept = {key, *but}
    changes = ", ".join(f"{name} = excluded.{name}" for name in COLUMNS[table] if name not in kept)
    return f"{insert(table)} ON CONFLICT ({key}) DO UPDATE SET {changes} {rest}"
