"""A table of Bison for tests: set up with notation, played with notation, described in words."""

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
from prateria.games.bison.notation import NOTATION
from prateria.games.bison.notation.write import KIND_WORDS, PIECE_WORDS
from prateria.games.bison.rules.components import CELL_NAMES, HUNTERS, SPACE_NAMES, size_of
from prateria.games.bison.rules.scoring import shares
from prateria.games.bison.rules.state import State
from prateria.games.bison.words import WORDS
from tests.games.slots import slots_of

GAME = registry.get("bison")
VARIANTS = ("none", "1", "2")


# --- setting up and playing ---------------------------------------------------------------


def table(text: str, *moves: str) -> Match:
    """A match from a position, and these moves played."""
    return play(prateria.position("bison", text, seed="table"), *moves)


def play(match: Match, *moves: str) -> Match:
    """Moves in notation, each by the seat whose letter it starts with."""
    for move in moves:
        match.play(LETTERS.index(move[0]), move)
    return match


def refused(match: Match, move: str, *, by: str = "") -> str:
    """The rule that refuses a move; the match must be as it was before."""
    before = match.digest, match.version, match.log.dumps()
    with pytest.raises(IllegalAction) as caught:
        match.play(LETTERS.index(by or move[0]), move)
    assert (match.digest, match.version, match.log.dumps()) == before
    assert caught.value.rule in match.game.rulebook.rules
    return caught.value.rule


def random_match(players: int, seed: int, **options: OptionValue) -> Match:
    """A whole match played at random."""
    match = prateria.new_match("bison", seats=players, seed=f"random {seed}", options=options)
    rng = Quick(seed)
    while match.actors:
        moves = match.legal(match.actors[0])
        match.play(match.actors[0], moves[rng.below(len(moves))])
    return match


def steps(state: State, rng: Rng) -> Iterator[Any]:
    """Play a state to its end at random, in place; yields every action before it is carried out."""
    while actors := GAME.actors(state):
        if actors == (CHANCE,):
            action = GAME.sample(state, rng)
        else:
            legal = GAME.legal(state, actors[0])
            action = legal[rng.below(len(legal))]
        yield action
        GAME.apply(state, action)


def fields(state: State) -> dict[str, object]:
    """All of a state, for telling whether two are completely equal."""
    return {
        name: repr(getattr(state, name)) if name == "board" else getattr(state, name)
        for name in slots_of(State)
    }


# --- looking at it ------------------------------------------------------------------------


def legal(match: Match, who: str) -> list[str]:
    return [NOTATION.format_action(action) for action in match.legal(LETTERS.index(who))]


def own_steps(match: Match, who: str) -> list[str]:
    """What a seat may do except buying and exchanging."""
    trades = ("buys", "exchanges")
    return [text for text in legal(match, who) if text.split()[1] not in trades]


def may(match: Match, who: str, verb: str) -> str:
    """What a seat may do with that verb: `may(match, "a", "picks")` is "d3p d4m"."""
    start = f"{who} {verb} "
    return " ".join(text.removeprefix(start) for text in legal(match, who) if start in text)


def stock(match: Match, who: str) -> str:
    """Bison, turkeys and salmon: "10/10/10"."""
    seat = match.view(None).seats[LETTERS.index(who)]
    return f"{seat.bison}/{seat.turkeys}/{seat.salmon}"


def _pile(numbers: Any) -> str:
    words = [PIECE_WORDS[piece] for piece, number in enumerate(numbers) for _ in range(number)]
    return " ".join(words[words.count("hunter") :] if "hunter" in words else words) or "nothing"


def hunters_in_supply(match: Match, who: str) -> int:
    return int(match.view(None).seats[LETTERS.index(who)].supply[0])


def supply(match: Match, who: str) -> str:
    """The tepees and canoes in the supply."""
    return _pile(match.view(None).seats[LETTERS.index(who)].supply)


def market(match: Match, who: str) -> str:
    """The tepees and canoes in the market."""
    return _pile(match.view(None).seats[LETTERS.index(who)].market)


def used(match: Match, who: str) -> str:
    kinds = match.view(None).seats[LETTERS.index(who)].used
    return " ".join(KIND_WORDS[kind] for kind in kinds)


def on(match: Match, space: str) -> str:
    """What stands on a space: "a2+1", "b+3", or ""."""
    for camp in match.view(None).camps:
        if SPACE_NAMES[camp.space] == space:
            size = f"+{camp.size}" if camp.size else ""
            return f"{LETTERS[camp.seat]}{camp.hunters or ''}{size}"
    return ""


def land(match: Match) -> str:
    return " ".join(CELL_NAMES[tile.cell] for tile in match.view(None).land)


def phase(match: Match) -> str:
    return str(match.view(None).phase)


def turn(match: Match) -> str:
    return LETTERS[match.view(None).turn]


def happened(match: Match) -> list[str]:
    """Everything that has happened, as sentences; the players are called by their letters."""
    events = [event for entry in match.log.entries for event in entry.events]
    return [text for event in events if (text := WORDS.tell(event, LETTERS))]


# --- areas without land -------------------------------------------------------------------


def pays(text: str) -> dict[str, int]:
    """The payout of an area whose spaces read like `Y:tepee2/1`, `R:tepee1+1/3` or `B:hunter/2`.

    The letter is a player, then what stands on the space (a plus: hunters beside it), then the
    animals printed there; `-/2` is a space with nobody.
    """
    return {who: animals for who, (_, animals) in ranked(text).items()}


def ranked(text: str) -> dict[str, tuple[int, int]]:
    """The place of each player in such an area, and what it pays."""
    spaces = [_space(word) for word in text.split()]
    players = sorted({player for player, _, _ in spaces if player})
    rows = []
    for seat, player in enumerate(players):
        own = [(size, printed) for who, size, printed in spaces if who == player]
        rows.append((sum(size for size, _ in own), seat, sum(printed for _, printed in own)))
    total = sum(printed for _, _, printed in spaces)
    return {players[seat]: (place, animals) for seat, place, animals in shares(rows, total)}


def _space(word: str) -> tuple[str, int, int]:
    who, _, printed = word.partition("/")
    if who == "-":
        return "", 0, int(printed)
    player, _, pieces = who.partition(":")
    piece, _, beside = pieces.partition("+")
    hunters = int(beside or 0)
    if piece.startswith("hunter"):
        return player, int(piece.removeprefix("hunter") or 1) + hunters, int(printed)
    return player, 16 ** int(piece[-1]) + hunters, int(printed)


def hunters_at(state: State, space: int) -> int:
    return state.pieces[space] & HUNTERS


def size_at(state: State, space: int) -> int:
    return size_of(state.pieces[space])
