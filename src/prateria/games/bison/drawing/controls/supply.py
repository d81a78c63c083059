"""What the viewer's supply lacks and could be bought in the middle of an action."""

from __future__ import annotations

from prateria.games.bison.rules.components import (
    COST,
    LARGEST,
    MOST_HUNTERS,
    PRICE,
    RIVER,
    Kind,
    piece_for,
)
from prateria.games.bison.rules.view import View


def can_buy(view: View, piece: int, number: int, price: int) -> bool:
    """Whether the market has so many of a piece, and the stock pays for them and for an action of
    that price."""
    assert view.seat is not None
    own, each = view.seats[view.seat], number * PRICE[piece]
    stock = own.bison, own.turkeys, own.salmon
    return own.market[piece] >= number and min(stock) >= each and sum(stock) - 3 * each >= price


def could_build_bought(view: View) -> bool:
    """Whether a tepee or canoe from the market could be built, or something enlarged with it."""
    on_river = view.action == Kind.CANOES
    for camp in view.camps:
        if camp.seat != view.seat or (camp.space % 3 == RIVER) != on_river:
            continue
        most = min(camp.hunters, LARGEST - camp.size, MOST_HUNTERS - view.involved)
        for hunters in range(1, most + 1):
            piece = piece_for(camp.space, camp.size + hunters)
            if can_buy(view, piece, 1, COST[view.involved + hunters]):
                return True
    return False
