"""Duel with a card that everybody has seen: it lies face up, then it goes into somebody's hand.

The first card of each is dealt as usual. Then luck turns one up, luck says who takes it, and the
other is dealt a second one. Until it is played all know where that card is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from prateria.core.chance import Rng
from prateria.core.contract.game import CHANCE
from prateria.core.errors import NotationError
from tests.laws.duel import Duel, Event, Rules, State, View


@dataclass(frozen=True, slots=True)
class TurnUp:
    card: int


@dataclass(frozen=True, slots=True)
class Give:
    seat: int


@dataclass(frozen=True, slots=True)
class TurnedUp:
    card: int


@dataclass(frozen=True, slots=True)
class Taken:
    seat: int
    card: int


class OpenState(State):
    """`known` is the card that all know each seat to have, 0 for none."""

    __slots__ = ("known", "up")

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.up = 0
        self.known = [0, 0]


def opened(state: State) -> OpenState:
    assert isinstance(state, OpenState)
    return state


class OpenDuel(Duel):
    """The view's `extra` is the card that lies face up, then those known."""

    def __init__(self) -> None:
        super().__init__()
        self.actions = (*self.actions, TurnUp, Give)
        self.events = (*self.events, TurnedUp, Taken)

    def new(self, ruleset: Rules, seats: int) -> State:
        return OpenState(ruleset)

    def copy(self, state: State) -> State:
        return self.lay_open(super().copy(state), opened(state).up, opened(state).known)

    def lay_open(self, state: State, up: int, known: Sequence[int]) -> OpenState:
        """The state with these cards known."""
        twin = OpenState(state.rules)
        for name in State.__slots__:
            setattr(twin, name, getattr(state, name))
        twin.up, twin.known = up, list(known)
        twin.undealt = tuple(card for card in twin.undealt if card != up)
        return twin

    def is_open_due(self, state: State) -> bool:
        """Whether it is time to turn up a card, or to take it."""
        return [len(hand) for hand in state.hands] == [1, 1] and not state.table

    def actors(self, state: State) -> tuple[int, ...]:
        return (CHANCE,) if opened(state).up else super().actors(state)

    def chance(self, state: State) -> Sequence[tuple[Any, int]]:
        if opened(state).up:
            return [(Give(0), 1), (Give(1), 1)]
        if self.is_open_due(state):
            return [(TurnUp(card), 1) for card in state.undealt]
        return super().chance(state)

    def apply(self, state: State, action: Any) -> Sequence[Any]:
        if isinstance(action, TurnUp):
            opened(state).up = action.card
            state.undealt = tuple(card for card in state.undealt if card != action.card)
            return (TurnedUp(action.card),)
        if isinstance(action, Give):
            card, opened(state).up = opened(state).up, 0
            opened(state).known[action.seat] = card
            state.hands[action.seat] = (*sorted((*state.hands[action.seat], card)),)
            return (Taken(action.seat, card),)
        return super().apply(state, action)

    def _show(self, state: State) -> Event:
        shown = tuple(state.choices)
        known = opened(state).known
        opened(state).known = [0 if card in shown else card for card in known]
        return super()._show(state)

    def view(self, state: State, seat: int | None) -> View:
        extra = (opened(state).up, *opened(state).known)
        return replace(super().view(state, seat), extra=extra)

    def determinize(self, view: View, rng: Rng) -> State:
        """Only worlds in which everybody has the cards that they are known to have."""
        up, *known = view.extra
        while True:
            world = self.lay_open(super().determinize(view, rng), up, known)
            cards = [self._held(world, seat) for seat in (0, 1)]
            homeless = [card for seat, card in enumerate(known) if card and card not in cards[seat]]
            if not homeless and up not in (*cards[0], *cards[1]):
                return world

    def invariants(self, state: State) -> Sequence[str]:
        whole = super().copy(state)
        whole.undealt = (*state.undealt, *filter(None, (opened(state).up,)))
        return super().invariants(whole)

    def format_state(self, state: State) -> str:
        rules, *rows = super().format_state(state).split()
        rows += [] if len(rows) == 6 else ["00"]
        known = opened(state).known
        return " ".join([rules, *rows, f"{opened(state).up}{known[0]}{known[1]}"])

    def parse_state(self, text: str, data: Mapping[str, Any] | None = None) -> State:
        *words, last = text.split()
        if len(words) != 7:
            raise NotationError("eight words were expected")
        up, *known = map(int, last)
        return self.lay_open(super().parse_state(" ".join(words)), up, known)

    def format_action(self, action: Any) -> str:
        if isinstance(action, TurnUp):
            return f"up {action.card}"
        if isinstance(action, Give):
            return f"give {action.seat}"
        return super().format_action(action)

    def parse_action(self, text: str) -> Any:
        word, *rest = text.split()
        kinds = {"up": TurnUp, "give": Give}
        return kinds[word](int(rest[0])) if word in kinds else super().parse_action(text)
