"""The viewer's own things: the verdict, four tribe cards under the thumbs, what to do now.

All four cards look the same whether or not they could claim: seeing that is the game. Only a
learning table shows it.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape

from prateria.core.drawing.markup import icon, medal
from prateria.core.drawing.scene import Scene
from prateria.core.texts import Texts, capital
from prateria.games.apache.drawing import claim
from prateria.games.apache.drawing.ids import (
    COLOUR_IDS,
    HAND,
    PASS,
    PASS_KEY,
    ROLE_IDS,
    TURN,
    TURN_KEY,
)
from prateria.games.apache.drawing.turns import places, turns_next
from prateria.games.apache.drawing.verdict import takes, verdict
from prateria.games.apache.notation.write import format_action
from prateria.games.apache.rules.actions import PLAY_TRIBE
from prateria.games.apache.rules.components import ALL_CARDS, ROLES, Role
from prateria.games.apache.rules.standing import best_claim, claim_now
from prateria.games.apache.rules.view import View
from prateria.games.apache.words.words import role_name, role_object


def draw_act(view: View, scene: Scene) -> str:
    """The part under the board."""
    watching = " watching" if view.seat is None else ""
    return (
        f'<div class="acting{watching}">{verdict(view, scene)}{_hand(view, scene)}'
        f'<section class="todo">{_now(view, scene)}</section></div>'
    )


# --- the hand -----------------------------------------------------------------------------


def _hand(view: View, scene: Scene) -> str:
    if view.seat is None:
        return ""
    out = _on_the_powwow(view)
    cards = "".join([_tribe_card(view, scene, role, out=role is out) for role in ROLES])
    label = escape(scene.texts.say("Your tribe cards"))
    return f'<section class="hand" aria-label="{label}"><ul>{cards}</ul></section>'


def _on_the_powwow(view: View) -> Role | None:
    """The viewer's tribe card that has left the hand."""
    if view.call is not None:
        return view.call
    if view.claiming is None:
        return None
    return next((play.role for play in view.powwow[view.place :] if play.seat == view.seat), None)


def _tribe_card(view: View, scene: Scene, role: Role, *, out: bool) -> str:
    name, texts = HAND[role], scene.texts
    classes, extra = "tribe", ""
    told = takes(texts, role)
    if out:
        classes, told = "tribe out", texts.say("on the pow-wow")
    elif name in scene.next_ids:
        classes = "tribe can"
    elif scene.picked == (name,):
        classes, extra = "tribe can picked", " data-play"
    elif any(choice.path == (name,) for choice in scene.choices):
        classes, extra = "tribe can", f' data-pick="{name}"'  # instead of the picked one
    else:
        extra = ' aria-disabled="true"'
        if not view.ruleset.clocked:  # no time for that in a race
            extra += f' data-try="{escape(format_action(PLAY_TRIBE[view.seat or 0][role]))}"'
    if view.ruleset.clocked:
        extra += f' data-race="{ALL_CARDS - sum(view.deck)}"'
    if scene.learning and "can" in classes:
        size = claim_now(view, view.seat or 0, role)
        if size:
            classes += " glow"
            told = texts.count("takes {number} card now", "takes {number} cards now", size)
    face = _back(view.seat or 0, role, out=out)
    return (
        f'<li><button type="button" id="{name}" class="{classes}" data-key="{role + 1}" '
        f'aria-keyshortcuts="{role + 1}"{extra}>{face}<kbd aria-hidden="true">{role + 1}</kbd>'
        f'<span class="role">{escape(role_name(texts, role))}</span> '
        f'<span class="takes">{escape(told)}</span></button></li>'
    )


@lru_cache(64)
def _back(colour: int, role: int, *, out: bool) -> str:
    if out:
        art = '<rect x="2.5" y="2.5" width="115" height="159" rx="10" class="hole"/>'
    else:
        art = f'<use href="#ap-tribe-{COLOUR_IDS[colour]}" width="120" height="164"/>'
    faint = ' class="faint"' if out else ""
    return (
        f'<svg viewBox="0 0 120 164" aria-hidden="true">{art}'
        f'<use href="#ap-{ROLE_IDS[role]}" x="26" y="37" width="68" height="68"{faint}/></svg>'
    )


# --- what to do now -----------------------------------------------------------------------


def _now(view: View, scene: Scene) -> str:
    if view.phase == "over":
        return _result(view, scene)
    if view.claiming is not None:
        return claim.chooser(view, scene)
    if scene.chosen is not None and scene.chosen.confirm:
        return _sure(scene)
    return _call(view, scene)


def _call(view: View, scene: Scene) -> str:
    """What the viewer may do with the newest card, or what the table waits for."""
    texts, can = scene.texts, scene.next_ids
    buttons = ""
    if TURN in can:
        buttons += _button(TURN, TURN_KEY, texts.say("Turn the next card"), "main")
    if PASS in can:
        idle = " data-idle" if _is_idle(view) else ""
        said = texts.say("Play no card")
        buttons += _button(PASS, PASS_KEY, said, "" if buttons else "main", idle)
        buttons += _pass_alone(view, texts)
    title, told = _prompt(view, scene)
    fine = f'<p class="fine">{escape(told)}</p>' if told else ""
    return f'<h2 data-asked>{escape(title)}</h2>{fine}<div class="buttons">{buttons}</div>'


def _is_idle(view: View) -> bool:
    """Whether the viewer could claim nothing with any card: the page may then pass, if asked to."""
    return view.phase == "choose" and best_claim(view, view.seat or 0) == 0


def _pass_alone(view: View, texts: Texts) -> str:
    """In the calm tempo: the wish to pass automatically on cards where nothing can be claimed."""
    if view.phase != "choose":
        return ""
    told = escape(texts.say("Pass automatically when nothing can be claimed"))
    return (
        f'<button type="button" class="wish" data-wish="pass" aria-pressed="false">{told}</button>'
    )


def _button(name: str, key: str, told: str, classes: str, more: str = "") -> str:
    return (
        f'<button type="button" id="{name}" class="can {classes}" data-key="{key}"{more} '
        f'aria-keyshortcuts="{key}">{escape(told)}<kbd aria-hidden="true">{key.upper()}</kbd>'
        "</button>"
    )


def _prompt(view: View, scene: Scene) -> tuple[str, str]:
    """A line about what is happening, and one about what to do."""
    texts = scene.texts
    if view.seat is None:
        return texts.say("You are watching"), _waiting(view, scene)
    if view.call is not None:
        role = role_object(texts, view.call)
        return texts.say("You play {role}", role=role), _waiting(view, scene)
    if view.phase in ("choose", "race") and view.seats[view.seat].has_called:
        return texts.say("You play no card"), _waiting(view, scene)
    if view.phase == "choose":
        return texts.say("Your choice"), texts.say("One tribe card, or none. Nobody sees it yet.")
    if view.phase == "race":
        return texts.say("Sharp eyes!"), texts.say(
            "Whoever is first claims first. A slip costs two cards."
        )
    if view.phase == "beat" and view.turner == view.seat:
        return texts.say("Your turn"), texts.say("Turn a card, or wait for the beat.")
    return texts.say("The next card"), _waiting(view, scene)


def _waiting(view: View, scene: Scene) -> str:
    """Whom the table waits for."""
    texts = scene.texts
    if view.phase == "choose":
        rest = [scene.names[seat] for seat, other in enumerate(view.seats) if not other.has_called]
        return texts.say("Still to decide: {names}", names=texts.listed(rest))
    turner = turns_next(view)
    return "" if turner is None else texts.say("{name} turns next", name=scene.names[turner])


def _sure(scene: Scene) -> str:
    """In the calm tempo: the picked card waits for confirmation."""
    texts = scene.texts
    role = HAND.index(scene.picked[0])
    card = role_object(texts, role)
    asked = capital(texts.say("Play {role}?", role=card))
    play = capital(texts.say("Play {role}", role=card))
    return (
        f"<h2 data-asked>{escape(asked)}</h2>"
        f'<p class="fine">{escape(texts.say("If it can claim nothing, it costs two cards."))}</p>'
        f'<div class="buttons"><button type="button" class="main" data-play>'
        f"{icon('ap-' + ROLE_IDS[role])}{escape(play)}"
        f'<kbd aria-hidden="true">{role + 1}</kbd></button>'
        f'<button type="button" data-pick="">{escape(texts.say("Another card"))}'
        f'<kbd aria-hidden="true">Esc</kbd></button></div>'
    )


def _result(view: View, scene: Scene) -> str:
    """How it ended."""
    texts, ranks = scene.texts, places(view)
    winners = [scene.names[seat] for seat, rank in enumerate(ranks) if rank == 1]
    if len(winners) == 1:
        title = texts.say("{name} wins", name=winners[0])
    else:
        title = texts.say("{names} share the victory", names=texts.listed(winners))
    rows = "".join(
        [
            f"<li>{medal(COLOUR_IDS[seat])}<span>{escape(scene.names[seat])}</span>"
            f"<b>{view.seats[seat].cards}</b></li>"
            for _, seat in sorted(zip(ranks, range(len(ranks)), strict=True))
        ]
    )
    return f'<h2>{escape(title)}</h2><ol class="ranks">{rows}</ol>'
