"""One connection to a database, as the queries see it: the same interface for every database.

SQL is written once, with `?` for values. A session belongs to one thread at a time. Whatever the
database's driver raises comes out as a StoreError, so nothing above depends on the driver.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, ClassVar

from prateria.server.store.base import Append, StoreError

Row = tuple[Any, ...]
"""A row as the driver returns it."""


class Gone(StoreError):
    """The database is unreachable, or asks to begin again: open a new session and repeat.

    Never seen outside the store: a caller who has waited long enough gets a plain StoreError.
    """


class Session(ABC):
    """Statements, transactions, savepoints."""

    words: ClassVar[Mapping[str, str]]
    """What the schema names differently in this database: `serial`, `clustered`."""

    @abstractmethod
    def run(self, sql: str, values: Sequence[object] = ()) -> int:
        """Execute a change; return the number of rows changed."""

    @abstractmethod
    def run_many(self, sql: str, rows: Sequence[Sequence[object]]) -> int:
        """The same statement for each; returns the number of rows changed by all of them
        together."""

    def append_at_once(self, appends: Sequence[Append], mark: int) -> bool:  # noqa: ARG002
        """Write all of these in one statement, a transaction of its own. True when they are on
        disk; if false nothing was written, and they are to be run one by one."""
        return False

    @abstractmethod
    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Row]: ...

    @abstractmethod
    def portions(self, sql: str, size: int = 1000) -> Iterator[list[Row]]:
        """The rows of a long answer, some at a time. Only inside `snapshot()`."""

    def row(self, sql: str, values: Sequence[object] = ()) -> Row | None:
        """The first row of the answer, if there is one."""
        rows = self.rows(sql, values)
        return rows[0] if rows else None

    @abstractmethod
    def snapshot(self) -> AbstractContextManager[None]:
        """Inside it all reads see one moment, whatever others write."""

    @abstractmethod
    def begin(self, mark: int | None = None) -> None:
        """A transaction that writes; `mark` names it for `has_committed`."""

    @abstractmethod
    def commit(self) -> None:
        """Returns when it is on disk. After Gone the outcome is unknown: ask `has_committed`."""

    @abstractmethod
    def rollback(self) -> None:
        """Abandon the transaction, if there is one."""

    @abstractmethod
    def has_committed(self, mark: int) -> bool:
        """Whether the transaction of an earlier session, with this mark, reached the disk."""

    def savepoint(self) -> None:
        self.run("SAVEPOINT job")

    def release(self) -> None:
        self.run("RELEASE SAVEPOINT job")

    def undo(self) -> None:
        """Back to the savepoint, and release it."""
        self.run("ROLLBACK TO SAVEPOINT job")
        self.release()

    def lock_schema(self) -> None:  # noqa: B027 most need nothing more than their transaction
        """Inside a transaction: nobody else may change the schema until it ends."""

    @abstractmethod
    def close(self) -> None: ...
