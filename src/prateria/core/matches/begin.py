"""How a match begins: new, from a position, or from the log of one that was played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from prateria.core import registry
from prateria.core.chance import check_seed, commitment
from prateria.core.contract.game import LETTERS, AnyGame
from prateria.core.contract.meta import OptionValue, check_seats, settle_options
from prateria.core.errors import LogError, NotationError, SetupError
from prateria.core.matches.log import Header, read_header, read_log
from prateria.core.matches.match import Match
from prateria.core.matches.versions import options_today
from prateria.core.texts import mark
from prateria.core.version import __version__


def new_match(
    game_id: str,
    *,
    seats: int,
    seed: str,
    options: Mapping[str, OptionValue] | None = None,
    players: Sequence[str] | None = None,
) -> Match:
    """A match with its first luck drawn, ready for the first decision."""
    game = registry.get(game_id)
    header = _header(game, check_seats(game.meta, seats), seed, options or {}, players, None)
    match = Match(game, header, seed)
    match.draw()
    return match


def position(
    game_id: str,
    text: str,
    *,
    seed: str,
    players: Sequence[str] | None = None,
    data: Mapping[str, Any] | None = None,
) -> Match:
    """A match set up from a position in the game's notation, for puzzles and tests.

    `data` are the game's tables if they are not its own files: those of the log it comes from.
    """
    game = registry.get(game_id)
    state = game.notation.parse_state(text, data)
    seats, options = game.notation.setup(state)
    header = _header(game, seats, seed, options, players, game.notation.format_state(state), data)
    match = Match(game, header, seed)
    match.draw()
    return match


def _header(
    game: AnyGame,
    seats: int,
    seed: str,
    options: Mapping[str, OptionValue],
    players: Sequence[str] | None,
    start: str | None,
    data: Mapping[str, Any] | None = None,
) -> Header:
    names = tuple(players) if players is not None else tuple(LETTERS[:seats])
    if len(names) != seats:
        raise SetupError(f"{len(names)} players are named for {seats} seats")
    return Header(
        game=game.meta.id,
        rules=game.meta.rules_version,
        engine=__version__,
        seats=seats,
        options=settle_options(game.meta, options),
        data=game.data if data is None else data,
        players=names,
        commitment=commitment(check_seed(seed)),
        position=start,
    )


def replay(text: str | bytes, *, seed: str | None = None) -> Match:
    """Replay the match recorded in a log; LogError names the first line that does not hold.

    Every action is checked against the rules and, where the seed is known, every draw is repeated.
    The seed of a running match may be given so that it can be continued.
    """
    header = read_header(text)
    try:
        game = registry.get(header.game)
        check_seats(game.meta, header.seats)
        options_today(game, header)
    except SetupError as refusal:
        raise LogError(1, refusal.text, **refusal.facts) from None
    reading = read_log(text, game)
    last = len(reading.records) + 2
    if reading.ending is not None:
        seed = reading.ending.seed
        if commitment(seed) != header.commitment:
            raise LogError(last, mark("the seed does not match the commitment in the header"))
    try:
        match = Match(game, header, seed)
    except (SetupError, NotationError) as error:
        text = mark("the match cannot be set up as this line says")
        raise LogError(1, text, str(error)) from None
    match.foresee(reading.records)
    for record in reading.records:
        match.follow(record)
    if reading.ending is not None:
        if match.outcome != reading.ending.outcome:
            raise LogError(last, mark("the match ends differently"), str(match.outcome))
        match.log.ending = reading.ending
    return match
