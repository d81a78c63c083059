"""Laws of words: a view can be described, and every legal move reads as a line of text."""

from __future__ import annotations

from typing import Any, Final

from prateria.core.laws.inspection import Inspection

DESCRIBED: Final = "a view can be described"
TOLD: Final = "every event reads as a sentence, or is not told"
PHRASED: Final = "every legal move reads as a line of text"


def check_view(inspection: Inspection, view: Any, seat: int | None) -> None:
    words = inspection.game.words
    inspection.check(DESCRIBED, words.describe(view).strip(), f"for {seat}")
    legal = () if seat is None else inspection.game.legal(inspection.state, seat)
    for action in legal:
        inspection.check(PHRASED, words.phrase(view, action).strip(), f"{action}")


def check_event(inspection: Inspection, event: Any) -> None:
    names = [f"Player {seat}" for seat in range(inspection.seats)]
    inspection.check(TOLD, isinstance(inspection.game.words.tell(event, names), str), f"{event}")
