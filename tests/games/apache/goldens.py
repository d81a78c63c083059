"""The golden files that only Apache has; `./play golden` writes them."""

from __future__ import annotations

from typing import Final

from tests.games.apache import bot_games, drawings
from tests.golden.files import Makers

FILES: Final[Makers] = {**drawings.FILES, **bot_games.FILES}
