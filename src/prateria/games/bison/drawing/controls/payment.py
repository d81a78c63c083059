"""Paying: the payment proposed, and how a tap changes it by one animal."""

from __future__ import annotations

from prateria.games.bison.drawing.ids import pay_id
from prateria.games.bison.drawing.table import Table
from prateria.games.bison.rules.actions import Pay


def paid_now(table: Table) -> tuple[int, int, int]:
    """The payment about to be made, by kind; empty if there is none."""
    action = table.action
    if isinstance(action, Pay) and table.scene.picked:
        return action.bison, action.turkeys, action.salmon
    return 0, 0, 0


def stock_of(table: Table) -> tuple[int, int, int]:
    """The viewer's animals, by kind."""
    assert table.view.seat is not None
    own = table.view.seats[table.view.seat]
    return own.bison, own.turkeys, own.salmon


def changed(table: Table, animal: int, step: int) -> str:
    """The payment with one more or one less of a kind, balanced by another kind: of those possible,
    one more comes from the fullest stock, and one less goes back to the emptiest. "" if none is."""
    pay, stock = paid_now(table), stock_of(table)
    legal = {choice.path[0] for choice in table.scene.choices if len(choice.path) == 1}
    found: list[tuple[int, str]] = []
    for other in range(len(pay)):
        if other == animal:
            continue
        numbers = list(pay)
        numbers[animal] += step
        numbers[other] -= step
        name = pay_id(*numbers)
        if name in legal:
            left = stock[other] - pay[other]
            found.append((left if step < 0 else -left, name))
    return max(found)[1] if found else ""
