"""The golden files that only Bison has; `./play golden` writes them."""

from __future__ import annotations

from typing import Final

from tests.games.bison import drawings, tables
from tests.golden.files import Makers

STARTS: Final = (
    "bison 3; season 4; phase overflow; scored prairie; a: stock=18/3/3",
    "bison 2; season 6; start b; round 4; turn b; phase gather; action gather; b: stock=15/15/15",
)
"""Animals are lost, and nothing is gained: random players seldom have that many animals."""
FILES: Final[Makers] = {**drawings.FILES, "tables.json": tables.tables}
