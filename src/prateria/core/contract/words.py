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


class Phrase(Protocol[V_contra, A_contra]):
    """`phrase(view, action, texts)`: a line of the list of moves."""

    def __call__(self, view: V_contra, action: A_contra, texts: Texts = ENGLISH, /) -> str: ...


def no_heading(_event: object, _names: Sequence[str], _texts: Texts = ENGLISH, /) -> str:
    """The `heading` of a game whose log is not divided into chapters."""
    return ""


@mypyc_attr(native_class=False)
@dataclass(frozen=True, slots=True, kw_only=True)
class Words(Generic[V, E, A]):
    """A game's views V, events E and actions A in a reader's language."""

    describe: Callable[[V], str]
    """The view as text for a terminal; its first line says where in the match we are."""
    tell: Tell[E]
    """The event, as some seat saw it, as a sentence; "" if not worth one."""
    phrase: Phrase[V, A]
    """A legal action as a line of a list: what it would do."""
    heading: Tell[E] = no_heading
    """The heading of the chapter of the log that the event opens, above its own sentence; "" for
    most events."""


make_subscriptable(Words)


def phrase_in_notation(format_action: Callable[[A], str]) -> Phrase[Any, A]:
    """A `phrase` for games that have none of their own: the action in notation."""

    def phrase(_view: object, action: A, _texts: Texts = ENGLISH, /) -> str:
        return format_action(action)

    return phrase
