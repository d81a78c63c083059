"""The log's sentences tell the game: laid out from them alone, the table equals the engine's."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import prateria
from prateria.bots import specs
from prateria.bots.base import Budget, Observation
from prateria.core.chance import Quick
from prateria.core.contract.meta import OptionValue
from prateria.core.matches.match import Match
from prateria.core.matches.story import see_everything, tell
from prateria.games.bison.notation.write import PIECE_WORDS
from prateria.games.bison.rules.components import CELL_NAMES, SIDES, SPACE_NAMES
from prateria.games.bison.rules.events import SeasonEnded
from prateria.games.bison.rules.state import State
from tests.games.bison.table import GAME, VARIANTS
from tests.games.bison.told import Reader

NAMES = ("Rosa", "Yara", "Milo and Ines", "b")


def told(match: Match, players: int) -> list[tuple[str, str]]:
    """All sentences of a match with every secret, each with its heading."""
    heading, rows = "", []
    for number, entry in enumerate(match.log.entries, 1):
        for passage in tell(GAME, see_everything(number, entry), NAMES[:players]).passages:
            heading = passage.heading or heading
            rows += [(heading, sentence) for sentence in passage.sentences]
    return rows


def follow(match: Match, players: int) -> Reader:
    reader = Reader(NAMES[:players])
    for _, sentence in told(match, players):
        reader.follow(sentence)
    return reader


def tables(match: Match) -> list[dict[str, Any]]:
    """The engine's table at the end of each season."""
    seats, options = len(match.log.header.players), match.options
    state = GAME.new(GAME.ruleset(seats, options), seats)
    found = []
    for entry in match.log.entries:
        start = state.start
        if any(isinstance(event, SeasonEnded) for event in GAME.apply(state, entry.action)):
            found.append(table_of(state, start))
    return found


def table_of(state: State, start: int) -> dict[str, Any]:
    view = GAME.view(state, None)
    return {
        "land": {CELL_NAMES[row.cell]: _tile(view, row) for row in view.land},
        "camps": {SPACE_NAMES[c.space]: (c.seat, c.hunters, c.size) for c in view.camps},
        "stocks": [[seat.bison, seat.turkeys, seat.salmon] for seat in view.seats],
        "supplies": [_pile(seat.supply) for seat in view.seats],
        "markets": [_pile(seat.market) for seat in view.seats],
        "start": start,
    }


def _tile(view: Any, row: Any) -> str:
    tile = view.ruleset.tiles[row.tile]
    sides = SIDES[(tile.corner + 2 * row.turn) % 6][tile.prairie]
    return "".join("pm"[side] for side in sides) + f"{tile.bison}{tile.turkeys}{tile.salmon}"


def _pile(numbers: Any) -> Counter[str]:
    names = ["h", *(word[0] + word[-1] for word in PIECE_WORDS[1:])]
    return +Counter(dict(zip(names, numbers, strict=True)))


def played(players: int, seed: int, options: dict[str, OptionValue]) -> Match:
    """A random game by people who trade little, so that there is something to see."""
    match = prateria.new_match("bison", seats=players, seed=f"told {seed}", options=options)
    rng = Quick(seed)
    while match.actors:
        seat = match.actors[0]
        legal = match.legal(seat)
        if rng.below(8):
            legal = [a for a in legal if type(a).__name__ not in ("Buy", "Exchange")]
        if len(legal) > 1 and rng.below(4):
            legal = [a for a in legal if type(a).__name__ != "Done"] or legal
        match.play(seat, legal[rng.below(len(legal))])
    return match


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_stranger_can_lay_the_game_out_by_its_sentences_alone(players: int, variant: str) -> None:
    match = played(players, players, {"variant": variant, "final_limit": players == 3})
    assert follow(match, players).seasons == tables(match)


def test_every_kind_of_sentence_is_followed_somewhere() -> None:
    read: set[str] = set()
    reader = Reader(NAMES[:2])
    for seed in range(4):
        match = played(2, seed, {"variant": "2", "final_limit": True})
        reader = follow(match, 2)
        assert reader.seasons == tables(match)
        read |= reader.read
    every = {pattern.pattern for pattern, _ in reader.patterns}
    rare = ("gains nothing", "has no room")
    assert not [text for text in every - read if not any(word in text for word in rare)]


def test_full_stocks_and_what_is_lost_are_told() -> None:
    match = prateria.position("bison", "bison 2; a: stock=15/15/15", seed="full")
    match.play(0, "a chooses gather")
    match.play(0, "a is done")
    assert "Rosa involves no hunter and gains nothing: all stocks are full." in [
        sentence for _, sentence in told(match, 2)
    ]


def test_sentences_stand_under_the_heading_of_their_season_and_round() -> None:
    match = played(3, 1, {})
    rows = told(match, 3)
    for heading, sentence in rows:
        if "draws a tile" in sentence or "begins." in sentence:
            assert heading.endswith(" of 5")
            assert "," not in heading
        if " chooses " in sentence:
            assert ", action " in heading
        if " hunts " in sentence or " is over." in sentence:
            assert heading.endswith(", scoring")
    headings = list(dict.fromkeys(heading for heading, _ in rows if heading))
    assert headings[:7] == [
        "Season 1 of 5",
        *(f"Season 1, action {action} of 4" for action in (1, 2, 3, 4)),
        "Season 1, scoring",
        "Season 2 of 5",
    ]
    assert len(headings) == 5 * 6
    events = [event for entry in match.log.entries for event in entry.events]
    parts = [part for event in events if (part := GAME.words.part(event))]
    assert parts == [f"Season {season}" for season in range(1, 6)]


def by_bot(spec: str, players: int, seed: int) -> Match:
    match = prateria.new_match("bison", seats=players, seed=f"told {seed}")
    bots, rng = [specs.make(spec) for _ in range(players)], Quick(seed)
    while match.actors:
        seat = match.actors[0]
        observation = Observation(GAME, seat, match.view(seat), ())
        match.play(seat, bots[seat].choose(observation, match.legal(seat), Budget(40), rng))
    return match


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "players"), [("greedy", 2), ("greedy", 4), ("level:4", 3)])
def test_games_of_bots_can_be_laid_out_too(spec: str, players: int) -> None:
    match = by_bot(spec, players, 5)
    assert follow(match, players).seasons == tables(match)
