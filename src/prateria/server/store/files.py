"""Files and folders that are still there after a loss of power.

A new file is safe when it is synced *and* the folder that has its name is.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path


def sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_folder(path: Path) -> None:
    """Keep the names in a folder; some file systems do so by themselves and refuse to be told."""
    if os.name == "nt":
        return
    try:
        sync(path)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise


def make_folder(path: Path) -> None:
    """A folder for its owner alone, and those above it as far as they are missing."""
    if path.is_dir():
        return
    make_folder(path.parent)
    path.mkdir(mode=0o700, exist_ok=True)
    sync_folder(path.parent)
