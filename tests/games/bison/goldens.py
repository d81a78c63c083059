"""The golden files that only Bison has; `./play golden` writes them."""

from __future__ import annotations

from typing import Final

from tests.games.bison import drawings, tables
from tests.golden.files import Makers

FILES: Final[Makers] = {**drawings.FILES, "tables.json": tables.tables}
