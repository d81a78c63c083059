"""Buying from the player's own market, and exchanging three animals for one."""

from __future__ import annotations

from html import escape

from prateria.core.drawing.markup import icon
from prateria.games.bison.drawing.controls.control import button
from prateria.games.bison.drawing.controls.payment import stock_of
from prateria.games.bison.drawing.controls.steps import Step
from prateria.games.bison.drawing.ids import buy_id, swap_id
from prateria.games.bison.drawing.rank import beast
from prateria.games.bison.drawing.table import Table
from prateria.games.bison.rules.components import ANIMALS, PIECES, PRICE, Piece
from prateria.games.bison.words import words


def market_step(table: Table) -> Step:
    """Every kind of piece; those that are sold out or too expensive are disabled."""
    texts, view = table.scene.texts, table.view
    assert view.seat is not None
    market = view.seats[view.seat].market
    rows = "".join(
        button(
            table,
            buy_id(piece),
            f"{_face(piece)}<small>{market[piece]} × {_price(piece)}</small>",
            classes="bs-buy",
            label=_buy_label(table, piece),
        )
        for piece in PIECES
    )
    return Step(
        texts.say("Buy from your market"),
        texts.say(
            "A hunter costs one of each animal; a tepee or canoe that much per unit of its size."
        ),
        f'<div class="bs-market">{rows}</div>',
        "",
    )


def _face(piece: Piece) -> str:
    if piece == Piece.HUNTER:
        return icon("i-hunter", "bs-ic")
    name, size = ("a-canoes", piece - 4) if piece >= Piece.CANOE_1 else ("a-tepees", int(piece))
    return f"{icon(name, 'bs-ic')}<b>{size}</b>"


def _price(piece: Piece) -> str:
    each = PRICE[piece]
    return f"{each}/{each}/{each}"


def _buy_label(table: Table, piece: Piece) -> str:
    texts = table.scene.texts
    return texts.say(
        "Buy {piece} for {price}",
        piece=words.piece(piece, texts),
        price=words.price_of(piece, texts),
    )


def exchange_step(table: Table) -> Step:
    """The six possible exchanges."""
    texts = table.scene.texts
    stock = stock_of(table)
    rows = []
    for give in ANIMALS:
        for take in ANIMALS:
            if give == take:
                continue
            label = texts.say(
                "Exchange {give} for {take}",
                give=words.animals(give, 3, texts),
                take=words.animals(take, 1, texts),
            )
            change = f"{stock[give]} → {stock[give] - 3}, {stock[take]} → {stock[take] + 1}"
            if stock[give] < 3:  # there is no stock below nothing to show
                change = f"{stock[give]} < 3"
            face = f"<span>3 {beast(give)} → 1 {beast(take)}</span><small>{escape(change)}</small>"
            rows.append(button(table, swap_id(give, take), face, classes="bs-swap", label=label))
    return Step(
        texts.say("Exchange 3 : 1"),
        texts.say("Give three animals of one kind, take one of another."),
        f'<div class="bs-swaps">{"".join(rows)}</div>',
        "",
    )
