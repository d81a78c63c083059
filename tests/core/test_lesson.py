"""Lessons: parsed, played, every fault detected; and the lessons of all games are sound."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from prateria.core import registry
from prateria.core.contract.game import face_of
from prateria.core.lessons.lesson import Lesson, Step, parse_lesson, read_lesson
from prateria.core.lessons.teacher import at_step, faults, play
from tests.laws.duel import LESSON, Duel

GAME = Duel()
FIRST, SECOND, LAST = parse_lesson(LESSON).steps


@pytest.fixture(autouse=True)
def duel() -> Iterator[None]:
    registry.register(GAME)
    yield
    registry.forget("duel")


def faults_of(*steps: Step) -> list[str]:
    return faults(GAME, Lesson(steps))


@pytest.mark.parametrize("game_id", registry.ids())
def test_the_lesson_of_each_game_holds(game_id: str) -> None:
    game = registry.get(game_id)
    lesson = face_of(game).lesson()
    assert lesson is not None
    assert faults(game, lesson) == []
    assert 5 <= len(lesson.steps) <= 13


def test_a_game_without_a_file_has_no_lesson() -> None:
    assert read_lesson("prateria.core") is None
    assert read_lesson("") is None


def test_a_step_goes_on_from_the_one_before() -> None:
    lesson = face_of(GAME).lesson()
    assert lesson is not None
    assert lesson == Lesson((FIRST, SECOND, LAST))
    assert faults(GAME, lesson) == []
    assert at_step(GAME, lesson, 0).position == "high 15 23 00 - 00"
    assert at_step(GAME, lesson, 1).position == "high 1 2 00 53 10"
    assert at_step(GAME, lesson, 2).position == "high - - 00 5312 11"


def test_each_fault_is_found() -> None:
    assert faults_of() == ["there is no step"]
    assert faults_of(replace(FIRST, position="")) == ["step 1: the first step needs a position"]
    assert faults_of(replace(FIRST, position="low")) == ["step 1: six words were expected"]
    assert faults_of(replace(FIRST, rules=("D9",))) == ["step 1: there is no rule D9"]
    assert faults_of(replace(FIRST, seat=2)) == ["step 1: there is no seat 2"]
    assert "step 1: the cards are" in faults_of(replace(FIRST, position="high 11 23 00 - 00"))[0]
    assert "'a chooses 2' is not legal" in faults_of(replace(FIRST, moves=("a chooses 2",)))[0]
    assert "'b chooses 1' is not legal here" in faults_of(replace(FIRST, then=("b chooses 1",)))[0]


def test_a_step_may_be_unaided() -> None:
    unaided = parse_lesson(LESSON.replace("seat = 0", "seat = 0\nunaided = true", 1)).steps[0]
    assert unaided == replace(FIRST, unaided=True)


def test_a_field_nobody_knows_is_refused() -> None:
    with pytest.raises(ValueError, match="a step has"):
        parse_lesson('[[step]]\nmove = "a chooses 5"')


def test_a_move_is_made_by_whoever_it_is_legal_for() -> None:
    match = at_step(GAME, Lesson((FIRST,)), 0)
    play(match, "b chooses 2")
    assert match.log.entries[-1].by == 1
