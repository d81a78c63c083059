"""Laws of secrecy: what is hidden stays hidden, from views, events, legal lists and refusals."""

from __future__ import annotations

from typing import Any, Final

from prateria.core.laws.inspection import Inspection, freeze
from prateria.core.laws.notation import check_wire
from prateria.core.laws.words import check_event

COPY: Final = "a copy is independent"
VIEW_FIXED: Final = "a view never changes"
WORLD: Final = "a world drawn for a view gives that view"
LEGAL_BY_VIEW: Final = "legal actions and refusals depend on the view only"
ACTORS_BY_VIEW: Final = "whose turn it is depends on the view only"
VARIES: Final = "drawn worlds vary what is hidden"
EVENTS: Final = "events tell no more than views"
SECRET: Final = "who chooses at the same time learns nothing"
REFUSAL: Final = "a refusal names a rule of the game"


def check_worlds(inspection: Inspection, seat: int | None) -> list[Any]:
    """Worlds that fit what a seat sees; in each of them everything it can ask is the same."""
    game, state = inspection.game, inspection.state
    view, worlds = game.view(state, seat), []
    before, mine = hash(view), game.notation.format_state(state)
    for _ in range(inspection.worlds):
        world = game.determinize(view, inspection.choices)
        wrong = game.invariants(world)
        inspection.check(WORLD, game.view(world, seat) == view, f"for {seat}")
        inspection.check(WORLD, not wrong, f"{wrong} for {seat}")
        inspection.check(ACTORS_BY_VIEW, game.actors(world) == inspection.actors, f"for {seat}")
        inspection.varied = inspection.varied or game.notation.format_state(world) != mine
        if seat is not None:
            _check_same_rules(inspection, world, seat)
        worlds.append(world)
    inspection.check(VIEW_FIXED, hash(view) == before)
    return worlds


def _check_same_rules(inspection: Inspection, world: Any, seat: int) -> None:
    game, state = inspection.game, inspection.state
    same = list(game.legal(world, seat)) == list(game.legal(state, seat))
    inspection.check(LEGAL_BY_VIEW, same, f"for {seat}")
    for action in inspection.log[-3:]:
        if action not in game.legal(state, seat):
            here, there = game.refuse(state, seat, action), game.refuse(world, seat, action)
            inspection.check(LEGAL_BY_VIEW, str(here) == str(there), f"{here} or {there}")
            inspection.check(REFUSAL, here.rule in game.rulebook.rules, here.rule)


def check_branches(inspection: Inspection, actor: int) -> None:
    """Try every option: what the others see of it is the same wherever their views are."""
    game, state = inspection.game, inspection.state
    before = freeze(state)
    told: dict[tuple[int | None, Any], Any] = {}
    others_after: dict[int | None, Any] = {}
    options = inspection.options(actor)
    for action in options:
        branch = game.copy(state)
        events = tuple(game.apply(branch, action))
        inspection.check(COPY, freeze(state) == before)
        for seat in inspection.eyes:
            view = game.view(branch, seat)
            seen = tuple(game.seen(event, seat) for event in events)
            # What could not have been otherwise is no secret.
            inspection.hidden = inspection.hidden or (seen != events and len(options) > 1)
            _check_seen(inspection, seat, view, seen, told)
            if seat != actor and _still_choosing(inspection, branch, actor):
                first = others_after.setdefault(seat, view)
                inspection.check(SECRET, view == first, f"{actor} and {seat}")


def _still_choosing(inspection: Inspection, branch: Any, actor: int) -> bool:
    """Whether another seat that chooses at the same time has not chosen yet."""
    rivals = {seat for seat in inspection.actors if seat >= 0 and seat != actor}
    return actor >= 0 and bool(rivals & {*inspection.game.actors(branch)})


def _check_seen(
    inspection: Inspection,
    seat: int | None,
    view: Any,
    seen: tuple[Any, ...],
    told: dict[tuple[int | None, Any], Any],
) -> None:
    """Two ways to the same view may tell the same things in another order, no other things."""
    things = sorted(map(repr, seen))
    same = told.setdefault((seat, view), things)
    inspection.check(EVENTS, same == things, f"{seat} was told {things} and {same}")
    for event in seen:
        if event is not None:
            check_wire(inspection, event)
            check_event(inspection, event)


def check_variety(inspection: Inspection) -> None:
    """After a whole match in which something was hidden."""
    inspection.check(VARIES, inspection.varied or not inspection.hidden)
