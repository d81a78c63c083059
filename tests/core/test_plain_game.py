"""A game that leaves out what is for pages and learning programs is played as text."""

from __future__ import annotations

from xml.etree import ElementTree

from prateria.core.chance import Quick
from prateria.core.contract.game import Game
from prateria.core.drawing.markup import PLAIN_ART
from prateria.core.drawing.scene import COLOURS, PARTS, Scene
from tests.laws.duel import Choose, Deal, Duel, View

DUEL = Duel()


def seen() -> View:
    state = DUEL.new(DUEL.ruleset(2, {}), 2)
    while DUEL.actors(state)[0] < 0:
        DUEL.apply(state, DUEL.sample(state, Quick(1)))
    return DUEL.view(state, 0)


def test_it_is_drawn_as_the_text_that_a_terminal_shows() -> None:
    view = seen()
    drawing = DUEL.draw(view, Scene(("a", "b")))
    shown = "".join(getattr(drawing, part) for part in PARTS)
    assert ElementTree.fromstring(shown).text == DUEL.describe(view)
    picture = ElementTree.fromstring(DUEL.picture(view))
    lines = [row.text or "" for row in picture]
    assert "\n".join(lines) == DUEL.describe(view)


def test_its_moves_are_chosen_from_the_list_in_their_notation() -> None:
    view, action = seen(), Choose(0, 1)
    assert DUEL.phrase(view, action) == DUEL.format_action(action)
    assert DUEL.path(view, action) == ()
    assert not DUEL.confirms(view, action)
    assert DUEL.propose(view, Scene((), picked=("x",))) == ("x",)


def test_it_has_colours_and_no_art() -> None:
    assert DUEL.colour(1) == COLOURS[1]
    assert DUEL.art() is PLAIN_ART


def test_a_game_need_not_list_its_actions() -> None:
    assert Game.every_action(DUEL, DUEL.ruleset(2, {}), 0) == ()
    assert Deal in DUEL.actions
