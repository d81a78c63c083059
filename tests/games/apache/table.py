"""A table of Apache for tests: set up with notation, played with notation, described in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import prateria
from prateria.core import registry
from prateria.core.chance import Quick, Rng
from prateria.core.contract.game import CHANCE, CLOCK, LETTERS
from prateria.core.contract.live import Measurement
from prateria.core.contract.meta import OptionValue
from prateria.core.errors import IllegalAction
from prateria.core.matches.match import Match
from prateria.games.apache.game import Apache
from prateria.games.apache.live import LIVE
from prateria.games.apache.notation import NOTATION
from prateria.games.apache.notation.write import CARD_WORDS, ROLE_WORDS, format_heap
from prateria.games.apache.rules.state import State
from prateria.games.apache.rules.view import View
from prateria.games.apache.words import WORDS
from tests.games.slots import slots_of

_game = registry.get("apache")
assert isinstance(_game, Apache)
GAME = _game
CLOCK_WORDS = ("beat", "closes", "ends")


# --- setting up and playing ---------------------------------------------------------------


def table(text: str, *moves: str, seed: str = "table") -> Match:
    """A match from a position, and these moves played."""
    return play(prateria.position("apache", text, seed=seed), *moves)


def play(match: Match, *moves: str) -> Match:
    """Moves in notation, each by the seat whose letter it starts with, or by the clock."""
    for move in moves:
        match.play(actor(move), move)
    return match


def actor(move: str) -> int:
    return CLOCK if move.split()[0] in CLOCK_WORDS else LETTERS.index(move[0])


def clock(match: Match) -> Match:
    """The clock does what is due."""
    (action,) = match.legal(CLOCK)
    match.play(CLOCK, action)
    return match


def race(text: str, *plays: str, then: tuple[str, ...] = ()) -> Match:
    """A live pow-wow in which these are played in this order: `a hunter`, `b chief`, …"""
    head, rest = text.split(";", 1)
    match = table(f"{head} tempo=live;{rest}")
    for place, text_ in enumerate(plays):
        who, role = text_.split()
        time = 400 + 10 * place
        play(match, f"{who} plays {role} reaction={time} rtt=20-30 arrived={time + 25}")
    return play(clock(match), *then)


def refused(match: Match, move: str, *, by: int | None = None) -> str:
    """The rule that refuses a move; the match must be as it was before."""
    before = match.digest, match.version, match.log.dumps()
    with pytest.raises(IllegalAction) as caught:
        match.play(actor(move) if by is None else by, move)
    assert (match.digest, match.version, match.log.dumps()) == before
    assert caught.value.rule in match.game.rulebook.rules
    return caught.value.rule


def random_match(players: int, seed: int, **options: OptionValue) -> Match:
    """A whole match played at random, with live plays whose times are often tied."""
    match = prateria.new_match("apache", seats=players, seed=f"random {seed}", options=options)
    rng = Quick(seed)
    while match.actors:
        seat = match.actors[rng.below(len(match.actors))]
        moves = match.legal(seat)
        match.play(seat, timed(moves[rng.below(len(moves))], rng))
    return match


def timed(action: Any, rng: Rng) -> Any:
    """An action with measurements, if it takes any; one play in four has none."""
    if rng.below(4) == 0:
        return action
    reaction, low = 400 + rng.below(12), rng.below(60)
    high, arrived = low + rng.below(40), reaction + rng.below(110)
    return LIVE.measured(action, Measurement(reaction, low, high, arrived))


def steps(state: State, rng: Rng) -> Iterator[Any]:
    """Play a state to its end at random, in place; yields every action before it is carried out."""
    while actors := GAME.actors(state):
        if actors == (CHANCE,):
            action = GAME.sample(state, rng)
        else:
            legal = GAME.legal(state, actors[rng.below(len(actors))])
            action = timed(legal[rng.below(len(legal))], rng)
        yield action
        GAME.apply(state, action)


def fields(state: State) -> dict[str, object]:
    """All of a state, for telling whether two are completely equal."""
    return {name: getattr(state, name) for name in slots_of(State)}


# --- looking at it ------------------------------------------------------------------------


def view(match: Match, who: str | None = None) -> View:
    seen = match.view(None if who is None else LETTERS.index(who))
    assert isinstance(seen, View)
    return seen


def up(match: Match) -> str:
    """What lies face up."""
    return format_heap(view(match).up)


def gone(match: Match) -> str:
    return format_heap(view(match).gone)


def won(match: Match, who: str) -> str:
    """A seat's winnings from the bottom to the top."""
    seat = view(match).seats[LETTERS.index(who)]
    words = ["buffalo"] * seat.buffalo + [CARD_WORDS[card] for card in seat.winnings]
    assert len(words) == seat.cards
    return " ".join(words)


def legal(match: Match, who: str) -> list[str]:
    """What a seat may do, without its letter."""
    actions = match.legal(LETTERS.index(who))
    return [NOTATION.format_action(action).removeprefix(f"{who} ") for action in actions]


def turner(match: Match) -> str:
    seat = view(match).turner
    assert seat is not None
    return LETTERS[seat]


def shown(match: Match) -> list[str]:
    """The pow-wow in its order: who played what, `?` where it was not sound."""
    return [
        f"{LETTERS[play.seat]} {ROLE_WORDS[play.role]}{'' if play.is_sound else '?'}"
        for play in view(match).powwow
    ]


def story(match: Match, entries: int = 1) -> list[str]:
    """The sentences of the last entries."""
    names = LETTERS[: match.seats]
    return [
        WORDS.tell(event, names) for entry in match.log.entries[-entries:] for event in entry.events
    ]
