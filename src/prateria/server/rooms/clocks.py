"""The clocks of a match, pure: a function of the table's clock rule and of the log's times.

Times are match time, milliseconds from the start as the log's `at`. Match time stands still while
the server is down (`days` excepted), so a restart costs nobody any time.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

DAY: Final = 24 * 3600 * 1000
MISSES: Final = 3
"""After timing out this many times in a row, a bot takes the seat until the person is back."""
GRACE: Final = 3600 * 1000
"""With `days`, nobody runs out within an hour after a restart of the server."""


class ClockRule(Struct, frozen=True, forbid_unknown_fields=True):
    """`none`; `move`: a number of seconds for each turn; `bank`: seconds for the whole match, and
    an increment after each turn; `days`: a number of days for each turn."""

    kind: Literal["none", "move", "bank", "days"] = "none"
    seconds: Annotated[int, Meta(ge=1, le=86_400)] = 60
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 0
    days: Annotated[int, Meta(ge=1, le=30)] = 1

    @property
    def allowance(self) -> int:
        return self.days * DAY if self.kind == "days" else self.seconds * 1000


@dataclass(frozen=True, slots=True)
class Dial:
    """One seat's clock: the time left when it last stood still, and since when it has been
    running."""

    left: int
    since: int | None = None
    began: int = 0
    """When the turn began for which it runs, or last ran."""

    def left_at(self, now: int) -> int:
        if self.since is None:
            return self.left
        return max(0, self.left - max(0, now - self.since))


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks of all seats after an entry of the match."""

    rule: ClockRule
    dials: tuple[Dial, ...]

    def after(
        self,
        by: int,
        actors: Collection[int],
        at: int,
        *,
        drawn: bool = False,
        reopened: bool = False,
    ) -> Clocks:
        """The clocks after an entry by somebody at a time, when these seats may act next.

        A turn lasts as long as a seat goes on acting, however many steps that takes. It is also
        over when luck was `drawn`, because what comes then is new. A seat that has `reopened` its
        turn by taking back the step that ended it has the time it had left.
        """
        if self.rule.kind == "none":
            return self
        return replace(
            self,
            dials=tuple(
                self._dial(
                    self._stepped(dial, at, acted=seat == by, goes_on=seat in actors and not drawn),
                    at,
                    acts=seat in actors,
                    again=reopened and seat == by,
                )
                for seat, dial in enumerate(self.dials)
            ),
        )

    def _stepped(self, dial: Dial, at: int, *, acted: bool, goes_on: bool) -> Dial:
        """The dial after a step, or stopped when the turn is over."""
        if dial.since is None or (goes_on and not acted):
            return dial
        left = dial.left_at(at)
        if goes_on:
            return replace(dial, left=left, since=at)
        gained = self.rule.increment * 1000 if self.rule.kind == "bank" and acted else 0
        return replace(dial, left=left + gained, since=None)

    def _dial(self, dial: Dial, at: int, *, acts: bool, again: bool) -> Dial:
        """The dial, running if its seat is to act: a turn begins, or is not over after all."""
        if not acts or dial.since is not None:
            return dial
        if again:
            gained = self.rule.increment * 1000 if self.rule.kind == "bank" else 0
            return replace(dial, left=max(0, dial.left - gained), since=at)
        left = dial.left if self.rule.kind == "bank" else self.rule.allowance
        return Dial(left, at, at)

    def resumed(self, now: int, served: int = 0) -> Clocks:
        """The clocks as they continue when they are read back at match time `now`, the server
        having been up for `served` milliseconds."""
        dials = tuple(
            dial
            if dial.since is None
            else replace(dial, left=self._kept(dial, now, served), since=now)
            for dial in self.dials
        )
        return replace(self, dials=dials)

    def _kept(self, dial: Dial, now: int, served: int) -> int:
        left = dial.left_at(now)
        return max(GRACE - served, left) if self.rule.kind == "days" else left

    def due(self, seats: Collection[int]) -> int | None:
        """When the first of these seats' running clocks runs out, or None."""
        if self.rule.kind == "none":
            return None
        dials = [self.dials[seat] for seat in seats]
        return min(
            (dial.left + dial.since for dial in dials if dial.since is not None), default=None
        )

    def out(self, now: int) -> tuple[int, ...]:
        """The seats whose time has run out."""
        if self.rule.kind == "none":
            return ()
        return tuple(
            seat
            for seat, dial in enumerate(self.dials)
            if dial.since is not None and dial.left_at(now) == 0
        )

    def shown(self, seat: int, now: int) -> int:
        """What a seat's clock shows: the time left, or the time it will have in its next turn."""
        dial = self.dials[seat]
        is_full = dial.since is None and self.rule.kind != "bank"
        return self.rule.allowance if is_full else dial.left_at(now)


def new_clocks(rule: ClockRule, seats: int) -> Clocks:
    """All full, none running."""
    return Clocks(rule, (Dial(rule.allowance),) * seats)
