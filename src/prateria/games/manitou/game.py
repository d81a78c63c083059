"""Manitou as the contract wants it: each member hands over to the module that knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from prateria.core.chance import Rng
from prateria.core.contract.game import Game, OptionValue, Outcome
from prateria.core.drawing.scene import Art, Drawing, Scene
from prateria.core.errors import IllegalAction
from prateria.core.rules import read_rulebook
from prateria.core.texts import ENGLISH, Texts
from prateria.games.manitou.drawing.art import art
from prateria.games.manitou.drawing.draw import draw, propose
from prateria.games.manitou.drawing.ids import path_of
from prateria.games.manitou.drawing.picture import picture
from prateria.games.manitou.notation import read as reader
from prateria.games.manitou.notation import write as notation
from prateria.games.manitou.numbers import action_space as space
from prateria.games.manitou.numbers import encode, evaluate, features, observe
from prateria.games.manitou.rules import apply, invariants, legal, view
from prateria.games.manitou.rules.actions import ACTIONS, Action, PlayCard
from prateria.games.manitou.rules.events import EVENTS, Event
from prateria.games.manitou.rules.phases import OVER
from prateria.games.manitou.rules.ruleset import META, RuleSet, make_ruleset, options_of, read_data
from prateria.games.manitou.rules.scoring import REASONS, final_outcome
from prateria.games.manitou.rules.state import State, copy_state, new_state
from prateria.games.manitou.rules.view import VIEWS, View
from prateria.games.manitou.words import screen as text
from prateria.games.manitou.words import sentences


class Manitou(Game[RuleSet, State, Action, Event, View]):
    """Big Manitou by Günter Burkhardt, 2005, for two to five."""

    def __init__(self) -> None:
        super().__init__(
            meta=META,
            rulebook=read_rulebook("prateria.games.manitou"),
            actions=ACTIONS,
            events=EVENTS,
            views=VIEWS,
            reasons=REASONS,
            data=read_data(),
        )

    def ruleset(
        self,
        players: int,
        options: Mapping[str, OptionValue],
        data: Mapping[str, Any] | None = None,
    ) -> RuleSet:
        return make_ruleset(players, options, self.data if data is None else data)

    def new(self, ruleset: RuleSet, seats: int) -> State:
        return new_state(ruleset, seats)

    def copy(self, state: State) -> State:
        return copy_state(state)

    def actors(self, state: State) -> tuple[int, ...]:
        return legal.actors(state)

    def legal(self, state: State, seat: int) -> Sequence[Action]:
        return legal.legal_actions(state, seat)

    def refuse(self, state: State, seat: int, action: Action) -> IllegalAction:
        return legal.refusal(state, seat, action)

    def chance(self, state: State) -> Sequence[tuple[Action, int]]:
        return legal.outcomes(state)

    def sample(self, state: State, rng: Rng) -> Action:
        return legal.sample(state, rng)

    def apply(self, state: State, action: Action) -> Sequence[Event]:
        return apply.apply_action(state, action)

    def view(self, state: State, seat: int | None) -> View:
        return view.view_of(state, seat)

    def seen(self, event: Event, seat: int | None) -> Event | None:
        return view.seen(event, seat)

    def determinize(self, view_: View, rng: Rng) -> State:
        return view.determinize(view_, rng)

    def outcome(self, state: State) -> Outcome | None:
        return final_outcome(state) if state.phase == OVER else None

    def invariants(self, state: State) -> Sequence[str]:
        return invariants.faults(state)

    def format_state(self, state: State) -> str:
        return notation.format_state(state)

    def parse_state(self, text_: str, data: Mapping[str, Any] | None = None) -> State:
        return reader.parse_state(text_, self.data if data is None else data)

    def setup(self, state: State) -> tuple[int, dict[str, OptionValue]]:
        return state.seats, options_of(state.ruleset)

    def format_action(self, action: Action) -> str:
        return notation.format_action(action)

    def parse_action(self, text_: str) -> Action:
        return notation.parse_action(text_)

    def evaluate(self, view_: View) -> tuple[float, ...]:
        return evaluate.evaluate(view_)

    def encode(self, view_: View) -> tuple[float, ...]:
        return encode.encode(view_)

    def observe(self, state: State, seat: int) -> bytes:
        return observe.observe(state, seat)

    def features(self, state: State, seat: int) -> list[list[float]]:
        return features.features(state, seat)

    def every_action(self, ruleset: RuleSet, seat: int) -> Sequence[Action]:
        return space.every_action(ruleset, seat)

    def describe(self, view_: View) -> str:
        return text.describe(view_)

    def tell(self, event: Event, names: Sequence[str], texts: Texts = ENGLISH) -> str:
        return sentences.tell(event, names, texts)

    def phrase(self, view_: View, action: Action, texts: Texts = ENGLISH) -> str:
        return sentences.phrase(view_, action, texts)

    def path(self, view_: View, action: Action) -> tuple[str, ...]:
        return path_of(view_, action)

    def confirms(self, view_: View, action: Action) -> bool:  # noqa: ARG002
        """A card that was played has been seen."""
        return isinstance(action, PlayCard)

    def propose(self, view_: View, scene: Scene) -> tuple[str, ...]:
        return propose(view_, scene)

    def draw(self, view_: View, scene: Scene) -> Drawing:
        return draw(view_, scene)

    def picture(self, view_: View, texts: Texts = ENGLISH) -> str:
        return picture(view_, texts)

    def art(self) -> Art:
        return art()
