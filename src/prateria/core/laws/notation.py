"""Laws of text: notation and wire give back what was written, and a state is never sent."""

from __future__ import annotations

from typing import Any, Final

from prateria.core.errors import LawBroken, WireError
from prateria.core.laws.inspection import Inspection
from prateria.core.wire import to_json

NOTATION: Final = "notation gives back what was written"
WIRE: Final = "views, events and actions can be sent, states cannot"


def check_position(inspection: Inspection) -> None:
    """The position as text and back."""
    notation, data = inspection.game.notation, inspection.data
    text = notation.format_state(inspection.state)
    inspection.check(
        NOTATION, notation.format_state(notation.parse_state(text, data)) == text, text
    )
    seats, _ = notation.setup(inspection.state)
    inspection.check(NOTATION, seats == inspection.seats)


def check_action(inspection: Inspection, action: Any) -> None:
    """An action as text and back, and over the wire."""
    notation = inspection.game.notation
    same = notation.parse_action(notation.format_action(action)) == action
    inspection.check(NOTATION, same, f"{action}")
    check_wire(inspection, action)


def check_wire(inspection: Inspection, value: object) -> None:
    """A view, event or action comes back from JSON as it was."""
    try:
        back = inspection.codec.decode(to_json(value))
    except WireError as error:
        raise LawBroken(WIRE, f"{error} for {value}") from None
    inspection.check(WIRE, back == value, f"{back} came back for {value}")


def check_state_is_refused(inspection: Inspection) -> None:
    try:
        to_json(inspection.state)
    except WireError:
        return
    inspection.check(WIRE, None, "a state was sent")
