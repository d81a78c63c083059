"""The law kit detects cheats: each game here breaks one law, and exactly that law must report
it."""

from __future__ import annotations

import pkgutil
import random
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module

import pytest

from prateria.core import laws
from prateria.core.chance import Rng
from prateria.core.contract.game import CHANCE, CLOCK
from prateria.core.contract.meta import Outcome
from prateria.core.errors import IllegalAction, LawBroken
from prateria.core.laws import check_laws, rules, secrets, worlds
from tests.laws.duel import (
    Action,
    Choose,
    Chosen,
    Dealt,
    Duel,
    Event,
    Ring,
    Rules,
    State,
    View,
)
from tests.laws.test_drawing_faults import FAULTS as DRAWING_FAULTS
from tests.laws.test_facet_faults import FAULTS as FACETS
from tests.laws.test_leaks import FAULTS as LEAKS
from tests.laws.test_live_faults import FAULTS as LIVE_FAULTS
from tests.laws.test_worlds import FAULTS as WORLDS

SEEDS = range(25)


@pytest.mark.parametrize("low_wins", [False, True])
def test_an_honest_game_breaks_no_law(low_wins: bool) -> None:
    positions = sum(check_laws(Duel(), 2, {"low_wins": low_wins}, seed) for seed in range(10))
    assert positions > 60


class LeaksHands(Duel):
    """A view that shows the other hand."""

    def view(self, state: State, seat: int | None) -> View:
        return replace(super().view(state, seat), extra=(*state.hands[0], *state.hands[1]))


class LeaksTheFuture(Duel):
    """A view that shows the next card to be dealt."""

    def view(self, state: State, seat: int | None) -> View:
        return replace(super().view(state, seat), extra=state.undealt[:1])


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
    """A refusal that reveals what the other holds."""

    def refuse(self, state: State, seat: int, action: Action) -> IllegalAction:
        return IllegalAction("D1", f"the other holds {state.hands[1 - seat]}")


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


class DicedState(State):
    __slots__ = ("dice",)

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.dice = 0.0


class PrivateDice(Duel):
    """Luck that no log contains, and no view shows yet."""

    dice = random.Random(1)

    def new(self, ruleset: Rules, seats: int) -> State:
        return DicedState(ruleset)

    def apply(self, state: State, action: Action) -> Sequence[Event]:
        if isinstance(state, DicedState):
            state.dice = self.dice.random()
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


class OutcomeOfOne(Duel):
    def outcome(self, state: State) -> Outcome | None:
        outcome = super().outcome(state)
        return None if outcome is None else replace(outcome, scores=outcome.scores[:1])


class OutcomeWithoutWinner(Duel):
    def outcome(self, state: State) -> Outcome | None:
        outcome = super().outcome(state)
        return None if outcome is None else replace(outcome, places=(2, 3))


class LuckWithoutOutcomes(Duel):
    def chance(self, state: State) -> Sequence[tuple[Action, int]]:
        return []


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


class OffersNothing(Duel):
    def legal(self, state: State, seat: int) -> Sequence[Action]:
        return () if state.table else super().legal(state, seat)


class OffersInAnyOrder(Duel):
    """An untouched copy that offers the same actions in reverse order."""

    is_fresh = False

    def copy(self, state: State) -> State:
        self.is_fresh = True
        return super().copy(state)

    def apply(self, state: State, action: Action) -> Sequence[Event]:
        self.is_fresh = False
        return super().apply(state, action)

    def legal(self, state: State, seat: int) -> Sequence[Action]:
        way, self.is_fresh = -1 if self.is_fresh else 1, False
        return super().legal(state, seat)[::way]


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


class LosesACardInAWorld(Duel):
    def determinize(self, view: View, rng: Rng) -> State:
        state = super().determinize(view, rng)
        state.undealt = state.undealt[1:]
        return state


class SleepyState(State):
    __slots__ = ("asleep",)

    def __init__(self, rules: Rules, *, asleep: bool) -> None:
        super().__init__(rules)
        self.asleep = asleep


class DrawsSleepers(Duel):
    """Worlds in which somebody else acts because of something that no view shows."""

    def actors(self, state: State) -> tuple[int, ...]:
        actors = super().actors(state)
        return (CLOCK,) if isinstance(state, SleepyState) and CLOCK in actors else actors

    def determinize(self, view: View, rng: Rng) -> State:
        world, sleepy = super().determinize(view, rng), SleepyState(view.ruleset, asleep=True)
        for name in State.__slots__:
            setattr(sleepy, name, getattr(world, name))
        return sleepy


class WrongWorld(Duel):
    def determinize(self, view: View, rng: Rng) -> State:
        state = super().determinize(view, rng)
        state.tricks = [0, 0]
        return state


class TurnIsSecret(Duel):
    """Whose turn it is depends on a hidden card."""

    def actors(self, state: State) -> tuple[int, ...]:
        actors = super().actors(state)
        if len(actors) == 3 and 5 in state.hands[0]:
            return (0, CLOCK)
        return actors


class FrozenView(View):
    """A view that changes after it was given out."""

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
            view.table, view.tricks, view.lowest,
        )  # fmt: skip


FAULTS = [
    (LeaksHands, {worlds.WORLD}),
    (LeaksTheFuture, {worlds.WORLD}),
    (LegalPeeks, {secrets.LEGAL_BY_VIEW}),
    (RefusalPeeks, {secrets.LEGAL_BY_VIEW}),
    (RefusesByNoRule, {secrets.REFUSAL}),
    (EventNotRedacted, {secrets.EVENTS}),
    (ChoiceNotRedacted, {secrets.EVENTS}),
    (SharedRow, {secrets.COPY}),
    (PrivateDice, {rules.REPLAY}),
    (LooksLeaveTraces, {rules.PURE}),
    (LosesACard, {rules.INVARIANT}),
    (EndsTwice, {rules.END}),
    (EndsForNoReason, {rules.OUTCOME}),
    (OutcomeOfOne, {rules.OUTCOME}),
    (OutcomeWithoutWinner, {rules.OUTCOME}),
    (NeverEnds, {rules.END}),
    (LuckWithCompany, {rules.ALONE}),
    (LuckWithoutOutcomes, {rules.ALONE}),
    (WeightlessLuck, {rules.ALONE}),
    (UnfairSample, {rules.SAMPLE}),
    (OffersTwice, {rules.PINNED}),
    (OffersNothing, {rules.PINNED}),
    (OffersInAnyOrder, {rules.PINNED}),
    (OffersOutOfTurn, {rules.TURN}),
    (SameWorldAgain, {worlds.VARIES}),
    (LosesACardInAWorld, {worlds.WORLD}),
    (DrawsSleepers, {secrets.ACTORS_BY_VIEW}),
    (WrongWorld, {worlds.WORLD}),
    (TurnIsSecret, {secrets.ACTORS_BY_VIEW}),
    (ViewChanges, {worlds.VIEW_FIXED}),
]


NAMES = [fault.__name__ for fault, _ in FAULTS]


def inspect(game: Duel) -> None:
    for seed in SEEDS:
        check_laws(game, 2, {}, seed)


def test_a_game_may_do_without_numbers_and_without_a_face() -> None:
    game = Duel()
    game.numbers, game.face = None, None
    for seed in range(4):
        assert check_laws(game, 2, {}, seed) > 4


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
        if name.isupper() and isinstance(law, str) and " " in law
    }
    faults = (*FAULTS, *FACETS, *DRAWING_FAULTS, *LIVE_FAULTS, *LEAKS, *WORLDS)
    caught = set().union(*(laws_of for _, laws_of in faults))
    assert named - caught == set()
