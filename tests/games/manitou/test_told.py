"""The log's sentences tell the whole game: a reader can lay it out on a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import prateria
from prateria.bots import BotSeat, make
from prateria.core.chance import Quick
from prateria.core.contract.game import LETTERS
from prateria.core.matches.log import record_of
from prateria.core.matches.match import Match
from prateria.core.matches.story import see_everything, tell
from prateria.core.rules import rule
from tests.games.manitou.table import (
    available,
    face_down,
    face_up,
    gone,
    hand,
    happened,
    headings,
    holder,
    hunters,
    last_card,
    loot,
    random_move,
    spent,
    stack,
    table,
    tiles,
)
from tests.games.manitou.told import Ground, Reader

pytestmark = pytest.mark.untraced


def read_along(match: Match) -> Iterator[tuple[Match, Reader]]:
    """The match again entry by entry, with a reader who gets only the sentences."""
    again = Match(match.game, match.log.header, None)
    names = [*LETTERS[: match.seats]]
    reader = Reader(names)
    for number, entry in enumerate(match.log.entries, 1):
        again.follow(record_of(number, entry))
        told = tell(match.game, see_everything(number, again.log.entries[-1]), names)
        for passage in told.passages:
            if passage.heading:
                reader.heading(passage.heading)
            for sentence in passage.sentences:
                reader.read(sentence)
        yield again, reader


def same(words: str, cards: list[str]) -> bool:
    return Counter(words.split()) == Counter(cards)


def check_table(match: Match, reader: Reader) -> None:
    for who in reader.names:
        assert same(hand(match, who), reader.hand[who])
        assert same(stack(match, who), reader.stack[who])
        assert same(available(match, who), reader.free[who])
        assert same(spent(match, who), reader.spent(who))
        assert same(loot(match, who), reader.loot[who])
    for name, ground in reader.grounds.items():
        assert same(tiles(match, name), ground.tiles)
        assert face_up(match, name) == " ".join(
            [*[o for o, _ in ground.up[:1]], *[c for _, c in ground.up]]
        )
        assert same(face_down(match, name).replace(",", ""), fallen_words(ground))
        assert hunters(match, name) == ", ".join(
            f"{who} {' '.join(map(str, sorted(ground.hunters[who])))}"
            for who in reader.names
            if ground.hunters.get(who)
        )
    assert same(gone(match), reader.gone)
    for piece, who in reader.held.items():
        assert holder(match, piece) == who


def fallen_words(ground: Ground) -> list[str]:
    """The owners, each once, and their cards, as `face_down` tells them."""
    return [*{owner for owner, _ in ground.down}, *(card for _, card in ground.down)]


def check_told(match: Match) -> None:
    """Every position between two hunts, while tiles are taken or paid, and at the end."""
    checked = Counter[str]()
    again: Match | None = None
    for again, reader in read_along(match):
        view = again.view(None)
        if view.phase in ("play", "totem", "horse", "share", "discard", "over"):
            check_table(again, reader)
            assert (reader.hunt, reader.hunts) == (view.hunt, view.ruleset.hunts)
            assert view.dealer == reader.names.index(reader.dealer) or view.phase == "over"
            checked[view.phase] += 1
    assert again is not None
    outcome = match.outcome
    assert outcome is not None
    assert checked["over"] == 1
    assert checked["play"] > 10 * match.seats
    assert tuple(reader.points[who] for who in reader.names) == outcome.scores
    won = [who for who, place in zip(reader.names, outcome.places, strict=True) if place == 1]
    assert reader.winners == won


def played(players: int, by: str, options: dict[str, Any]) -> Match:
    """A whole match; all seats are played by bots of that kind."""
    seed = f"told {by} {players}"
    match = prateria.new_match("manitou", seats=players, seed=seed, options=options)
    rng = Quick(players)
    bots = [BotSeat(make(by), seat, seed) for seat in range(players)]
    while match.actors:
        if by == "random":
            random_move(match, rng)
        else:
            seat = match.actors[0]
            match.play(seat, bots[seat].decide(match))
    return match


OPTIONS: list[dict[str, Any]] = [
    {},
    {"quick": True, "dealer": "b"},
    {"two_placed": True},
    {"tomahawks_next_hunt": True, "mixed_pairs": True},
]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(options) or "plain")
def test_whoever_reads_the_sentences_can_lay_the_game_out(
    players: int, options: dict[str, Any]
) -> None:
    check_told(played(players, "random", options))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_and_one_that_greedy_bots_played(players: int) -> None:
    check_told(played(players, "greedy", {"quick": True}))


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_and_one_that_strong_bots_played(players: int) -> None:
    check_told(played(players, "level:4", {}))


# --- single sentences ---------------------------------------------------------------------


def test_a_hunt_is_told_in_chapters() -> None:
    match = played(3, "random", {})
    assert headings(match, "") == [
        *("Hunt 1 of 3", "Sharing out the grounds", "The hide thief"),
        *("Hunt 2 of 3", "The hide thief", "Sharing out the grounds"),
        *("Hunt 3 of 3", "The hide thief", "Sharing out the grounds", "The points"),
    ]


@rule("M6.1")
def test_the_totem_s_card_is_told_as_such() -> None:
    match = table(
        "manitou 2; hunt 2; phase totem; a: hand=6 loot=totem; totem a", "a plays 6 right"
    )
    said = "a, by the totem, plays one more card: hunter 6 at the right ground."
    assert happened(match)[0] == said


@rule("M6.5")
def test_what_somebody_does_without_is_told() -> None:
    match = table(
        "manitou 2; hunt 2; phase totem; left: a:5; a: hand=6 loot=totem,horse; totem a; horse a",
        "a passes",
        "a passes",
    )
    assert happened(match)[:2] == [
        "a does without the totem’s extra card.",
        "a does without the horse’s move.",
    ]


@rule("M7.1", "M7.4")
def test_points_are_told_by_what_they_come_from() -> None:
    match = last_card(
        "manitou 2; hunt 4; a: loot=tepee3,tepee1,bison3,bison2,totem,tomahawk*2;"
        "b: loot=tepee2,bison3,horse,tomahawk hand=chief; totem a; horse b",
        "b plays chief left",
    )
    assert happened(match)[-4:] == [
        "Hunt 4, the last one, is over.",
        "a: 6 points. 4 tepees and 5 bison: 4; totem: 1; most tomahawks: 1; 7 loot tiles.",
        "b: 3 points. 2 tepees and 3 bison: 2; horse: 1; 4 loot tiles.",
        "a wins by points.",
    ]


@rule("M7.4")
def test_a_tie_is_told_with_what_broke_it() -> None:
    match = last_card(
        "manitou 2; hunt 4; a: loot=tepee1,bison1 hand=chief; b: loot=bison2 hand=chief",
        "b plays chief left",
    )
    assert happened(match)[-3:] == [
        "a: 1 point. 1 tepee and 1 bison: 1; 2 loot tiles.",
        "b: 1 point. 0 tepees and 2 bison: 1; 1 loot tile.",
        "a wins by more tepees, level on points.",
    ]


def test_a_party_is_told_to_its_owner_only() -> None:
    match = table("manitou 2; phase party; b: stack=1,2,3,4,chief,chief", "b picks scout")
    said = "b has a party ready: hunters 1, 2, 3 and 4; chief, chief and scout."
    assert happened(match) == [said]
    event = match.log.entries[-1].events[-1]
    for seat, told in ((1, said), (0, "b has a party ready."), (None, "b has a party ready.")):
        assert match.game.words.tell(match.game.seen(event, seat), LETTERS) == told
