"""Loads what the first visitor would otherwise wait for: drawings, texts, templates, files."""

from __future__ import annotations

import logging
from typing import Final

from prateria.core import registry
from prateria.core.contract.game import face_of
from prateria.i18n import LANGUAGES, texts_in
from prateria.server.pages.files import digest, style_of
from prateria.server.pages.render import templates
from prateria.server.server_log import facts

LOG: Final = logging.getLogger("prateria.server")


def warm() -> None:
    """Must never fail a start: an error surfaces when the file is first asked for."""
    try:
        digest()
        templates()
        for game in registry.games():
            style_of(game.meta.id)
            face_of(game).lesson()
            face_of(game).guide()
            for language in LANGUAGES:
                texts_in(language, game)
    except Exception:
        LOG.warning("not everything could be preloaded", exc_info=True)
    for fault in registry.faults():
        LOG.warning("a game is left out", extra=facts(cause=fault))
