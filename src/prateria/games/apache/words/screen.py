"""A view as a screen of English text for the terminal."""

from __future__ import annotations

from typing import Final

from prateria.core.contract.game import LETTERS
from prateria.games.apache.notation.write import ROLE_WORDS
from prateria.games.apache.rules.components import (
    CARDS,
    COLOURS,
    FIRST_PERSON,
    Card,
)
from prateria.games.apache.rules.view import ShownPlay, View, doubt_of

CARD_NAMES: Final = tuple(card.name.lower().replace("_", " ") for card in CARDS)
COLOUR_WORDS: Final = tuple(colour.name.lower() for colour in COLOURS)


def describe(view: View) -> str:
    """The whole table as text."""
    lines = [_title(view), "", *_prairie_lines(view), ""]
    if view.powwow:
        lines += ["  pow-wow", *[_play_line(view, n) for n in range(len(view.powwow))], ""]
    lines += [_seat_line(view, seat) for seat in range(view.ruleset.players)]
    if view.call is not None:
        lines += ["", f"  you have played your {ROLE_WORDS[view.call]}"]
    return "\n".join(lines)


def _title(view: View) -> str:
    left = sum(view.deck)
    title = f"Apache · {left} card{'' if left == 1 else 's'} face down"
    if view.newest is not None:
        title += f" · newest: {CARD_NAMES[view.newest]}"
    if view.turner is not None and view.phase in ("beat", "turn"):
        title += f" · {LETTERS[view.turner]} turns"
    return title


def _prairie_lines(view: View) -> list[str]:
    """Loot in one line, then the people of each colour in one."""
    loot = [_counted(card, view.up[card]) for card in CARDS[:FIRST_PERSON] if view.up[card]]
    lines = [f"  loot    {', '.join(loot) or 'none'}"]
    for colour in COLOURS:
        first = FIRST_PERSON + 4 * colour
        people = [
            ROLE_WORDS[role] + (f" ×{view.up[first + role]}" if view.up[first + role] > 1 else "")
            for role in range(4)
            if view.up[first + role]
        ]
        owner = LETTERS[colour] if colour < view.ruleset.players else "-"
        if people:
            lines.append(f"  {COLOUR_WORDS[colour]:<7} {owner}  {', '.join(people)}")
    return lines


def _counted(card: Card, number: int) -> str:
    return CARD_NAMES[card] + (f" ×{number}" if number > 1 else "")


def _play_line(view: View, place: int) -> str:
    play = view.powwow[place]
    state = "" if place < view.place else "  to come"
    if view.claiming is not None and place == view.place:
        state = "  claims now"
    time = ""
    if play.reaction is not None:
        doubt = doubt_of(play, view.ruleset.cap_ms)
        margin = "" if doubt is None else f" ± {doubt}"
        time = f"  {play.reaction} ms{margin}{_cut(play)}"
    return f"    {LETTERS[play.seat]}  {ROLE_WORDS[play.role]}{time}{state}"


def _cut(play: ShownPlay) -> str:
    return " (report cut)" if play.marked else ""


def _seat_line(view: View, seat: int) -> str:
    other = view.seats[seat]
    you = " (you)" if seat == view.seat else ""
    called = " · has chosen" if other.has_called else ""
    buffalo = f", {other.buffalo} of them buffalo" if other.buffalo else ""
    cards = f"{other.cards} card{'' if other.cards == 1 else 's'} won"
    return f"  {LETTERS[seat]} {COLOUR_WORDS[seat]}{you}: {cards}{buffalo}{called}"
