"""Positions of every game at which somebody has to act: one for each phase, one just before the
end, and two from which a game is short: the first of the small twin (`small.toml`), and one late in
a whole game. Nothing is set up by hand that random play reaches on its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

import prateria
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.contract.game import numbers_of
from prateria.core.matches.begin import position
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
"""Where the clock acts, too: such a phase does not wait."""
SOUGHT: Final = {
    game: tuple(name for name in phases if name not in WITHOUT_PEOPLE[game] | LIVE)
    for game, phases in (("apache", APACHE), ("bison", BISON), ("manitou", MANITOU))
}
OPTIONS: Final = {"apache": {"marriage": True, "warpath": True}}
SEATS: Final = 3
RARE: Final = {"bison": ("bison 2; phase overflow; scored prairie; a: stock=17/3/3",)}
"""Positions that random players are too poor to reach."""

QUICK: Final = {"manitou": {"quick": True}}
LATE: Final = 6
"""How many decisions of the seat to act are left where a game counts as late."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A finished match, and the entry after which a seat had to act."""

    log: str
    n: int
    seat: int


@cache
def moments(game: str) -> dict[str, Moment]:
    """A moment of each phase that is sought; of the last phase, the last decision before it."""
    found: dict[str, Moment] = {}
    for number, match in enumerate(_matches(game)):
        seen = _played(match, Quick(number))
        log = match.log.dumps()
        for phase, (n, seat) in seen.items():
            found.setdefault(phase, Moment(log, n, seat))
        if found.keys() >= {*SOUGHT[game]}:
            return found
    raise AssertionError(f"{game}: no match comes to {set(SOUGHT[game]) - found.keys()}")


def first_of_the_twin(game: str) -> Moment:
    """The first decision of a match of the small twin: every phase comes, and few decisions."""
    rules = registry.get(game)
    small = numbers_of(rules).small()
    assert small is not None
    state = rules.new(rules.ruleset(small.seats, small.options, small.data), small.seats)
    start = rules.notation.format_state(state)
    match = position(game, start, seed="twin", data=small.data)
    n, seat = match.version, match.actors[0]
    _played(match, Quick(1))
    return Moment(match.log.dumps(), n, seat)


def late(game: str) -> Moment:
    """A decision late in a match of two."""
    match = prateria.new_match(game, seats=2, seed="late", options=QUICK.get(game, {}))
    rng = Quick(1)
    decisions: list[int] = []
    while match.actors:
        seat = match.actors[rng.below(len(match.actors))]
        if seat == 0:
            decisions.append(match.version)
        _play(match, seat, rng)
    return Moment(match.log.dumps(), decisions[-LATE], 0)


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
        _play(match, seat, rng)
    seen["over"] = last
    return seen


def _play(match: Match, seat: int, rng: Quick) -> None:
    legal = match.legal(seat)
    match.play(seat, legal[rng.below(len(legal))])
