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
    """For games that do not list their actions."""
    return ()


def all_legal(_state: object, _seat: int, legal: Sequence[A]) -> Sequence[A]:
    """The `candidates` of a game whose bots consider every action."""
    return legal


def each_by_itself(_state: object, _seat: int, action: object) -> object:
    """The `topic` of a game whose actions are unrelated to one another."""
    return action


def no_small() -> Small | None:
    """For games without a shrunken twin."""
    return None


@mypyc_attr(native_class=False)
@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers(Generic[R, S, A, V]):
    """A game as numbers. `numbers_from_views` supplies whatever a game does not speed up itself."""

    evaluate: Callable[[V], tuple[float, ...]]
    """Each seat's estimated standing, in points, as far as this view can tell."""
    encode: Callable[[V], tuple[float, ...]]
    """The view as a vector of numbers whose length is fixed for a rule set."""
    observe: Callable[[S, int], bytes]
    """`encode` of a seat's view as 32-bit floats, computed straight from the state: the same
    numbers."""
    features: Callable[[S, int], list[list[float]]]
    """The features of every seat's standing: one row a seat, all of the same length whatever the
    number of players, from this seat's view alone. Learned bots evaluate them."""
    every_action: Callable[[R, int], Sequence[A]] = no_action_space
    """Every action that can ever be legal for a seat, in a pinned order in which a place means the
    same to every seat. Empty if the game has no such list."""
    candidates: Callable[[S, int, Sequence[A]], Sequence[A]] = all_legal
    """The legal actions of a seat that bots consider, at least one: all but those that could as
    well be taken at a better time, only hurt the seat, or have no effect."""
    topic: Callable[[S, int, A], object] = each_by_itself
    """What an action is about. Bots that imitate people who overlook things overlook all actions of
    a topic together; actions whose topic is None, such as passing, are never overlooked."""
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
    """Numbers for a game that only evaluates and encodes views: the slow, obvious way."""

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
    """A single feature: how much better the seat stands than the others on average."""

    def features(state: S, seat: int) -> list[list[float]]:
        values = evaluate(view(state, seat))
        return [[value - (sum(values) - value) / max(1, len(values) - 1)] for value in values]

    return features
