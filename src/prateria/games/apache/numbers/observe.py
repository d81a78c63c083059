"""`encode` of a seat's view straight from the state, in bytes, for programs that look very often.

It assembles pieces that were packed before. The law OBSERVED holds it to `encode`.
"""

from __future__ import annotations

from functools import lru_cache
from struct import Struct, pack
from typing import Final

from prateria.core.packed import one_hot
from prateria.games.apache.rules.components import CHOICES, FIRST_PERSON, PRAIRIE, ROLES
from prateria.games.apache.rules.phases import CHOOSE, CHOOSE_CLAIM, PHASES, PICK_PERSON, RACE
from prateria.games.apache.rules.state import NOBODY, State, card_number

_PHASES: Final = one_hot(len(PHASES))
_CALLS: Final = one_hot(len(ROLES))
_CHOICES: Final = one_hot(len(CHOICES))
_HEAD: Final = Struct("4f")
_SEAT: Final = Struct("5f")
_NO_PLAY: Final = bytes(24)
_SHARES: Final = tuple(
    [tuple([pack("f", count / number) for count in range(number + 1)]) for number in PRAIRIE]
)
"""Which share of its kind a number of cards is."""
_CARDS: Final = sum(PRAIRIE)
_LOOT: Final = 4 * FIRST_PERSON
_COLOUR: Final = 4 * len(ROLES)
"""The bytes of a heap's row that belong to loot, and to each colour after it."""


def observe(state: State, seat: int) -> bytes:
    """The packed encoding of the seat's view."""
    ruleset, players, phase = state.ruleset, state.seats, state.phase
    parts = [
        _PHASES[phase],
        _HEAD.pack(
            ruleset.marriage, ruleset.warpath_buffalo / 2, ruleset.division, state.left / _CARDS
        ),
    ]
    own, all_seats = _LOOT + _COLOUR * seat, _LOOT + _COLOUR * players
    for heap in (state.deck, state.up):
        row = _heap(tuple(heap))
        parts += (row[:_LOOT], row[own:all_seats], row[_LOOT:own], row[all_seats:])
    parts.append(_CALLS[state.played[seat]])
    parts.append(_CHOICES[state.choice])
    plays = _plays(state) if state.powwow else {}
    called = ~state.choosing if phase in (CHOOSE, RACE) else 0
    claiming = state.powwow[state.place][0] if phase in (CHOOSE_CLAIM, PICK_PERSON) else NOBODY
    for other in (*range(seat, players), *range(seat)):
        parts.append(
            _SEAT.pack(
                card_number(state, other) / _CARDS,
                state.buffalo[other] / PRAIRIE[0],
                called >> other & 1,
                state.turner == other,
                claiming == other,
            )
        )
        parts.append(plays.get(other, _NO_PLAY))
    return b"".join(parts)


def _plays(state: State) -> dict[int, bytes]:
    """Each seat's card on the pow-wow and how soon it claims."""
    return {
        row[0]: _play(row[1], row[2], place - state.place) for place, row in enumerate(state.powwow)
    }


@lru_cache(maxsize=256)
def _play(role: int, sound: bool, waiting: int) -> bytes:  # noqa: FBT001
    return _CALLS[role] + pack("2f", sound, 1.0 / (1 + waiting) if waiting >= 0 else 0.0)


@lru_cache(maxsize=1024)
def _heap(counts: tuple[int, ...]) -> bytes:
    """The shares of all kinds in the order of `Card`: loot, then colour by colour."""
    return b"".join([row[count] for row, count in zip(_SHARES, counts, strict=True)])
