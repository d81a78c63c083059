"""Drawn worlds that do not vary, and views that forget: each is detected by its law."""

from __future__ import annotations

from dataclasses import replace

import pytest

from prateria.core.chance import Quick, Rng
from prateria.core.laws import worlds
from prateria.core.laws.inspection import eye_name
from tests.laws.duel import Duel, State, View
from tests.laws.open_duel import OpenDuel, opened
from tests.laws.test_leaks import EYES, caught, inspect


class FixedWorlds(Duel):
    """The generator is ignored: for a view there is only one world."""

    def determinize(self, view: View, rng: Rng) -> State:
        return super().determinize(view, Quick(1))


class TwoWorlds(Duel):
    """There are two."""

    def determinize(self, view: View, rng: Rng) -> State:
        return super().determinize(view, Quick(rng.below(2)))


class FixedPart(Duel):
    """Of the worlds that fit, only those in which a part is as small as it can be."""

    def __init__(self) -> None:
        super().__init__()
        self._least: dict[View, tuple[int, ...]] = {}

    def part_of(self, state: State) -> tuple[int, ...]:
        raise NotImplementedError

    def determinize(self, view: View, rng: Rng) -> State:
        if view not in self._least:
            drawn = [super(FixedPart, self).determinize(view, rng) for _ in range(60)]
            self._least[view] = min(map(self.part_of, drawn))
        while True:
            world = super().determinize(view, rng)
            if self.part_of(world) == self._least[view]:
                return world


class FixedHand(FixedPart):
    """One of two hidden hands never varies."""

    def part_of(self, state: State) -> tuple[int, ...]:
        return (*state.hands[0], state.choices[0])


class FixedRest(FixedPart):
    """The card that nobody has, and that no view shows."""

    def part_of(self, state: State) -> tuple[int, ...]:
        return state.undealt


class ForgetsTheBell(Duel):
    """Forgets that a player who was late must have a higher card left."""

    def view(self, state: State, seat: int | None) -> View:
        return replace(super().view(state, seat), lowest=(0, 0))


class IgnoresTheBell(Duel):
    """The view remembers it, and worlds are drawn that contradict it."""

    def determinize(self, view: View, rng: Rng) -> State:
        return self.draw_world(view, rng)


class ForgetsWhoTookIt(OpenDuel):
    """Everybody has seen where the open card went; the view says only that it is gone."""

    def view(self, state: State, seat: int | None) -> View:
        return replace(super().view(state, seat), extra=(opened(state).up, 0, 0))


class ForgetsInTime(OpenDuel):
    """The view remembers it until a trick has been played."""

    def view(self, state: State, seat: int | None) -> View:
        view = super().view(state, seat)
        return replace(view, extra=(view.extra[0], 0, 0)) if state.table else view


class ForgetsForASpectator(OpenDuel):
    def view(self, state: State, seat: int | None) -> View:
        view = super().view(state, seat)
        return view if seat == 0 else replace(view, extra=(view.extra[0], 0, 0))


class ContradictsWhatItKnows(OpenDuel):
    """Knows where the card is, and deals it to anybody."""

    def determinize(self, view: View, rng: Rng) -> State:
        up, *known = view.extra
        while True:
            world = Duel.determinize(self, view, rng)
            if up not in (*self._held(world, 0), *self._held(world, 1)):
                return self.lay_open(world, up, known)


FAULTS: list[tuple[type[Duel], set[str]]] = [
    (FixedWorlds, {worlds.VARIES}),
    (TwoWorlds, {worlds.POSSIBLE}),
    (FixedHand, {worlds.VARIES}),
    (FixedRest, {worlds.VARIES}),
    (ForgetsTheBell, {worlds.REMEMBERS}),
    (IgnoresTheBell, {worlds.REMEMBERS}),
    (ForgetsWhoTookIt, {worlds.REMEMBERS}),
    (ForgetsInTime, {worlds.REMEMBERS}),
    (ForgetsForASpectator, {worlds.REMEMBERS}),
    (ContradictsWhatItKnows, {worlds.REMEMBERS}),
]
NAMES = [fault.__name__ for fault, _ in FAULTS]


@pytest.mark.parametrize(("fault", "caught_by"), FAULTS, ids=NAMES)
def test_a_fault_in_drawn_worlds_is_caught(fault: type[Duel], caught_by: set[str]) -> None:
    assert caught(fault()).law in caught_by


def test_an_honest_game_with_an_open_card_breaks_no_law() -> None:
    inspect(OpenDuel(), seeds=range(8))


class ForOne(Duel):
    """Drawn worlds that never vary, for one observer."""

    def __init__(self, eye: int | None) -> None:
        super().__init__()
        self._eye = eye

    def determinize(self, view: View, rng: Rng) -> State:
        return super().determinize(view, Quick(1) if view.seat == self._eye else rng)


@pytest.mark.parametrize("eye", EYES, ids=eye_name)
def test_worlds_that_do_not_vary_are_caught_for_whom_they_do_not(eye: int | None) -> None:
    broken = caught(ForOne(eye))
    assert broken.law == worlds.VARIES
    assert broken.seat == eye_name(eye)


class ForgetsForOne(OpenDuel):
    def __init__(self, eye: int | None) -> None:
        super().__init__()
        self._eye = eye

    def view(self, state: State, seat: int | None) -> View:
        view = super().view(state, seat)
        return replace(view, extra=(view.extra[0], 0, 0)) if seat == self._eye else view


@pytest.mark.parametrize("eye", EYES, ids=eye_name)
def test_a_view_that_forgets_is_caught_for_whom_it_does(eye: int | None) -> None:
    broken = caught(ForgetsForOne(eye))
    assert broken.law == worlds.REMEMBERS
    assert broken.seat == eye_name(eye)
