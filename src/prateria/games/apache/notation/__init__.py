"""Positions and actions as text, written and read."""

from __future__ import annotations

from typing import Final

from prateria.core.contract.notation import Notation
from prateria.games.apache.notation import read, write

NOTATION: Final = Notation(
    format_state=write.format_state,
    parse_state=read.parse_state,
    setup=write.setup,
    format_action=write.format_action,
    parse_action=write.parse_action,
)
