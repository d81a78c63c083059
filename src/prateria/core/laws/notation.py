"""Laws of text: notation and wire give back what was written, and a state is never sent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from prateria.core.errors import WireError
from prateria.core.laws.inspection import Inspection, eye_name
from prateria.core.wire import to_json

NOTATION: Final = "notation gives back what was written"
LISTED: Final = "actions and events are of the classes that the game lists"
WIRE: Final = "views, events and actions can be sent, states cannot"


def check_position(inspection: Inspection) -> None:
    """The position as text and back."""
    notation, data = inspection.game.notation, inspection.data
    text = notation.format_state(inspection.state)
    inspection.check(
        NOTATION, notation.format_state(notation.parse_state(text, data)) == text, text
    )
    seats, options = notation.setup(inspection.state)
    inspection.check(NOTATION, seats == inspection.seats, f"{seats} seats")
    ruleset = inspection.game.ruleset(seats, options, data)
    inspection.check(NOTATION, ruleset == inspection.ruleset, f"{options}")


def check_action(inspection: Inspection, action: Any) -> None:
    """An action to text and back, and over the wire."""
    notation = inspection.game.notation
    inspection.check(LISTED, type(action) in inspection.game.actions, f"{action}")
    same = notation.parse_action(notation.format_action(action)) == action
    inspection.check(NOTATION, same, f"{action}")
    check_wire(inspection, action)


def check_wire(inspection: Inspection, value: object) -> None:
    """A view, event or action comes back from JSON as it was."""
    try:
        back = inspection.codec.decode(to_json(value))
    except WireError as error:
        inspection.fail(WIRE, f"{error} for {value}")
    inspection.check(WIRE, back == value, f"{back} came back for {value}")


def check_events(inspection: Inspection, events: Iterable[Any]) -> None:
    """Events, as they are and as any observer sees them, belong to the classes that the game lists;
    others could not be decoded."""
    game = inspection.game
    for event in events:
        inspection.check(LISTED, type(event) in game.events, f"{event}")
        for seat in inspection.eyes:
            seen = game.seen(event, seat)
            known = seen is None or type(seen) in game.events
            inspection.check(LISTED, known, f"{seen}", eye_name(seat))


def check_state_is_refused(inspection: Inspection) -> None:
    try:
        to_json(inspection.state)
    except WireError:
        return
    inspection.check(WIRE, None, "a state was sent")
