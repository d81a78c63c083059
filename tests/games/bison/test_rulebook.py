"""The rules and the lesson as printed for people: rulings marked, nothing false."""

from __future__ import annotations

import pytest

from prateria.core.lessons.lesson import read_lesson
from prateria.core.rules import LANGUAGES
from tests.games.bison.table import GAME, may, play, table

RULINGS = {"B1.6", "B2.1", "B2.2", "B4.2", "B5.1", "B8.3", "B9.6", "B10.1", "B11.1", "B12"}


def test_every_decision_of_ours_is_marked_as_a_ruling_and_nothing_else_is() -> None:
    assert {rule.number for rule in GAME.rulebook.rules.values() if rule.ruling} == RULINGS


def test_the_rules_are_those_of_the_version_that_logs_name() -> None:
    assert GAME.rulebook.version == GAME.meta.rules_version == "2"


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_have_the_apostrophes_of_print(language: str) -> None:
    lesson = read_lesson("prateria.games.bison")
    assert lesson is not None
    texts = [rule.texts[language] for rule in GAME.rulebook.rules.values()]
    texts += [text for step in lesson.steps for text in (step.text[language],) if text]
    texts += [step.after[language] for step in lesson.steps if step.after]
    assert not [text for text in texts if "'" in text]


def test_in_italian_terrains_need_not_match_which_is_not_that_they_must_not() -> None:
    lesson = read_lesson("prateria.games.bison")
    assert lesson is not None
    texts = (GAME.rulebook.rules["B5.1"].texts["it"], lesson.steps[2].text["it"])
    for text in texts:
        assert "on è necessario che i terreni corrispondano" in text
        assert "non devono" not in text


def test_the_lesson_tells_how_land_is_left_and_its_position_shows_it() -> None:
    """In step 7 the hunter may step onto its river, or over the side to the next tile's land."""
    lesson = read_lesson("prateria.games.bison")
    assert lesson is not None
    step = lesson.steps[6]
    match = play(table(step.position), step.moves[0])
    assert may(match, "a", "moves") == "d3r e3m"
    assert "On one tile" in step.text["en"]
    assert "From land the way leads over the river" not in step.text["en"]
