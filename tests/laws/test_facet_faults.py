"""Faults in notation, words and numbers: each is detected by its law."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import pytest

from prateria.core.contract.meta import OptionValue
from prateria.core.errors import LawBroken
from prateria.core.laws import check_laws, notation, numbers, words
from prateria.core.texts import ENGLISH, Texts
from tests.laws.duel import (
    Action,
    Choose,
    Deal,
    Duel,
    DuelNumbers,
    Event,
    Rules,
    Shown,
    State,
    View,
)

SEEDS = range(25)


class FeaturesPeek(Duel):
    """The features of learned bots reveal the other hand."""

    def make_numbers(self) -> DuelNumbers:
        return replace(super().make_numbers(), features=self.features)

    def features(self, state: State, seat: int) -> list[list[float]]:
        return [[float(sum(hand))] for hand in state.hands]


class ObservesMore(Duel):
    """The observation of learning programs reveals the other hand."""

    def make_numbers(self) -> DuelNumbers:
        honest = super().make_numbers()

        def observe(state: State, seat: int) -> bytes:
            return honest.observe(state, seat) + bytes(state.hands[1 - seat])

        return replace(honest, observe=observe)


class FeaturesOfAnyLength(Duel):
    def make_numbers(self) -> DuelNumbers:
        return replace(super().make_numbers(), features=self.features)

    def features(self, state: State, seat: int) -> list[list[float]]:
        return [[0.0] * (1 + other) for other in (0, 1)]


class FeaturesOfOneSeat(Duel):
    def make_numbers(self) -> DuelNumbers:
        return replace(super().make_numbers(), features=lambda state, seat: [[0.0]])


class ForgetsInNotation(Duel):
    def format_state(self, state: State) -> str:
        low, *words = super().format_state(state).split()
        return " ".join([low, "".join(reversed(words[0])), *words[1:]])


class CountsSeatsWrong(Duel):
    def setup(self, state: State) -> tuple[int, dict[str, OptionValue]]:
        return 3, {"low_wins": state.rules.low_wins}


class MistakesTheOptions(Duel):
    def setup(self, state: State) -> tuple[int, dict[str, OptionValue]]:
        return 2, {"low_wins": not state.rules.low_wins}


class SlipOfTheTongue(Duel):
    def format_action(self, action: Action) -> str:
        text = super().format_action(action)
        return text.replace("5", "4") if isinstance(action, Deal | Choose) else text


class SlipOfTheWire(Duel):
    """A view that changes on its way over the wire."""

    def view(self, state: State, seat: int | None) -> View:
        return replace(super().view(state, seat), extra=(True,))


class Namesakes(Duel):
    """A view of a class with the same name as the listed one."""

    def view(self, state: State, seat: int | None) -> View:
        view = super().view(state, seat)
        return NAMESAKE(*[getattr(view, field.name) for field in fields(view)])


NAMESAKE: type[View] = type("View", (View,), {"__slots__": ()})


@dataclass(frozen=True, init=False)
class Sendable(State):
    pass


class OpenState(Sendable):
    """A state that the wire takes for a view."""


class SendsStates(Duel):
    def new(self, ruleset: Rules, seats: int) -> State:
        return OpenState(ruleset)


class DescribesNothing(Duel):
    def describe(self, view: View) -> str:
        return " "


class TellsNothing(Duel):
    def tell(self, event: Event, names: Sequence[str], texts: Texts = ENGLISH) -> str:
        return None if isinstance(event, Shown) else ""  # type: ignore[return-value]


class ValuesOneSeat(Duel):
    def evaluate(self, view: View) -> tuple[float, ...]:
        return (1.0,)


class NumbersOfAnyLength(Duel):
    def encode(self, view: View) -> tuple[float, ...]:
        return (*super().encode(view), *map(float, view.table))


class ActionWithoutAPlace(Duel):
    def every_action(self, ruleset: Rules, seat: int) -> Sequence[Action]:
        return super().every_action(ruleset, seat)[1:]


class SpacesOfTwoSizes(Duel):
    def every_action(self, ruleset: Rules, seat: int) -> Sequence[Action]:
        return super().every_action(ruleset, seat)[seat:]


class SpaceWithMoreForOne(Duel):
    def every_action(self, ruleset: Rules, seat: int) -> Sequence[Action]:
        return (*super().every_action(ruleset, seat), Choose(seat, 6))[: 5 + seat]


class SpaceWithOneTwice(Duel):
    def every_action(self, ruleset: Rules, seat: int) -> Sequence[Action]:
        return (*super().every_action(ruleset, seat), Choose(seat, 1))


class NoActionSpace(Duel):
    def every_action(self, ruleset: Rules, seat: int) -> Sequence[Action]:
        return ()


FAULTS: list[tuple[type[Duel], set[str]]] = [
    (FeaturesPeek, {numbers.FEATURES_BY_VIEW}),
    (FeaturesOfAnyLength, {numbers.FEATURES_BY_VIEW}),
    (FeaturesOfOneSeat, {numbers.FEATURES_BY_VIEW}),
    (ObservesMore, {numbers.OBSERVED}),
    (ForgetsInNotation, {notation.NOTATION}),
    (CountsSeatsWrong, {notation.NOTATION}),
    (MistakesTheOptions, {notation.NOTATION}),
    (SlipOfTheTongue, {notation.NOTATION}),
    (SlipOfTheWire, {notation.WIRE}),
    (Namesakes, {notation.WIRE}),
    (SendsStates, {notation.WIRE}),
    (ValuesOneSeat, {numbers.VALUED}),
    (NumbersOfAnyLength, {numbers.ENCODED}),
    (DescribesNothing, {words.DESCRIBED}),
    (TellsNothing, {words.TOLD}),
    (ActionWithoutAPlace, {numbers.SPACE}),
    (SpacesOfTwoSizes, {numbers.SPACE}),
    (SpaceWithMoreForOne, {numbers.SPACE}),
    (SpaceWithOneTwice, {numbers.SPACE}),
]
NAMES = [fault.__name__ for fault, _ in FAULTS]


def inspect(game: Duel) -> None:
    for seed in SEEDS:
        check_laws(game, 2, {}, seed)


def test_a_game_may_do_without_an_action_space() -> None:
    for seed in range(4):
        assert check_laws(NoActionSpace(), 2, {}, seed) > 4


@pytest.mark.parametrize(("fault", "caught_by"), FAULTS, ids=NAMES)
def test_a_fault_in_a_facet_is_caught_by_its_law(fault: type[Duel], caught_by: set[str]) -> None:
    with pytest.raises(LawBroken) as broken:
        inspect(fault())
    assert broken.value.law in caught_by
