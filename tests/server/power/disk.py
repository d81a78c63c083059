"""What a disk may hold after a power failure: what was synced, and of the rest what chance leaves.

Read from the journal that `journal.c` writes. The model is stricter than most file systems:

- data written to a file is certain to be there once the file has been synced; until then each write
  is there, or not, or torn at the borders of sectors, whatever came before or after it;
- a name that was created, changed or removed is certain once its folder has been synced.
"""

from __future__ import annotations

import os
import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

HEAD: Final = struct.Struct("=c7xqqqqqq")
SECTOR: Final = 512
SHARED_MEMORY: Final = "-shm"
"""SQLite shares these pages between processes; after a crash they are recreated."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the journal."""

    op: str
    nanoseconds: int
    inode: int
    offset: int
    path: str
    other: str
    data: bytes


def read_journal(path: Path) -> list[Step]:
    return list(_steps(path.read_bytes()))


def _steps(raw: bytes) -> Iterator[Step]:
    at = 0
    while at + HEAD.size <= len(raw):
        op, when, inode, offset, *lengths = HEAD.unpack_from(raw, at)
        at += HEAD.size
        parts = []
        for length in lengths:
            parts.append(raw[at : at + length])
            at += length
        if at > len(raw):
            return  # the program was killed while it wrote this
        path, other, data = parts
        yield Step(op.decode(), when, inode, offset, os.fsdecode(path), os.fsdecode(other), data)


@dataclass(slots=True)
class File:
    """The safe content of a file, and the operations since it was last synced."""

    safe: bytearray = field(default_factory=bytearray)
    since: list[Step] = field(default_factory=list)

    def sync(self) -> None:
        for step in self.since:
            _apply(self.safe, step, step.data)
        self.since.clear()

    def after_loss(self, luck: random.Random, share: float) -> bytes:
        kept = bytearray(self.safe)
        for step in self.since:
            if luck.random() < share:
                _apply(kept, step, step.data)
            elif step.op == "W" and 0 < share < 1 and luck.random() < 0.5:
                _tear(kept, step, luck)
        return bytes(kept)


def _apply(image: bytearray, step: Step, data: bytes) -> None:
    if step.op == "T":
        del image[step.offset :]
        image.extend(bytes(step.offset - len(image)))
        return
    end = step.offset + len(data)
    image.extend(bytes(max(0, end - len(image))))
    image[step.offset : end] = data


def _tear(image: bytearray, step: Step, luck: random.Random) -> None:
    """Some of its sectors."""
    at = 0
    while at < len(step.data):
        border = SECTOR - (step.offset + at) % SECTOR
        if luck.random() < 0.5:
            part = step.data[at : at + border]
            piece = Step("W", 0, 0, step.offset + at, "", "", part)
            _apply(image, piece, part)
        at += border


class Disk:
    """A folder on a disk, as the steps of a journal are carried out one by one."""

    def __init__(self, root: Path) -> None:
        self._root = str(root.resolve())
        self._files: dict[int, File] = {}
        self._safe: dict[str, int] = {}
        """Names that are safe, with their inodes; folders have -1."""
        self._names: dict[str, int] = {}
        """Names as the program sees them."""
        self._since: list[Step] = []
        """Changes of names that are not safe yet."""

    def do(self, step: Step) -> None:
        match step.op:
            case "W" | "T":
                self._file(step.inode).since.append(step)
            case "S" if step.path == self._root or self._names.get(step.path) == -1:
                self._sync_folder(step.path)
            case "S":
                self._file(step.inode).sync()
            case "A":
                pass
            case _:
                if step.op == "C":
                    self._files[step.inode] = File()
                _rename(self._names, step)
                self._since.append(step)

    def _file(self, inode: int) -> File:
        return self._files.setdefault(inode, File())

    def _sync_folder(self, path: str) -> None:
        rest = []
        for step in self._since:
            if path in (os.path.dirname(step.path), os.path.dirname(step.other)):  # noqa: PTH120
                _rename(self._safe, step)
            else:
                rest.append(step)
        self._since = rest

    def lose_power(self, target: Path, luck: random.Random, share: float) -> None:
        """Write what is left afterwards to a folder; of what is not safe, about this share."""
        names = dict(self._safe)
        for step in self._since:
            if luck.random() < share:
                _rename(names, step)
        for name, inode in sorted(names.items()):
            place = target / os.path.relpath(name, self._root)
            if not place.parent.is_dir():
                continue  # the folder itself is gone
            if inode == -1:
                place.mkdir()
            elif name.endswith(SHARED_MEMORY):
                place.write_bytes(luck.randbytes(32768))
            else:
                place.write_bytes(self._file(inode).after_loss(luck, share))


def _rename(names: dict[str, int], step: Step) -> None:
    match step.op:
        case "C":
            names[step.path] = step.inode
        case "M":
            names[step.path] = -1
        case "L":
            names[step.other] = step.inode
        case "R":
            names.pop(step.path, None)
            names[step.other] = step.inode
        case "U":
            names.pop(step.path, None)
        case _:
            raise ValueError(step.op)
