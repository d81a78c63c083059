"""A game without facets for pages and learning programs is played as text."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from prateria.core.chance import Quick
from prateria.core.contract.face import text_face
from prateria.core.contract.game import face_of, live_of, numbers_of
from prateria.core.contract.numbers import numbers_from_views
from prateria.core.contract.words import no_part, phrase_in_notation
from prateria.core.drawing.markup import PLAIN_ART
from prateria.core.drawing.scene import COLOURS, PARTS, Scene
from prateria.core.errors import SetupError
from tests.laws.duel import Choose, Deal, Duel, DuelNumbers, View

DUEL = Duel()
DUEL.numbers, DUEL.face = None, None
FACE = face_of(DUEL)


def seen() -> View:
    state = DUEL.new(DUEL.ruleset(2, {}), 2)
    while DUEL.actors(state)[0] < 0:
        DUEL.apply(state, DUEL.sample(state, Quick(1)))
    return DUEL.view(state, 0)


def test_it_is_drawn_as_the_text_that_a_terminal_shows() -> None:
    view = seen()
    drawing = FACE.draw(view, Scene(("a", "b")))
    shown = "".join(getattr(drawing, part) for part in PARTS)
    assert ElementTree.fromstring(shown).text == DUEL.describe(view)
    picture = ElementTree.fromstring(FACE.picture(view))
    lines = [row.text or "" for row in picture]
    assert "\n".join(lines) == DUEL.describe(view)


def test_its_moves_are_chosen_from_the_list_in_their_notation() -> None:
    view, action = seen(), Choose(0, 1)
    assert phrase_in_notation(DUEL.format_action)(view, action) == DUEL.format_action(action)
    assert FACE.path(view, action) == ()
    assert not FACE.confirms(view, action)
    assert FACE.propose(view, Scene((), picked=("x",))) == ("x",)


def test_it_has_colours_and_no_art() -> None:
    assert FACE.colour(1) == COLOURS[1]
    assert FACE.art() is PLAIN_ART
    assert text_face(DUEL.describe).lesson() is None


def test_it_shows_the_next_view_at_once_marks_nothing_and_knows_no_rule_of_the_moment() -> None:
    view = seen()
    assert FACE.stages(view, (), view, Scene(())) == ()
    assert FACE.touched(view, object()) == ()
    assert FACE.rule(view) == ""


def test_a_game_need_not_list_its_actions_nor_have_a_small_twin() -> None:
    numbers: DuelNumbers = numbers_from_views(DUEL.view, evaluate=DUEL.evaluate, encode=DUEL.encode)
    assert numbers.every_action(DUEL.ruleset(2, {}), 0) == ()
    assert numbers.small() is None
    assert Deal in DUEL.actions


def test_programs_that_need_numbers_or_real_time_say_so() -> None:
    with pytest.raises(SetupError, match="Duel offers no numbers"):
        numbers_of(DUEL)
    with pytest.raises(SetupError, match="Duel is not played in real time"):
        live_of(DUEL)


def test_its_course_has_no_parts_with_names() -> None:
    assert DUEL.words.part is no_part
    assert no_part(object()) == ""
