"""How a game is shown on a page, and how moves are picked there. docs/pages.md has the details."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from prateria.core.drawing.markup import PLAIN_ART, plain_drawing, plain_picture
from prateria.core.drawing.scene import COLOURS, Art, Drawing, Scene, Stage
from prateria.core.lessons.guide import Guide
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
    """For actions that can only be chosen from the list."""
    return ()


def never_confirms(_view: object, _action: object) -> bool:
    """For games whose picked moves are played at once, without confirmation."""
    return False


def proposes_nothing(_view: object, scene: Scene) -> tuple[str, ...]:
    """For games that propose nothing: the picks stay as they are."""
    return scene.picked


def no_rule(_view: object) -> str:
    """For games without rule hints: the rulebook opens at its beginning."""
    return ""


def no_stages(
    _before: object, _events: Sequence[object], _after: object, _scene: Scene
) -> Sequence[Stage]:
    """For games without stages: the next view is shown at once."""
    return ()


def touches_nothing(_view: object, _event: object) -> tuple[str, ...]:
    """For games that mark nothing."""
    return ()


def usual_colour(seat: int) -> str:
    """The colours in their usual order."""
    return COLOURS[seat]


def no_figure(_view: object, _scene: Scene) -> str:
    """The guide has no pictures."""
    return ""


def plain_art() -> Art:
    """No style and no symbols; a landscape as cover."""
    return PLAIN_ART


def no_lesson() -> Lesson | None:
    """For games without a first lesson."""
    return None


def no_guide() -> Guide | None:
    """The numbered rules stand alone."""
    return None


@mypyc_attr(native_class=False)
@dataclass(frozen=True, slots=True, kw_only=True)
class Face(Generic[V, A]):
    """How a game's views V are drawn, and how its actions A are picked in the drawing."""

    draw: Callable[[V, Scene], Drawing]
    """The table as drawn for the view's seat."""
    picture: Picture[V]
    """The table as one standalone SVG, for notebooks and reports."""
    path: Callable[[V, A], tuple[str, ...]] = no_path
    """The ids in the drawing that are picked, in order, to choose a legal action; empty if it can
    only be chosen from the list. No path is a prefix of another."""
    confirms: Callable[[V, A], bool] = never_confirms
    """Whether a picked action waits for confirmation because a slip would reveal something or cost
    something."""
    propose: Callable[[V, Scene], tuple[str, ...]] = proposes_nothing
    """The picks plus what the drawing proposes to add: a rotation of the tile, an even payment."""
    stages: Callable[[V, Sequence[Any], V, Scene], Sequence[Stage]] = no_stages
    """Moments between two views, given the events between them, for changes in which much happens
    at once: a scoring, a pow-wow. Made from the first view and what that seat saw, so they show no
    more."""
    touched: Callable[[V, Any], tuple[str, ...]] = touches_nothing
    """The ids of what an event has placed or changed, if the drawing of the view contains it: the
    page marks what the others did last."""
    colour: Callable[[int], str] = usual_colour
    """The colour of a seat's things, one of `scene.COLOURS`."""
    rule: Callable[[V], str] = no_rule
    """The number of the rule that governs what to do now, "" if none: the rulebook opens there."""
    art: Callable[[], Art] = plain_art
    """What all of the game's drawings share."""
    lesson: Callable[[], Lesson | None] = no_lesson
    """A first lesson, if there is one."""
    figure: Callable[[V, Scene], str] = no_figure
    """The view as a picture between lines of text, for a page with the game's art: no ids, nothing
    to press. It shows what is picked in the scene: an area, the grounds it is about."""
    guide: Callable[[], Guide | None] = no_guide
    """What stands before the numbered rules, if there is something."""


make_subscriptable(Face)


def text_face(describe: Callable[[V], str]) -> Face[V, Any]:
    """The face of a game that has no drawing: its text."""

    def draw(view: V, _scene: Scene) -> Drawing:
        return plain_drawing(describe(view))

    def picture(view: V, _texts: Texts = ENGLISH, /) -> str:
        return plain_picture(describe(view))

    return Face(draw=draw, picture=picture)
