"""Laws of drawn worlds: they fit the view, cover everything possible, and forget nothing.

Two sources show, independently of `determinize`, what is possible. Twins (see `twins`) differ in
what is hidden: whatever differs between them must also differ among drawn worlds, and each of its
values must occur. And a step later, worlds drawn before the step, in which it is then taken, show
what everyone who saw the step knows for sure: a world drawn after it may not contradict that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final

from prateria.core.chance import shuffled
from prateria.core.contract.game import CHANCE
from prateria.core.laws.compare import Path, Trait, part, parts_apart, traits_apart
from prateria.core.laws.inspection import Inspection, Step, eye_name
from prateria.core.laws.secrets import (
    ACTORS_BY_VIEW,
    check_same_refusals,
    check_same_rules,
)
from prateria.core.laws.twins import TRIES, Sight, is_like, sight_of

WORLD: Final = "a world drawn for a view gives that view"
VIEW_FIXED: Final = "a view never changes"
VARIES: Final = "drawn worlds vary what is hidden"
POSSIBLE: Final = "whatever is possible can be drawn"
REMEMBERS: Final = "drawn worlds agree with what was openly seen"

MANY: Final = 24
"""A part that has taken this many values is not required to take one of them."""
LONGEST: Final = 2048
"""How many worlds are drawn in vain before a law counts as broken."""
FEW: Final = 6
"""How many worlds are drawn at first before and after a step."""
SURE: Final = 128
"""How many are drawn before and after if those few disagree."""
WANDERED: Final = 12
"""How many secret choices may have been made along the way without being told."""
TAKEN: Final = 8
"""How many worlds are tried for each one in which a step can be taken."""


def check_worlds(inspection: Inspection, seat: int | None) -> list[Any]:
    """Worlds fit what a seat sees; in each of them everything it can ask is the same."""
    game, state, eye = inspection.game, inspection.state, eye_name(seat)
    view, worlds = game.view(state, seat), []
    before = hash(view)
    for _ in range(inspection.worlds):
        world = game.determinize(view, inspection.rng)
        wrong = game.invariants(world)
        inspection.check(WORLD, game.view(world, seat) == view, inspection.position(world), eye)
        inspection.check(WORLD, not wrong, f"{wrong}", eye)
        inspection.check(ACTORS_BY_VIEW, game.actors(world) == inspection.actors, eye=eye)
        if seat is not None:
            check_same_rules(inspection, world, seat)
            check_same_refusals(inspection, world, seat)
        worlds.append(world)
    inspection.check(VIEW_FIXED, hash(view) == before, eye=eye)
    return worlds


# --- everything that is possible ------------------------------------------------------------


def settled(inspection: Inspection, state: Any) -> Any:
    """A state as its notation describes it, without traces of its history."""
    notation = inspection.game.notation
    return notation.parse_state(notation.format_state(state), inspection.data)


def check_variety(
    inspection: Inspection, seat: int | None, truth: Any, twins: Sequence[Any]
) -> None:
    """Every part of the state that differs between the match and its twins (all of them settled)
    also differs among drawn worlds, and takes each of those values, unless it has too many."""
    paths = {path for twin in twins for path in parts_apart(truth, twin)}
    wanted = {path: {repr(part(state, path)) for state in (truth, *twins)} for path in paths}
    missing = _missing(inspection, seat, wanted, as_written=False)
    if missing:  # perhaps some parts are merely not filled in as the notation does it
        missing = _missing(inspection, seat, wanted, as_written=True)
    for path, drawn in sorted(missing.items(), key=repr):
        law = POSSIBLE if len(drawn) > 1 else VARIES
        never = " or ".join(sorted(wanted[path] - drawn))
        facts = f"{path} is {' or '.join(sorted(drawn))}, never {never}"
        inspection.fail(law, facts, eye_name(seat))


def _missing(
    inspection: Inspection, seat: int | None, wanted: dict[Path, set[str]], *, as_written: bool
) -> dict[Path, set[str]]:
    """The values that some parts took in drawn worlds, if some wanted value is missing."""
    game = inspection.game
    drawn: dict[Path, set[str]] = {path: set() for path in wanted}
    view = game.view(inspection.state, seat)
    left = LONGEST
    while left and drawn:
        left -= 1
        world = game.determinize(view, inspection.rng)
        if as_written:
            world = settled(inspection, world)
        for path in [*drawn]:
            drawn[path].add(repr(part(world, path)))
            if len(drawn[path]) == MANY or wanted[path] <= drawn[path]:
                del drawn[path]
    return drawn


# --- what was openly seen ---------------------------------------------------------------------


def check_memory(inspection: Inspection, before: Any, step: Step) -> None:
    """No world drawn now contradicts what was seen of the last step, which led here from the state
    before.

    The check has to wait while luck is drawn of which some observers are told nothing: how far that
    has got is not for them to know.
    """
    if _is_untold_luck(inspection):
        return
    truth = settled(inspection, inspection.state)
    for seat in inspection.eyes:
        sight = sight_of(inspection, seat, inspection.state, step)
        _Memory(inspection, before, truth, sight).check()


def _is_untold_luck(inspection: Inspection) -> bool:
    state = inspection.state
    if inspection.actors != (CHANCE,):
        return False
    _, step = inspection.branch(state, CHANCE, inspection.options(state, CHANCE)[0])
    told = [inspection.told(step.events, seat) for seat in inspection.eyes]
    return any(told) and not all(told)


class _Memory:
    """Worlds drawn before a step and taken through it, and worlds drawn after it.

    A trait in which some of the latter differ from the match, but none of the former, is one that
    was known and has been forgotten. A few of each raise the suspicion, many confirm it.
    """

    def __init__(self, inspection: Inspection, before: Any, truth: Any, sight: Sight) -> None:
        self._inspection = inspection
        self._before = inspection.game.view(before, sight.seat)
        self._sight = sight
        self._truth = self._looks(truth)

    def check(self) -> None:
        fresh = Counter(trait for _ in range(FEW) for trait in self._fresh())
        doubted = {trait for trait, number in fresh.items() if number > 1}
        doubted = self._never(self._never(doubted, FEW), SURE)
        if not doubted:
            return
        fresh = Counter(trait for _ in range(SURE) for trait in self._fresh(as_written=True))
        known = sorted(map(str, [trait for trait in doubted if fresh[trait] > SURE // 4]))
        inspection, sight = self._inspection, self._sight
        facts = f"after {sight.step.action}, drawn otherwise: {', '.join(known)}"
        inspection.check(REMEMBERS, not known, facts, eye_name(sight.seat))

    def _never(self, doubted: set[Trait], number: int) -> set[Trait]:
        """The traits that none of this many worlds taken through the step has; none if there are
        too few such worlds."""
        if not doubted:
            return doubted
        for traits in islice(self._carried(TAKEN * number), number):
            doubted = doubted - traits
            number -= 1
            if not doubted or not number:
                return doubted
        return set()

    def _fresh(self, *, as_written: bool = False) -> set[Trait]:
        """How a world drawn after the step differs from the match."""
        inspection = self._inspection
        world = inspection.game.determinize(self._sight.view, inspection.rng)
        return self._traits(settled(inspection, world) if as_written else world)

    def _carried(self, tries: int) -> Iterator[set[Trait]]:
        """How worlds drawn before the step and taken through it differ from the match."""
        inspection, sight = self._inspection, self._sight
        actor = sight.step.actor
        for _ in range(tries):
            world = inspection.game.determinize(self._before, inspection.rng)
            for action in self._likely(inspection.options(world, actor)):
                after, step = inspection.branch(world, actor, action)
                same = inspection.game.view(after, sight.seat) == sight.view
                if same and is_like(inspection, sight, after, step):
                    yield self._traits(self._wandered(after))
                    break

    def _likely(self, options: list[Any]) -> list[Any]:
        """What may have been done: anything, if it could not be seen; otherwise what was done."""
        known = [action for action in options if action == self._sight.step.action]
        if self._sight.is_open:
            return known
        return [*shuffled(options, self._inspection.rng)[:TRIES], *known]

    def _wandered(self, world: Any) -> Any:
        """The world, perhaps after secret choices of which nothing was told: as far as the observer
        knows, they may already have been made."""
        inspection, seat, rng = self._inspection, self._sight.seat, self._inspection.rng
        for _ in range(rng.below(WANDERED)):
            others = [actor for actor in inspection.game.actors(world) if 0 <= actor != seat]
            if not others:
                break
            actor = others[rng.below(len(others))]
            options = inspection.options(world, actor)
            after, step = inspection.branch(world, actor, options[rng.below(len(options))])
            untold = step.is_secret and not inspection.told(step.events, seat)
            if not untold or inspection.game.view(after, seat) != self._sight.view:
                break
            world = after
        return world

    def _traits(self, state: Any) -> set[Trait]:
        return {*traits_apart(self._truth, self._looks(state))}

    def _looks(self, state: Any) -> list[Any]:
        """A state, and how it looks to the other observers."""
        game = self._inspection.game
        seats = [seat for seat in range(self._inspection.seats) if seat != self._sight.seat]
        return [state, *[game.view(state, seat) for seat in seats]]
