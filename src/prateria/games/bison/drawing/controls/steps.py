"""The steps of an action, one function a phase: what to say, what to choose from, how to finish."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Final

from prateria.core.drawing.markup import icon
from prateria.core.texts import mark
from prateria.games.bison.drawing.controls.control import button, play_button, says_why
from prateria.games.bison.drawing.controls.hand import mini_tile
from prateria.games.bison.drawing.controls.payment import changed, paid_now, stock_of
from prateria.games.bison.drawing.controls.supply import can_buy, could_build_bought
from prateria.games.bison.drawing.ids import (
    DONE_ID,
    END_ID,
    KIND_IDS,
    MARKET_ID,
    TURN_IDS,
    gain_id,
    space_of,
)
from prateria.games.bison.drawing.land import told
from prateria.games.bison.drawing.rank import beast
from prateria.games.bison.drawing.table import Table
from prateria.games.bison.rules.actions import LayTile
from prateria.games.bison.rules.components import (
    ANIMALS,
    COST,
    KINDS,
    LIMIT,
    MOST_HUNTERS,
    Kind,
    Piece,
)
from prateria.games.bison.words import words

LADDER: Final = range(MOST_HUNTERS + 1)
"""How many hunters an action may involve."""


@dataclass(frozen=True, slots=True)
class Step:
    """The contents of a step's panel."""

    title: str
    advice: str
    body: str
    end: str
    touch: str = ""
    """The advice for players without mouse and keyboard, if it differs."""


# --- the turn -----------------------------------------------------------------------------


def turn_step(table: Table) -> Step:
    """Choose one of the six actions."""
    texts, view = table.scene.texts, table.view
    assert view.seat is not None
    own = view.seats[view.seat]
    advice = texts.say("Each action once a season. If you involve no hunter, you gain an animal.")
    if own.has_tile and view.round == view.ruleset.rounds - 1:
        advice = texts.say("Your tile must be placed now, with your fourth action.")
    elif own.has_tile:
        advice = texts.say("Your tile must be placed by your fourth action.")
    chosen = table.scene.chosen
    if chosen is not None and table.scene.picked[0] in KIND_IDS:
        return _idle_step(table, KINDS[KIND_IDS.index(table.scene.picked[0])])
    return Step(texts.say("Choose an action"), advice, _price_list(table), "")


_NOTHING_TO_DO: Final = {
    Kind.TEPEES: mark("There is nothing to build."),
    Kind.CANOES: mark("There is nothing to build."),
    Kind.GATHER: mark("Your hunters stand together already, or none is on the land."),
    Kind.MOVE_ONE: mark("None of your hunters can move."),
    Kind.MOVE_THREE: mark("None of your hunters can move."),
}


def _idle_step(table: Table, kind: Kind) -> Step:
    """An action in which nothing can be done is taken only if that is meant."""
    texts = table.scene.texts
    number = "B4.2"
    link = (
        f'<a class="rule" href="/rules/bison#{number}" target="_blank" rel="noopener" '
        f'data-rule="{number}">{number}</a>'
    )
    said = escape(texts.say("The action would be used up all the same."))
    end = play_button(escape(texts.say(words.no_hunter(table.view))), is_waste=True)
    advice = texts.say(_NOTHING_TO_DO[kind])
    return Step(texts.say(words.KINDS[kind]), advice, f"<p>{said} {link}</p>", end)


def _price_list(table: Table) -> str:
    """What hunters cost, for reading."""
    texts = table.scene.texts
    rungs = "".join(_rung(table, number, "", _too_dear(table, number)) for number in LADDER)
    title = escape(texts.say("What hunters cost"))
    return f'<h3>{title}</h3><ol class="bs-rungs bs-plain">{rungs}</ol>'


def _rung(table: Table, number: int, classes: str, why: str) -> str:
    """A rung for reading; one that is out of reach says why when it is pressed."""
    cost = _cost(table, number)
    face = f"<b>{number}</b><span>{escape(cost)}</span>"
    if not why:
        return f"<li{classes}>{face}</li>"
    label = escape(_hunters(table, number))
    return (
        f'<li class="bs-steep"><button type="button" class="bs-rung" {why}><span class="vh">{label}'
        f'</span><span class="bs-face" aria-hidden="true">{face}</span></button></li>'
    )


def _hunters(table: Table, number: int) -> str:
    return table.scene.texts.count(
        "{number} hunter, {cost}", "{number} hunters, {cost}", number, cost=_cost(table, number)
    )


def _too_dear(table: Table, number: int) -> str:
    """Why this number of hunters cannot be paid for; "" if it can."""
    stock = sum(stock_of(table))
    if COST[number] <= stock:
        return ""
    said = table.scene.texts.say(
        "Too expensive: the price is {price}, and you have {stock} in all.",
        price=COST[number],
        stock=stock,
    )
    return says_why(said, "B4.3")


def _cost(table: Table, number: int) -> str:
    if number == 0:
        return "+1"
    return f"−{COST[number]}" if COST[number] else table.scene.texts.say("free")


def after_step(table: Table) -> Step:
    texts = table.scene.texts
    end_turn = escape(texts.say("End turn"))
    end = button(table, END_ID, end_turn, classes="bs-primary", key="e", focus="first")
    advice = texts.say("You may still buy and exchange.")
    return Step(texts.say("Your action is done"), advice, "", end)


# --- placing the tile ---------------------------------------------------------------------


def lay_step(table: Table) -> Step:
    """Three turns to choose from, once there is a place."""
    texts, view, picked = table.scene.texts, table.view, table.scene.picked
    assert view.tile is not None
    tile = view.ruleset.tiles[view.tile]
    turns = []
    first = says_why(texts.say("First choose a place for your tile, then its turn."), "B5.1")
    for turn in range(3):
        label = escape(
            f"{texts.say('Turned by {degrees}°', degrees=120 * turn)}: "
            f"{words.turned(tile, turn, texts)}"
        )
        pressed = "true" if picked[1:] == (TURN_IDS[turn],) else "false"
        how = f'data-pick="{picked[0]} {TURN_IDS[turn]}"' if picked else first
        turns.append(
            f'<button type="button" id="{TURN_IDS[turn]}" class="bs-way" {how} '
            f'aria-pressed="{pressed}" aria-label="{label}">{mini_tile(tile, turn, "")}</button>'
        )
    end = touch = ""
    advice = texts.say("Choose a place beside the land.")
    if picked:
        end = play_button(escape(texts.say("Place it here")))
        advice = texts.say("Click it to turn it, or use R or the wheel; then place it.")
        touch = texts.say("Tap it to turn it; then place it.")
    body = f'<div class="bs-ways" role="group">{"".join(turns)}</div>{_heard(table)}'
    return Step(texts.say("Place your tile"), advice, body, end, touch)


def _heard(table: Table) -> str:
    """How the tile would lie, for screen readers."""
    action, number = table.action, table.view.tile
    if not isinstance(action, LayTile) or number is None:
        return ""
    tile, texts = table.view.ruleset.tiles[number], table.scene.texts
    said = told.laid(table.then_land.board, action.cell, tile, action.turn, texts)
    return f'<p class="vh" data-heard>{escape(said)}</p>'


def send_step(table: Table) -> Step:
    """A space of the new tile, and how many hunters."""
    texts, view = table.scene.texts, table.view
    assert view.seat is not None
    supply = view.seats[view.seat].supply[0]
    ends = {choice.path[-1] for choice in table.scene.choices}
    rungs = []
    first = says_why(texts.say("First choose a space of the tile."), "B5.2")
    for number in LADDER:
        face = f"<b>{number}</b><span>{escape(_cost(table, number))}</span>"
        name = DONE_ID if number == 0 else f"send-{number}"
        label = _hunters(table, number)
        if number > supply:
            rungs.append(_lacking(table, number, face, label))
        else:
            classes = "bs-rung" if name in ends else "bs-rung bs-steep"
            focus, key = "" if number else "last", str(number)
            why = _too_dear(table, number) or first
            rungs.append(
                button(
                    table, name, face, classes=classes, key=key, label=label, focus=focus, why=why
                )
            )
    advice = texts.say("Choose a space of the tile, then how many hunters go there.")
    if table.scene.picked:
        advice = texts.say("How many hunters go there?")
    count = texts.count("{number} in your supply", "{number} in your supply", supply)
    body = (
        f"<h3>{escape(texts.say('Hunters'))} <small>{escape(count)}</small></h3>"
        f'<div class="bs-rungs">{"".join(rungs)}</div>'
    )
    return Step(texts.say("Send hunters"), advice, body, "")


def _lacking(table: Table, number: int, face: str, label: str) -> str:
    """A row for more hunters than the supply has: it names how many to buy first, if that is
    possible, and then leads to the market."""
    texts, view = table.scene.texts, table.view
    assert view.seat is not None
    missing = number - view.seats[view.seat].supply[0]
    if not can_buy(view, Piece.HUNTER, missing, COST[number]):
        said = texts.say("You do not have that many hunters, and cannot buy enough.")
        why = _too_dear(table, number) or says_why(said, "B4.3")
        return (
            f'<button type="button" class="bs-rung bs-steep" {why}><span class="vh">{escape(label)}'
            f'</span><span class="bs-face" aria-hidden="true">{face}</span></button>'
        )
    more = texts.count("buy {number} more", "buy {number} more", missing)
    return (
        f'<button type="button" class="bs-rung bs-more" data-pick="{MARKET_ID}">'
        f'<span class="vh">{escape(label)}, {escape(more)}</span>'
        f'<span class="bs-face" aria-hidden="true">{face}<small>{escape(more)}</small></span>'
        "</button>"
    )


# --- tepees and canoes --------------------------------------------------------------------


def build_step(table: Table) -> Step:
    """The pieces that can be built on the picked space."""
    texts, picked = table.scene.texts, table.scene.picked
    title, advice = _building(table)
    if not has_space(table):
        advice = texts.say("There is nothing to build.")
        if could_build_bought(table.view):
            advice = texts.say("There is nothing to build with your supply, but you can buy more.")
    space = space_of(picked[0]) if picked else None
    body = "" if space is None else _sizes(table, space)
    if space is not None:
        advice = words.on(space, texts)
    return Step(title, advice, body, done_button(table))


def _building(table: Table) -> tuple[str, str]:
    """The title of the action in the variant being played, and what to choose."""
    texts, ruleset = table.scene.texts, table.view.ruleset
    if table.view.action == Kind.CANOES:
        if ruleset.may_reduce:
            return (
                texts.say("Build, enlarge, reduce or dismantle canoes"),
                texts.say("Choose a river where you have hunters or a canoe."),
            )
        title = texts.say("Build or enlarge a canoe")
        if ruleset.several_spaces:
            title = texts.say("Build or enlarge canoes")
        return title, texts.say("Choose a river where you have hunters.")
    if ruleset.may_reduce:
        return (
            texts.say("Build, enlarge, reduce or dismantle tepees"),
            texts.say("Choose a prairie or mountain where you have hunters or a tepee."),
        )
    title = texts.say("Build or enlarge a tepee")
    if ruleset.several_spaces:
        title = texts.say("Build or enlarge tepees")
    return title, texts.say("Choose a prairie or mountain where you have hunters.")


def _sizes(table: Table, space: int) -> str:
    texts, involved = table.scene.texts, table.view.involved
    size = next((camp.size for camp in table.view.camps if camp.space == space), 0)
    rows = []
    for choice in table.scene.choices:
        if len(choice.path) < 2 or choice.path[0] != table.scene.picked[0]:
            continue
        name = choice.path[1]
        what, _, number = name.partition("-")
        hunters = int(number)
        new = size - hunters if what == "reduce" else size + hunters
        result = words.building(space, new, texts) if new else texts.say("dismantle")
        price = COST[involved + hunters] - COST[involved]
        cost = f"−{price}" if price else texts.say("free")
        force = f"{icon('i-hunter', 'bs-ic')}{hunters} · {escape(cost)}"
        face = f"<b>{escape(result)}</b><span>{force}</span>"
        key = number if what != "reduce" else ""
        with_hunters = texts.count(
            "{number} hunter, {cost}", "{number} hunters, {cost}", hunters, cost=cost
        )
        label = f"{result}: {with_hunters}"
        rows.append(button(table, name, face, classes="bs-size", key=key, label=label))
    return f'<div class="bs-sizes">{"".join(rows)}</div>'


# --- moving -------------------------------------------------------------------------------


def has_space(table: Table) -> bool:
    """Whether a space can be picked."""
    return any(space_of(choice.path[0]) is not None for choice in table.scene.choices)


def gather_step(table: Table) -> Step:
    texts = table.scene.texts
    advice = texts.say("Choose the space where your hunters come together.")
    if not has_space(table):
        advice = texts.say("Your hunters already stand together, or none is on the land.")
    return Step(texts.say("Gather hunters"), advice, "", done_button(table))


def call_step(table: Table) -> Step:
    texts, view = table.scene.texts, table.view
    assert view.space is not None
    advice = texts.say("Choose hunters one by one; each comes {place}.", place=_to(table))
    return Step(texts.say("Gather hunters"), advice, _so_far(table), done_button(table))


def _to(table: Table) -> str:
    return words.to(table.view.space or 0, table.scene.texts)


def pick_step(table: Table) -> Step:
    texts = table.scene.texts
    advice = texts.say("Choose a hunter to move.")
    if not has_space(table):
        advice = texts.say("No further hunter can move.")
    return Step(_moving(table), advice, _so_far(table), done_button(table))


def move_step(table: Table) -> Step:
    texts = table.scene.texts
    return Step(_moving(table), texts.say("Choose where the hunter goes."), _so_far(table), "")


def _moving(table: Table) -> str:
    texts = table.scene.texts
    if table.view.action == Kind.MOVE_THREE:
        return texts.say("Move hunters, each up to three steps")
    return texts.say("Move hunters, each one step")


def _so_far(table: Table) -> str:
    """The ladder of costs up to the current number of hunters; those that cannot be paid for, or
    for which there are too few hunters, are out of reach."""
    texts, involved = table.scene.texts, table.view.involved
    most = _most_on_land(table)
    rungs = "".join(
        _rung(table, number, *_rung_state(table, number, involved, most)) for number in LADDER
    )
    title = escape(texts.say("Hunters so far, and what they cost"))
    return f'<h3>{title}</h3><ol class="bs-rungs bs-plain">{rungs}</ol>'


def _rung_state(table: Table, number: int, involved: int, most: int) -> tuple[str, str]:
    """How a rung is marked, and why it is out of reach."""
    if number == involved:
        return ' class="bs-on"', ""
    if number <= most:
        return "", ""
    said = table.scene.texts.say("You do not have that many hunters for this.")
    return "", _too_dear(table, number) or says_why(said, "B4.3")


def _most_on_land(table: Table) -> int:
    """How many hunters the action under way can involve in all: those on the land (when gathering,
    all but the one to gather at), as far as they can be paid for."""
    view = table.view
    hunters = sum(camp.hunters for camp in view.camps if camp.seat == view.seat)
    if view.phase == "call":
        at_place = next(camp.hunters for camp in view.camps if camp.space == view.space)
        hunters -= at_place - view.involved
    stock = sum(stock_of(table))
    return max(n for n in LADDER if n <= hunters and COST[n] <= stock)


def done_button(table: Table) -> str:
    """Ends the action; without hunters it gains an animal instead."""
    texts, involved = table.scene.texts, table.view.involved
    focus = "" if involved else "last"
    if involved == 0:
        words_, classes = texts.say(words.no_hunter(table.view)), "bs-second"
    elif COST[involved]:
        words_ = texts.say("Finish and pay {price}", price=COST[involved])
        classes = "bs-primary"
    else:
        words_, classes = texts.say("Finish, free"), "bs-primary"
    return button(table, DONE_ID, escape(words_), classes=classes, key="0", focus=focus)


# --- animals ------------------------------------------------------------------------------


def gain_step(table: Table) -> Step:
    texts, stock = table.scene.texts, stock_of(table)
    rows = "".join(
        button(
            table,
            gain_id(animal),
            f"{beast(animal)}<b>+1</b><small>{stock[animal]} → {stock[animal] + 1}</small>",
            classes="bs-gain",
            key=str(animal + 1),
            label=texts.say("Gain {animal}", animal=words.animals(animal, 1, texts)),
        )
        for animal in ANIMALS
    )
    return Step(
        texts.say("Gain an animal"),
        texts.say("You involved no hunter. Choose one animal."),
        f'<div class="bs-payers">{rows}</div>',
        "",
    )


def pay_step(table: Table) -> Step:
    texts = table.scene.texts
    price = COST[table.view.involved]
    pay, stock = paid_now(table), stock_of(table)
    rows = "".join(_payer(table, animal, stock[animal], pay[animal]) for animal in ANIMALS)
    end = play_button(escape(texts.say("Pay {price}", price=price))) if table.scene.picked else ""
    title = texts.count(
        "{number} hunter: pay {price}",
        "{number} hunters: pay {price}",
        table.view.involved,
        price=price,
    )
    return Step(
        title,
        texts.say("Proposed so that your stocks stay even; tap to change."),
        f'<div class="bs-payers">{rows}</div>',
        end,
    )


def _payer(table: Table, animal: int, stock: int, pay: int) -> str:
    texts = table.scene.texts
    name = texts.say(words.ANIMALS[animal])
    label = texts.say("{animals}: pay {pay} of {stock}", animals=name, pay=pay, stock=stock)
    less = _stepper(table, animal, -1, texts.say("{animals}: one less", animals=name))
    more = _stepper(table, animal, 1, texts.say("{animals}: one more", animals=name))
    return (
        f'<div class="bs-payer" role="group" aria-label="{escape(label)}">{less}'
        f"<span>{beast(animal)}<b>{pay}</b><small>{stock} → {stock - pay}</small></span>"
        f"{more}</div>"
    )


def _stepper(table: Table, animal: int, step: int, label: str) -> str:
    pick, sign = changed(table, animal, step), "+" if step > 0 else "−"
    said = table.scene.texts.say("The price stays {price}.", price=COST[table.view.involved])
    how = f'data-pick="{pick}"' if pick else says_why(said, "B4.1")
    return f'<button type="button" {how} aria-label="{escape(label)}">{sign}</button>'


def overflow_step(table: Table) -> Step:
    """Buy or exchange what is over the limit, or lose it."""
    texts, view = table.scene.texts, table.view
    assert view.terrain is not None
    have = stock_of(table)[view.terrain]
    lost = max(0, have - LIMIT)
    animals = words.animals(view.terrain, have, texts)
    title = texts.say("Your stock is full")
    if not lost:
        advice = texts.say("Nothing is over the limit any more.")
    else:
        advice = texts.say(
            "You have {animals}; a stock holds 15. Buy or exchange, or the rest is lost.",
            animals=animals,
        )
    if not lost:
        end = button(table, DONE_ID, escape(texts.say("Go on")), classes="bs-primary", key="0")
    elif table.scene.picked == (DONE_ID,):
        loss = words.animals(view.terrain, lost, texts)
        end = play_button(escape(texts.say("Yes, lose {animals}", animals=loss)))
    else:
        loss = words.animals(view.terrain, lost, texts)
        words_ = escape(texts.say("Lose {animals}", animals=loss))
        end = button(table, DONE_ID, words_, classes="bs-second", key="0", focus="last")
    return Step(title, advice, "", end)


STEPS: Final[dict[str, Callable[[Table], Step]]] = {
    "turn": turn_step,
    "lay": lay_step,
    "send": send_step,
    "build": build_step,
    "gather": gather_step,
    "call": call_step,
    "pick": pick_step,
    "move": move_step,
    "gain": gain_step,
    "pay": pay_step,
    "after": after_step,
    "overflow": overflow_step,
}
