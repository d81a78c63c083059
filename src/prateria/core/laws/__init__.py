"""The laws of the contract, checked on any game by playing it at random; one module a facet.

`check_laws` plays one seeded game and raises `LawBroken` with the law's name and the step at which
it does not hold. Every registered game runs these with no code of its own; so does a game somebody
else writes. The tests keep games with planted faults, one for each law.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from prateria.core.contract.game import AnyGame, face_of
from prateria.core.contract.meta import OptionValue
from prateria.core.laws import live, notation, rules, secrets, words
from prateria.core.laws.drawing import DrawingLaws
from prateria.core.laws.inspection import Inspection, freeze
from prateria.core.laws.numbers import NumbersLaws
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
    """Play one game at random and check all laws; how many positions were looked at.

    The invariants are checked at each position, everything else at one in `every`. `data` are
    tables to play with instead of the game's own.
    """
    inspection = Inspection(game, seats, options, seed, worlds, data)
    numbers = None if game.numbers is None else NumbersLaws(inspection, game.numbers)
    if game.live is not None:
        live.check_game(inspection, game.live)
    positions = 0
    while inspection.actors:
        rules.check_invariants(inspection)
        if positions % every == seed % every:
            _check_position(inspection, numbers)
            _check_secrets(inspection, numbers)
        action = inspection.random_action()
        notation.check_action(inspection, action)
        inspection.step(action)
        positions += 1
    rules.check_end(inspection)
    secrets.check_variety(inspection)
    notation.check_state_is_refused(inspection)
    return positions


def _check_position(inspection: Inspection, numbers: NumbersLaws | None) -> None:
    game, state = inspection.game, inspection.state
    before = freeze(state)
    rules.check_actors(inspection)
    notation.check_position(inspection)
    if numbers is not None:
        numbers.check_space()
    if game.live is not None:
        live.check_position(inspection, game.live)
    for seat in inspection.eyes:
        _check_view(inspection, seat, numbers)
    inspection.check(rules.PURE, freeze(state) == before)


def _check_view(inspection: Inspection, seat: int | None, numbers: NumbersLaws | None) -> None:
    game, state = inspection.game, inspection.state
    view = game.view(state, seat)
    notation.check_wire(inspection, view)
    words.check_view(inspection, view, seat)
    if numbers is not None:
        numbers.check_view(view, seat)
    legal = () if seat is None else game.legal(state, seat)
    # The same view as a reader of the wire would have it.
    same = inspection.codec.decode(to_json(view))
    DrawingLaws(game, face_of(game), view, legal, inspection.seats).check(same, inspection.choices)


def _check_secrets(inspection: Inspection, numbers: NumbersLaws | None) -> None:
    for seat in inspection.eyes:
        worlds = secrets.check_worlds(inspection, seat)
        if seat is not None and numbers is not None:
            numbers.check_worlds(worlds, seat)
    for actor in inspection.actors:
        secrets.check_branches(inspection, actor)
