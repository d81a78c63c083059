"""Buttons: how an element with an id can be used in this scene."""

from __future__ import annotations

from html import escape

from prateria.games.bison.drawing.ids import action_of
from prateria.games.bison.drawing.table import Table
from prateria.games.bison.notation.write import format_action
from prateria.games.bison.rules.actions import Action


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
) -> str:
    """A button with an id; it is disabled where the id may not be picked.

    With a label, screen readers read that; the visible text may be terser. `focus` controls how the
    focus treats it (docs/pages.md).
    """
    how = usable(table, name)
    if label:
        inner = (
            f'<span class="vh">{escape(label)}</span>'
            f'<span class="bs-face" aria-hidden="true">{inner}</span>'
        )
    if not how:
        pressed = ' aria-pressed="true"' if name in table.scene.picked else ""
        off = ' data-pick=""' if pressed else _off(table, name)
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


def _off(table: Table, name: str) -> str:
    """A disabled button that stands for an action can be pressed to see which rule forbids it."""
    action = action_of(table.view.turn or 0, name)
    return " disabled" if action is None else f' aria-disabled="true" {tries(action)}'


def tries(action: Action) -> str:
    """The attribute of a disabled element: the action that the rules refuse."""
    return f'data-try="{escape(format_action(action))}"'


def play_button(inner: str) -> str:
    """The button that confirms."""
    return f'<button type="button" class="bs-primary" id="play" data-play>{inner}</button>'
