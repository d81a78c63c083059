"""A game's rules on the screen, all or some of them."""

from __future__ import annotations

from collections.abc import Sequence

from prateria.cli.terminal.screen import Screen
from prateria.core.contract.game import AnyGame
from prateria.core.errors import SetupError
from prateria.core.rules import Rule
from prateria.i18n import texts_in


def section_of(rule: Rule) -> str:
    """`M3` for `M3.4`: the section to which a number belongs."""
    return rule.number.partition(".")[0]


def find(game: AnyGame, number: str) -> list[Rule]:
    """The rule with this number, or all those of a section."""
    wanted = number.upper()
    rules = game.rulebook.rules.values()
    return [rule for rule in rules if wanted in (rule.number.upper(), section_of(rule).upper())]


def write(screen: Screen, game: AnyGame, numbers: Sequence[str], *, language: str) -> None:
    """Write the rules with these numbers, or all, under their headings; SetupError for an unknown
    number.

    A rule that we had to decide, because the printed rules are silent, is marked as a ruling.
    """
    chosen: dict[str, Rule] = {}
    for number in numbers:
        found = find(game, number)
        if not found:
            sections = ", ".join(game.rulebook.sections)
            raise SetupError(f"{game.meta.name} has no rule {number!r}; its sections: {sections}")
        chosen.update((rule.number, rule) for rule in found)
    section = ""
    for rule in chosen.values() if numbers else game.rulebook.rules.values():
        if section_of(rule) != section:
            section = section_of(rule)
            title = game.rulebook.sections.get(section)
            screen.heading(f"{section}  {title[language]}" if title else section)
        screen.labelled(f"{rule.number:<5}", marked(rule, language))


def marked(rule: Rule, language: str) -> str:
    """The rule's text, marked if it is a ruling of ours."""
    text = rule.texts[language]
    return f"({texts_in(language).say('our ruling')}) {text}" if rule.ruling else text
