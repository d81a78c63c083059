"""The laws of the contract, checked on any game by playing it at random; one module a facet.

`check_laws` plays one seeded game and raises `LawBroken` with the law's name and the seed, step,
seat and position at which it does not hold. Every registered game runs these with no code of its
own; so does a game written elsewhere. The tests keep games with planted faults, at least one for
each law.

| module | laws of |
| --- | --- |
| `rules` | who acts, what is legal, how it ends; asking changes nothing, replaying gives the same |
| `secrets` | leaks: what is seen, legal, refused in other histories that were seen alike |
| `worlds` | `determinize`: worlds fit the view, vary, can be all that is possible, forget nothing |
| `notation` | text and JSON, classes that are listed |
| `words`, `numbers`, `drawing`, `live` | the facets |

`inspection` plays the match, `twins` the other histories; `compare` tells how two things differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from prateria.core.chance import shuffled
from prateria.core.contract.game import AnyGame
from prateria.core.contract.meta import OptionValue
from prateria.core.laws import live, notation, rules, secrets, words, worlds
from prateria.core.laws.drawing import DrawingLaws
from prateria.core.laws.inspection import Inspection, Step, freeze
from prateria.core.laws.numbers import NumbersLaws
from prateria.core.laws.twins import Twins
from prateria.core.wire import to_json


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
    """Play one game at random and check all laws; return how many positions were checked.

    The invariants, the classes of events and, by sampling, the views of twins are checked at each
    position, everything else at one in `every` and at the end. The match itself depends on the seed
    only. `data` are tables to play with instead of the game's own.
    """
    return _Laws(Inspection(game, seats, options, seed, worlds, data)).check(every)


class _Laws:
    """All laws, applied to one match."""

    def __init__(self, inspection: Inspection) -> None:
        self._inspection = inspection
        self._twins = Twins(inspection)
        self._before: Any = None
        self._last: Step | None = None
        numbers = inspection.game.numbers
        self._numbers = None if numbers is None else NumbersLaws(inspection, numbers)

    def check(self, every: int) -> int:
        inspection = self._inspection
        game, seed = inspection.game, inspection.seed
        if game.live is not None:
            live.check_game(inspection, game.live)
        while inspection.actors:
            rules.check_invariants(inspection)
            in_turn = len(inspection.log) % every == seed % every
            secrets.check_twins(inspection, self._twins, thoroughly=in_turn)
            if in_turn:
                self._check_position()
            self._step()
        rules.check_invariants(inspection)
        rules.check_end(inspection)
        secrets.check_twins(inspection, self._twins, thoroughly=True)
        self._check_views()
        notation.check_state_is_refused(inspection)
        return len(inspection.log)

    def _step(self) -> None:
        inspection = self._inspection
        actor, action = inspection.random_step()
        notation.check_action(inspection, action)
        self._before = inspection.game.copy(inspection.state)
        self._last = inspection.apply(actor, action)
        notation.check_events(inspection, self._last.events)
        self._twins.follow(self._before, self._last)

    def _check_position(self) -> None:
        inspection = self._inspection
        before = freeze(inspection.state)
        rules.check_actors(inspection)
        notation.check_position(inspection)
        if self._numbers is not None:
            self._numbers.check_space()
        if inspection.game.live is not None:
            live.check_position(inspection, inspection.game.live)
        self._check_views()
        for actor in inspection.actors:
            secrets.Branches(inspection, actor).check()
        inspection.check(rules.PURE, freeze(inspection.state) == before)

    def _check_views(self) -> None:
        inspection = self._inspection
        truth = worlds.settled(inspection, inspection.state)
        twins = {id(t.state): worlds.settled(inspection, t.state) for t in self._twins.twins}
        pictured = inspection.rng.below(inspection.seats + 1)
        for place, seat in enumerate(inspection.eyes):
            self._check_view(seat, pictured=place == pictured)
            self._check_worlds(seat)
            mine = shuffled(self._twins.of(seat), inspection.rng)
            for twin in mine[:1]:
                self._check_twin(twin, seat)
            worlds.check_variety(inspection, seat, truth, [twins[id(twin)] for twin in mine])
        if self._last is not None:
            worlds.check_memory(inspection, self._before, self._last)

    def _check_view(self, seat: int | None, *, pictured: bool) -> None:
        inspection = self._inspection
        view = inspection.game.view(inspection.state, seat)
        notation.check_wire(inspection, view)
        words.check_view(inspection, view, seat)
        if self._numbers is not None:
            self._numbers.check_view(view, seat)
        # The same view as decoded by a reader of the wire.
        drawing = DrawingLaws(inspection, view, seat)
        drawing.check(inspection.codec.decode(to_json(view)))
        if pictured:
            drawing.check_picture()

    def _check_worlds(self, seat: int | None) -> None:
        drawn = worlds.check_worlds(self._inspection, seat)
        if seat is not None and self._numbers is not None:
            self._numbers.check_worlds(drawn, seat)

    def _check_twin(self, twin: Any, seat: int | None) -> None:
        """Everything observable is the same in a twin."""
        inspection = self._inspection
        words.check_twin(inspection, twin, seat)
        self._check_drawing(twin, seat)
        if self._numbers is not None:
            self._numbers.check_twin(twin, seat)
        if seat is not None:
            secrets.check_same_refusals(inspection, twin, seat)
            if self._numbers is not None:
                self._numbers.check_worlds([twin], seat)

    def _check_drawing(self, twin: Any, seat: int | None) -> None:
        inspection, view = self._inspection, self._inspection.game.view
        # Whatever a game caches about the state it saw last, that state was this one.
        looks = DrawingLaws(inspection, view(twin, seat), seat).looks(view(twin, seat))
        DrawingLaws(inspection, view(inspection.state, seat), seat).check_same(looks)
