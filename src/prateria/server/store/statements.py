"""Statements that name all columns of a table, made from the schema's list of columns."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, TypeVar

from prateria.server.store.schema import COLUMNS

T = TypeVar("T")
FEW: Final = 8
"""Up to this many values, each number has a statement of its own."""
MANY: Final = 128
"""No statement takes more."""


def select(table: str, rest: str = "") -> str:
    """Read complete rows; `rest` says which and in what order: `WHERE id = ?`."""
    return f"SELECT {', '.join(COLUMNS[table])} FROM {table} {rest}"


def insert(table: str) -> str:
    """Insert a row; Conflict if its key exists."""
    columns = COLUMNS[table]
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"


def upsert(table: str, key: str, rest: str = "", *, but: Collection[str] = ()) -> str:
    """Insert a row or update the one with its key; `rest` may add a condition, `but` names columns
    that an existing row keeps."""
    kept = {key, *but}
    changes = ", ".join(f"{name} = excluded.{name}" for name in COLUMNS[table] if name not in kept)
    return f"{insert(table)} ON CONFLICT ({key}) DO UPDATE SET {changes} {rest}"


def portions(values: Sequence[T]) -> Iterator[Sequence[T]]:
    """Values for several statements, in few sizes: 1 to FEW, then doubling up to MANY.

    Every size is a statement, and a connection keeps hundreds of them, of 40 kB and more for a long
    one.
    """
    at = 0
    while at < len(values):
        size = len(values) - at
        if size > FEW:
            size = min(MANY, 1 << (size.bit_length() - 1))
        yield values[at : at + size]
        at += size
