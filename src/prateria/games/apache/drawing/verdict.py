"""Who was first: the pow-wow in its order, with the reaction times that decided it."""

from __future__ import annotations

from functools import lru_cache

from prateria.core.drawing import Scene
from prateria.core.game import LETTERS
from prateria.core.markup import esc, icon, medal, num, use
from prateria.core.texts import Texts
from prateria.games.apache.components import LOOT_OF, ROLES
from prateria.games.apache.drawing.ids import CARD_IDS, COLOUR_IDS, ROLE_IDS
from prateria.games.apache.drawing.spread import ALL_CARDS
from prateria.games.apache.timing import TIE_MS
from prateria.games.apache.view import ShownPlay, View
from prateria.games.apache.words import role_name

LEFT, RIGHT, LINE = 16, 270, 50
"""The scale's ends and its height in the drawing."""
STEPS = (10, 20, 40, 100, 200, 400, 1000, 2000)
"""How far the numbers of the scale may be apart."""


def verdict(view: View, scene: Scene) -> str:
    """The strip after a pow-wow; while there is none, who takes what."""
    if not view.powwow:
        return _who_takes_what(scene.texts)
    texts = scene.texts
    timed = [play for play in view.powwow if play.reaction is not None]
    rows = "".join([_row(view, scene, number) for number in range(len(view.powwow))])
    told = _why(timed, texts)
    return (
        f'<section class="verdict n{len(view.powwow)}" id="verdict-{ALL_CARDS - sum(view.deck)}" '
        f'aria-labelledby="verdict-h"><h2 id="verdict-h">{esc(texts.say("Who was first"))}</h2>'
        f'<ol class="order">{rows}</ol>{_scale(timed, scene)}'
        f'<p class="fine">{esc(told)}</p></section>'
    )


def _why(timed: list[ShownPlay], texts: Texts) -> str:
    """What gave the plays their order."""
    if not timed:
        return texts.say("The order was drawn by lot.")
    times = [play.reaction for play in timed if play.reaction is not None]
    if len(times) > 1 and times[1] - times[0] <= TIE_MS:
        return texts.say("Level within a millisecond: the lot decided.")
    return texts.say("Milliseconds from seeing the card to the key. A slow line is no handicap.")


def _row(view: View, scene: Scene, number: int) -> str:
    """One play: place, whose, which role, how fast, what became of it."""
    play, texts = view.powwow[number], scene.texts
    time = "" if play.reaction is None else f" <b>{play.reaction} ms</b>"
    cut = f" <small>{esc(texts.say('cut'))}</small>" if play.marked else ""
    state, told = _state(view, number, texts)
    end = f' <em class="{state}">{esc(told)}</em>' if told else ""
    return (
        f'<li id="order-{LETTERS[play.seat]}">{medal(COLOUR_IDS[play.seat])}'
        f"<span>{esc(scene.names[play.seat])}</span>"
        f"{icon('ap-' + ROLE_IDS[play.role], 'role', role_name(texts, play.role))}"
        f"{time}{cut}{end}</li>"
    )


def _state(view: View, number: int, texts: Texts) -> tuple[str, str]:
    if not view.powwow[number].is_sound:
        return "bad", texts.say("slip")
    if number == view.place and view.claiming is not None:
        return "claims", texts.say("claims")
    return "", ""


def _scale(timed: list[ShownPlay], scene: Scene) -> str:
    """The times on a line, each with the medal of its player."""
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
        marks += (
            f'<path class="at" d="M{num(x)} {LINE}V30"/>'
            f"{use('seat-' + COLOUR_IDS[play.seat], x - 14, 3, 28, 28)}"
        )
    told = ", ".join([f"{scene.names[play.seat]} {play.reaction} ms" for play in timed])
    return (
        f'<svg class="scale" viewBox="0 0 286 72" role="img" aria-label="{esc(told)}">'
        f'<path class="axis" d="M6 {LINE}H280{ticks}"/><g class="tick">{numbers}</g>{marks}</svg>'
    )


def _span(first: int, last: int) -> tuple[int, int, int]:
    """A step and the ends of a scale that has the times well inside, in about four steps."""
    wide = max(last - first, 60)
    step = next((step for step in STEPS if step * 4 >= wide), STEPS[-1])
    low = max(0, (first - step // 4) // step * step)
    return step, low, max((last + step // 4) // step * step + step, low + 3 * step)


@lru_cache(16)
def _who_takes_what(texts: Texts) -> str:
    rows = "".join(
        [
            f'<li>{icon("ap-" + ROLE_IDS[role])}<i aria-hidden="true">→</i>'
            f"{icon('ap-' + CARD_IDS[LOOT_OF[role]])}<span>{esc(takes(texts, role))}</span></li>"
            for role in ROLES
        ]
    )
    return (
        f'<section class="verdict help" aria-labelledby="verdict-h"><h2 id="verdict-h">'
        f"{esc(texts.say('Who takes what'))}</h2><ul>{rows}</ul></section>"
    )


def takes(texts: Texts, role: int) -> str:
    """What a role claims."""
    return (
        texts.say("all totems and a prisoner"),
        texts.say("all tomahawks"),
        texts.say("all necklaces"),
        texts.say("all buffalo"),
    )[role]
