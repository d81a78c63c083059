"""The laws of the contract, checked on any game by playing it at random.

`check_laws` plays one seeded game and raises `LawBroken` with the law's name and the position
at which it does not hold. Every registered game runs these with no code of its own; so does
a game somebody else writes. The tests keep games with planted faults, one for each law here.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from typing import Any, Final

from prateria.core.chance import Draws, Quick, pick
from prateria.core.contract.game import CHANCE, AnyGame, OptionValue
from prateria.core.errors import LawBroken, WireError
from prateria.core.laws.drawing import DRAWN, DRAWN_BY_VIEW, PHRASED, REACHABLE
from prateria.core.laws.drawing import Inspector as DrawingInspector
from prateria.core.wire import Codec, to_json

COPY: Final = "a copy is independent"
PURE: Final = "asking changes nothing"
END: Final = "there is an outcome exactly when nobody acts"
ALONE: Final = "luck acts alone, with positive weights"
SAMPLE: Final = "a sample is what the weights would draw"
PINNED: Final = "legal actions are some, each once, in a pinned order"
TURN: Final = "who may not act has no legal action"
INVARIANT: Final = "the invariants hold"
VIEW_FIXED: Final = "a view never changes"
WORLD: Final = "a world drawn for a view gives that view"
LEGAL_BY_VIEW: Final = "legal actions and refusals depend on the view only"
FEATURES_BY_VIEW: Final = "features depend on the view only, in a row of one length a seat"
ACTORS_BY_VIEW: Final = "whose turn it is depends on the view only"
VARIES: Final = "drawn worlds vary what is hidden"
EVENTS: Final = "events tell no more than views"
SECRET: Final = "who chooses at the same time learns nothing"
REPLAY: Final = "replaying the log gives the same state"
NOTATION: Final = "notation gives back what was written"
WIRE: Final = "views, events and actions can be sent, states cannot"
REFUSAL: Final = "a refusal names a rule of the game"
NUMBERS: Final = "a view can be valued, encoded and described"
OBSERVED: Final = "what a seat observes is its view, encoded"
DRAWINGS: Final = (DRAWN, DRAWN_BY_VIEW, PHRASED, REACHABLE)
"""The laws of drawings, in `drawing_laws`."""
SPACE: Final = "every legal action has its place in the action space"


def check_laws(
    game: AnyGame,
    seats: int,
    options: Mapping[str, OptionValue],
    seed: int,
    *,
    worlds: int = 3,
    every: int = 1,
    data: Mapping[str, Any] | None = None,
) -> int:
    """Play one game at random and check all laws; how many positions were looked at.

    The invariants are checked at each position, everything else at one in `every`. `data` are
    tables to play with instead of the game's own.
    """
    inspector = _Inspector(game, seats, options, seed, worlds, data)
    positions = 0
    while inspector.actors:
        inspector.check_invariants()
        if positions % every == seed % every:
            inspector.check_position()
            inspector.check_secrets()
        inspector.step()
        positions += 1
    inspector.check_end()
    return positions


def freeze(state: object) -> str:
    """All that a state holds, for telling whether anything in it has changed."""
    names = [name for name in dir(state) if not name.startswith("__")]
    rows = [(name, getattr(state, name)) for name in names]
    return repr([(name, value) for name, value in rows if not callable(value)])


def _can_be_sent(value: object) -> bool:
    try:
        to_json(value)
    except WireError:
        return False
    return True


class _Inspector:
    """One game under inspection."""

    def __init__(
        self,
        game: AnyGame,
        seats: int,
        options: Mapping[str, OptionValue],
        seed: int,
        worlds: int,
        data: Mapping[str, Any] | None,
    ) -> None:
        self.game = game
        self.data = data
        self.seats = seats
        self.worlds = worlds
        self.draws = Draws(f"laws {seed}")
        self.choices = Quick(seed)
        self.codec = Codec((*game.actions, *game.events, *game.views))
        self.ruleset = game.ruleset(seats, options, data)
        self.state = game.new(self.ruleset, seats)
        self.log: list[Any] = []
        self.hidden = False
        self.varied = False
        self.width = len(game.encode(game.view(self.state, 0)))
        rows = [game.every_action(self.ruleset, seat) for seat in range(seats)]
        self.space = [frozenset(row) for row in rows] if rows[0] else []
        same_length = len({len(row) for row in rows}) == 1
        self.check(SPACE, same_length and all(len({*row}) == len(row) for row in rows))

    @property
    def actors(self) -> tuple[int, ...]:
        return self.game.actors(self.state)

    def check(self, law: str, holds: object, facts: str = "") -> None:
        if not holds:
            raise LawBroken(law, f"{facts} at step {len(self.log)}".strip())

    # --- what holds at a position

    def check_invariants(self) -> None:
        wrong = self.game.invariants(self.state)
        self.check(INVARIANT, not wrong, "; ".join(wrong))

    def check_position(self) -> None:
        game, state = self.game, self.state
        before = freeze(state)
        self.check(END, game.outcome(state) is None, "an outcome while somebody acts")
        self._check_actors()
        self._check_notation()
        for seat in self._eyes():
            self._check_view(seat)
        self.check(PURE, freeze(state) == before)

    def _eyes(self) -> Iterable[int | None]:
        return (None, *range(self.seats))

    def _check_actors(self) -> None:
        game, state, actors = self.game, self.state, self.actors
        if CHANCE in actors:
            outcomes = game.chance(state)
            self.check(ALONE, actors == (CHANCE,))
            self.check(ALONE, outcomes and all(weight > 0 for _, weight in outcomes))
            twins = (Draws("a", self.draws.counter), Draws("a", self.draws.counter))
            self.check(SAMPLE, game.sample(state, twins[0]) == pick(outcomes, twins[1]))
        for seat in range(self.seats):
            if seat not in actors:
                self.check(TURN, not game.legal(state, seat), f"seat {seat}")
        for actor in actors:
            if actor != CHANCE:
                legal = list(game.legal(state, actor))
                again = list(game.legal(game.copy(state), actor))
                self.check(PINNED, legal and legal == again and len({*legal}) == len(legal))
                if actor >= 0 and self.space:
                    lost = [action for action in legal if action not in self.space[actor]]
                    self.check(SPACE, not lost, f"{lost} of seat {actor}")

    def _check_notation(self) -> None:
        game, text = self.game, self.game.format_state(self.state)
        self.check(NOTATION, game.format_state(game.parse_state(text, self.data)) == text, text)
        seats, _ = game.setup(self.state)
        self.check(NOTATION, seats == self.seats)

    def _check_view(self, seat: int | None) -> None:
        view = self.game.view(self.state, seat)
        self._check_wire(view)
        self.check(NUMBERS, len(self.game.evaluate(view)) == self.seats)
        self.check(NUMBERS, len(self.game.encode(view)) == self.width)
        self.check(NUMBERS, self.game.describe(view))
        if seat is not None:
            numbers = self.game.encode(view)
            packed = struct.pack(f"{len(numbers)}f", *numbers)
            self.check(OBSERVED, self.game.observe(self.state, seat) == packed, f"for {seat}")
        self._check_drawing(view, seat)

    def _check_drawing(self, view: Any, seat: int | None) -> None:
        """By the same view as it comes over the wire, as a page's painter would."""
        game = self.game
        legal = () if seat is None else game.legal(self.state, seat)
        same = self.codec.decode(to_json(view))
        DrawingInspector(game, view, legal, self.seats).check(same, self.choices)

    def _check_wire(self, value: object) -> None:
        try:
            back = self.codec.decode(to_json(value))
        except WireError as error:
            raise LawBroken(WIRE, f"{error} for {value}") from None
        self.check(WIRE, back == value, f"{back} came back for {value}")

    # --- what is hidden stays hidden

    def check_secrets(self) -> None:
        for seat in self._eyes():
            self._check_worlds(seat)
        for actor in self.actors:
            self._check_branches(actor)

    def _check_worlds(self, seat: int | None) -> None:
        game, state = self.game, self.state
        view = game.view(state, seat)
        before, mine = hash(view), game.format_state(state)
        for _ in range(self.worlds):
            world = game.determinize(view, self.choices)
            self.check(WORLD, game.view(world, seat) == view, f"for {seat}")
            self.check(WORLD, not game.invariants(world), f"{game.invariants(world)} for {seat}")
            self.check(ACTORS_BY_VIEW, game.actors(world) == self.actors, f"for {seat}")
            self.varied = self.varied or game.format_state(world) != mine
            if seat is not None:
                self._check_same_rules(world, seat)
        self.check(VIEW_FIXED, hash(view) == before)

    def _check_same_rules(self, world: Any, seat: int) -> None:
        game, state = self.game, self.state
        same = list(game.legal(world, seat)) == list(game.legal(state, seat))
        self.check(LEGAL_BY_VIEW, same, f"for {seat}")
        rows = game.features(state, seat)
        self.check(FEATURES_BY_VIEW, rows == game.features(world, seat), f"for {seat}")
        widths = {len(row) for row in rows}
        self.check(FEATURES_BY_VIEW, len(rows) == self.seats and len(widths) == 1, f"{widths}")
        for action in self.log[-3:]:
            if action not in game.legal(state, seat):
                here, there = game.refuse(state, seat, action), game.refuse(world, seat, action)
                self.check(LEGAL_BY_VIEW, str(here) == str(there), f"{here} or {there}")
                self.check(REFUSAL, here.rule in game.rulebook.rules, here.rule)

    def _check_branches(self, actor: int) -> None:
        """Try every option: what the others see of it is the same wherever their views are."""
        game, state = self.game, self.state
        before = freeze(state)
        told: dict[tuple[int | None, Any], Any] = {}
        others_after: dict[int | None, Any] = {}
        options = self._options(actor)
        for action in options:
            branch = game.copy(state)
            events = tuple(game.apply(branch, action))
            self.check(COPY, freeze(state) == before)
            for seat in self._eyes():
                view = game.view(branch, seat)
                seen = tuple(game.seen(event, seat) for event in events)
                # What could not have been otherwise is no secret.
                self.hidden = self.hidden or (seen != events and len(options) > 1)
                self._check_seen(seat, view, seen, told)
                if seat != actor and self._still_choosing(branch, actor):
                    first = others_after.setdefault(seat, view)
                    self.check(SECRET, view == first, f"{actor} and {seat}")

    def _options(self, actor: int) -> list[Any]:
        if actor == CHANCE:
            return [action for action, _ in self.game.chance(self.state)]
        return list(self.game.legal(self.state, actor))

    def _still_choosing(self, branch: Any, actor: int) -> bool:
        """Whether another seat that chooses at the same time has not chosen yet."""
        rivals = {seat for seat in self.actors if seat >= 0 and seat != actor}
        return actor >= 0 and bool(rivals & {*self.game.actors(branch)})

    def _check_seen(
        self,
        seat: int | None,
        view: Any,
        seen: tuple[Any, ...],
        told: dict[tuple[int | None, Any], Any],
    ) -> None:
        """Two ways to the same view may tell the same things in another order, no other things."""
        things = sorted(map(repr, seen))
        same = told.setdefault((seat, view), things)
        self.check(EVENTS, same == things, f"{seat} was told {things} and {same}")
        for event in seen:
            if event is not None:
                self._check_wire(event)

    # --- going on

    def step(self) -> None:
        """Carry out something random, by one of those who may act."""
        game, state, actors = self.game, self.state, self.actors
        actor = actors[self.choices.below(len(actors))]
        if actor == CHANCE:
            action = game.sample(state, self.draws)
        else:
            legal = game.legal(state, actor)
            action = legal[self.choices.below(len(legal))]
        self.check(NOTATION, game.parse_action(game.format_action(action)) == action, f"{action}")
        self._check_wire(action)
        game.apply(state, action)
        self.log.append(action)

    def check_end(self) -> None:
        game, state = self.game, self.state
        outcome = game.outcome(state)
        self.check(END, outcome is not None, "nobody acts and there is no outcome")
        assert outcome is not None
        lengths = {len(outcome.places), len(outcome.scores)}
        self.check(END, lengths == {self.seats} and outcome.reason in game.reasons, f"{outcome}")
        self.check(END, 1 in outcome.places, f"{outcome}")
        self.check(VARIES, self.varied or not self.hidden)
        self._check_replay()
        self.check(WIRE, not _can_be_sent(state), "a state was sent")

    def _check_replay(self) -> None:
        game = self.game
        again = game.new(self.ruleset, self.seats)
        for action in self.log:
            game.apply(again, action)
        self.check(REPLAY, freeze(again) == freeze(self.state))
