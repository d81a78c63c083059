"""Matches played by bots, to be reviewed."""

from __future__ import annotations

from functools import cache

from prateria.arena.simulate import game_seed
from prateria.bots import BotSeat, make
from prateria.core.matches.begin import new_match
from prateria.core.matches.match import Match


@cache
def played(game: str, bots: tuple[str, ...], number: int = 1) -> Match:
    seed = game_seed("review", number)
    match = new_match(game, seats=len(bots), seed=seed)
    seats = [BotSeat(make(bot), seat, seed) for seat, bot in enumerate(bots)]
    while match.actors:
        seat = match.actors[0]
        match.play(seat, seats[seat].decide(match))
    return match
