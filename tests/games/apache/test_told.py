"""A reader of the log's sentences can lay the whole game out on a table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import prateria
from prateria.bots import BotSeat, make
from prateria.core.contract.game import LETTERS
from prateria.core.contract.meta import OptionValue
from prateria.core.matches.log import record_of
from prateria.core.matches.match import Match
from prateria.core.matches.story import Told, see, see_everything, tell
from prateria.core.rules import rule
from prateria.games.apache.notation.write import format_heap
from prateria.games.apache.rules.components import ALL_CARDS
from tests.games.apache import bot_games
from tests.games.apache.table import GAME, play, race, random_match, table, view, won
from tests.games.apache.told import Table

pytestmark = pytest.mark.untraced

NAMES = ("Nora", "Tomáš", "Giulia", "Ugo", "Eva")
RULES = ("warpath", "marriage", "division")


def retold(match: Match) -> Iterator[tuple[Match, Told]]:
    """Entry by entry: the match as it stood after it, and the sentences about it."""
    standing = Match(match.game, match.log.header, None)
    for number, entry in enumerate(match.log.entries, 1):
        standing.follow(record_of(number, entry))
        yield standing, tell(match.game, see_everything(number, entry), NAMES)


def real_position(match: Match) -> str:
    seen = view(match)
    rows = [
        f"{NAMES[seat]}: {won(match, LETTERS[seat])}".rstrip()
        for seat in range(seen.ruleset.players)
    ]
    return "\n".join(
        [
            f"{sum(seen.deck)} face down",
            f"up: {format_heap(seen.up)}",
            *rows,
            f"gone: {format_heap(seen.gone)}",
        ]
    )


def lay_out(match: Match) -> Table:
    """Follow the sentences of the log, and compare whenever no claim is under way."""
    laid = Table()
    for standing, told in retold(match):
        for passage in told.passages:
            if passage.heading:
                laid.heading(passage.heading)
            for text in passage.sentences:
                laid.sentences(text)
        seen = view(standing)
        if laid.turned and seen.phase not in ("claim", "person", "order"):
            assert laid.position() == real_position(standing)
            assert [name for name, _, _ in laid.powwow] == [
                NAMES[shown.seat] for shown in seen.powwow
            ]
        if seen.phase in ("choose", "race"):
            assert seen.turner is not None
            assert laid.turner == NAMES[seen.turner]
    assert match.outcome is not None
    assert laid.turned == ALL_CARDS
    assert [len(laid.won[name]) for name in laid.players] == [*match.outcome.scores]
    return laid


@rule("A2.1", "A4.7", "A5.1", "A6.2")
@pytest.mark.parametrize("name", [name for name, _, _ in bot_games.setups()])
def test_a_game_of_bots_can_be_laid_out_from_what_is_told(name: str) -> None:
    players, options = next(row[1:] for row in bot_games.setups() if row[0] == name)
    assert lay_out(bot_games.game(name, players, options)).counts


@pytest.mark.parametrize("tempo", ["calm", "live"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_random_game_can_be_laid_out_from_what_is_told(players: int, tempo: str) -> None:
    for seed in range(2):
        options: dict[str, OptionValue] = dict.fromkeys(RULES, seed == 0)
        if seed:
            options["first"] = "b"
        lay_out(random_match(players, seed, tempo=tempo, **options))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_game_of_level_4_can_be_laid_out_from_what_is_told(players: int) -> None:
    match = prateria.new_match("apache", seats=players, seed=f"level 4, {players}")
    bots = [BotSeat(make("level:4"), seat, "told") for seat in range(players)]
    while match.actors:
        seat = match.actors[0]
        match.play(seat, bots[seat].decide(match))
    assert lay_out(match).turned == ALL_CARDS


def headings(match: Match) -> list[str]:
    return [passage.heading for _, told in retold(match) for passage in told.passages]


@pytest.mark.parametrize("tempo", ["calm", "live"])
def test_there_is_one_chapter_a_card_and_one_for_the_count(tempo: str) -> None:
    chapters = [text for text in headings(random_match(3, 4, tempo=tempo)) if text]
    assert chapters == [*[f"Card {n + 1} of 114" for n in range(114)], "Final count"]


@rule("A1.1", "A1.5")
@pytest.mark.parametrize("first", ["lot", "b"])
def test_who_has_which_colour_is_told_before_the_first_card(first: str) -> None:
    match = random_match(3, 1, first=first)
    texts = [text for _, told in retold(match) for text in told.sentences]
    assert texts[0].startswith("Colours: Nora red, Tomáš green and Giulia violet.")
    assert sum(text.startswith("Colours") for text in texts) == 1
    turned = next(text for text in texts if " turns up: " in text)
    assert turned.startswith("Tomáš" if first == "b" else texts[1].split()[0])


@rule("A6.1")
@pytest.mark.parametrize("tempo", ["calm", "live"])
@pytest.mark.parametrize("done", [("a plays hunter", "b passes"), ("a passes", "b passes")])
def test_after_the_last_card_nobody_turns_next(tempo: str, done: tuple[str, ...]) -> None:
    match = table(f"apache 2 tempo={tempo}; deck: none; up: red-hunter,buffalo*2", *done)
    if tempo == "live":
        play(match, "closes a" if "plays" in done[0] else "beat")
    assert match.outcome is not None
    told = [text for _, told in retold(match) for text in told.sentences]
    assert not any("turns next" in text for text in told)
    last = "Nora has 3 cards: 2 buffalo and 1 person." if "plays" in done[0] else ""
    assert told[-2:] == [last or "Nora has no cards.", "Tomáš has no cards."]


@rule("A9.3")
def test_a_lot_between_level_times_is_told() -> None:
    text = "apache 2 tempo=live; up: red-hunter,green-hunter,buffalo"
    plays = [f"{who} plays hunter reaction=400 rtt=20-30 arrived=425" for who in "ab"]
    match = table(text, *plays, "closes a:400 b:400")
    told = [text for _, told in retold(match) for text in told.sentences]
    assert told[0] == "Equal times are decided by lot."
    apart = race("apache 2; up: red-hunter,green-hunter,buffalo", "a hunter", "b hunter")
    assert not any("lot" in text for _, told in retold(apart) for text in told.sentences)


def test_every_pair_of_eyes_is_told_the_same_of_apache() -> None:
    """A choice is told when it is revealed, and then to all."""
    match = random_match(3, 2)
    for number, entry in enumerate(match.log.entries, 1):
        everything = tell(GAME, see_everything(number, entry), NAMES)
        for seat in (None, 0, 1, 2):
            assert tell(GAME, see(GAME, number, entry, seat), NAMES) == everything


def test_what_we_decided_is_marked_as_our_ruling() -> None:
    """And in the text, where part of a rule is the rulebook's."""
    rules = GAME.rulebook.rules.values()
    assert {rule.number for rule in rules if rule.ruling} == {
        *("A1.1", "A1.5", "A3.5", "A3.6", "A4.7", "A4.9", "A4.10", "A5.2", "A7.3"),
        *("A9.1", "A9.2", "A9.3", "A9.4", "A9.5", "A9.6", "A9.7"),
    }
    told = {rule.number for rule in rules if "Our ruling" in rule.texts["en"]}
    assert told == {"A1.1", "A3.6", "A4.7", "A4.9", "A7.3"}
