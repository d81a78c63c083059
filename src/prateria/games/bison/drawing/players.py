"""The players' boards: three stocks to 15, six actions with their cubes, supply and market."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from typing import Final

from prateria.core.drawing.markup import icon, medal
from prateria.core.texts import Texts
from prateria.games.bison.drawing.controls.payment import paid_now
from prateria.games.bison.drawing.rank import beast
from prateria.games.bison.drawing.table import ICONS, Table, colour
from prateria.games.bison.rules.components import KINDS, LARGEST, LIMIT, Piece
from prateria.games.bison.rules.view import SeatView
from prateria.games.bison.words import words

UNIT: Final = 10
"""The width of an animal in a bar."""


def draw_players(table: Table) -> str:
    view = table.view
    pay = paid_now(table)
    nothing = (0, 0, 0)
    return "".join(
        panel(
            other,
            seat,
            table.name(seat),
            (table.incomes[seat], table.future[seat]),
            pay if seat == view.seat else nothing,
            ("bs-now " if seat == view.turn else "") + ("bs-you" if seat == view.seat else ""),
            seat == view.start,
            table.scene.texts,
        )
        for seat, other in enumerate(view.seats)
    )


@lru_cache(maxsize=1024)
def panel(
    other: SeatView,
    seat: int,
    name: str,
    income: tuple[int, int],
    pay: tuple[int, int, int],
    classes: str,
    starts: bool,  # noqa: FBT001  # a key of the cache
    texts: Texts,
) -> str:
    """One player's board; redrawn only when something on it has changed."""
    totem = icon("i-totem", "bs-totem", texts.say("Start player")) if starts else ""
    you = f'<span class="vh">{escape(texts.say("you"))}</span>' if "bs-you" in classes else ""
    stock = (other.bison, other.turkeys, other.salmon)
    stocks = "".join(
        _stock(animal, stock[animal], pay[animal], texts) for animal in range(len(stock))
    )
    return (
        f'<article class="bs-player {classes}" id="player-{colour(seat)}"><header>'
        f"{medal(colour(seat))}<h3>{escape(name)}</h3>{you}{totem}{_income(income, texts)}"
        f'</header><div class="bs-stocks">{stocks}</div>'
        f'<ul class="bs-cubes">{_cubes(other, texts)}</ul>'
        f'<dl class="bs-piles">{_pile("supply", other.supply, seat, texts)}'
        f"{_pile('market', other.market, seat, texts)}</dl></article>"
    )


def _income(income: tuple[int, int], texts: Texts) -> str:
    """What the areas would pay now, and after the move being considered."""
    now, then = income
    label = texts.say("If all areas were scored now")
    change = f"{now} → {then}" if now != then else str(now)
    return (
        f'<span class="bs-income" title="{escape(label)}">'
        f"{icon('i-standing', 'bs-ic', label)}<b>{change}</b></span>"
    )


def draw_chips(table: Table) -> str:
    """The scores in short, above the board where the panels are out of sight."""
    chips = "".join(
        f'<span class="bs-chip{" bs-now" if seat == table.view.turn else ""}">'
        f"{medal(colour(seat))}<b>{income}</b></span>"
        for seat, income in enumerate(table.incomes)
    )
    return f'<div class="bs-chips" aria-hidden="true">{icon("i-standing", "bs-ic")}{chips}</div>'


def draw_own(table: Table) -> str:
    """The viewer's stocks and supply in short, on the board where the panels are out of sight."""
    if table.view.seat is None:
        return ""
    own, texts = table.view.seats[table.view.seat], table.scene.texts
    stocks = "".join(
        f"<span>{beast(animal)}{number}</span>"
        for animal, number in enumerate((own.bison, own.turkeys, own.salmon))
    )
    pieces = "".join(
        f"<span>{icon(art, 'bs-ic')}{numbers}</span>"
        for art, numbers in (
            ("i-hunter", str(own.supply[Piece.HUNTER])),
            ("a-tepees", _sizes(own.supply, Piece.TEPEE_1, texts)[0]),
            ("a-canoes", _sizes(own.supply, Piece.CANOE_1, texts)[0]),
        )
    )
    return f'<div class="bs-own" aria-hidden="true">{stocks}{pieces}</div>'


def _cubes(other: SeatView, texts: Texts) -> str:
    drawn = []
    for kind in KINDS:
        name = words.kind(kind, texts)
        if kind in other.used:
            label = escape(texts.say("{action}: used", action=name))
            drawn.append(
                f'<li class="bs-used" title="{label}">{icon(ICONS[kind], "bs-ic")}'
                f"{icon('cube', 'bs-cube', label)}</li>"
            )
        else:
            label = escape(name)
            drawn.append(f'<li title="{label}">{icon(ICONS[kind], "bs-ic", label)}</li>')
    return "".join(drawn)


def _stock(animal: int, number: int, pay: int, texts: Texts) -> str:
    label = texts.say(words.ANIMALS[animal])
    shown = min(number, LIMIT) - pay
    paid = ""
    if pay:
        paid = f'<rect class="b-pay" x="{shown * UNIT}" width="{pay * UNIT}" height="12"/>'
    over = ' class="bs-over"' if number > LIMIT else ""
    return (
        f'<div class="bs-stock" role="meter" aria-label="{escape(label)}" aria-valuemin="0" '
        f'aria-valuemax="{max(LIMIT, number)}" aria-valuenow="{number}">{beast(animal)}'
        f'<svg class="bs-bar" viewBox="0 0 150 12" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="b-bar-{animal}" width="{shown * UNIT}" height="12"/>{paid}'
        f'<use href="#ticks"/><use href="#ticks5"/></svg><b{over}>{number}</b></div>'
    )


def _pile(what: str, pile: Sequence[int], seat: int, texts: Texts) -> str:
    """Hunters by their number, tepees and canoes by their sizes."""
    title = texts.say("Supply") if what == "supply" else texts.say("Market")
    hunters = pile[Piece.HUNTER]
    kinds = (
        ("hunter", "i-hunter", str(hunters), words.hunters(hunters, texts)),
        ("tepee", "a-tepees", *_sizes(pile, Piece.TEPEE_1, texts)),
        ("canoe", "a-canoes", *_sizes(pile, Piece.CANOE_1, texts)),
    )
    rows = ""
    for kind, art, numbers, told in kinds:
        home = f' data-home="{colour(seat)}-{kind}"' if what == "supply" else ""
        rows += (
            f'<span><i{home}>{icon(art, "bs-ic")}</i><span aria-hidden="true">{numbers}</span>'
            f'<span class="vh">{escape(told)}. </span></span>'
        )
    return f"<div><dt>{escape(title)}</dt><dd>{rows}</dd></div>"


def _sizes(pile: Sequence[int], first: int, texts: Texts) -> tuple[str, str]:
    """The available sizes of tepees or canoes: one digit for each piece, and in words."""
    sizes = [str(size + 1) for size in range(LARGEST) for _ in range(pile[first + size])]
    return "".join(sizes) or "–", words.pieces_of_sizes(first, sizes, texts)
