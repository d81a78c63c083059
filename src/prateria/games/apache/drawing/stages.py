"""A calm pow-wow is shown on the table as a live one happens: first the cards that were played,
then their results. A live one needs no stages; it lies there until the next card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from prateria.core.drawing.scene import Scene, Stage
from prateria.games.apache.drawing.verdict import why_slips
from prateria.games.apache.rules.events import (
    BuffaloTaken,
    CardTurned,
    Claimed,
    Event,
    OrderDrawn,
    PowWowEnded,
    Punished,
    TookNothing,
    TribePlayed,
)
from prateria.games.apache.rules.view import ShownPlay, View


def touched(_view: View, _event: Event) -> tuple[str, ...]:
    """The newest card, marked where it lies."""
    return ()


def stages(before: View, events: Sequence[Event], after: View, scene: Scene) -> list[Stage]:
    """The cards as they lie on the pow-wow; then, if it is over, the table before the next card."""
    turned = sum([isinstance(event, CardTurned) for event in events])
    if before.ruleset.clocked or turned > 1:  # too many stages at once are not shown
        return []
    plays = [event for event in events if isinstance(event, TribePlayed)]
    powwow = tuple([_shown(play) for play in plays]) or before.powwow
    ended = any(isinstance(event, PowWowEnded) for event in events)
    found = []
    if plays:
        out = _lying(before, powwow, 0)
        said = [event for event in events if isinstance(event, OrderDrawn | TribePlayed)]
        found.append(Stage(out, tuple(said), parts=("players", "board", "act")))
    if ended:
        became = Claimed | BuffaloTaken | TookNothing | Punished
        done = _lying(replace(after, newest=before.newest), powwow, len(powwow))
        done = replace(done, deck=before.deck, up=_before_next(after, events))
        told = [event for event in events if isinstance(event, became)]
        why = why_slips(_lying(before, powwow, before.place), scene)
        found.append(Stage(done, tuple(told), parts=("players", "board"), more=why))
    return found


def _shown(play: TribePlayed) -> ShownPlay:
    return ShownPlay(play.seat, play.role, play.is_sound, None, play.marked, None, None)


def _lying(view: View, powwow: tuple[ShownPlay, ...], place: int) -> View:
    """The table with these cards on the pow-wow, the first `place` of them resolved."""
    seats = tuple([replace(seat, has_called=False) for seat in view.seats])
    return replace(
        view,
        phase="order",
        powwow=powwow,
        place=place,
        call=None,
        claiming=None,
        choice=None,
        seats=seats,
    )


def _before_next(after: View, events: Sequence[Event]) -> tuple[int, ...]:
    """The face-up cards, without the card that has been turned since."""
    up = list(after.up)
    for event in events:
        if isinstance(event, CardTurned):
            up[event.card] -= 1
    return tuple(up)
