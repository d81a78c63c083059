"""What a page shows of a game and how moves are picked there. docs/pages.md tells it at length."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from prateria.core.drawing.markup import PLAIN_ART, plain_drawing, plain_picture
from prateria.core.drawing.scene import COLOURS, Art, Drawing, Scene, Stage
from prateria.core.lessons.lesson import Lesson
from prateria.core.native import make_subscriptable, mypyc_attr
from prateria.core.texts import ENGLISH, Texts

V = TypeVar("V")
A = TypeVar("A")
V_contra = TypeVar("V_contra", contravariant=True)


class Picture(Protocol[V_contra]):
    """`picture(view, texts)`: an SVG that stands alone."""

    def __call__(self, view: V_contra, texts: Texts = ENGLISH, /) -> str: ...


def no_path(_view: object, _action: object) -> tuple[str, ...]:
    """The action can be chosen from the list only."""
    return ()


def never_confirms(_view: object, _action: object) -> bool:
    """What is picked is played."""
    return False


def proposes_nothing(_view: object, scene: Scene) -> tuple[str, ...]:
    """The picks stay as they are."""
    return scene.picked


def no_rule(_view: object) -> str:
    """The rulebook is opened at its beginning."""
    return ""


def no_stages(
    _before: object, _events: Sequence[object], _after: object, _scene: Scene
) -> Sequence[Stage]:
    """The next view is shown at once."""
    return ()


def touches_nothing(_view: object, _event: object) -> tuple[str, ...]:
    """Nothing is marked."""
    return ()


def usual_colour(seat: int) -> str:
    """The colours in their usual order."""
    return COLOURS[seat]


def plain_art() -> Art:
    """No style, no symbols; a landscape for a cover."""
    return PLAIN_ART


def no_lesson() -> Lesson | None:
    """The game has no first lesson."""
    return None


@mypyc_attr(native_class=False)
@dataclass(frozen=True, slots=True, kw_only=True)
class Face(Generic[V, A]):
    """A game's views V drawn, and its actions A picked in the drawing."""

    draw: Callable[[V, Scene], Drawing]
    """The table as the view's seat sees it."""
    picture: Picture[V]
    """What lies on the table as one SVG that stands alone, for notebooks and reports."""
    path: Callable[[V, A], tuple[str, ...]] = no_path
    """The ids in the drawing that are picked, in order, to choose a legal action; empty if it can
    be chosen from the list only. No path is the beginning of another."""
    confirms: Callable[[V, A], bool] = never_confirms
    """Whether a picked action waits for a last yes: where a slip would show or cost."""
    propose: Callable[[V, Scene], tuple[str, ...]] = proposes_nothing
    """The picks with what the drawing proposes to add: a turn of the tile, an even payment."""
    stages: Callable[[V, Sequence[Any], V, Scene], Sequence[Stage]] = no_stages
    """Moments between two views, the events between them given, where much happens at once: a
    scoring, a pow-wow. Made from the first view and what that seat saw, so they show no more."""
    touched: Callable[[V, Any], tuple[str, ...]] = touches_nothing
    """The ids of what an event has put or changed, if it is in the drawing of the view: the page
    marks what the others did last."""
    colour: Callable[[int], str] = usual_colour
    """The colour of a seat's things, one of `scene.COLOURS`."""
    rule: Callable[[V], str] = no_rule
    """The number of the rule that says what is to be done now, "" if none: the rulebook opens
    there."""
    art: Callable[[], Art] = plain_art
    """What all drawings share."""
    lesson: Callable[[], Lesson | None] = no_lesson
    """A first lesson, if there is one."""


make_subscriptable(Face)


def text_face(describe: Callable[[V], str]) -> Face[V, Any]:
    """The face of a game that draws nothing: its text."""

    def draw(view: V, _scene: Scene) -> Drawing:
        return plain_drawing(describe(view))

    def picture(view: V, _texts: Texts = ENGLISH, /) -> str:
        return plain_picture(describe(view))

    return Face(draw=draw, picture=picture)
