"""Places, and what decided them, for games in which the highest score wins.

A seat's key is what is compared, in order: its score first, then the tie-breakers.
"""

from __future__ import annotations

from collections.abc import Sequence

from prateria.core.contract.meta import Outcome


def places_of(keys: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The place of each seat, 1 for the largest key; ties share a place."""
    return tuple([1 + sum([other > key for other in keys]) for key in keys])


def deciding(keys: Sequence[tuple[int, ...]], reasons: Sequence[str]) -> str:
    """The first criterion in which the winner is ahead of the next, or that the victory is shared.

    There is one more reason than a key has parts; the last stands for a shared victory.
    """
    best = sorted(keys, reverse=True)
    winner, next_ = best[0], best[1]
    for place in range(len(winner)):
        if winner[place] != next_[place]:
            return reasons[place]
    return reasons[-1]


def outcome_of(keys: Sequence[tuple[int, ...]], reasons: Sequence[str]) -> Outcome:
    """The outcome of a match in which the seats have these keys."""
    return Outcome(places_of(keys), tuple([key[0] for key in keys]), deciding(keys, reasons))
