"""Matches of earlier versions of the rules: their setup, in terms of today's rules.

The header of a log is never changed. It is interpreted here: its options, and those in the head of
the position it may start from, are handed to the game with the version they were written for.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from prateria.core.contract.game import AnyGame
from prateria.core.contract.meta import OptionValue, settle_options
from prateria.core.errors import SetupError
from prateria.core.matches.log import Header
from prateria.core.notation import format_head, split_position
from prateria.core.texts import mark
from prateria.core.version import __version__

SET_UP_OTHERWISE: Final = mark("the position belongs to a match with a different setup")
"""The position's head has other seats or options than the header of the log."""


def options_today(game: AnyGame, header: Header) -> dict[str, OptionValue]:
    """All options of the match that a header begins, in terms of today's rules."""
    options = game.options_of_version(header.rules, header.options)
    if options is None:
        raise SetupError(
            mark(
                "played by version {rules} of the rules (engine {engine}); "
                "this is engine {own_engine}, which plays version {own_rules}"
            ),
            rules=header.rules,
            engine=header.engine,
            own_engine=__version__,
            own_rules=game.meta.rules_version,
        )
    return settle_options(game.meta, options)


def position_today(game: AnyGame, header: Header) -> str | None:
    """The position a match starts from, if it is not the game's own, in today's notation."""
    if header.position is None or header.rules == game.meta.rules_version:
        return header.position
    seats, named, statements = split_position(header.position, game.meta)
    given = {name: True if value == "" else value for name, value in named.items()}
    options = options_today(game, header)
    if options_today(game, replace(header, options=given)) != options:
        raise SetupError(SET_UP_OTHERWISE)
    return "; ".join([format_head(game.meta, seats, options), *statements])
