"""Positions of every game at which somebody has to act: one for each phase, and one just before
the end. Nothing is set up by hand that random play comes to by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

import prateria
from prateria.core.chance import Quick
from prateria.core.matches.match import Match
from prateria.games.apache.rules.phases import PHASES as APACHE
from prateria.games.bison.rules.phases import PHASES as BISON
from prateria.games.manitou.rules.phases import PHASES as MANITOU

GAMES: Final = ("apache", "bison", "manitou")
WITHOUT_PEOPLE: Final = {
    "apache": {"lot", "turn", "order"},
    "bison": {"lot", "start", "draw"},
    "manitou": {"lot", "tiles", "party-by-lot", "draw"},
}
"""Where luck acts, at once: nobody ever sees a table in such a phase."""
LIVE: Final = {"beat", "race"}
"""Where the clock acts, too: such a phase does not wait to be looked at."""
SOUGHT: Final = {
    game: tuple(name for name in phases if name not in WITHOUT_PEOPLE[game] | LIVE)
    for game, phases in (("apache", APACHE), ("bison", BISON), ("manitou", MANITOU))
}
OPTIONS: Final = {"apache": {"marriage": True, "warpath": True}}
SEATS: Final = 3
RARE: Final = {"bison": ("bison 2; phase overflow; scored prairie; a: stock=17/3/3",)}
"""Positions that random players are too poor to reach."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A finished match, and the entry after which a seat had to act."""

    log: str
    n: int
    seat: int


@cache
def moments(game: str) -> dict[str, Moment]:
    """A moment of each phase that is sought; of the last one, the last decision before it."""
    found: dict[str, Moment] = {}
    for number, match in enumerate(_matches(game)):
        seen = _played(match, Quick(number))
        log = match.log.dumps()
        for phase, (n, seat) in seen.items():
            found.setdefault(phase, Moment(log, n, seat))
        if found.keys() >= {*SOUGHT[game]}:
            return found
    raise AssertionError(f"{game}: no match comes to {set(SOUGHT[game]) - found.keys()}")


def _matches(game: str) -> Iterator[Match]:
    for number in range(6):
        options = OPTIONS.get(game, {})
        yield prateria.new_match(game, seats=SEATS, seed=f"moment {number}", options=options)
    for text in RARE.get(game, ()):
        yield prateria.position(game, text)


def _played(match: Match, rng: Quick) -> dict[str, tuple[int, int]]:
    """Play at random to the end; where each phase was first seen, and who acted."""
    seen: dict[str, tuple[int, int]] = {}
    last = (0, 0)
    while match.actors:
        seat = match.actors[rng.below(len(match.actors))]
        last = (match.version, seat)
        seen.setdefault(match.view(seat).phase, last)
        legal = match.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
    seen["over"] = last
    return seen
