"""Matches that somebody at the table cannot tell from the one that is played.

A twin of the match is an alternative history: the same actors act, and some observers are told the
same at each step. Only what they were not told differs: others were dealt other cards, something
else was chosen in secret. Twins come from the rules and from what `seen` tells, never from views or
`determinize`: a view that leaks and a `determinize` that covers for it cannot make a twin agree
with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from prateria.core.chance import shuffled
from prateria.core.errors import LawBroken
from prateria.core.laws.compare import difference
from prateria.core.laws.inspection import Inspection, Step

MOST: Final = 8
"""How many twins a match has at most."""
NEW: Final = 2
"""How many can be added at each step."""
KEPT: Final = 8
"""Once there are that many, one in this many new ones replaces an old one. Old twins are worth
more: only they can show a leak of something long hidden."""
TRIES: Final = 8
"""How many other actions are tried in search of one that tells the same."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What an observer was told of a step, and saw after it."""

    seat: int | None
    step: Step
    told: tuple[Any, ...]
    view: Any

    @property
    def is_open(self) -> bool:
        """Whether it is certain what was done: by the observer itself, or in the open without
        events."""
        step = self.step
        return step.actor == self.seat or not (step.events or step.is_secret)


def sight_of(inspection: Inspection, seat: int | None, state: Any, step: Step) -> Sight:
    return Sight(seat, step, inspection.told(step.events, seat), inspection.game.view(state, seat))


def is_like(inspection: Inspection, sight: Sight, state: Any, step: Step) -> bool:
    """Whether this step to this state looks like the one that was seen.

    What a seat does in the open may show in the view without an event, so there the view counts,
    too. Of luck, of secret choices and of what is told in part, nothing shows but the events.
    """
    told = inspection.told(step.events, sight.seat)
    if difference(told, sight.told):
        return False
    if step.action == sight.step.action or step.is_secret:
        return True
    if told != step.events or told != sight.step.events:
        return True
    return not difference(inspection.game.view(state, sight.seat), sight.view)


@dataclass(frozen=True, slots=True)
class Twin:
    """The state of an alternative match, and who cannot tell it from the one being played."""

    state: Any
    eyes: tuple[int | None, ...]
    doubts: dict[int | None, LawBroken]
    """What each observer saw of the last step without being told. The luck that follows must tell
    it, or a law is broken."""


def _raise_doubts(before: Twin, after: Twin) -> None:
    for seat in after.eyes:
        if seat in before.doubts:
            raise before.doubts[seat]


class Twins:
    """The twins of the match under inspection."""

    def __init__(self, inspection: Inspection) -> None:
        self._inspection = inspection
        self.twins: list[Twin] = []

    def of(self, seat: int | None) -> list[Any]:
        """The states that look the same to an observer."""
        mine = [twin for twin in self.twins if seat in twin.eyes]
        return [twin.state for twin in mine if seat not in twin.doubts]

    def follow(self, before: Any, step: Step) -> None:
        """Repeat in each twin what was done in the match, or something that tells the same; drop
        the twins where that is impossible. Then add others that begin to differ here."""
        inspection = self._inspection
        sights = {
            seat: sight_of(inspection, seat, inspection.state, step) for seat in inspection.eyes
        }
        twins: list[Twin] = []
        for twin in self.twins:
            mine = [sights[seat] for seat in twin.eyes]
            likely = self._likely(twin.state, mine, step)
            for after in islice(self._all(twin.state, mine, likely), 1):
                twins.append(after)
                _raise_doubts(twin, after)
        doubtful = [sight for sight in sights.values() if not sight.is_open]
        options = inspection.options(before, step.actor) if doubtful else []
        others = shuffled([o for o in options if o != step.action], inspection.rng)
        for twin in islice(self._all(before, doubtful, others[:TRIES]), NEW):
            self._add(twins, twin)
        self.twins = twins

    def _likely(self, state: Any, sights: Sequence[Sight], step: Step) -> list[Any]:
        """What to try in a twin: the same action, which keeps it like the match; if that is
        impossible, anything else, unless everybody knows what was done."""
        if step.actor in {sight.seat for sight in sights}:
            return [step.action]  # its own legal actions are equal, or a law is broken
        options = self._inspection.options(state, step.actor)
        if step.action in options:
            return [step.action]
        doubted = any(not sight.is_open for sight in sights)
        return shuffled(options, self._inspection.rng)[:TRIES] if doubted else []

    def _all(self, state: Any, sights: Sequence[Sight], actions: Iterable[Any]) -> Iterator[Twin]:
        """The results of these actions, each with the observers to whom it looks like what was
        done."""
        for action in actions:
            after, step = self._inspection.branch(state, sights[0].step.actor, action)
            alike = [s.seat for s in sights if is_like(self._inspection, s, after, step)]
            if alike:
                yield Twin(after, tuple(alike), {})

    def _add(self, twins: list[Twin], twin: Twin) -> None:
        """Add a twin; once there are many, perhaps in place of another."""
        rng = self._inspection.rng
        if len(twins) < MOST:
            twins.append(twin)
        elif not rng.below(KEPT):
            twins[rng.below(MOST)] = twin
