"""Who was first: the plays of the pow-wow in order, with the reaction times that decided it."""

from __future__ import annotations

from functools import cache, lru_cache
from html import escape

from prateria.core.contract.game import LETTERS
from prateria.core.drawing.markup import icon, medal, num, use
from prateria.core.drawing.scene import Scene
from prateria.core.texts import Texts, capital
from prateria.games.apache.drawing.ids import CARD_IDS, COLOUR_IDS, ROLE_IDS
from prateria.games.apache.rules.components import (
    ALL_CARDS,
    LOOT_OF,
    PERSON,
    ROLES,
    Card,
    Role,
)
from prateria.games.apache.rules.timing import span_of_a_tie
from prateria.games.apache.rules.view import ShownPlay, View, doubt_of
from prateria.games.apache.words.words import card_name, pile_name, role_name

LEFT, RIGHT, LINE = 16, 270, 50
"""The scale's ends and its height in the drawing."""
GOOD_LINES = (500, 200, 100, 50)
"""Round trips in milliseconds: a line gets a bar for each bound that it stays within."""
STEPS = (10, 20, 40, 100, 200, 400, 1000, 2000)
"""The largest distance between the numbers of the scale."""


_RULE = (
    '<a class="rule" href="/rules/apache#A3.2" target="_blank" rel="noopener" '
    'data-rule="A3.2">A3.2</a>'
)


def verdict(view: View, scene: Scene) -> str:
    """The strip shown after a pow-wow; before it, who takes what."""
    if not view.powwow:
        return _who_takes_what(scene.texts)
    texts = scene.texts
    timed = [play for play in view.powwow if play.reaction is not None]
    rows = "".join([_row(view, scene, number) for number in range(len(view.powwow))])
    told = _why(view, timed, texts)
    return (
        f'<section class="verdict n{len(view.powwow)}" id="verdict-{ALL_CARDS - sum(view.deck)}" '
        f'aria-labelledby="verdict-h"><h2 id="verdict-h">{escape(texts.say("Who was first"))}</h2>'
        f'<ol class="order">{rows}</ol>{_scale(view, timed, scene)}'
        f'<p class="fine">{escape(told)}</p>{_slips(view, scene)}</section>'
    )


def _why(view: View, timed: list[ShownPlay], texts: Texts) -> str:
    """What determined the order of the plays."""
    if not timed:
        return texts.say("The order was drawn by lot.")
    if any(play.marked for play in timed):
        return texts.say(
            "Cut: this report was faster than the line, or anybody, can be. The fastest time the "
            "line allows counts instead."
        )
    cap, span = view.ruleset.cap_ms, span_of_a_tie(by_bounds=view.ruleset.by_bounds)
    times = [play.reaction for play in timed if play.reaction is not None]
    if len(times) > 1 and times[1] - times[0] <= span:
        return texts.say("Tied to the millisecond: decided by lot.")
    return texts.say(
        "Milliseconds from seeing the card to the key. Up to {cap} ms, a slow line is no handicap.",
        cap=cap,
    )


def _slips(view: View, scene: Scene) -> str:
    """Why plays were punished, with the rule."""
    rows = [f"<span>{escape(told)} {_RULE}</span>" for told in why_slips(view, scene)]
    return f'<p class="fine slips">{"".join(rows)}</p>' if rows else ""


def why_slips(view: View, scene: Scene) -> tuple[str, ...]:
    """What each slip lacked, as far as that can still be said for certain."""
    texts = scene.texts
    rows = [(play.seat, missing_for(view, play, texts)) for play in view.powwow]
    return tuple(
        [
            texts.say("{name}: {missing}.", name=scene.names[seat], missing=missing)
            for seat, missing in rows
            if missing
        ]
    )


def missing_for(view: View, play: ShownPlay, texts: Texts) -> str:
    """What a slip lacked on the prairie; "" for a sound play, and where claims made since could
    have taken it.
    """
    if play.is_sound:
        return ""
    card = PERSON[play.seat][play.role]
    if view.up[card] == 0:
        if any(other.is_sound for other in view.powwow[: view.place]):
            return ""
        return texts.say("missing on the prairie: {card}", card=card_name(texts, card))
    if play.role == Role.CHIEF:
        return texts.say("missing on the prairie: a totem and a man to take prisoner, or a tepee")
    loot = LOOT_OF[play.role]
    return texts.say(
        "missing on the prairie: {card}, {other}",
        card=pile_name(texts, loot, 1),
        other=pile_name(texts, Card.TEPEE, 1),
    )


def _row(view: View, scene: Scene, number: int) -> str:
    """One play: place, player, role, time, result."""
    play, texts = view.powwow[number], scene.texts
    time = "" if play.reaction is None else f" <b>{play.reaction} ms{_margin(view, play)}</b>"
    cut = f" <small>{escape(texts.say('cut'))}</small>" if play.marked else ""
    state, told = _state(view, number, texts)
    end = f' <em class="{state}">{escape(told)}</em>' if told else ""
    return (
        f'<li id="order-{LETTERS[play.seat]}">{medal(COLOUR_IDS[play.seat])}'
        f"<span>{escape(scene.names[play.seat])}</span>"
        f"{icon('ap-' + ROLE_IDS[play.role], 'role', role_name(texts, play.role))}"
        f"{time}{_line(play, texts)}{cut}{end}</li>"
    )


def _margin(view: View, play: ShownPlay) -> str:
    """By how much the time may be off; the line does not allow a more exact figure."""
    doubt = doubt_of(play, view.ruleset.cap_ms)
    return "" if doubt is None else f" <i>± {doubt}</i>"


def _line(play: ShownPlay, texts: Texts) -> str:
    """How good the line was: four bars, and in words its round trip."""
    if play.rtt_low is None or play.rtt_high is None:
        return ""
    middle, off = (play.rtt_low + play.rtt_high) // 2, (play.rtt_high - play.rtt_low + 1) // 2
    told = texts.say("line {middle} ms ± {off}", middle=middle, off=off)
    bars = _bars(sum(middle <= most for most in GOOD_LINES))
    return f'{bars}<small class="vh">{escape(told)}</small>'


@cache
def _bars(number: int) -> str:
    off = ' class="off"'
    bars = "".join(
        [
            f'<rect x="{4 * place}" y="{9 - 3 * place}" width="3" height="{3 + 3 * place}"'
            f"{'' if place < number else off}/>"
            for place in range(len(GOOD_LINES))
        ]
    )
    return f'<svg class="bars" viewBox="0 0 15 12" aria-hidden="true">{bars}</svg>'


def _state(view: View, number: int, texts: Texts) -> tuple[str, str]:
    if not view.powwow[number].is_sound:
        return "bad", texts.say("slip")
    if number == view.place and view.claiming is not None:
        return "claims", texts.say("claims")
    return "", ""


def _scale(view: View, timed: list[ShownPlay], scene: Scene) -> str:
    """The times on a line, each with the badge of its player and the uncertainty of its line."""
    if not timed:
        return ""
    times = [play.reaction or 0 for play in timed]
    step, low, high = _span(min(times), max(times))

    def at(ms: int) -> float:
        return LEFT + (ms - low) * (RIGHT - LEFT) / (high - low)

    ticks = "".join([f"M{num(at(ms))} {LINE}v6" for ms in range(low, high + 1, step)])
    numbers = "".join(
        [f'<text x="{num(at(ms))}" y="68">{ms}</text>' for ms in range(low, high + 1, step)]
    )
    marks = ""
    for play, ms in reversed(list(zip(timed, times, strict=True))):
        x = at(ms)
        doubt = doubt_of(play, view.ruleset.cap_ms)
        if doubt:
            wide = max(3.0, at(ms + doubt) - at(ms - doubt))
            marks += (
                f'<rect class="span" x="{num(x - wide / 2)}" y="{LINE - 6}" width="{num(wide)}" '
                f'height="6" fill="var(--p-{COLOUR_IDS[play.seat]})"/>'
            )
        marks += (
            f'<path class="at" d="M{num(x)} {LINE}V30"/>'
            f"{use('seat-' + COLOUR_IDS[play.seat], x - 14, 3, 28, 28)}"
        )
    told = ", ".join([f"{scene.names[play.seat]} {play.reaction} ms" for play in timed])
    return (
        f'<svg class="scale" viewBox="0 0 286 72" role="img" aria-label="{escape(told)}">'
        f'<path class="axis" d="M6 {LINE}H280{ticks}"/><g class="tick">{numbers}</g>{marks}</svg>'
    )


def _span(first: int, last: int) -> tuple[int, int, int]:
    """The step and the ends of a scale with the times well inside, in about four steps."""
    wide = max(last - first, 60)
    step = next((step for step in STEPS if step * 4 >= wide), STEPS[-1])
    low = max(0, (first - step // 4) // step * step)
    return step, low, max((last + step // 4) // step * step + step, low + 3 * step)


@lru_cache(16)
def _who_takes_what(texts: Texts) -> str:
    rows = "".join(
        [
            f'<li>{icon("ap-" + ROLE_IDS[role])}<i aria-hidden="true">→</i>'
            f"{icon('ap-' + CARD_IDS[LOOT_OF[role]])}<span>"
            f'<span class="vh">{escape(capital(role_name(texts, role)))}: </span>'
            f"{escape(takes(texts, role))}</span></li>"
            for role in ROLES
        ]
    )
    return (
        f'<section class="verdict help" aria-labelledby="verdict-h"><h2 id="verdict-h">'
        f"{escape(texts.say('Who takes what'))}</h2><ul>{rows}</ul></section>"
    )


def takes(texts: Texts, role: int) -> str:
    """What a role claims."""
    return (
        texts.say("all totems and a prisoner"),
        texts.say("all tomahawks"),
        texts.say("all necklaces"),
        texts.say("all buffalo"),
    )[role]
