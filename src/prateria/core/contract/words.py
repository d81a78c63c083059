"""What people read: the screen of a terminal, sentences of the log, lines in a list of moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from prateria.core.native import make_subscriptable, mypyc_attr
from prateria.core.texts import ENGLISH, Texts

V = TypeVar("V")
E = TypeVar("E")
A = TypeVar("A")
V_contra = TypeVar("V_contra", contravariant=True)
E_contra = TypeVar("E_contra", contravariant=True)
A_contra = TypeVar("A_contra", contravariant=True)


class Tell(Protocol[E_contra]):
    """`tell(event, names, texts)`: a sentence, with the players' names by seat."""

    def __call__(self, event: E_contra, names: Sequence[str], texts: Texts = ENGLISH, /) -> str: ...


class Part(Protocol[E_contra]):
    """`part(event, texts)`: the name of the part of the match that an event opens, or ""."""

    def __call__(self, event: E_contra, texts: Texts = ENGLISH, /) -> str: ...


class Phrase(Protocol[V_contra, A_contra]):
    """`phrase(view, action, texts)`: a line of the list of moves."""

    def __call__(self, view: V_contra, action: A_contra, texts: Texts = ENGLISH, /) -> str: ...


def no_part(_event: object, _texts: Texts = ENGLISH, /) -> str:
    """The `part` of a game whose course has no parts with names."""
    return ""


def no_heading(_event: object, _names: Sequence[str], _texts: Texts = ENGLISH, /) -> str:
    """For games whose log has no chapters."""
    return ""


@mypyc_attr(native_class=False)
@dataclass(frozen=True, slots=True, kw_only=True)
class Words(Generic[V, E, A]):
    """A game's views V, events E and actions A in a reader's language."""

    describe: Callable[[V], str]
    """The view as text for a terminal; its first line says how far the match has come."""
    tell: Tell[E]
    """The event as a sentence, as some seat saw it; "" if it is not worth one."""
    phrase: Phrase[V, A]
    """A legal action as a line of a list: what it would do."""
    heading: Tell[E] = no_heading
    """The heading of the chapter that the event opens in the log, above its own sentence; "" for
    most events."""
    part: Part[E] = no_part
    """The name of the part of the match that the event opens, as short as it goes: a season, a
    hunt. Charts are divided by these. "" for most events."""


make_subscriptable(Words)


def phrase_in_notation(format_action: Callable[[A], str]) -> Phrase[Any, A]:
    """A `phrase` for games without one of their own: the action in notation."""

    def phrase(_view: object, action: A, _texts: Texts = ENGLISH, /) -> str:
        return format_action(action)

    return phrase
