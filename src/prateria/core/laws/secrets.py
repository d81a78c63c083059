"""Laws of secrecy: what is hidden stays hidden, from views, events, legal lists and refusals.

Everything that a seat can ask is compared between the match and its twins (see `twins`), which the
seat cannot tell from it: any difference reveals a secret. Drawn worlds have a module of their own,
`worlds`.
"""

from __future__ import annotations

from typing import Any, Final

from prateria.core.contract.game import CHANCE
from prateria.core.errors import IllegalAction
from prateria.core.laws.compare import difference
from prateria.core.laws.inspection import Inspection, Step, eye_name, freeze
from prateria.core.laws.notation import check_events, check_wire
from prateria.core.laws.twins import Twin, Twins
from prateria.core.laws.words import BY_VIEW, check_event, sentences

COPY: Final = "a copy is independent"
LEAK: Final = "a view tells only what was told"
LEGAL_BY_VIEW: Final = "legal actions and refusals depend on the view only"
ACTORS_BY_VIEW: Final = "whose turn it is depends on the view only"
EVENTS: Final = "events tell no more than views"
SECRET: Final = "who chooses at the same time learns nothing"
REFUSAL: Final = "a refusal names a rule of the game"

TRIED: Final = 5
"""How many past actions are retried to see how they are refused."""


def check_twins(inspection: Inspection, twins: Twins, *, thoroughly: bool) -> None:
    """Observers who cannot tell a twin from the match see the same, and may do the same, in both.

    Unless the check is thorough, it looks at one of them only.
    """
    for twin in twins.twins:
        same_turn = inspection.game.actors(twin.state) == inspection.actors
        inspection.check(ACTORS_BY_VIEW, same_turn, eye=eye_name(twin.eyes[0]))
        one = inspection.rng.below(len(twin.eyes))
        for seat in twin.eyes if thoroughly else twin.eyes[one : one + 1]:
            _check_twin_view(inspection, twin, seat)
            if seat is not None and seat in inspection.actors:
                check_same_rules(inspection, twin.state, seat)


def _check_twin_view(inspection: Inspection, twin: Twin, seat: int | None) -> None:
    game = inspection.game
    found = difference(game.view(twin.state, seat), game.view(inspection.state, seat))
    if found:
        facts = f"{found} would be otherwise at\n{inspection.position(twin.state)}\n"
        doubt = inspection.broken(LEAK, facts, eye_name(seat))
        if inspection.actors != (CHANCE,):
            raise doubt
        twin.doubts[seat] = doubt  # perhaps it will be told when the lot has been drawn


def check_same_rules(inspection: Inspection, world: Any, seat: int) -> None:
    """What a seat may do is the same in a state that looks the same to it."""
    game, state, eye = inspection.game, inspection.state, eye_name(seat)
    here, there = list(game.legal(state, seat)), list(game.legal(world, seat))
    if here != there:
        inspection.fail(LEGAL_BY_VIEW, f"legal at\n{inspection.position(world)}\n{there}", eye)


def check_same_refusals(inspection: Inspection, world: Any, seat: int) -> None:
    """The reason for a refusal is the same, too."""
    game, state, eye = inspection.game, inspection.state, eye_name(seat)
    legal, log = game.legal(state, seat), inspection.log
    tried = [log[inspection.rng.below(len(log))] for _ in range(min(TRIED, len(log)))]
    for action in (*log[-3:], *tried):
        if action not in legal:
            here, there = game.refuse(state, seat, action), game.refuse(world, seat, action)
            same = _facts(here) == _facts(there)
            inspection.check(LEGAL_BY_VIEW, same, f"{_facts(here)} or {_facts(there)}", eye)
            inspection.check(REFUSAL, here.rule in game.rulebook.rules, here.rule, eye)


def _facts(refusal: IllegalAction) -> str:
    return f"{refusal} {refusal.facts}"


class Branches:
    """What everyone sees of each action that an actor might take here."""

    def __init__(self, inspection: Inspection, actor: int) -> None:
        self._inspection = inspection
        self._actor = actor
        self._things: dict[tuple[int | None, Any], Any] = {}
        """The events told, by observer and resulting view."""
        self._shown: dict[tuple[int | None, str], tuple[Any, list[str]]] = {}
        """The resulting views and sentences, by observer and events told."""
        self._others: dict[int | None, Any] = {}

    def check(self) -> None:
        """Try every option: what the others see of it is the same wherever their views are."""
        inspection, state = self._inspection, self._inspection.state
        before = freeze(state)
        for action in inspection.options(state, self._actor):
            branch, step = inspection.branch(state, self._actor, action)
            inspection.check(COPY, freeze(state) == before, f"from what {action} changes")
            check_events(inspection, step.events)
            for seat in inspection.eyes:
                told = inspection.told(step.events, seat)
                view = inspection.game.view(branch, seat)
                if seat != self._actor and self._still_choosing(branch):
                    first = self._others.setdefault(seat, view)
                    inspection.check(SECRET, view == first, f"{action}", eye_name(seat))
                self._check_events(seat, view, step, told)
                self._check_view(seat, branch, step, told)

    def _still_choosing(self, branch: Any) -> bool:
        """Whether another seat that chooses at the same time has not chosen yet."""
        actor, inspection = self._actor, self._inspection
        rivals = {seat for seat in inspection.actors if seat >= 0 and seat != actor}
        return actor >= 0 and bool(rivals & {*inspection.game.actors(branch)})

    def _check_events(self, seat: int | None, view: Any, step: Step, told: tuple[Any, ...]) -> None:
        """Two ways to the same view may tell the same events in another order, but no different
        events.

        Events that are told only in part keep their order, too: it could reveal the rest.
        """
        things = list(map(repr, told))
        if told == step.events:
            things.sort()
        same = self._things.setdefault((seat, view), things)
        facts = f"{things} and {same} were told"
        self._inspection.check(EVENTS, same == things, facts, eye_name(seat))
        for event in told:
            check_wire(self._inspection, event)
            check_event(self._inspection, event)

    def _check_view(self, seat: int | None, branch: Any, step: Step, told: tuple[Any, ...]) -> None:
        """If the same events are told of different luck or secret choices, the same is seen, unless
        luck follows and more is told then."""
        if seat == self._actor or not (step.is_secret or told != step.events):
            return
        view = self._inspection.game.view(branch, seat)
        said = sentences(self._inspection, told)
        first, words = self._shown.setdefault((seat, repr(told)), (view, said))
        told_soon = self._inspection.game.actors(branch) == (CHANCE,)
        found = "" if told_soon else difference(view, first)
        eye = eye_name(seat)
        self._inspection.check(LEAK, not found, f"{found} tells of {step.action}", eye)
        self._inspection.check(BY_VIEW, said == words, f"{said} or {words}", eye)
