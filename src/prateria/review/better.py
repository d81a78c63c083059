"""What would have been better than a turn that was played, compared by how the turn ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from prateria.review.turns import Decided
from prateria.review.win_model import WinModel

SUSPICIOUS: Final = 0.05
"""What a decision must seem to give away, one action ahead, to be looked into."""
LIKED: Final = 4
"""Other moves that are looked into then."""
LEAST: Final = 0.01
"""By so little nothing is better: it may be the order of steps, or the grain of the judgement."""
NEARLY: Final = 0.9
"""So much of what could be had is nearly all of it."""


@dataclass(frozen=True, slots=True)
class Way:
    """What to do instead from a decision on: the actions to the end of the turn (none if what was
    played is best), the chance they lead to, and the one that was got."""

    place: int
    actions: tuple[Any, ...]
    chance: float
    got: float


def better_way(model: WinModel, turn: Decided) -> Way | None:
    """The best way found through a turn; None if there was nothing to decide in it.

    Ends of turns are compared, never positions in their middle: two orders of the same steps come
    to the same end. The first decision is always looked into, so that many small losses are seen
    that are no loss one by one; later ones where they seem to give something away.
    """
    open_places = [
        (place, options)
        for place, action in enumerate(turn.actions)
        if len(options := _options(model, turn.before[place], turn.seat, action)) > 1
    ]
    if not open_places:
        return None
    got = _chances(model, turn.seat, [turn.state])[0]
    best = Way(0, (), got, got)
    for place, options in open_places:
        is_first = place == open_places[0][0]
        liked = _liked(model, turn, place, options, is_first=is_first)
        for actions, chance in _ways(model, turn.seat, turn.before[place], liked):
            if chance > max(best.chance, got + LEAST):
                best = Way(place, actions, chance, got)
    return _begun_late(model, turn, best) if best.actions else best


def _options(model: WinModel, state: Any, seat: int, played: Any) -> list[Any]:
    """What a bot would look at, and what was played."""
    options = [*model.candidates(state, seat, model.game.legal(state, seat))]
    return options if played in options else [*options, played]


def _liked(
    model: WinModel, turn: Decided, place: int, options: Sequence[Any], *, is_first: bool
) -> list[Any]:
    """The moves to look into instead of the one that was played, the best first."""
    own = model.after(turn.before[place], turn.seat, options)[:, turn.seat]
    played = options.index(turn.actions[place])
    is_suspicious = own.max() - own[played] >= SUSPICIOUS
    if not (is_suspicious or is_first):
        return []
    order = [int(each) for each in np.argsort(-own, kind="stable") if each != played]
    return [options[each] for each in order[: LIKED if is_suspicious else 1]]


def _ways(
    model: WinModel, seat: int, state: Any, firsts: Sequence[Any]
) -> list[tuple[tuple[Any, ...], float]]:
    """Each first move with what the net likes best behind it, and the chance at the turn's end."""
    played = [model.play_on(state, seat, (first,)) for first in firsts]
    played = [way for way in played if seat not in model.game.actors(way[1])]
    chances = _chances(model, seat, [end for _, end in played])
    return [(actions, chance) for (actions, _), chance in zip(played, chances, strict=True)]


def _begun_late(model: WinModel, turn: Decided, way: Way) -> Way:
    """The same way, begun at the last decision from which nearly all of it could still be had: the
    steps before did no harm, though they came in another order."""
    enough = way.got + NEARLY * (way.chance - way.got)
    for place in range(way.place + 1, len(turn.actions)):
        actions, end = model.play_on(turn.before[place], turn.seat, way.actions)
        chance = _chances(model, turn.seat, [end])[0]
        if chance < enough:
            break
        way = Way(place, actions, chance, way.got)
    rest = turn.actions[way.place :]
    same = next(
        (n for n, (a, b) in enumerate(zip(way.actions, rest, strict=False)) if a != b), None
    )
    if same is None:  # it only goes on where the turn was cut short
        return Way(0, (), way.got, way.got)
    return Way(way.place + same, way.actions[same:], way.chance, way.got)


def _chances(model: WinModel, seat: int, states: Sequence[Any]) -> list[float]:
    if not states:
        return []
    return [float(chance) for chance in model.judge(states, seat)[:, seat]]
