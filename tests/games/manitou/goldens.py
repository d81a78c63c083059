"""The golden files that only Manitou has; `./play golden` writes them."""

from __future__ import annotations

from typing import Final

from tests.games.manitou import drawings
from tests.golden.files import Makers

FILES: Final[Makers] = drawings.FILES
