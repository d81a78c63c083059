"""Plays a lesson: the match at the start of each step, and whether the whole lesson is
consistent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from prateria.core.contract.game import AnyGame
from prateria.core.errors import PrateriaError
from prateria.core.lessons.lesson import Lesson
from prateria.core.matches.begin import position
from prateria.core.matches.match import Match

SEED: Final = "lesson"
"""The seed of every lesson, so that all learners see the same."""


def at_step(game: AnyGame, lesson: Lesson, number: int) -> Match:
    """The match at the start of a step: from its position, or continued from the steps before
    it."""
    first = number
    while not lesson.steps[first].position:
        if first == 0:
            raise ValueError("the first step needs a position")
        first -= 1
    match = position(game.meta.id, lesson.steps[first].position, seed=SEED)
    for step in lesson.steps[first:number]:
        for move in (*step.moves[:1], *step.then):
            play(match, move)
    return match


def play(match: Match, move: str) -> None:
    """Make a move in notation, by the actor it names."""
    action = match.game.notation.parse_action(move)
    for seat in range(match.seats):
        if match.game.intent(action) in match.legal(seat):
            match.play(seat, action)
            return
    raise ValueError(f"{move!r} is not legal here")


def faults(game: AnyGame, lesson: Lesson) -> list[str]:
    """What is wrong with a lesson, one sentence each."""
    found = [] if lesson.steps else ["there is no step"]
    for number in range(len(lesson.steps)):
        try:
            for fault in _faults(game, lesson, number):
                found.append(f"step {number + 1}: {fault}")  # noqa: PERF401  (they may end early)
        except (PrateriaError, ValueError) as error:
            found.append(f"step {number + 1}: {error}")
    return found


def _faults(game: AnyGame, lesson: Lesson, number: int) -> Iterator[str]:
    step = lesson.steps[number]
    for rule in step.rules:
        if rule not in game.rulebook.rules:
            yield f"there is no rule {rule}"
    match = at_step(game, lesson, number)
    yield from game.invariants(game.notation.parse_state(match.position, match.log.header.data))
    if not 0 <= step.seat < match.seats:
        yield f"there is no seat {step.seat}"
        return
    legal = set(match.legal(step.seat))
    for move in step.moves:
        action = game.notation.parse_action(move)
        if game.intent(action) not in legal:
            refusal = game.refuse(game.notation.parse_state(match.position), step.seat, action)
            yield f"{move!r} is not legal for seat {step.seat} ({refusal})"
    if step.then:  # at_step plays these only if a step follows
        _play_to_the_end(match, (*step.moves[:1], *step.then))


def _play_to_the_end(match: Match, moves: tuple[str, ...]) -> None:
    for move in moves:
        play(match, move)
