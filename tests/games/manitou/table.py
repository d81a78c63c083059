"""A table of Manitou for tests: set up with notation, played with notation, described in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import prateria
from prateria.core import registry
from prateria.core.chance import Quick, Rng
from prateria.core.contract.game import CHANCE, LETTERS
from prateria.core.contract.meta import OptionValue
from prateria.core.errors import IllegalAction
from prateria.core.matches.match import Match
from prateria.games.manitou.notation import NOTATION
from prateria.games.manitou.notation.write import CARD_WORDS, GROUND_WORDS, TILE_WORDS
from prateria.games.manitou.rules.components import TILES
from prateria.games.manitou.rules.state import State
from prateria.games.manitou.words import WORDS
from tests.games.slots import slots_of

GAME = registry.get("manitou")
ALL_CARDS = "1 2 3 4 5 6 7 8 9 10 chief chief mother mother rainmaker scout medicine"
WARRIORS = ("chief", "mother", "rainmaker", "scout", "medicine")


# --- setting up and playing ---------------------------------------------------------------


def table(text: str, *moves: str) -> Match:
    """A match from a position, and these moves played."""
    return play(prateria.position("manitou", text, seed="table"), *moves)


def play(match: Match, *moves: str) -> Match:
    """Moves in notation, each by the seat whose letter it starts with."""
    for move in moves:
        match.play(LETTERS.index(move[0]), move)
    return match


def last_card(text: str, *moves: str) -> Match:
    """A hunt's end: the first of the moves is the hunt's last card."""
    return table(f"{text}; step {7 * int(text[8]) - 1}", *moves)


def refused(match: Match, move: str, *, by: str = "") -> str:
    """The rule that refuses a move; the match must be as it was before."""
    before = match.digest, match.version, match.log.dumps()
    with pytest.raises(IllegalAction) as caught:
        match.play(LETTERS.index(by or move[0]), move)
    assert (match.digest, match.version, match.log.dumps()) == before
    assert caught.value.rule in match.game.rulebook.rules
    return caught.value.rule


def random_move(match: Match, rng: Rng) -> None:
    """Somebody who may act does something legal."""
    seat = match.actors[rng.below(len(match.actors))]
    moves = match.legal(seat)
    match.play(seat, moves[rng.below(len(moves))])


def random_match(players: int, seed: int, **options: OptionValue) -> Match:
    """A whole match played at random."""
    match = prateria.new_match("manitou", seats=players, seed=f"random {seed}", options=options)
    rng = Quick(seed)
    while match.actors:
        random_move(match, rng)
    return match


def steps(state: State, rng: Rng) -> Iterator[Any]:
    """Play a state to its end at random, in place; yields every action before it is carried out."""
    while actors := GAME.actors(state):
        if actors == (CHANCE,):
            action = GAME.sample(state, rng)
        else:
            legal = GAME.legal(state, actors[rng.below(len(actors))])
            action = legal[rng.below(len(legal))]
        yield action
        GAME.apply(state, action)


def fields(state: State) -> dict[str, object]:
    """All of a state, for telling whether two are completely equal."""
    return {name: getattr(state, name) for name in slots_of(State)}


# --- looking at it ------------------------------------------------------------------------


def card_words(cards: Any) -> str:
    return " ".join(CARD_WORDS[card] for card in cards)


def tile_words(tiles: Any) -> str:
    return " ".join(TILE_WORDS[tile] for tile in tiles)


def actors(match: Match) -> str:
    return "".join(LETTERS[seat] for seat in match.actors)


def legal(match: Match, who: str) -> list[str]:
    return [NOTATION.format_action(action) for action in match.legal(LETTERS.index(who))]


def may(match: Match, who: str, verb: str) -> str:
    """What a seat may do with that verb: `may(match, "a", "takes")` is "bison1 totem"."""
    start = f"{who} {verb} "
    return " ".join(text.removeprefix(start) for text in legal(match, who) if start in text)


def hand(match: Match, who: str) -> str:
    return card_words(match.view(LETTERS.index(who)).hand)


def stack(match: Match, who: str) -> str:
    return card_words(match.view(LETTERS.index(who)).stack)


def available(match: Match, who: str) -> str:
    return card_words(match.view(LETTERS.index(who)).available)


def spent(match: Match, who: str) -> str:
    return card_words(match.view(None).seats[LETTERS.index(who)].spent)


def loot(match: Match, who: str) -> str:
    return tile_words(match.view(None).seats[LETTERS.index(who)].loot)


def gone(match: Match) -> str:
    counts = match.view(None).gone
    return tile_words(tile for tile in TILES for _ in range(counts[tile]))


def tiles(match: Match, ground: str) -> str:
    return tile_words(match.view(None).grounds[GROUND_WORDS.index(ground)].tiles)


def face_up(match: Match, ground: str) -> str:
    """Whose great warriors are face up at a ground: "a scout chief", the lower first; or ""."""
    row = match.view(None).grounds[GROUND_WORDS.index(ground)]
    return "" if row.owner is None else f"{LETTERS[row.owner]} {card_words(row.warriors)}"


def face_down(match: Match, ground: str) -> str:
    """The great warriors face down at a ground: "a chief, b mother scout"."""
    rows = match.view(None).grounds[GROUND_WORDS.index(ground)].fallen
    words = [f"{LETTERS[seat]} {card_words(cards)}" for seat, cards in enumerate(rows) if cards]
    return ", ".join(words)


def hunters(match: Match, ground: str) -> str:
    """The hunters at a ground: "a 3 7, b 1"."""
    rows = match.view(None).grounds[GROUND_WORDS.index(ground)].hunters
    words = [f"{LETTERS[seat]} {card_words(cards)}" for seat, cards in enumerate(rows) if cards]
    return ", ".join(words)


def holder(match: Match, piece: str) -> str:
    """Who holds the totem or the horse, or ""."""
    seat = getattr(match.view(None), piece)
    return "" if seat is None else LETTERS[seat]


def phase(match: Match) -> str:
    return str(match.view(None).phase)


def headings(match: Match, start: str) -> list[str]:
    """The headings of the log that begin with this."""
    events = [event for entry in match.log.entries for event in entry.events]
    found = [WORDS.heading(event, LETTERS) for event in events]
    return [text for text in found if text and text.startswith(start)]


def happened(match: Match) -> list[str]:
    """Everything that has happened, as sentences; the players are called by their letters."""
    events = [event for entry in match.log.entries for event in entry.events]
    return [text for event in events if (text := WORDS.tell(event, LETTERS[: match.seats]))]
