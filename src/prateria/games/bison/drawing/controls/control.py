"""Buttons: how an element with an id can be used in this scene."""

from __future__ import annotations

from html import escape

from prateria.games.bison.drawing.ids import action_of
from prateria.games.bison.drawing.table import Table
from prateria.games.bison.notation.write import format_action
from prateria.games.bison.rules.actions import DONE, Action


def usable(table: Table, name: str) -> str:
    """The attributes of an element that may be picked; "" if it may not.

    An element that continues the picks is a `can`. One that would start another path replaces the
    picks, and if it is a whole move it is sent at once.
    """
    if name in table.next_ids:
        return f'id="{name}" data-can'
    if name in table.scene.picked:
        return ""
    for choice in table.scene.choices:
        if choice.path == (name,) and not choice.confirm:
            return f'id="{name}" data-moves="{escape(choice.move)}"'
        if choice.path and choice.path[0] == name:
            return f'id="{name}" data-pick="{name}"'
    return ""


def button(
    table: Table,
    name: str,
    inner: str,
    *,
    classes: str = "",
    key: str = "",
    label: str = "",
    focus: str = "",
    why: str = "",
) -> str:
    """A button with an id; it is off where the id may not be picked. With a label it is read as
    that; what is seen may be terser. `focus` is how the focus treats it (docs/pages.md), `why` says
    why it is off, where that is not for the rules to say."""
    how = usable(table, name)
    if label:
        inner = (
            f'<span class="vh">{escape(label)}</span>'
            f'<span class="bs-face" aria-hidden="true">{inner}</span>'
        )
    if not how:
        pressed = ' aria-pressed="true"' if name in table.scene.picked else ""
        off = ' data-pick=""' if pressed else _off(table, name, why)
        on = " bs-on" if pressed else ""
        return (
            f'<button type="button" id="{name}" class="{classes}{on}"{pressed}{off}>'
            f"{inner}</button>"
        )
    if "data-can" in how:
        how, classes = how.replace(" data-can", ""), f"{classes} can"
    at_key = f' data-key="{key}"' if key else ""
    at_focus = f' data-focus="{focus}"' if focus else ""
    return f'<button type="button" class="{classes}" {how}{at_key}{at_focus}>{inner}</button>'


def _off(table: Table, name: str, why: str) -> str:
    """What is off can be pressed to hear why, and which rule says so."""
    if why:
        return f" {why}"
    seat = table.view.turn or 0
    return f' aria-disabled="true" {tries(action_of(seat, name) or DONE[seat])}'


def says_why(said: str, rule: str) -> str:
    """The attributes of a thing that is off, and of which this rule is the reason."""
    return f'aria-disabled="true" data-why="{escape(said)}" data-rule="{rule}"'


def tries(action: Action) -> str:
    """The attribute of a disabled element: the action that the rules refuse."""
    return f'data-try="{escape(format_action(action))}"'


def play_button(inner: str, *, is_waste: bool = False) -> str:
    """The last yes; the focus does not go by itself to one that wastes an action."""
    if is_waste:
        return (
            '<button type="button" class="bs-second" id="play" data-play data-key="0" '
            'data-focus="last">'
            f"{inner}</button>"
        )
    return f'<button type="button" class="bs-primary" id="play" data-play>{inner}</button>'
