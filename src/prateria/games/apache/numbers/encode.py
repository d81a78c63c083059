"""A view as a row of numbers for learning programs. The viewer's seat always comes first."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from prateria.core.packed import one_hot_rows
from prateria.games.apache.rules.components import CHOICES, FIRST_PERSON, PRAIRIE, ROLES
from prateria.games.apache.rules.phases import PHASES
from prateria.games.apache.rules.view import ShownPlay, View

_PHASE_ROWS: Final = one_hot_rows(PHASES)
_CALL_ROWS: Final = {
    call: tuple([float(call == role) for role in ROLES]) for call in (None, *ROLES)
}
_CHOICE_ROWS: Final = {
    chosen: tuple([float(chosen == choice) for choice in CHOICES]) for chosen in (None, *CHOICES)
}
_SHARES: Final = tuple(
    [tuple([count / number for count in range(number + 1)]) for number in PRAIRIE]
)
"""The number of cards as a share of their kind."""
_CARDS: Final = sum(PRAIRIE)
_NO_PLAY: Final[tuple[float, ...]] = (0.0,) * 6


def encode(view: View) -> tuple[float, ...]:
    """Numbers between 0 and 1, equally many in every view of the same number of players."""
    ruleset = view.ruleset
    players = ruleset.players
    own = 0 if view.seat is None else view.seat
    kinds = _kinds(own, players)
    plays = _plays(view.powwow, view.place, players)
    row: list[float] = [*_PHASE_ROWS[view.phase]]
    row += (float(ruleset.marriage), ruleset.warpath_buffalo / 2)
    row += (float(ruleset.division), sum(view.deck) / _CARDS)
    deck, up = view.deck, view.up
    row += [_SHARES[kind][deck[kind]] for kind in kinds]
    row += [_SHARES[kind][up[kind]] for kind in kinds]
    row += _CALL_ROWS[view.call]
    row += _CHOICE_ROWS[view.choice]
    for place in range(players):
        seat = (own + place) % players
        other = view.seats[seat]
        row += (other.cards / _CARDS, other.buffalo / PRAIRIE[0], float(other.has_called))
        row += (float(view.turner == seat), float(view.claiming == seat))
        row += plays[seat]
    return tuple(row)


@lru_cache(maxsize=64)
def _kinds(own: int, players: int) -> tuple[int, ...]:
    """Loot, then people colour by colour: the viewer's own first, those without a player last."""
    colours = [*[(own + place) % players for place in range(players)], *range(players, 5)]
    people = [FIRST_PERSON + 4 * colour + role for colour in colours for role in range(4)]
    return (*range(FIRST_PERSON), *people)


def _plays(powwow: tuple[ShownPlay, ...], now: int, players: int) -> list[tuple[float, ...]]:
    """Each seat's card on the pow-wow and how soon it claims: 1 is next, 0 is resolved."""
    rows: list[tuple[float, ...]] = [_NO_PLAY] * players
    for place, play in enumerate(powwow):
        waiting = place - now
        soon = 1.0 / (1 + waiting) if waiting >= 0 else 0.0
        rows[play.seat] = (*_CALL_ROWS[play.role], float(play.is_sound), soon)
    return rows
