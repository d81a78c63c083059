"""Positions and actions as text: the language of logs, tests, puzzles and the socket."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from prateria.core.contract.meta import OptionValue
from prateria.core.native import make_subscriptable, mypyc_attr

S = TypeVar("S")
A = TypeVar("A")
S_co = TypeVar("S_co", covariant=True)


class ParseState(Protocol[S_co]):
    """`parse_state(text, data)`: the state that a text describes."""

    def __call__(self, text: str, data: Mapping[str, Any] | None = None) -> S_co: ...


@mypyc_attr(native_class=False)
@dataclass(frozen=True, slots=True, kw_only=True)
class Notation(Generic[S, A]):
    """How a game writes and reads its states S and actions A."""

    format_state: Callable[[S], str]
    """The position as text, complete: `parse_state` gives back an equal state."""
    parse_state: ParseState[S]
    """Read the position from a text, played with these tables (None: the game's own); or
    NotationError."""
    setup: Callable[[S], tuple[int, dict[str, OptionValue]]]
    """How many seats a state has, and the options it is played with."""
    format_action: Callable[[A], str]
    """The action as a short text."""
    parse_action: Callable[[str], A]
    """Read the action from a text, or raise NotationError."""


make_subscriptable(Notation)
