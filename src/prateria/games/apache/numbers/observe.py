"""`encode` of a seat's view straight from the state, in bytes, for programs that look very often.

It assembles pieces that were packed before. The law OBSERVED holds it to `encode`.
"""

from __future__ import annotations

from itertools import product
from struct import pack
from typing import Final

from prateria.core.packed import flags, one_hot, shares
from prateria.games.apache.rules.components import (
    BUFFALO,
    CHOICES,
    FIRST_PERSON,
    PRAIRIE,
    ROLES,
)
from prateria.games.apache.rules.phases import CHOOSE, CHOOSE_CLAIM, PHASES, PICK_PERSON, RACE
from prateria.games.apache.rules.state import NOBODY, State, card_number


def _heaps(first: int, kinds: int, base: int) -> tuple[bytes, ...]:
    """The held shares of a few kinds of cards, packed side by side, for every combination of
    counts. The counts, as digits to that base, are the index."""
    most = PRAIRIE[first : first + kinds]
    return tuple(
        [
            pack(f"{kinds}f", *[count / number for count, number in zip(counts, most, strict=True)])
            for counts in product(range(base), repeat=kinds)
        ]
    )


_PHASES: Final = one_hot(len(PHASES))
_CALLS: Final = one_hot(len(ROLES))
_CHOICES: Final = one_hot(len(CHOICES))
_OPTIONS: Final = tuple(
    [
        pack("3f", marriage, buffalo / 2, division)
        for marriage, buffalo, division in product((0, 1), (0, 1, 2), (0, 1))
    ]
)
_ALL: Final = sum(PRAIRIE)
_CARDS: Final = shares(_ALL, _ALL)
_HERD: Final = shares(PRAIRIE[BUFFALO], PRAIRIE[BUFFALO])
_TOTEMS: Final = _heaps(1, 2, 10)
_NECKLACES: Final = _heaps(3, 2, 10)
_PEOPLE: Final = _heaps(FIRST_PERSON, 4, 4)
"""Of one colour, as there are as many of each."""
_SEAT: Final = flags(3)
_SOUND: Final = flags(1)
_SOON: Final = tuple([pack("f", 1 / (1 + waiting)) for waiting in range(5)])
_RESOLVED: Final = pack("f", 0.0)
_NO_PLAY: Final = bytes(24)


def observe(state: State, seat: int) -> bytes:
    """The packed encoding of the seat's view."""
    ruleset, players, phase = state.ruleset, state.seats, state.phase
    options = (6 if ruleset.marriage else 0) + 2 * ruleset.warpath_buffalo
    parts = [
        _PHASES[phase],
        _OPTIONS[options + (1 if ruleset.division else 0)],
        _CARDS[state.left],
    ]
    _add_heap(parts, state.deck, seat, players)
    _add_heap(parts, state.up, seat, players)
    parts.append(_CALLS[state.played[seat]])
    parts.append(_CHOICES[state.choice])
    plays = _plays(state) if state.powwow else []
    called = ~state.choosing if phase in (CHOOSE, RACE) else 0
    claiming = state.powwow[state.place][0] if phase in (CHOOSE_CLAIM, PICK_PERSON) else NOBODY
    for place in range(players):
        other = (seat + place) % players
        facts = called >> other & 1
        facts += 2 if state.turner == other else 0
        facts += 4 if claiming == other else 0
        parts.append(_CARDS[card_number(state, other)])
        parts.append(_HERD[state.buffalo[other]])
        parts.append(_SEAT[facts])
        parts.append(plays[other] if plays else _NO_PLAY)
    return b"".join(parts)


def _add_heap(parts: list[bytes], heap: list[int], own: int, players: int) -> None:
    """Loot, then people by colour: the seat's own first, colours that nobody plays last."""
    parts.append(_HERD[heap[0]])
    parts.append(_TOTEMS[10 * heap[1] + heap[2]])
    parts.append(_NECKLACES[10 * heap[3] + heap[4]])
    for place in range(5):
        first = FIRST_PERSON + 4 * ((own + place) % players if place < players else place)
        fighters, others = 4 * heap[first] + heap[first + 1], 4 * heap[first + 2] + heap[first + 3]
        parts.append(_PEOPLE[16 * fighters + others])


def _plays(state: State) -> list[bytes]:
    """Each seat's card on the pow-wow and how soon it claims."""
    rows = [_NO_PLAY] * state.seats
    for place, (seat, role, sound, _, _) in enumerate(state.powwow):
        waiting = place - state.place
        soon = _SOON[waiting] if waiting >= 0 else _RESOLVED
        rows[seat] = _CALLS[role] + _SOUND[sound] + soon
    return rows
