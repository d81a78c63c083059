"""How far the match has come: hunt, card, and what is being done; and the rule that applies now."""

from __future__ import annotations

from html import escape
from typing import Final

from prateria.games.manitou.drawing.table import Table
from prateria.games.manitou.rules.view import View


def draw_head(table: Table) -> str:
    """One line of small meters."""
    view, texts = table.view, table.texts
    hunt = texts.say("Hunt {number} of {all}", number=view.hunt, all=view.ruleset.hunts)
    parts = [_meter(hunt, view.hunt, view.ruleset.hunts)]
    if table.round:
        plays = view.ruleset.plays
        said = texts.say("Card {number} of {all}", number=table.round, all=plays)
        parts.append(_meter(said, table.round, plays))
    phase = f'<b class="mn-phase">{escape(phase_name(table))}</b>'
    return f'<p class="mn-when">{"".join(parts)}{phase}</p>'


def _meter(said: str, now: int, whole: int) -> str:
    pips = "".join(
        f'<i class="{"done" if place < now else "now" if place == now else ""}"></i>'
        for place in range(1, whole + 1)
    )
    return f'<span>{escape(said)} <span class="mn-pips" aria-hidden="true">{pips}</span></span>'


def phase_name(table: Table) -> str:
    """What is being done now."""
    texts = table.texts
    match table.view.phase:
        case "lot":
            return texts.say("Drawing lots")
        case "tiles":
            return texts.say("Laying tiles")
        case "party" | "party-by-lot":
            return texts.say("Choosing the party")
        case "totem":
            return texts.say("The totem’s extra card")
        case "horse":
            return texts.say("The horse’s move")
        case "discard":
            return texts.say("The hide thief pays")
        case "share":
            return texts.say("Sharing out")
        case "over":
            return texts.say("The end")
        case _:
            return texts.say("The hunt")


RULES: Final = {
    "party": "M2.2",
    "play": "M2.4",
    "totem": "M6.1",
    "horse": "M6.2",
    "discard": "M4.2",
    "share": "M5.1",
}


def rule(view: View) -> str:
    """The rule that governs what to do now."""
    return RULES.get(view.phase, "")
