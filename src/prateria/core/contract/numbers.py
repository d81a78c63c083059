"""Numbers for programs: estimates for bots, observations and action spaces for learning ones."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from prateria.core.native import make_subscriptable, mypyc_attr
from prateria.core.small import Small

R = TypeVar("R")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


def no_action_space(_ruleset: object, _seat: int) -> tuple[()]:
    """The game does not list its actions."""
    return ()


def all_legal(_state: object, _seat: int, legal: Sequence[A]) -> Sequence[A]:
    """The `candidates` of a game whose bots look at everything."""
    return legal


def each_by_itself(_state: object, _seat: int, action: object) -> object:
    """The `topic` of a game whose actions have nothing in common."""
    return action


def no_small() -> Small | None:
    """The game has no small twin."""
    return None


@mypyc_attr(native_class=False)
@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers(Generic[R, S, A, V]):
    """A game as numbers. `numbers_from_views` fills in what a game does not speed up."""

    evaluate: Callable[[V], tuple[float, ...]]
    """How well each seat stands, in points, as far as this view can tell."""
    encode: Callable[[V], tuple[float, ...]]
    """The view as numbers of a fixed length for a rule set."""
    observe: Callable[[S, int], bytes]
    """`encode` of a seat's view as 32-bit floats, straight from the state: the same numbers."""
    features: Callable[[S, int], list[list[float]]]
    """What matters for how each seat stands: a row for each, all of one length whatever the
    number of players, from this seat's view alone. Learned bots judge by it."""
    every_action: Callable[[R, int], Sequence[A]] = no_action_space
    """Every action that can ever be legal for a seat, in a pinned order: the same place means the
    same to each seat. Empty if the game has no such list."""
    candidates: Callable[[S, int, Sequence[A]], Sequence[A]] = all_legal
    """Of a seat's legal actions those that bots look at, at least one: all but what could as well
    be done at a better time, and what can only hurt the seat or come to nothing."""
    topic: Callable[[S, int, A], object] = each_by_itself
    """What an action is about. Bots that are to play like people who overlook things overlook all
    actions of one topic together; those of None, such as passing, nobody overlooks."""
    small: Callable[[], Small | None] = no_small
    """The game shrunk for exact solvers: the same rules with smaller tables."""


make_subscriptable(Numbers)


def numbers_from_views(
    view: Callable[[S, int | None], V],
    *,
    evaluate: Callable[[V], tuple[float, ...]],
    encode: Callable[[V], tuple[float, ...]],
    every_action: Callable[[R, int], Sequence[A]] = no_action_space,
) -> Numbers[R, S, A, V]:
    """Numbers for a game that only values and encodes views: the slow, obvious way."""

    def observe(state: S, seat: int) -> bytes:
        numbers = encode(view(state, seat))
        return struct.pack(f"{len(numbers)}f", *numbers)

    return Numbers(
        evaluate=evaluate,
        encode=encode,
        observe=observe,
        features=plain_features(view, evaluate),
        every_action=every_action,
    )


def plain_features(
    view: Callable[[S, int | None], V], evaluate: Callable[[V], tuple[float, ...]]
) -> Callable[[S, int], list[list[float]]]:
    """One feature: by how much each seat stands better than the others on average."""

    def features(state: S, seat: int) -> list[list[float]]:
        values = evaluate(view(state, seat))
        return [[value - (sum(values) - value) / max(1, len(values) - 1)] for value in values]

    return features
