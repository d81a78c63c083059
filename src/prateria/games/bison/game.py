"""Bison's rules as the contract defines them, and its facets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from prateria.core.chance import Rng
from prateria.core.contract.game import Game
from prateria.core.contract.meta import OptionValue, Outcome
from prateria.core.errors import IllegalAction
from prateria.core.rules import read_rulebook
from prateria.games.bison.drawing import FACE
from prateria.games.bison.notation import NOTATION
from prateria.games.bison.numbers import NUMBERS
from prateria.games.bison.rules import apply, invariants, legal, refuse
from prateria.games.bison.rules import view as views
from prateria.games.bison.rules.actions import ACTIONS, Action
from prateria.games.bison.rules.events import EVENTS, Event
from prateria.games.bison.rules.phases import OVER
from prateria.games.bison.rules.ruleset import (
    META,
    RuleSet,
    make_ruleset,
    options_of_version,
    own_data,
)
from prateria.games.bison.rules.scoring import REASONS, final_outcome
from prateria.games.bison.rules.state import State, copy_state, new_state
from prateria.games.bison.rules.view import VIEWS, View
from prateria.games.bison.words import WORDS


class Bison(Game[RuleSet, State, Action, Event, View]):
    """Bison by Wolfgang Kramer and Michael Kiesling, 2006, for two to four."""

    def __init__(self) -> None:
        super().__init__(
            meta=META,
            rulebook=read_rulebook("prateria.games.bison"),
            actions=ACTIONS,
            events=EVENTS,
            views=VIEWS,
            reasons=REASONS,
            data=own_data(),
            notation=NOTATION,
            words=WORDS,
            numbers=NUMBERS,
            face=FACE,
        )

    def ruleset(
        self,
        players: int,
        options: Mapping[str, OptionValue],
        data: Mapping[str, Any] | None = None,
    ) -> RuleSet:
        return make_ruleset(players, options, self.data if data is None else data)

    def options_of_version(
        self, version: str, options: Mapping[str, OptionValue]
    ) -> Mapping[str, OptionValue] | None:
        return options_of_version(version, options)

    def new(self, ruleset: RuleSet, seats: int) -> State:
        return new_state(ruleset, seats)

    def copy(self, state: State) -> State:
        return copy_state(state)

    def actors(self, state: State) -> tuple[int, ...]:
        return legal.actors(state)

    def legal(self, state: State, seat: int) -> Sequence[Action]:
        return legal.legal_actions(state, seat)

    def refuse(self, state: State, seat: int, action: Action) -> IllegalAction:
        return refuse.refuse(state, seat, action)

    def chance(self, state: State) -> Sequence[tuple[Action, int]]:
        return legal.outcomes(state)

    def sample(self, state: State, rng: Rng) -> Action:
        return legal.sample(state, rng)

    def apply(self, state: State, action: Action) -> Sequence[Event]:
        return apply.apply_action(state, action)

    def view(self, state: State, seat: int | None) -> View:
        return views.view_of(state, seat)

    def seen(self, event: Event, seat: int | None) -> Event | None:
        return views.seen(event, seat)

    def determinize(self, view: View, rng: Rng) -> State:
        return views.determinize(view, rng)

    def outcome(self, state: State) -> Outcome | None:
        return final_outcome(state.stock) if state.phase == OVER else None

    def invariants(self, state: State) -> Sequence[str]:
        return invariants.faults(state)
