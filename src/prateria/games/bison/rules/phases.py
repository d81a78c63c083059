"""What a match of Bison waits for next. The order is the order of play."""

from __future__ import annotations

from typing import Final

LOT: Final = 0
START: Final = 1
DRAW: Final = 2
TURN: Final = 3
LAY: Final = 4
SEND: Final = 5
BUILD: Final = 6
GATHER: Final = 7
CALL: Final = 8
PICK: Final = 9
MOVE: Final = 10
GAIN: Final = 11
PAY: Final = 12
AFTER: Final = 13
OVERFLOW: Final = 14
OVER: Final = 15

PHASES: Final = (
    "lot",
    "start",
    "draw",
    "turn",
    "lay",
    "send",
    "build",
    "gather",
    "call",
    "pick",
    "move",
    "gain",
    "pay",
    "after",
    "overflow",
    "over",
)
"""Their names in notation and views. Before `turn` it is luck that acts."""
