"""What the viewer can do now: the six actions, and the current step of the action under way."""

from __future__ import annotations

from html import escape

from prateria.core.drawing.markup import icon
from prateria.games.bison.drawing.controls.control import button, tries
from prateria.games.bison.drawing.controls.steps import STEPS, Step
from prateria.games.bison.drawing.controls.trade import exchange_step, market_step
from prateria.games.bison.drawing.ids import EXCHANGE_ID, KIND_IDS, MARKET_ID
from prateria.games.bison.drawing.table import ICONS, Table
from prateria.games.bison.rules.actions import ChooseAction
from prateria.games.bison.rules.components import KINDS
from prateria.games.bison.words import words


def draw_act(table: Table) -> str:
    view = table.view
    if view.phase in ("draw", "over") or view.turn is None:  # nobody acts, or chance does
        return ""
    if not table.is_mine:
        return _waiting(table)
    step = _step(table)
    trades = " bs-trades" if table.scene.picked[:1] in ((MARKET_ID,), (EXCHANGE_ID,)) else ""
    return (
        f'<div class="bs-act bs-{view.phase}{trades}"><header><h2>{escape(step.title)}</h2>'
        f"{_advice(step)}{_also(table)}</header>{_kinds(table)}"
        f'<div class="bs-step">{step.body}</div><div class="bs-end">{step.end}</div></div>'
    )


def _advice(step: Step) -> str:
    if not step.touch:
        return f"<p>{escape(step.advice)}</p>"
    said = f'<p class="by-mouse">{escape(step.advice)}</p>'
    return f'{said}<p class="by-touch">{escape(step.touch)}</p>'


def _step(table: Table) -> Step:
    if table.scene.picked[:1] == (MARKET_ID,):
        return market_step(table)
    if table.scene.picked[:1] == (EXCHANGE_ID,):
        return exchange_step(table)
    return STEPS[table.view.phase](table)


def _waiting(table: Table) -> str:
    """While others act: who, and what they are doing."""
    view, texts = table.view, table.scene.texts
    assert view.turn is not None
    title = texts.say("{name} is to act", name=table.name(view.turn))
    doing = "" if view.action is None else texts.say(words.KINDS[view.action])
    kinds = "" if view.seat is None else _kinds(table)
    return (
        f'<div class="bs-act bs-waiting"><header><h2>{escape(title)}</h2>'
        f"<p>{escape(doing)}</p></header>{kinds}</div>"
    )


def _also(table: Table) -> str:
    """Buying and exchanging: possible at any moment except while a hunter is picked up."""
    if table.view.phase == "move":
        return ""
    texts = table.scene.texts
    buy = escape(texts.say("Buy"))
    market = button(table, MARKET_ID, buy, classes="bs-small", key="b", focus="late")
    exchange = button(
        table,
        EXCHANGE_ID,
        escape(texts.say("Exchange 3 : 1")),
        classes="bs-small",
        key="x",
        focus="late",
    )
    return f'<div class="bs-also">{market}{exchange}</div>'


def _kinds(table: Table) -> str:
    """The six actions. Used ones have their cube, the one under way is marked."""
    view, texts = table.view, table.scene.texts
    assert view.seat is not None
    own = view.seats[view.seat]
    idle = {choice.path[0] for choice in table.scene.choices if choice.confirm and choice.path}
    drawn = []
    for kind in KINDS:
        name = escape(texts.say(words.KINDS[kind]))
        face = f"{icon(ICONS[kind], 'bs-ic')}<span>{name}</span>"
        classes, label, focus = "bs-kind", words.kind(kind, texts), ""
        if table.is_mine and kind == view.action:
            classes += " bs-doing"
        elif KIND_IDS[kind] in idle:
            classes, focus = "bs-kind bs-idle", "last"
            label = texts.say("{action}: nothing to do, gains an animal at most", action=label)
        elif kind in own.used:
            classes += " bs-used"
            face += icon("cube", "bs-cube")
            label = texts.say("{action}: used", action=label)
        if table.is_mine:
            key = str(kind + 1)
            drawn.append(
                button(
                    table, KIND_IDS[kind], face, classes=classes, key=key, label=label, focus=focus
                )
            )
        else:
            drawn.append(
                f'<button type="button" id="{KIND_IDS[kind]}" class="{classes}" '
                f'aria-disabled="true" {tries(ChooseAction(view.seat, kind))} '
                f'aria-label="{escape(label)}">{face}</button>'
            )
    label = escape(texts.say("The six actions"))
    return f'<div class="bs-kinds" role="group" aria-label="{label}">{"".join(drawn)}</div>'
