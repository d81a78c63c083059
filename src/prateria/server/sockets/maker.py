"""Here objects become bytes: what goes out for a frame, as data for programs, drawn for pages."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Final

from prateria.server.lines.transport import Data
from prateria.server.painting.painter import Painter
from prateria.server.wire.frame import Frame, Update
from prateria.server.wire.protocol import Drawn, Look, write

LEAST_PACKED: Final = 1024
"""A longer drawing is compressed: raw deflate, in a binary frame."""
PACKING: Final = 3
"""The level of deflate: half the time of level 6, for frames that are a seventh longer."""


class Maker:
    """Belongs to one connection; without a painter it is a program's."""

    def __init__(self, painter: Painter | None) -> None:
        self._painter = painter
        self._has_ruleset = False
        """Whether the rule set has already gone out with an update."""

    def is_first(self, frame: Frame) -> bool:
        """Whether it must bring the rule set."""
        return not self._has_ruleset and isinstance(frame.message, Update)

    def made(self, item: Frame | Look) -> Iterator[Data]:
        if self._painter is not None:
            yield from self._painted(self._painter, item)
        elif isinstance(item, Frame):
            is_first = self.is_first(item)
            self._has_ruleset = self._has_ruleset or is_first
            yield Data(item.whole if is_first else item.data)

    def _painted(self, painter: Painter, item: Frame | Look) -> Iterator[Data]:
        if isinstance(item, Look):
            drawn = painter.look(item)
        else:
            drawn = painter.take(item.message, item.once)
            if not isinstance(item.message, Update):
                yield Data(item.data)
        if drawn is None:
            return
        if isinstance(item, Frame):  # spectators who have seen the same are sent the same
            yield item.once(drawn, lambda: _packed(drawn))
        else:
            yield _packed(drawn)


def _packed(drawn: Drawn) -> Data:
    data = write(drawn)
    is_short = len(data) <= LEAST_PACKED
    return Data(data if is_short else zlib.compress(data, PACKING, -15), is_short)
