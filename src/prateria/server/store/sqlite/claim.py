"""Which server serves a store in a file: a lock that ends with its process, and holds its
address."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from prateria.server.store.base import AlreadyServed, StoreError


class FileClaim:
    """A lock beside the store's file. The system releases it when the process dies, however that
    happens."""

    def __init__(self, path: str, address: str, *, alone: bool) -> None:
        self._path = Path(f"{os.path.realpath(path)}-served")  # whatever link leads to it
        try:
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreError(f"{self._path} cannot be opened: {error.strerror}") from None
        try:
            fcntl.flock(self._file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except OSError:
            told = os.read(self._file, 200).decode(errors="replace").strip()
            os.close(self._file)
            raise AlreadyServed(told) from None
        with suppress(OSError):  # on a full disk the lock is held all the same
            os.truncate(self._file, 0)
            os.pwrite(self._file, address.encode(), 0)

    def release(self) -> None:
        os.close(self._file)
