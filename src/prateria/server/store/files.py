"""Files and folders that survive a loss of power.

A new file is safe when it *and* the folder that contains its name have been synced.
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
    """Sync the names in a folder; some file systems do so by themselves and refuse the call."""
    if os.name == "nt":
        return
    try:
        sync(path)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise


def make_folder(path: Path) -> None:
    """Create a folder for its owner alone, and its parents as far as they are missing."""
    if path.is_dir():
        return
    make_folder(path.parent)
    path.mkdir(mode=0o700, exist_ok=True)
    sync_folder(path.parent)
