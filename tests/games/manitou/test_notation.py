"""Positions and actions as text: round trips, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

import prateria
from prateria.core.chance import Quick
from prateria.core.errors import NotationError
from prateria.games.manitou.notation import NOTATION
from prateria.games.manitou.notation.write import CARD_WORDS, GROUND_WORDS, TILE_WORDS
from prateria.games.manitou.rules.state import State
from tests.games.manitou.table import GAME, actors, fields, hand, phase, steps, table

SETUPS: tuple[tuple[int, dict[str, bool | int | str]], ...] = (
    (2, {}),
    (3, {"quick": True}),
    (4, {"mixed_pairs": True, "dealer": "c"}),
    (5, {"quick": True, "mixed_pairs": True}),
)


def walk(players: int, options: dict[str, bool | int | str], seed: int) -> Iterator[State]:
    """The states of a seeded game, from before anything happened to after the end."""
    state = GAME.new(GAME.ruleset(players, options), players)
    for _ in steps(state, Quick(seed)):
        yield state
    yield state


@cache
def positions() -> tuple[str, ...]:
    """Positions from seeded games, some of every phase."""
    rows = []
    for players, options in SETUPS:
        for number, state in enumerate(walk(players, options, players)):
            if number % 23 == 0 or GAME.view(state, None).phase in ("discard", "horse", "totem"):
                rows.append(NOTATION.format_state(state))
    return tuple(rows)


@pytest.mark.parametrize(("players", "options"), SETUPS)
def test_every_state_of_a_game_round_trips(
    players: int, options: dict[str, bool | int | str]
) -> None:
    for number, state in enumerate(walk(players, options, 8)):
        if number % 3 == 0 or GAME.view(state, None).phase in ("discard", "horse", "totem"):
            text = NOTATION.format_state(state)
            again = NOTATION.parse_state(text)
            assert fields(again) == fields(state)
            assert NOTATION.format_state(again) == text
            assert NOTATION.setup(again) == NOTATION.setup(state)


@pytest.mark.parametrize(("players", "options"), SETUPS)
def test_every_action_of_a_game_round_trips(
    players: int, options: dict[str, bool | int | str]
) -> None:
    state = GAME.new(GAME.ruleset(players, options), players)
    for action in steps(state, Quick(9)):
        assert NOTATION.parse_action(NOTATION.format_action(action)) == action


def test_every_action_there_is_round_trips() -> None:
    texts = [f"lays {tile}" for tile in TILE_WORDS]
    for who in "abcde":
        texts += [f"{who} deals", f"{who} passes"]
        texts += [f"{who} {verb} {card}" for verb in ("picks", "draws") for card in CARD_WORDS]
        texts += [f"{who} {verb} {tile}" for verb in ("discards", "takes") for tile in TILE_WORDS]
        texts += [f"{who} plays {card} {ground}" for card in CARD_WORDS for ground in GROUND_WORDS]
        texts += [
            f"{who} moves {card} {source} {target}"
            for card in CARD_WORDS[:10]
            for source in GROUND_WORDS
            for target in GROUND_WORDS
        ]
    actions = [NOTATION.parse_action(text) for text in texts]
    assert [NOTATION.format_action(action) for action in actions] == texts
    assert len(set(actions)) == len(texts)


def test_spaces_and_capitals_do_not_matter_in_an_action() -> None:
    assert NOTATION.parse_action("  A  Plays CHIEF\tleft ") == NOTATION.parse_action(
        "a plays chief left"
    )


@pytest.mark.parametrize(
    "text",
    ["", "a", "a plays", "a plays chief", "f passes", "a plays 11 left", "a moves chief left",
     "lays", "a lays totem", "a takes bison", "x" * 100],
)  # fmt: skip
def test_what_is_not_an_action_is_told_how_one_reads(text: str) -> None:
    with pytest.raises(NotationError, match="one reads like 'a plays chief left'") as caught:
        NOTATION.parse_action(text)
    assert len(str(caught.value)) < 450


def test_the_docstrings_position_reads() -> None:
    match = table(
        "manitou 2 quick\n"
        "hunt 1 dealer b phase play\n"
        "left: bison3,totem a:5,scout b:7,-chief\n"
        "a: hand=2,mother stack=1 loot=bison3\n"
        "totem a; horse b; gone bison1*2\n"
        "a: loot=bison3,totem; b: loot=horse"
    )
    assert actors(match) == "a"
    assert hand(match, "a") == "2 mother"
    assert phase(match) == "play"


def test_a_short_position_is_filled_in() -> None:
    """The last seat deals, cards are played, all tiles are in the bag, all cards available."""
    state = NOTATION.parse_state("manitou 3")
    view = GAME.view(state, 0)
    assert (view.hunt, view.dealer, view.phase, view.turn, view.step) == (1, 2, "play", 0, 0)
    assert sum(view.bag) == 60
    assert len(view.available) == 17


@pytest.mark.parametrize(("turn", "step"), [("a", 3), ("b", 1), ("c", 2)])
def test_turn_says_how_many_cards_were_played_at_least(turn: str, step: int) -> None:
    view = GAME.view(NOTATION.parse_state(f"manitou 3; left: a:5; turn {turn}"), None)
    assert (view.turn, view.step) == ("abc".index(turn), step)


WRONG = [
    ("", "an empty text"),
    (" ;\n; ", "an empty text"),
    ("manitou", "a position starts like 'manitou 3'"),
    ("bison 3", "a position starts like 'manitou 3'"),
    ("manitou three", "a position starts like 'manitou 3'"),
    ("manitou 33", "a position starts like 'manitou 3'"),
    ("manitou 6", "2 to 5 players"),
    ("manitou 2 fast", "no option 'fast'"),
    ("manitou 2 quick=maybe", "cannot be 'maybe'"),
    ("manitou 2 dealer", "cannot be ''"),
    ("manitou 2 dealer=c", "the dealer cannot be seat c"),
    ("manitou 2; hunt", "a name and a value"),
    ("manitou 2; hunt 5", "'5' is not a number from 1 to 4"),
    ("manitou 2; hunt 0", "'0' is not a number"),
    ("manitou 2; hunt x", "'x' is not a number"),
    ("manitou 2; dealer c", "'c' is not a seat; they are a, b"),
    ("manitou 2; dealer ab", "'ab' is not a seat"),
    ("manitou 2; phase sleep", "the phase is one of"),
    ("manitou 2; step 15", "'15' is not a number from 0 to 14"),
    ("manitou 2; turn c", "'c' is not a seat"),
    ("manitou 2; step 1; turn a", "it cannot be a's turn here"),
    ("manitou 2; totem c", "'c' is not a seat"),
    ("manitou 2; horse c", "'c' is not a seat"),
    ("manitou 2; weather fine", "'weather' is none of"),
    ("manitou 2; c: hand=1", "'c' is not a seat"),
    ("manitou 2; a: pocket=1", "'pocket' is none of hand, stack, spent, loot"),
    ("manitou 2; a: hand=11", "'11' is not a card"),
    ("manitou 2; a: hand=", "'' is not a card"),
    ("manitou 2; a: hand=1,1", "not that many cards 1"),
    ("manitou 2; a: hand=scout stack=scout", "seat a does not have that many cards scout"),
    ("manitou 2; a: hand=chief,chief,chief", "not that many cards chief"),
    ("manitou 2; left: a:chief; right: a:chief; a: hand=chief", "not have that many cards chief"),
    ("manitou 2; a: loot=wolf", "'wolf' is not a tile"),
    ("manitou 2; a: loot=totem*9; totem a", "not that many tiles totem"),
    ("manitou 2; a: loot=totem*15,totem; totem a", "not that many tiles totem"),
    ("manitou 2; a: loot=totem*0", "'0' is not a number from 1 to 15"),
    ("manitou 2; a: loot=totem*", "'' is not a number"),
    ("manitou 2; gone bison1*4; left: bison1*3", "not that many tiles bison1"),
    ("manitou 2; left: a:-5", "a hunter is never face down"),
    ("manitou 2; left: a:chief b:chief", "at most two great warriors, of one seat"),
    ("manitou 2; left: a:chief,chief,scout", "at most two great warriors, of one seat"),
    ("manitou 2; left: a:", "'' is not a card"),
    ("manitou 2; takings left:a", "is not a taking"),
    ("manitou 2; takings up:a:2", "is not a taking"),
    ("manitou 2; takings left:a:16", "'16' is not a number"),
    ("manitou 2; takings left:a:1:thief", "'thief' is not a claim"),
    ("manitou 2 two_placed; uncovered up", "'up' is not a ground"),
    ("manitou 2 two_placed; uncovered left", "LEFT has nothing that lost its cover"),
    ("manitou 2; left: a:chief,-scout; uncovered left", "LEFT has nothing that lost its cover"),
    ("manitou 2 two_placed; left: a:chief,scout,-chief; uncovered left", "nothing that lost"),
    ("manitou 2 two_placed; left: a:chief b:-scout; uncovered left", "nothing that lost"),
    ("manitou 2; a: hand=1,2,3,4", "holds more than 3 cards"),
    ("manitou 2; a: loot=totem", "nobody holds the totem"),
    ("manitou 2; totem a", "holds the totem with 0 tiles"),
    ("manitou 2; a: loot=horse; b: loot=horse*2; horse a", "holds the horse with 1 tiles"),
    ("manitou 2; gone bison1*6,bison2*6,bison3*6,tepee1*6,tepee2*6,tepee3*6,totem*7",
     "too few tiles"),
    ("manitou 2; phase tiles; step 6", "do not fit together"),
    ("manitou 2; phase party; choosing a", "do not fit together"),
    ("manitou 2; choosing a", "do not fit together"),
    ("manitou 2; phase party; a: stack=1,2,3,4,5,6,7,8,9", "do not fit together"),
    ("manitou 2; phase party; a: spent=1,2,3,4,5,6,7,8,9,10", "do not fit together"),
    ("manitou 2; phase party; a: hand=1", "do not fit together"),
    ("manitou 2; phase party-by-lot", "do not fit together"),
    ("manitou 2 quick; phase party", "do not fit together"),
    ("manitou 2; phase draw", "do not fit together"),
    ("manitou 2; phase totem", "do not fit together"),
    ("manitou 2; phase horse", "do not fit together"),
    ("manitou 2; phase discard", "do not fit together"),
    ("manitou 2; phase discard; thieves a", "do not fit together"),
    ("manitou 2; phase share", "do not fit together"),
    ("manitou 2; phase share; left: bison1; takings left:a:1", "do not fit together"),
    ("manitou 2; phase over; left: bison1", "do not fit together"),
    ("manitou 2; step 14", "do not fit together"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "why"), WRONG)
def test_a_wrong_position_is_told_what_is_wrong(text: str, why: str) -> None:
    with pytest.raises(NotationError) as caught:
        NOTATION.parse_state(text)
    assert why in str(caught.value)


def test_the_statement_that_is_wrong_is_shown() -> None:
    with pytest.raises(NotationError, match="in 'b: hand=99': '99' is not a card"):
        prateria.position("manitou", "manitou 2\na: hand=1\nb: hand=99")


IMPOSSIBLE = [
    # Tiles are laid at a ground that is not there.
    "manitou 2; phase lot; step 6",
    # A hand before the parties are chosen.
    "manitou 2; phase tiles; a: hand=1",
    # Too few cards for the party that comes next.
    "manitou 2; phase tiles; a: spent=1,2,3,4,5,6,7,8,9,10,chief",
    "manitou 2; phase tiles; left: a:1,2,3,4,5,6,7,8,9,10,chief",
    "manitou 2; hunt 1; left: b:1,2,3,4,5,6,7,8,9,10; step 13",
    "manitou 2; hunt 1; b: spent=1,2,3,4,5,6,7,8,9,10; step 13",
    # A thief who pays twice, with one tile.
    "manitou 2; hunt 2; phase discard; thieves a,a; a: loot=bison1",
    # A fourth card is drawn.
    "manitou 2; phase draw; step 1; a: hand=1,2,3 stack=4",
    # Cards were played before the parties are chosen.
    "manitou 2; phase party; step 4",
    "manitou 2; phase party; left: a:1,2",
    "manitou 2 quick; phase party-by-lot; left: b:-chief",
    # In the first hunt the thief pays when all tiles are taken.
    "manitou 2; hunt 1; phase discard; thieves a; a: loot=bison1; left: bison2",
    # More tiles than the number that stands for all of them.
    "manitou 2; hunt 4; step 13; left: bison1*6,bison2*6,bison3*5 a:5",
    # Only hide thieves discard, only takers take.
    "manitou 2; phase party; thieves a",
    "manitou 2; takings left:a:2",
    "manitou 2; phase over; thieves a",
]


@pytest.mark.parametrize("text", IMPOSSIBLE)
def test_a_position_that_cannot_be_played_on_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        NOTATION.parse_state(text)


@pytest.mark.parametrize("tile", TILE_WORDS)
def test_tiles_at_a_ground_do_not_turn_into_others(tile: str) -> None:
    """Sixteen of a kind do not fit into a pile's four bits; two statements may ask for them."""
    with pytest.raises(NotationError, match=f"not that many tiles {tile}"):
        NOTATION.parse_state(f"manitou 2; left: {tile}*8 {tile}*8")


@pytest.mark.parametrize(
    "text",
    [
        "manitou 2; step 0; left: a:1",
        "manitou 2; hunt 2; phase discard; thieves a; a: loot=bison1; step 0",
        "manitou 2; hunt 2; phase share; left: bison1*2; takings left:a:1; step 0",
    ],
)
def test_a_step_of_nought_round_trips_or_is_refused(text: str) -> None:
    try:
        state = NOTATION.parse_state(text)
    except NotationError:
        return
    assert fields(NOTATION.parse_state(NOTATION.format_state(state))) == fields(state)


def test_a_position_keeps_its_options() -> None:
    names = ("quick", "mixed_pairs", "two_placed", "tomahawks_next_hunt")
    head = f"manitou 3 {' '.join(names)} dealer=b"
    match = table(f"{head}; hunt 2; phase over")
    assert match.log.header.options == {**dict.fromkeys(names, True), "dealer": "b"}
    assert match.position.startswith(f"{head}\n")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("left:a:1,left:b:2,left:b:all", "left:a:1:warrior,left:b:2:strongest,left:b:all:second"),
        ("left:b:1,left:a:all", "left:b:1:strongest,left:a:all:second"),
        ("left:a:1,right:b:2", "left:a:1:warrior"),
    ],
)
def test_takings_as_version_1_wrote_them_are_read(old: str, new: str) -> None:
    text = "manitou 2; hunt 2; phase share; left: bison1*3 a:scout b:5"
    assert table(f"{text}; takings {old}").position.endswith(f"\ntakings {new}")


@pytest.mark.parametrize(
    ("ground", "old", "new"),
    [
        ("a:scout,9 b:5", "left:a:1,left:b:all", "left:a:1:strongest,left:b:all:second"),
        ("a:scout,9 b:5", "left:a:1,left:a:2", "left:a:1:warrior,left:a:2:strongest"),
        ("a:scout,9", "left:a:1", "left:a:1:strongest"),
        ("a:scout,5 b:5", "left:a:1", "left:a:1:warrior"),
    ],
)
def test_the_second_tile_of_the_strongest_is_not_taken_for_the_great_warrior(
    ground: str, old: str, new: str
) -> None:
    text = f"manitou 2; hunt 2; phase share; left: bison1*3 {ground}"
    assert table(f"{text}; takings {old}").position.endswith(f"\ntakings {new}")


def test_when_all_grounds_were_counted_before_their_takings_are_kept() -> None:
    text = "manitou 2 tomahawks_next_hunt; hunt 2; phase share; left: bison1*3 a:scout b:5"
    rows = "takings left:a:1:warrior,right:b:2:strongest"
    assert table(f"{text}; {rows}").position.endswith(f"\n{rows}")
