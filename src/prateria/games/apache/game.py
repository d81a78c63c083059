"""Apache as the contract wants it: each member hands over to the module that knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from prateria.core.chance import Rng
from prateria.core.contract.game import Game, OptionValue, Outcome
from prateria.core.drawing.scene import Art, Drawing, Scene
from prateria.core.errors import IllegalAction
from prateria.core.rules import read_rulebook
from prateria.core.texts import ENGLISH, Texts
from prateria.games.apache.drawing import ids, paths, picture, table
from prateria.games.apache.live import clock as live
from prateria.games.apache.live.reaction import reaction_ms
from prateria.games.apache.notation import read as reader
from prateria.games.apache.notation import write as notation
from prateria.games.apache.numbers import action_space as space
from prateria.games.apache.numbers import encode, evaluate, features, observe
from prateria.games.apache.rules import apply, invariants, legal, view
from prateria.games.apache.rules import refuse as refusal
from prateria.games.apache.rules.actions import ACTIONS, Action
from prateria.games.apache.rules.events import EVENTS, Event
from prateria.games.apache.rules.phases import OVER
from prateria.games.apache.rules.ruleset import META, RuleSet, make_ruleset, options_of
from prateria.games.apache.rules.scoring import REASONS, final_outcome
from prateria.games.apache.rules.state import State, copy_state, new_state
from prateria.games.apache.rules.view import VIEWS, View
from prateria.games.apache.words import screen as text


class Apache(Game[RuleSet, State, Action, Event, View]):
    """Apache by Stefan Dorra, 2007, for two to five."""

    def __init__(self) -> None:
        super().__init__(
            meta=META,
            rulebook=read_rulebook("prateria.games.apache"),
            actions=ACTIONS,
            events=EVENTS,
            views=VIEWS,
            reasons=REASONS,
            data={},
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

    def intent(self, action: Action) -> Action:
        return legal.intent_of(action)

    def refuse(self, state: State, seat: int, action: Action) -> IllegalAction:
        return refusal.refuse(state, seat, action)

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
        return text.tell(event, names, texts)

    def phrase(self, view_: View, action: Action, texts: Texts = ENGLISH) -> str:
        return text.phrase(view_, action, texts)

    def path(self, view_: View, action: Action) -> tuple[str, ...]:  # noqa: ARG002
        return paths.path(action)

    def confirms(self, view_: View, action: Action) -> bool:
        return paths.confirms(view_, action)

    def draw(self, view_: View, scene: Scene) -> Drawing:
        return table.draw(view_, scene)

    def picture(self, view_: View, texts: Texts = ENGLISH) -> str:
        return picture.picture(view_, texts)

    def art(self) -> Art:
        return table.art()

    def colour(self, seat: int) -> str:
        return ids.COLOUR_IDS[seat]

    # What the live tempo needs beyond the contract: whoever runs a table on a time line, real
    # or simulated, asks for it by these names (`arena/timeline.py`).

    def reaction_ms(self, level: str, rng: Rng) -> int:
        """How long a bot of that level takes to react."""
        return reaction_ms(level, rng)

    def is_live(self, view_: View) -> bool:
        """Whether the tempo is live."""
        return view_.ruleset.clocked

    def is_race(self, view_: View) -> bool:
        """Whether reactions count now, from the moment the newest card was shown."""
        return live.is_race(view_)

    def is_silent(self, action: Action) -> bool:
        """Whether nothing need be sent, as time does the same: letting a card go by."""
        return live.is_silent(action)

    def measured(
        self, action: Action, *, reaction: int, rtt_low: int, rtt_high: int, arrived: int
    ) -> Action:
        """A race's action with its measurements."""
        return live.measured(action, reaction, rtt_low, rtt_high, arrived)

    def due(self, view_: View, arrived: live.Arrivals, lines: Mapping[int, int]) -> int | None:
        """When the clock acts, in milliseconds since this phase began; None: it does not."""
        return live.due(view_, arrived, lines)

    def duel(self) -> tuple[str, tuple[Action, Action]]:
        """A position in which two race for one card, and what each of them plays for it."""
        return live.DUEL, live.DUEL_PLAYS

    def first_known(self, view_: View, arrived: live.Arrivals, lines: Mapping[int, int]) -> int:
        """When it is known who was first, in milliseconds since the newest card was shown."""
        return live.first_known(view_, arrived, lines)
