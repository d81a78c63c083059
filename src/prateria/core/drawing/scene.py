"""What a picture of a table is made of, and what it is made from. `docs/pages.md` has the details.

A drawing is a function of a view: it knows nothing that its seat may not know. The page has no
rules; a legal move reaches it as a path of ids of things in the picture, and the picks so far come
back here, so that the next picture can show them.
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
    """Whether the last pick only proposes the move, because it reveals something to others or
    pays."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Whom a picture is for, and what they are about to do."""

    names: tuple[str, ...]
    texts: Texts = ENGLISH
    choices: tuple[Choice, ...] = ()
    """What the viewer may do now; empty while others are to act."""
    picked: tuple[str, ...] = ()
    """The ids picked so far."""
    looked: str = ""
    """The id under the pointer or in focus, if it is a next step of some path; "" if none."""
    learning: bool = False
    """Whether the table is set to show more than a player would normally be shown."""

    @property
    def chosen(self) -> Choice | None:
        """The move that the picks spell out, if they complete one."""
        for choice in self.choices:
            if choice.path == self.picked:
                return choice
        return None

    @property
    def next_ids(self) -> frozenset[str]:
        """The ids that can be picked next."""
        depth = len(self.picked)
        return frozenset(
            choice.path[depth]
            for choice in self.choices
            if len(choice.path) > depth and choice.path[:depth] == self.picked
        )


@dataclass(frozen=True, slots=True)
class Drawing:
    """The parts of a table drawn by a game, as HTML containing SVG. A part may be empty."""

    head: str
    """How far the match has come, for the page's head: one line of small meters."""
    players: str
    """A panel for each seat."""
    board: str
    """What lies in the middle."""
    act: str
    """The viewer's own things and what they can do with them now."""
    side: str
    """What else is good to have in sight."""
    told: str = ""
    """In words, what can only be seen: for those who do not see it, and for nobody else."""


@dataclass(frozen=True, slots=True)
class Stage:
    """The table at a moment between two views, so that a page can show step by step what
    happened."""

    view: Any
    events: tuple[object, ...]
    """The events told with it."""
    looked: str = ""
    """What to focus on meanwhile, as in a scene."""
    parts: tuple[str, ...] = ("head", "players", "board", "side")
    """The parts shown as they were at that moment; the others stay."""
    more: tuple[str, ...] = ()
    """Sentences that no event provides."""
    account: str = ""
    """The standings at that moment, as HTML, shown until the reader goes on."""


@dataclass(frozen=True, slots=True)
class Art:
    """What all drawings of a game share; the page loads it once."""

    style: str
    """CSS."""
    symbols: str
    """SVG `<symbol>`s, patterns and gradients, for `<use>`."""
    cover: str
    """The picture for the home page: a whole `<svg>`."""
    emblem: str
    """A small one for lists: a whole `<svg>`."""


PARTS: Final = ("head", "players", "board", "act", "side", "told")
"""The parts of a drawing, in the order of the page."""

make_picklable(Choice, Scene, Drawing, Stage, Art)
