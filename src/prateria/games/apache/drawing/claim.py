"""Choosing a claim: what to take, and whom as prisoner or spouse."""

from __future__ import annotations

from html import escape

from prateria.core.drawing.markup import icon
from prateria.core.drawing.scene import Scene
from prateria.core.texts import Texts, capital
from prateria.games.apache.drawing.ids import (
    CARD_IDS,
    CLAIM,
    CLAIM_KEYS,
    COLOUR_IDS,
    PERSON_KEYS,
    ROLE_IDS,
    TAKE,
)
from prateria.games.apache.rules.claims import claim_size, persons
from prateria.games.apache.rules.components import (
    CARDS,
    CHOICES,
    FIRST_PERSON,
    LOOT_OF,
    TEPEE,
    Choice,
)
from prateria.games.apache.rules.state import State
from prateria.games.apache.rules.view import View
from prateria.games.apache.words.sentences import claim_phrase
from prateria.games.apache.words.words import card_name, seconds


def chooser(view: View, scene: Scene) -> str:
    """The claim being chosen: buttons for the chooser, a line for the others."""
    texts = scene.texts
    if view.claiming is None or view.claiming != view.seat:
        name = scene.names[view.claiming or 0]
        told = texts.say("{name} chooses a claim", name=name)
        return f'<h2>{escape(told)}</h2><p class="fine">{escape(_after(view, scene))}</p>'
    title = _title(view, texts)
    choices = _persons(scene) if view.phase == "person" else _loot_choices(view, scene)
    kind = " many" if view.phase == "person" else ""
    return (
        f"<h2 data-asked>{escape(title)}{_clock(view)}</h2>"
        f'<div class="choices{kind}">{choices}</div>'
        f'<p class="fine">{escape(_after(view, scene))}</p>'
    )


def _title(view: View, texts: Texts) -> str:
    if view.phase == "claim":
        return texts.say("Your claim")
    if view.choice is Choice.MARRIAGE:
        return texts.say("Whom do you marry?")
    return texts.say("Who is your prisoner?")


def _clock(view: View) -> str:
    """A small ring that shrinks until the time is up."""
    if not view.ruleset.clocked:
        return ""
    ms = view.ruleset.claim_ms
    return (
        f'<svg class="claim-clock" id="claim-clock-{view.place}-{view.phase}" viewBox="0 0 22 22" '
        f'aria-hidden="true"><circle class="face" cx="11" cy="11" r="8.5"/>'
        f'<circle class="arc ms{ms}" cx="11" cy="11" r="8.5" pathLength="100" '
        f'transform="rotate(-90 11 11)"/></svg>'
    )


def _after(view: View, scene: Scene) -> str:
    """What happens when the time is up, and who is next."""
    texts, told = scene.texts, []
    if view.ruleset.clocked:
        time = seconds(texts, view.ruleset.claim_ms)
        told.append(texts.say("After {time} the largest is taken.", time=time))
    rest = [scene.names[play.seat] for play in view.powwow[view.place + 1 :] if play.is_sound]
    if rest:
        told.append(texts.say("Then: {names}.", names=", ".join(rest)))
    return " ".join(told)


def _loot_choices(view: View, scene: Scene) -> str:
    texts = scene.texts
    out = ""
    for choice in CHOICES:
        if CLAIM[choice] not in scene.next_ids:
            continue
        loot = LOOT_OF[view.powwow[view.place].role] if choice is Choice.LOOT else TEPEE
        key = CLAIM_KEYS[choice]
        size = texts.count("{number} card in all", "{number} cards in all", _size(view, choice))
        out += (
            f'<button type="button" id="{CLAIM[choice]}" class="choice can" data-key="{key}" '
            f'aria-keyshortcuts="{key}">{icon("ap-" + CARD_IDS[loot])}'
            f"<span><b>{escape(claim_phrase(view, choice, texts))}</b> "
            f"<small>{escape(size)}</small></span>"
            f'<kbd aria-hidden="true">{key.upper()}</kbd></button>'
        )
    return out


def _size(view: View, choice: Choice) -> int:
    """How many cards the choice brings, with the best person taken along."""
    state = State()
    state.ruleset = view.ruleset
    state.up = list(view.up)
    state.buffalo = [other.buffalo for other in view.seats]
    play = view.powwow[view.place]
    company = persons(state, play.seat, play.role, choice)
    return max([claim_size(state, play.seat, play.role, choice, person) for person in company])


def _persons(scene: Scene) -> str:
    open_ = [card for card in CARDS[FIRST_PERSON:] if TAKE[card] in scene.next_ids]
    out = ""
    for card, key in zip(open_, PERSON_KEYS, strict=False):
        colour, role = divmod(card - FIRST_PERSON, 4)
        name = capital(card_name(scene.texts, card))
        out += (
            f'<button type="button" id="{TAKE[card]}" class="person can" data-key="{key}" '
            f'aria-keyshortcuts="{key}" aria-label="{escape(name)}" title="{escape(name)}">'
            f'<svg viewBox="0 0 46 64" aria-hidden="true"><use href="#ap-{COLOUR_IDS[colour]}"/>'
            f'<use href="#ap-{ROLE_IDS[role]}" x="6.4" y="21" width="33" height="33"/></svg>'
            f'<kbd aria-hidden="true">{key.upper()}</kbd></button>'
        )
    return out
