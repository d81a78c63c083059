"""The laws detect leaks: whoever learns a secret, in whatever way, at whatever step.

A leak alone is easy to see, because drawn worlds do not agree with it. So the views here have an
accomplice, a `determinize` that draws only worlds that agree. For the same reason words and
drawings here know the state that the rules have looked at last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeAlias

import pytest

from prateria.core.chance import Rng
from prateria.core.contract.game import CHANCE, CLOCK
from prateria.core.drawing.markup import plain_picture
from prateria.core.drawing.scene import Drawing, Scene
from prateria.core.errors import IllegalAction, LawBroken
from prateria.core.laws import check_laws, drawing, notation, numbers, secrets, words
from prateria.core.laws.inspection import Inspection, eye_name
from prateria.core.texts import ENGLISH, Texts
from tests.laws.drawn import DrawnDuel
from tests.laws.duel import (
    Action,
    Choose,
    Chosen,
    Deal,
    Dealt,
    Duel,
    Event,
    Rules,
    Shown,
    State,
    View,
)

Hint: TypeAlias = Callable[[State, int | None], tuple[int, ...]]
EYES = (None, 0, 1)
SEEDS = range(25)


class Accomplice(Duel):
    """Its views hold a hint, and its drawn worlds are those that would give the same hint."""

    def hint(self, state: State, seat: int | None) -> tuple[int, ...]:
        raise NotImplementedError

    def view(self, state: State, seat: int | None) -> View:
        return replace(super().view(state, seat), extra=self.hint(state, seat))

    def determinize(self, view: View, rng: Rng) -> State:
        while True:
            world = super().determinize(view, rng)
            if self.hint(world, view.seat) == view.extra:
                return world


class OneHint(Accomplice):
    """A hint of any kind, for one observer."""

    def __init__(self, hint: Hint, eye: int | None) -> None:
        super().__init__()
        self._hint, self._eye = hint, eye

    def hint(self, state: State, seat: int | None) -> tuple[int, ...]:
        return self._hint(state, seat) if seat == self._eye else ()


def other_cards(state: State, seat: int | None) -> tuple[int, ...]:
    """All cards in another's hand."""
    rows = [hand for other, hand in enumerate(state.hands) if other != seat]
    return tuple(card for row in rows for card in row)


def a_bit(state: State, seat: int | None) -> tuple[int, ...]:
    """Whether somebody else has the 5."""
    return (int(5 in other_cards(state, seat)),)


def an_order(state: State, seat: int | None) -> tuple[int, ...]:
    """Two numbers that all know, in one order or the other."""
    return (1, 2) if 5 in other_cards(state, seat) else (2, 1)


def a_length(state: State, seat: int | None) -> tuple[int, ...]:
    return (0,) * max(other_cards(state, seat), default=0)


def the_future(state: State, seat: int | None) -> tuple[int, ...]:
    """What is left over in the end; a seat can work it out once everything has been shown."""
    return state.undealt[-1:]


def while_dealing(state: State, seat: int | None) -> tuple[int, ...]:
    """Only while luck acts."""
    return other_cards(state, seat) if len(state.undealt) > 1 else ()


def between_tricks(state: State, seat: int | None) -> tuple[int, ...]:
    """At one step only."""
    return other_cards(state, seat) if len(state.table) == 2 and not any(state.choices) else ()


def a_choice(state: State, seat: int | None) -> tuple[int, ...]:
    """What was chosen in secret."""
    return tuple(card for other, card in enumerate(state.choices) if other != seat)


HINTS: list[Hint] = [
    other_cards,
    a_bit,
    an_order,
    a_length,
    the_future,
    while_dealing,
    between_tricks,
    a_choice,
]


@pytest.mark.parametrize("eye", EYES, ids=eye_name)
@pytest.mark.parametrize("hint", HINTS, ids=lambda hint: hint.__name__)
def test_a_leaking_view_is_caught_though_drawn_worlds_agree_with_it(
    hint: Hint, eye: int | None
) -> None:
    broken = caught(OneHint(hint, eye))
    assert broken.law in (secrets.LEAK, secrets.SECRET)
    assert broken.seat == eye_name(eye)


@dataclass(frozen=True, slots=True)
class AsideView(View):
    aside: int = field(default=0, compare=False)


class LeaksAside(Duel):
    """In a field that does not count when views are compared."""

    def __init__(self) -> None:
        super().__init__()
        self.views = (Rules, AsideView)

    def view(self, state: State, seat: int | None) -> View:
        view = super().view(state, seat)
        rows = {row.name: getattr(view, row.name) for row in fields(view)}
        return AsideView(**rows, aside=sum(state.hands[0]))


class LeaksByADictionary(Duel):
    """By the order of its keys."""

    def view(self, state: State, seat: int | None) -> View:
        keys = state.undealt[::-1] if 5 in state.hands[0] else state.undealt
        extra: Any = dict.fromkeys(sorted(state.undealt) if keys else ())
        return replace(super().view(state, seat), extra=extra)


class EventLeaksABit(Duel):
    """None for a low card, 0 for a high one."""

    def seen(self, event: Event, seat: int | None) -> Event | None:
        if isinstance(event, Dealt) and event.seat != seat:
            return Dealt(event.seat, 0 if event.card == 5 else None)
        return super().seen(event, seat)


class EventsLeakByTheirOrder(Duel):
    def apply(self, state: State, action: Action) -> Sequence[Event]:
        events = super().apply(state, action)
        if not isinstance(action, Deal):
            return events
        return (Shown(()), *events) if action.card == 5 else (*events, Shown(()))


class ChoosesInTheOpen(Duel):
    """Everybody is told a choice, and the view shows it, while the other still chooses."""

    def view(self, state: State, seat: int | None) -> View:
        return replace(super().view(state, seat), extra=tuple(state.choices))

    def seen(self, event: Event, seat: int | None) -> Event | None:
        return event if isinstance(event, Chosen) else super().seen(event, seat)

    def determinize(self, view: View, rng: Rng) -> State:
        while True:
            world = super().determinize(view, rng)
            if tuple(world.choices) == view.extra:
                return world


class LegalInATellingOrder(Duel):
    def legal(self, state: State, seat: int) -> Sequence[Action]:
        legal = super().legal(state, seat)
        return legal[::-1] if seat != CLOCK and 5 in state.hands[1 - seat] else legal


class RefusalTellsByItsFacts(Duel):
    def refuse(self, state: State, seat: int, action: Action) -> IllegalAction:
        return IllegalAction("D1", "not now", other=state.hands[1 - seat])


class Knowing(DrawnDuel):
    """Remembers the cards of the state that the rules have looked at or changed last."""

    cards: tuple[int, ...] = ()

    def view(self, state: State, seat: int | None) -> View:
        self.cards = state.hands[0]
        return super().view(state, seat)

    def apply(self, state: State, action: Action) -> Sequence[Event]:
        events = super().apply(state, action)
        self.cards = state.hands[0]
        return events


class DescribesMore(Knowing):
    def describe(self, view: View) -> str:
        return f"{super().describe(view)} {self.cards}"


class TellsMore(Knowing):
    def tell(self, event: Event, names: Sequence[str], texts: Texts = ENGLISH) -> str:
        return f"{event} {self.cards}"


class PhrasesMore(Knowing):
    def phrase(self, view: View, action: Action, texts: Texts = ENGLISH) -> str:
        return f"{action} {self.cards if view.seat else ''}"


class DrawsMore(Knowing):
    def draw(self, view: View, scene: Scene) -> Drawing:
        return replace(super().draw(view, scene), head=f"<p>{self.cards}</p>")


class PicturesMore(Knowing):
    def picture(self, view: View, texts: Texts = ENGLISH) -> str:
        return plain_picture(f"{self.cards}")


class ValuesMore(Knowing):
    def evaluate(self, view: View) -> tuple[float, ...]:
        return (float(sum(self.cards)), 0.0)


@dataclass(frozen=True, slots=True)
class Ended:
    tricks: tuple[int, ...]


class EndsUnlisted(Duel):
    """An event of an unlisted class, at the very end."""

    def apply(self, state: State, action: Action) -> Sequence[Any]:
        events = super().apply(state, action)
        return (*events, Ended(tuple(state.tricks))) if len(state.table) == 4 else events


class HidesUnlisted(EndsUnlisted):
    """Nobody sees it, but the log of a replay does."""

    def seen(self, event: Any, seat: int | None) -> Event | None:
        return None if isinstance(event, Ended) else super().seen(event, seat)


class SeesUnlisted(Duel):
    """Only as somebody sees it."""

    def seen(self, event: Event, seat: int | None) -> Any:
        return Ended(()) if isinstance(event, Shown) and seat == 1 else super().seen(event, seat)


class ActsUnlisted(Duel):
    def __init__(self) -> None:
        super().__init__()
        self.actions = (Deal, Choose)


FAULTS: list[tuple[type[Duel], set[str]]] = [
    (LeaksAside, {secrets.LEAK}),
    (LeaksByADictionary, {notation.WIRE}),
    (ChoosesInTheOpen, {secrets.SECRET}),
    (EventLeaksABit, {secrets.EVENTS}),
    (EventsLeakByTheirOrder, {secrets.EVENTS}),
    (LegalInATellingOrder, {secrets.LEGAL_BY_VIEW}),
    (RefusalTellsByItsFacts, {secrets.LEGAL_BY_VIEW}),
    (DescribesMore, {words.BY_VIEW}),
    (TellsMore, {words.BY_VIEW}),
    (PhrasesMore, {words.BY_VIEW}),
    (DrawsMore, {drawing.DRAWN_BY_VIEW}),
    (PicturesMore, {drawing.DRAWN_BY_VIEW}),
    (ValuesMore, {numbers.NUMBERS_BY_VIEW}),
    (EndsUnlisted, {notation.LISTED}),
    (HidesUnlisted, {notation.LISTED}),
    (SeesUnlisted, {notation.LISTED}),
    (ActsUnlisted, {notation.LISTED}),
]
NAMES = [fault.__name__ for fault, _ in FAULTS]


def caught(game: Duel, every: int = 1) -> LawBroken:
    """The law that a game breaks in one of several matches."""
    with pytest.raises(LawBroken) as broken:
        inspect(game, every)
    return broken.value


def inspect(game: Duel, every: int = 1, seeds: range = SEEDS) -> None:
    for seed in seeds:
        check_laws(game, 2, {}, seed, every=every)


@pytest.mark.parametrize(("fault", "caught_by"), FAULTS, ids=NAMES)
def test_a_leak_is_caught_by_its_law(fault: type[Duel], caught_by: set[str]) -> None:
    assert caught(fault()).law in caught_by


@pytest.mark.parametrize("every", [1, 7, 50])
def test_an_unlisted_event_at_the_end_is_caught_however_rarely_positions_are_checked(
    every: int,
) -> None:
    assert caught(EndsUnlisted(), every).law == notation.LISTED


def test_leaks_are_looked_for_between_the_positions_in_turn() -> None:
    assert caught(OneHint(other_cards, 0), every=50).law == secrets.LEAK


def test_every_option_is_tried_for_what_it_shows() -> None:
    """A leak that only one of the cards would cause, wherever the match goes from here."""
    game = OneHint(lambda state, _: tuple(c for c in state.hands[1] if c == 5), 0)
    inspection = Inspection(game, 2, {}, seed=1, worlds=1, data=None)
    inspection.state = game.parse_state("high 12 3 00 - 00")
    with pytest.raises(LawBroken, match=f"{secrets.LEAK}: view.extra tells of Deal") as broken:
        secrets.Branches(inspection, CHANCE).check()
    assert broken.value.seat == "a"


def test_a_broken_law_names_seed_step_seat_and_position() -> None:
    broken = caught(OneHint(between_tricks, 1))
    assert broken.seat == "b"
    assert broken.position in str(broken)
    assert f"for seat b at step {broken.step} of seed {broken.seed}" in str(broken)
    hands = broken.position.split()[1:3]
    assert [len(hand) for hand in hands] == [1, 1]
    assert broken.position == Duel().format_state(Duel().parse_state(broken.position))


def test_the_same_seed_and_step_are_the_same_position_whatever_is_checked() -> None:
    first, again = caught(EndsUnlisted()), caught(EndsUnlisted(), every=3)
    assert (first.seed, first.step, first.position) == (again.seed, again.step, again.position)


class LosesForWords(Duel):
    """A state that its notation cannot write."""

    def format_state(self, state: State) -> str:
        return super().format_state(state) if all(state.hands) else "-" + state.nothing  # type: ignore[attr-defined]

    def invariants(self, state: State) -> Sequence[str]:
        return ["no cards"] if not any(state.hands) else []


def test_a_law_is_reported_though_the_position_cannot_be_written() -> None:
    broken = caught(LosesForWords())
    assert "cannot be written: AttributeError" in broken.position
