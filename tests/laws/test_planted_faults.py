"""The law kit catches cheats: each game here breaks one law, and that law must say so."""

from __future__ import annotations

import pkgutil
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import import_module

import pytest

from prateria.core import laws
from prateria.core.chance import Rng
from prateria.core.contract.game import CHANCE, CLOCK
from prateria.core.contract.meta import Outcome
from prateria.core.errors import IllegalAction, LawBroken
from prateria.core.laws import check_laws, notation, numbers, rules, secrets, words
from prateria.core.texts import ENGLISH, Texts
from tests.laws.duel import (
    Action,
    Choose,
    Chosen,
    Deal,
    Dealt,
    Duel,
    DuelNumbers,
    Event,
    Ring,
    Rules,
    Shown,
    State,
    View,
)
from tests.laws.test_drawing_faults import FAULTS as DRAWING_FAULTS
from tests.laws.test_live_faults import FAULTS as LIVE_FAULTS

SEEDS = range(40)


@pytest.mark.parametrize("low_wins", [False, True])
def test_an_honest_game_breaks_no_law(low_wins: bool) -> None:
    positions = sum(check_laws(Duel(), 2, {"low_wins": low_wins}, seed) for seed in SEEDS)
    assert positions > 200


class LeaksHands(Duel):
    """A view that shows the other hand."""

    def view(self, state: State, seat: int | None) -> View:
        return replace(super().view(state, seat), extra=(*state.hands[0], *state.hands[1]))


class LeaksTheFuture(Duel):
    """A view that shows the next card to be dealt."""

    def view(self, state: State, seat: int | None) -> View:
        return replace(super().view(state, seat), extra=state.undealt[:1])


class LeaksTheChoice(Duel):
    """A second chooser sees what the first has chosen."""

    def view(self, state: State, seat: int | None) -> View:
        return replace(super().view(state, seat), extra=tuple(state.choices))

    def determinize(self, view: View, rng: Rng) -> State:
        state = super().determinize(replace(view, extra=()), rng)
        state.choices = list(view.extra)
        left = [card for card in (1, 2, 3, 4, 5) if card not in (*view.table, *view.extra)]
        for seat in (0, 1):
            others = [card for card in left if card not in view.hand]
            state.hands[seat] = (
                view.hand if seat == view.seat else tuple(others[: view.counts[seat]])
            )
            left = [card for card in left if card not in state.hands[seat]]
        state.undealt = tuple(left)
        return state


class LegalPeeks(Duel):
    """Offers only cards that beat the other hand, if there are any."""

    def legal(self, state: State, seat: int) -> Sequence[Action]:
        options = super().legal(state, seat)
        if seat == CLOCK:
            return options
        best = max((*state.hands[1 - seat], state.choices[1 - seat]))
        beating = tuple(o for o in options if isinstance(o, Choose) and o.card > best)
        return beating or options


class RefusalPeeks(Duel):
    """A refusal that tells what the other holds."""

    def refuse(self, state: State, seat: int, action: Action) -> IllegalAction:
        return IllegalAction("D1", f"the other holds {state.hands[1 - seat]}")


class FeaturesPeek(Duel):
    """What learned bots judge by tells the other hand."""

    def make_numbers(self) -> DuelNumbers:
        return replace(super().make_numbers(), features=self.features)

    def features(self, state: State, seat: int) -> list[list[float]]:
        return [[float(sum(hand))] for hand in state.hands]


class ObservesMore(Duel):
    """What a learning program gets tells the other's hand."""

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


class RefusesByNoRule(Duel):
    def refuse(self, state: State, seat: int, action: Action) -> IllegalAction:
        return IllegalAction("D9", "because")


class EventNotRedacted(Duel):
    """Everybody is told which card was dealt."""

    def seen(self, event: Event, seat: int | None) -> Event | None:
        return event if isinstance(event, Dealt) else super().seen(event, seat)


class ChoiceNotRedacted(Duel):
    """Everybody is told which card was chosen, while the other still chooses."""

    def seen(self, event: Event, seat: int | None) -> Event | None:
        return event if isinstance(event, Chosen) else super().seen(event, seat)


class SharedRow(Duel):
    """A copy that shares a list with its original."""

    def copy(self, state: State) -> State:
        twin = super().copy(state)
        twin.tricks = state.tricks
        return twin


class PrivateDice(Duel):
    """Luck that no log holds."""

    dice = random.Random(1)

    def apply(self, state: State, action: Action) -> Sequence[Event]:
        if isinstance(action, Ring) and self.dice.random() < 0.5:
            state.tricks[0] += 1
        return super().apply(state, action)


class LooksLeaveTraces(Duel):
    """Looking at a state changes it."""

    def view(self, state: State, seat: int | None) -> View:
        state.undealt = state.undealt[::-1]
        return super().view(state, seat)


class LosesACard(Duel):
    def apply(self, state: State, action: Action) -> Sequence[Event]:
        events = super().apply(state, action)
        if isinstance(action, Ring):
            state.undealt = ()
        return events


class EndsTwice(Duel):
    """An outcome while there is still something to choose."""

    def outcome(self, state: State) -> Outcome | None:
        return Outcome((1, 1), (1, 1), "shared")


class EndsForNoReason(Duel):
    def outcome(self, state: State) -> Outcome | None:
        outcome = super().outcome(state)
        return None if outcome is None else replace(outcome, reason="whim")


class NeverEnds(Duel):
    def outcome(self, state: State) -> Outcome | None:
        return None


class LuckWithCompany(Duel):
    """Somebody else acts together with luck."""

    def actors(self, state: State) -> tuple[int, ...]:
        actors = super().actors(state)
        return (CHANCE, CLOCK) if actors == (CHANCE,) else actors


class WeightlessLuck(Duel):
    def chance(self, state: State) -> Sequence[tuple[Action, int]]:
        return [(action, 0) for action, _ in super().chance(state)]


class UnfairSample(Duel):
    """Draws otherwise than its weights say."""

    def sample(self, state: State, rng: Rng) -> Action:
        rng.below(2)
        return self.chance(state)[0][0]


class OffersTwice(Duel):
    def legal(self, state: State, seat: int) -> Sequence[Action]:
        return (*super().legal(state, seat), *super().legal(state, seat))


class OffersOutOfTurn(Duel):
    """Lets a seat act that has already chosen."""

    def legal(self, state: State, seat: int) -> Sequence[Action]:
        return super().legal(state, seat) or (Ring(),)


class SameWorldAgain(Duel):
    """Its drawn worlds never vary: the other seat is always given the same cards."""

    truth: State | None = None

    def view(self, state: State, seat: int | None) -> View:
        self.truth = self.copy(state)
        return super().view(state, seat)

    def determinize(self, view: View, rng: Rng) -> State:
        assert self.truth is not None
        return self.copy(self.truth)


class WrongWorld(Duel):
    def determinize(self, view: View, rng: Rng) -> State:
        state = super().determinize(view, rng)
        state.tricks = [0, 0]
        return state


class TurnIsSecret(Duel):
    """Whose turn it is hangs on a hidden card."""

    def actors(self, state: State) -> tuple[int, ...]:
        actors = super().actors(state)
        if len(actors) == 3 and 5 in state.hands[0]:
            return (0, CLOCK)
        return actors


class ForgetsInNotation(Duel):
    def format_state(self, state: State) -> str:
        low, *words = super().format_state(state).split()
        return " ".join([low, "".join(reversed(words[0])), *words[1:]])


class SlipOfTheTongue(Duel):
    def format_action(self, action: Action) -> str:
        text = super().format_action(action)
        return text.replace("5", "4") if isinstance(action, Deal | Choose) else text


class SlipOfTheWire(Duel):
    """A view that does not come back from the wire as it was."""

    def view(self, state: State, seat: int | None) -> View:
        return replace(super().view(state, seat), extra=(True,))


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


class NumbersOfAnyLength(Duel):
    def encode(self, view: View) -> tuple[float, ...]:
        return (*super().encode(view), *map(float, view.table))


class ActionWithoutAPlace(Duel):
    def every_action(self, ruleset: Rules, seat: int) -> Sequence[Action]:
        return super().every_action(ruleset, seat)[1:]


class SpacesOfTwoSizes(Duel):
    def every_action(self, ruleset: Rules, seat: int) -> Sequence[Action]:
        return super().every_action(ruleset, seat)[seat:]


class NoActionSpace(Duel):
    def every_action(self, ruleset: Rules, seat: int) -> Sequence[Action]:
        return ()


class FrozenView(View):
    """A view that changes under its owner's eyes."""

    def __hash__(self) -> int:
        return next(_hashes)


_hashes = iter(range(10**9))


class ViewChanges(Duel):
    def __init__(self) -> None:
        super().__init__()
        self.views = (*self.views, FrozenView)

    def view(self, state: State, seat: int | None) -> View:
        view = super().view(state, seat)
        return FrozenView(
            view.seat, view.ruleset, view.hand, view.choice, view.chosen, view.counts,
            view.table, view.tricks,
        )  # fmt: skip


FAULTS = [
    (LeaksHands, {secrets.WORLD}),
    (LeaksTheFuture, {secrets.WORLD}),
    (LeaksTheChoice, {secrets.SECRET, secrets.ACTORS_BY_VIEW}),
    (LegalPeeks, {secrets.LEGAL_BY_VIEW}),
    (RefusalPeeks, {secrets.LEGAL_BY_VIEW}),
    (FeaturesPeek, {numbers.FEATURES_BY_VIEW}),
    (FeaturesOfAnyLength, {numbers.FEATURES_BY_VIEW}),
    (ObservesMore, {numbers.OBSERVED}),
    (RefusesByNoRule, {secrets.REFUSAL}),
    (EventNotRedacted, {secrets.EVENTS}),
    (ChoiceNotRedacted, {secrets.EVENTS}),
    (SharedRow, {secrets.COPY}),
    (PrivateDice, {rules.REPLAY}),
    (LooksLeaveTraces, {rules.PURE}),
    (LosesACard, {rules.INVARIANT}),
    (EndsTwice, {rules.END}),
    (EndsForNoReason, {rules.END}),
    (NeverEnds, {rules.END}),
    (LuckWithCompany, {rules.ALONE}),
    (WeightlessLuck, {rules.ALONE}),
    (UnfairSample, {rules.SAMPLE}),
    (OffersTwice, {rules.PINNED}),
    (OffersOutOfTurn, {rules.TURN}),
    (SameWorldAgain, {secrets.VARIES}),
    (WrongWorld, {secrets.WORLD}),
    (TurnIsSecret, {secrets.ACTORS_BY_VIEW}),
    (ForgetsInNotation, {notation.NOTATION}),
    (SlipOfTheTongue, {notation.NOTATION}),
    (SlipOfTheWire, {notation.WIRE}),
    (SendsStates, {notation.WIRE}),
    (NumbersOfAnyLength, {numbers.NUMBERS}),
    (DescribesNothing, {words.DESCRIBED}),
    (TellsNothing, {words.TOLD}),
    (ViewChanges, {secrets.VIEW_FIXED}),
    (ActionWithoutAPlace, {numbers.SPACE}),
    (SpacesOfTwoSizes, {numbers.SPACE}),
]


NAMES = [fault.__name__ for fault, _ in FAULTS]


def inspect(game: Duel) -> None:
    for seed in SEEDS:
        check_laws(game, 2, {}, seed)


def test_a_game_may_do_without_an_action_space() -> None:
    inspect(NoActionSpace())


def test_a_game_may_do_without_numbers_and_without_a_face() -> None:
    game = Duel()
    game.numbers, game.face = None, None
    inspect(game)


@pytest.mark.parametrize(("fault", "caught_by"), FAULTS, ids=NAMES)
def test_a_planted_fault_is_caught_by_its_law(fault: type[Duel], caught_by: set[str]) -> None:
    with pytest.raises(LawBroken) as broken:
        inspect(fault())
    assert broken.value.law in caught_by


def test_every_law_has_a_planted_fault() -> None:
    found = pkgutil.iter_modules(laws.__path__, f"{laws.__name__}.")
    modules = [import_module(module.name) for module in found]
    named = {
        law
        for module in modules
        for name, law in vars(module).items()
        if name.isupper() and isinstance(law, str)
    }
    faults = (*FAULTS, *DRAWING_FAULTS, *LIVE_FAULTS)
    caught = set().union(*(laws_of for _, laws_of in faults))
    assert named - caught == set()
