"""A panel for each player."""

from __future__ import annotations

from html import escape

from prateria.core.contract.game import LETTERS
from prateria.core.drawing.markup import medal
from prateria.core.drawing.scene import Scene
from prateria.core.texts import Texts, capital
from prateria.games.apache.drawing.ids import COLOUR_IDS
from prateria.games.apache.drawing.turns import has_to_act, places, turns_next
from prateria.games.apache.rules.view import View
from prateria.games.apache.words.words import colour_name


def draw_players(view: View, scene: Scene) -> str:
    """The panels, in the order of seats."""
    panels = "".join([_panel(view, scene, seat) for seat in range(view.ruleset.players)])
    return f'<ul class="seats n{view.ruleset.players}">{panels}</ul>'


def _panel(view: View, scene: Scene, seat: int) -> str:
    texts, colour, other = scene.texts, COLOUR_IDS[seat], view.seats[seat]
    pattern = (
        "" if colour == "yellow" else f'<rect width="12" height="100" fill="url(#pt-{colour})"/>'
    )
    you = f" <small>{escape(texts.say('you'))}</small>" if seat == view.seat else ""
    won = texts.count("{number} card won", "{number} cards won", other.cards)
    classes = " ".join(
        [
            word
            for word, holds in (
                ("now", view.phase != "over" and has_to_act(view, seat)),
                ("you", seat == view.seat),
                ("won", view.phase == "over" and places(view)[seat] == 1),
            )
            if holds
        ]
    )
    takes = " data-takes" if seat == _taker(view) else ""
    return (
        f'<li id="player-{LETTERS[seat]}" class="{classes}"{takes}>'
        f'<svg class="strip" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect width="12" height="100" fill="var(--p-{colour})"/>{pattern}</svg>'
        f"{medal(colour, capital(colour_name(texts, seat)))}"
        f'<div class="who"><h3><span>{escape(scene.names[seat])}</span>{you}</h3>'
        f"<p>{escape(_told(view, texts, seat))}</p></div>"
        f'<div class="win" role="img" aria-label="{escape(won)}"><b>{other.cards}</b>'
        f'<svg aria-hidden="true"><use href="#ap-stack"/></svg></div></li>'
    )


def _taker(view: View) -> int | None:
    """The seat that has just claimed, where cards that vanish from the prairie fly to."""
    return view.powwow[view.place - 1].seat if view.place else None


def _told(view: View, texts: Texts, seat: int) -> str:
    """The line under the name: what a player does, and how often the client reported times its line
    could not have produced (A9.2)."""
    told = [_doing(view, texts, seat)]
    marks = view.seats[seat].marks
    if marks:
        told.append(texts.count("{number} report cut", "{number} reports cut", marks))
    return " · ".join([word for word in told if word])


def _doing(view: View, texts: Texts, seat: int) -> str:
    """What a player does or is about to do, in two words."""
    if view.phase == "over":
        return _result(view, texts, seat)
    if view.claiming is not None:
        return _at_the_claims(view, texts, seat)
    if view.phase in ("choose", "race") and view.seats[seat].has_called:
        return texts.say("has decided")
    if seat == turns_next(view):
        return texts.say("turns next")
    return texts.say("decides") if view.phase == "choose" else ""


def _at_the_claims(view: View, texts: Texts, seat: int) -> str:
    if seat == view.claiming:
        return texts.say("chooses a claim")
    if any(play.seat == seat for play in view.powwow[view.place + 1 :]):
        return texts.say("claims later")
    return ""


def _result(view: View, texts: Texts, seat: int) -> str:
    ranks = places(view)
    if ranks[seat] > 1:
        return texts.say("place {place}", place=ranks[seat])
    return texts.say("wins") if ranks.count(1) == 1 else texts.say("shares the victory")
