"""Manitou in the terminal: a view as a screen of text, in English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from prateria.core.contract.game import LETTERS
from prateria.games.manitou.notation.write import CARD_WORDS, GROUND_WORDS, TILE_WORDS
from prateria.games.manitou.rules.components import GROUNDS, Card, Ground
from prateria.games.manitou.rules.scoring import ALL_TILES
from prateria.games.manitou.rules.standing import hunters_played, ranking, strengths, uncounted
from prateria.games.manitou.rules.view import GroundView, View

_WARRIOR_NAMES: Final = ("chief", "clan mother", "rainmaker", "scout", "medicine man")
CLAIM_NAMES: Final = ("for the great warrior", "the strongest", "the second")
CARD_NAMES: Final = (*(f"hunter {value}" for value in range(1, 11)), *_WARRIOR_NAMES)


def describe(view: View) -> str:
    """The whole table as text."""
    lines = [_title(view), ""]
    for ground in GROUNDS:
        lines += _ground_lines(view, ground)
    lines += [*_taking_lines(view), _thief_line(view), ""]
    lines += [_seat_line(view, seat) for seat in range(view.ruleset.players)]
    if view.seat is not None:
        lines += ["", *_own_lines(view)]
    return "\n".join(lines)


def _title(view: View) -> str:
    title = f"Manitou · hunt {view.hunt} of {view.ruleset.hunts}"
    if view.dealer is not None:
        title += f" · dealer {LETTERS[view.dealer]}"
    if view.phase in ("draw", "play"):
        title += f" · card {view.step // view.ruleset.players + 1} of {view.ruleset.plays}"
    return title


def _ground_lines(view: View, place: Ground) -> list[str]:
    ground = view.grounds[place]
    tiles = " ".join(TILE_WORDS[tile] for tile in ground.tiles) or "no tiles"
    lines = [f"  {GROUND_WORDS[place]:<7} [{tiles}]"]
    counted = place in uncounted(view)
    if ground.owner is not None:
        up = " covered by ".join(CARD_NAMES[card] for card in ground.warriors)
        takes = ": takes the first tile" if counted else ""
        lines.append(f"          {LETTERS[ground.owner]}  {up}{takes}")
    lines += _hunter_lines(view, ground, counted=counted)
    fallen = [
        f"{LETTERS[seat]} {CARD_NAMES[card]}"
        for seat, cards in enumerate(ground.fallen)
        for card in cards
    ]
    if fallen:
        lines.append(f"          face down: {', '.join(fallen)}")
    return lines


def _hunter_lines(view: View, ground: GroundView, *, counted: bool) -> list[str]:
    """The hunters, strongest first. Once a ground is shared out the strengths are no longer needed,
    and tomahawks just won must not seem to change them (rule M5.7)."""
    values, order = strengths(ground, view), ranking(ground, view)
    lines = []
    for seat in sorted(range(len(values)), key=lambda seat: -values[seat]):
        if values[seat]:
            cards = " ".join(CARD_WORDS[card] for card in ground.hunters[seat])
            rank = _rank(order.index(seat) if seat in order else None)
            strength = f" = {values[seat]}  {rank}" if counted else ""
            lines.append(f"          {LETTERS[seat]}  {cards}{strength}")
    return lines


def _taking_lines(view: View) -> list[str]:
    return [
        f"  {LETTERS[taking.seat]}, {CLAIM_NAMES[taking.claim - 1]}, takes "
        f"{'what is left' if taking.number == ALL_TILES else taking.number}"
        f" at the {GROUND_WORDS[taking.ground]} ground"
        for taking in view.takings
    ]


def _rank(place: int | None) -> str:
    if place is None:
        return "level, drops out"
    return ("takes two", "takes the rest", "takes nothing")[min(place, 2)]


def _thief_line(view: View) -> str:
    played = hunters_played(view)
    meter = "  ".join(f"{LETTERS[seat]} {value}" for seat, value in enumerate(played))
    return f"  hide thief: the highest sum of hunters pays a tile   {meter}"


def _seat_line(view: View, seat: int) -> str:
    other = view.seats[seat]
    loot = " ".join(TILE_WORDS[tile] for tile in other.loot) or "no loot"
    marks = [
        name
        for name, holder in (("the totem", view.totem), ("the horse", view.horse))
        if holder == seat
    ]
    holds = f" · holds {' and '.join(marks)}" if marks else ""
    you = " (you)" if seat == view.seat else ""
    return (
        f"  {LETTERS[seat]}{you}: {loot}{holds} · hand {other.hand_size}, stack {other.stack_size}"
    )


def _own_lines(view: View) -> list[str]:
    if view.phase == "party":
        return [
            f"  your party so far ({len(view.stack)} of {_party_size(view)}): {_words(view.stack)}",
            f"  available: {_words(view.available)}",
        ]
    return [f"  your hand:  {_words(view.hand)}", f"  your stack: {_words(view.stack)}"]


def _party_size(view: View) -> int:
    place = (view.seat or 0) - (view.dealer or 0) - 1
    return view.ruleset.party_sizes[place % view.ruleset.players]


def _words(cards: Sequence[Card]) -> str:
    return " ".join(CARD_WORDS[card] for card in cards) or "nothing"
