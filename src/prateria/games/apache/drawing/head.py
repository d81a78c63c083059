"""The meters of the head: tempo, cards turned, cards face down; and the rule that applies now."""

from __future__ import annotations

from html import escape
from typing import Final

from prateria.core.texts import Texts
from prateria.games.apache.rules.components import ALL_CARDS
from prateria.games.apache.rules.view import View


def draw_head(view: View, texts: Texts) -> str:
    """Tempo, cards turned, cards still face down."""
    tempo = texts.say("Live") if view.ruleset.clocked else texts.say("Calm")
    kind = "live" if view.ruleset.clocked else "calm"
    left = sum(view.deck)
    told = texts.count("{number} card face down", "{number} cards face down", left)
    return (
        f'<p class="tempo {kind}"><i></i>{escape(tempo)}</p>'
        f'<p class="down"><svg aria-hidden="true" viewBox="0 0 114 8">'
        f'<rect class="all" width="{ALL_CARDS}" height="8" rx="3"/>'
        f'<rect class="turned" width="{ALL_CARDS - left}" height="8" rx="3"/></svg>'
        f"<span>{escape(told)}</span></p>"
    )


RULES: Final = {
    "beat": "A2.1",
    "turn": "A2.1",
    "choose": "A3.1",
    "race": "A3.1",
    "claim": "A4.1",
    "person": "A4.1",
}


def rule(view: View) -> str:
    """The rule that governs what to do now."""
    return RULES.get(view.phase, "")
