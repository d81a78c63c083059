"""Laws of words: a view can be described, and every legal move reads as a line of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from prateria.core.laws.inspection import Inspection, eye_name

DESCRIBED: Final = "a view can be described"
TOLD: Final = "every event reads as a sentence, or is not told"
PHRASED: Final = "every legal move reads as a line of text"
BY_VIEW: Final = "words depend on the view or the event only"


def check_view(inspection: Inspection, view: Any, seat: int | None) -> None:
    words, eye = inspection.game.words, eye_name(seat)
    inspection.check(DESCRIBED, words.describe(view).strip(), eye=eye)
    legal = () if seat is None else inspection.game.legal(inspection.state, seat)
    for action in legal:
        inspection.check(PHRASED, words.phrase(view, action).strip(), f"{action}", eye)


def check_twin(inspection: Inspection, state: Any, seat: int | None) -> None:
    """The texts are the same for a state that looks the same."""
    here, there = (_said(inspection, either, seat) for either in (inspection.state, state))
    inspection.check(BY_VIEW, here == there, f"{there} or {here}", eye_name(seat))


def _said(inspection: Inspection, state: Any, seat: int | None) -> list[str]:
    game = inspection.game
    legal = () if seat is None else game.legal(state, seat)
    view = game.view(state, seat)
    return [game.words.describe(view), *[game.words.phrase(view, action) for action in legal]]


def sentences(inspection: Inspection, events: Sequence[Any]) -> list[str]:
    """The sentences for events, with the headings above them."""
    words, names = inspection.game.words, inspection.names
    return [say(event, names) for event in events for say in (words.heading, words.tell)]


def check_event(inspection: Inspection, event: Any) -> None:
    said = sentences(inspection, (event,))
    inspection.check(TOLD, all(isinstance(text, str) for text in said), f"{event}")
