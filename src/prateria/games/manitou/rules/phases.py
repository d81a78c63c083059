"""What a match of Manitou waits for next. The order is the order of play."""

from __future__ import annotations

from typing import Final

LOT: Final = 0
TILES_DRAWN: Final = 1
PICK_PARTY: Final = 2
DRAW_PARTY: Final = 3
DRAW: Final = 4
PLAY: Final = 5
TOTEM: Final = 6
HORSE: Final = 7
DISCARD: Final = 8
SHARE: Final = 9
OVER: Final = 10

PHASES: Final = (
    "lot",
    "tiles",
    "party",
    "party-by-lot",
    "draw",
    "play",
    "totem",
    "horse",
    "discard",
    "share",
    "over",
)
"""Their names in notation and views."""
