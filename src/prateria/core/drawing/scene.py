"""What a picture of a table is made of, and what it is made from. `docs/pages.md` tells it whole.

A drawing is a function of a view: it knows nothing a seat may not know. The page has no rules; a
legal move reaches it as a path of ids of things in the picture, and what has been picked so far
comes back here, so that the next picture can show it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from prateria.core.native import make_picklable
from prateria.core.texts import ENGLISH, Texts

COLOURS: Final = ("blue", "red", "yellow", "green", "violet")
"""The colour of each seat, in order; each comes with a pattern and its letter, see `kit`."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move: its notation, the ids to pick for it in order, and how it reads."""

    move: str
    path: tuple[str, ...]
    text: str
    confirm: bool = False
    """Whether the last pick only proposes it: it shows something to others, or pays."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Whom a picture is for, and what they are about to do."""

    names: tuple[str, ...]
    texts: Texts = ENGLISH
    choices: tuple[Choice, ...] = ()
    """What the viewer may do now; nothing if others are to act."""
    picked: tuple[str, ...] = ()
    """The ids picked so far."""
    looked: str = ""
    """The id under the pointer or in focus, a next step of some path; "" if none."""
    learning: bool = False
    """Whether the table is set to show more than a player would be shown."""

    @property
    def chosen(self) -> Choice | None:
        """The move that the picks spell out, if they do."""
        for choice in self.choices:
            if choice.path == self.picked:
                return choice
        return None

    @property
    def next_ids(self) -> frozenset[str]:
        """The ids that can be picked now."""
        depth = len(self.picked)
        return frozenset(
            choice.path[depth]
            for choice in self.choices
            if len(choice.path) > depth and choice.path[:depth] == self.picked
        )


@dataclass(frozen=True, slots=True)
class Drawing:
    """The parts of a table that a game draws, as HTML with SVG in it. A part may be empty."""

    head: str
    """How far the match is, for the page's head: one line of small meters."""
    players: str
    """A panel for each seat."""
    board: str
    """What lies in the middle."""
    act: str
    """The viewer's own things and what they can do now."""
    side: str
    """What else is good to have in sight."""
    told: str = ""
    """What is in sight only, in words: for those who do not see it, and for nobody else."""


@dataclass(frozen=True, slots=True)
class Stage:
    """The table at a moment between two views, for a page to show what happened step by step."""

    view: Any
    events: tuple[object, ...]
    """What is told with it."""
    looked: str = ""
    """What is looked at meanwhile, as in a scene."""
    parts: tuple[str, ...] = ("head", "players", "board", "side")
    """The parts that are shown as they were then; the others stay."""
    more: tuple[str, ...] = ()
    """Sentences that no event tells."""
    account: str = ""
    """How things stand then, as HTML: the reader looks at it until they go on."""


@dataclass(frozen=True, slots=True)
class Art:
    """What all drawings of a game share and the page loads once."""

    style: str
    """CSS."""
    symbols: str
    """SVG `<symbol>`s, patterns and gradients, for `<use>`."""
    cover: str
    """The picture for the first page: a whole `<svg>`."""
    emblem: str
    """A small one for lists: a whole `<svg>`."""


PARTS: Final = ("head", "players", "board", "act", "side", "told")
"""The parts of a drawing, in the order of the page."""

make_picklable(Choice, Scene, Drawing, Stage, Art)
