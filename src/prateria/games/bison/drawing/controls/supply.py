"""What the viewer's supply lacks and could be bought in the middle of an action."""

from __future__ import annotations

from prateria.games.bison.drawing.controls.payment import stock_of
from prateria.games.bison.drawing.table import Table
from prateria.games.bison.rules.components import (
    COST,
    LARGEST,
    MOST_HUNTERS,
    PRICE,
    RIVER,
    Kind,
    piece_for,
)


def can_buy(table: Table, piece: int, number: int, price: int) -> bool:
    """Whether the market has this many of a piece, and the stock pays for them and for an action of
    that price."""
    assert table.view.seat is not None
    stock, each = stock_of(table), number * PRICE[piece]
    return (
        table.view.seats[table.view.seat].market[piece] >= number
        and min(stock) >= each
        and sum(stock) - 3 * each >= price
    )


def could_build_bought(table: Table) -> bool:
    """Whether a tepee or canoe from the market could be built, or used to enlarge something."""
    view = table.view
    on_river = view.action == Kind.CANOES
    for camp in view.camps:
        if camp.seat != view.seat or (camp.space % 3 == RIVER) != on_river:
            continue
        most = min(camp.hunters, LARGEST - camp.size, MOST_HUNTERS - view.involved)
        for hunters in range(1, most + 1):
            piece = piece_for(camp.space, camp.size + hunters)
            if can_buy(table, piece, 1, COST[view.involved + hunters]):
                return True
    return False
