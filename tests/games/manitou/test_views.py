"""What a seat may know, worlds consistent with it, and a view as text and as numbers."""

from __future__ import annotations

import pytest

import prateria
from prateria.core.chance import Quick
from prateria.core.rules import rule
from prateria.games.manitou.notation import NOTATION
from prateria.games.manitou.numbers import NUMBERS
from prateria.games.manitou.rules.actions import ACTIONS
from prateria.games.manitou.rules.components import Card, Ground, Tile
from prateria.games.manitou.rules.events import (
    EVENTS,
    CardDrawn,
    CardPicked,
    DealerNamed,
    Event,
    HunterMoved,
    PartyReady,
    PieceMoved,
    TileDiscarded,
    TileLaid,
    TilesLeft,
)
from prateria.games.manitou.words import WORDS
from tests.games.manitou.table import GAME, card_words, steps, table

PLAYERS = (2, 3, 4, 5)


@rule("M2.3", "M2.8")
def test_the_others_hands_and_stacks_are_hidden_their_sizes_are_not() -> None:
    text = "manitou 2; hunt 2; left: a:5; a: hand=1,2 stack=3; b: hand={0},9 stack={1} spent=10"
    one = table(text.format("7", "chief"))
    other = table(text.format("scout", "4"))
    assert one.view(0) == other.view(0)
    assert one.view(None) == other.view(None)
    assert one.view(1) != other.view(1)
    assert (one.view(0).seats[1].hand_size, one.view(0).seats[1].stack_size) == (2, 1)
    assert card_words(one.view(0).seats[1].spent) == "10"
    assert card_words(one.view(1).hand) == "7 9"


@rule("M2.2")
def test_how_far_others_have_come_with_their_party_is_hidden() -> None:
    begun = table("manitou 3; phase party; b: stack=1,2")
    assert begun.view(0) == table("manitou 3; phase party; b: stack=chief").view(0)
    done = table("manitou 3; phase party; b: stack=1,2,3,4,5,6,7,8")
    assert done.view(0).seats[1].ready
    assert done.view(0).seats[1].stack_size == 8
    other = table("manitou 3; phase party; b: stack=10,9,3,4,5,6,7,8")
    assert done.view(0) == other.view(0)


def test_a_spectator_sees_no_cards_that_are_not_played() -> None:
    view = table("manitou 2; a: hand=1 stack=2").view(None)
    assert (view.seat, view.hand, view.stack, view.available) == (None, (), (), ())


def test_nobody_but_its_owner_hears_of_a_card_picked() -> None:
    event = CardPicked(1, Card.CHIEF)
    assert [GAME.seen(event, seat) for seat in (0, 1, None)] == [None, event, None]


def test_others_hear_that_a_card_was_drawn_not_which() -> None:
    event = CardDrawn(1, Card.CHIEF)
    hidden = CardDrawn(1, None)
    assert [GAME.seen(event, seat) for seat in (0, 1, None)] == [hidden, event, hidden]


def test_everything_else_is_seen_by_all() -> None:
    event = TileDiscarded(0, Tile.TOTEM)
    assert [GAME.seen(event, seat) for seat in (0, 1, None)] == [event] * 3


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("quick", [False, True])
def test_a_world_made_from_a_view_fits_it_and_can_be_played(players: int, quick: bool) -> None:
    state = GAME.new(GAME.ruleset(players, {"quick": quick}), players)
    rng = Quick(players)
    for number, _ in enumerate(steps(state, Quick(players + 10))):
        if number % 17 == 0:
            seat = (*range(players), None)[number % (players + 1)]
            view = GAME.view(state, seat)
            world = GAME.determinize(view, rng)
            assert GAME.view(world, seat) == view
            assert GAME.invariants(world) == []
            if number % 51 == 0:
                for _ in steps(world, rng):
                    pass
                assert GAME.outcome(world) is not None


def test_worlds_differ_in_what_is_hidden() -> None:
    view = table("manitou 2; left: b:1,2; turn b; a: hand=1,2,3; b: hand=7,8,9 stack=10").view(0)
    rng = Quick(1)
    worlds = {NOTATION.format_state(GAME.determinize(view, rng)) for _ in range(20)}
    assert len(worlds) > 15
    hands = {GAME.view(NOTATION.parse_state(text), 1).hand for text in worlds}
    assert all(not set(hand) & {Card.HUNTER_1, Card.HUNTER_2} for hand in hands)


# --- as text ------------------------------------------------------------------------------


def test_the_screen_shows_the_whole_table() -> None:
    match = table(
        "manitou 4; hunt 2; dealer d; left: bison1,totem a:5,scout,chief b:5,-mother c:3 d:2,1;"
        "middle: horse a:1 b:2 c:4 d:3; a: hand=9 loot=bison3,totem,horse,tomahawk; totem a;"
        "horse a; step 16"
    )
    lines = [" ".join(line.split()) for line in WORDS.describe(match.view(0)).splitlines()]
    assert lines[0] == "Manitou · hunt 2 of 4 · dealer d · card 5 of 7"
    left = lines.index("left [bison1 totem]")
    assert lines[left + 1 : left + 13] == [
        "a scout covered by chief: takes the first tile",
        "a 5 = 6 takes two",
        "b 5 = 5 takes the rest",
        "c 3 = 3 level, drops out",
        "d 1 2 = 3 level, drops out",
        "face down: b clan mother",
        "middle [horse]",
        "c 4 = 4 takes two",
        "d 3 = 3 takes the rest",
        "a 1 = 2 level, drops out",
        "b 2 = 2 level, drops out",
        "right [no tiles]",
    ]
    assert "a 6 b 7 c 7 d 6" in lines[left + 13]
    assert any("bison3 totem horse tomahawk · holds the totem and the horse" in x for x in lines)
    assert "your hand: 9" in lines


def test_the_third_strongest_is_told_that_there_is_nothing_left() -> None:
    screen = WORDS.describe(table("manitou 3; left: bison1 a:5 b:4 c:3; step 3").view(None))
    assert "c  3 = 3  takes nothing" in screen
    assert "your hand" not in screen


def test_while_choosing_the_screen_shows_the_own_party() -> None:
    screen = WORDS.describe(table("manitou 2; phase party; a: stack=1,chief").view(0))
    assert ": 1 chief\n" in screen
    assert " 2 3 4 5 6 7 8 9 10 chief mother mother rainmaker scout medicine" in screen
    assert "card" not in screen.splitlines()[0]


def test_before_the_dealer_is_drawn_the_screen_names_none() -> None:
    state = GAME.new(GAME.ruleset(2, {}), 2)
    assert WORDS.describe(GAME.view(state, 0)).splitlines()[0] == "Manitou · hunt 1 of 4"


NAMES = ("Ann", "Ben")


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (DealerNamed(1), "The lot falls on Ben, who deals first."),
        (TileLaid(Ground.LEFT, Tile.TOTEM), ""),
        (CardPicked(0, Card.CHIEF), ""),
        (CardDrawn(0, None), ""),
        (CardDrawn(0, Card.SCOUT), "Ann draws the scout."),
        (TileDiscarded(0, Tile.HORSE), "Ann discards a horse tile; it is out of the game."),
        (PieceMoved(Tile.HORSE, None), "The horse is put aside again."),
        (PieceMoved(Tile.TOTEM, None), "The totem is put aside again."),
        (PieceMoved(Tile.TOTEM, 1), "The totem goes to Ben."),
        (PieceMoved(Tile.HORSE, 0), "The horse goes to Ann."),
        (
            HunterMoved(1, Card.HUNTER_4, Ground.LEFT, Ground.RIGHT),
            "Ben, by the horse, moves hunter 4 from the left ground to the right ground.",
        ),
        (
            TilesLeft(Ground.LEFT, (Tile.HORSE, Tile.HORSE)),
            "Left to nobody at the left ground and out of the game: 2 horse tiles.",
        ),
    ],
)
def test_an_event_is_told_as_a_sentence(event: Event, sentence: str) -> None:
    assert WORDS.tell(event, NAMES) == sentence


def test_no_sentence_tells_more_than_was_seen() -> None:
    match = prateria.new_match("manitou", seats=2, seed="x", options={"quick": True})
    for entry in match.log.entries:
        for event in entry.events:
            seen = GAME.seen(event, None)
            if isinstance(event, CardDrawn | CardPicked):
                assert seen is None or WORDS.tell(seen, NAMES) == ""
            if isinstance(event, PartyReady):
                assert WORDS.tell(event, NAMES).startswith(
                    f"{NAMES[event.seat]} has a party ready: "
                )
                assert seen is not None
                assert WORDS.tell(seen, NAMES) == f"{NAMES[event.seat]} has a party ready."


def test_every_action_and_event_can_be_sent() -> None:
    assert GAME.actions == ACTIONS
    assert GAME.events == EVENTS
    event = TilesLeft(Ground.LEFT, (Tile.BISON_1,))
    assert prateria.to_json(event) == '{"type":"TilesLeft","ground":"left","tiles":["bison_1"]}'


# --- as numbers ---------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_all_views_are_as_many_numbers_between_0_and_1(players: int) -> None:
    state = GAME.new(GAME.ruleset(players, {"mixed_pairs": True}), players)
    lengths = set()
    for number, _ in enumerate(steps(state, Quick(3))):
        if number % 7 == 0 or GAME.view(state, None).phase in ("share", "discard"):
            for seat in (*range(players), None):
                row = NUMBERS.encode(GAME.view(state, seat))
                lengths.add(len(row))
                assert all(0.0 <= value <= 1.0 for value in row)
    assert len(lengths) == 1


def test_the_own_seat_always_comes_first() -> None:
    """Two seats in each other's place see the same numbers."""
    one = table("manitou 2; dealer b; left: a:5 b:7; a: hand=1; b: hand=2")
    other = table("manitou 2; dealer a; left: b:5 a:7; b: hand=1; a: hand=2")
    assert NUMBERS.encode(one.view(0)) == NUMBERS.encode(other.view(1))
    assert NUMBERS.encode(one.view(1)) == NUMBERS.encode(other.view(0))
    assert NUMBERS.encode(one.view(0)) != NUMBERS.encode(one.view(1))


def test_points_in_hand_are_worth_their_number() -> None:
    over = "manitou 2; phase over; a: loot=bison2*2,tepee2,totem,tomahawk; totem a; b: loot=bison1"
    view = table(over).view(0)
    worth = NUMBERS.evaluate(view)
    assert worth[0] > worth[1]
    assert worth[0] == pytest.approx(3 + 2 + 0.02 * 2 + 0.01 * 5)


def test_what_the_grounds_promise_counts() -> None:
    text = "manitou 2; left: bison3,tepee3,bison1 {0}; step 4"
    owner = NUMBERS.evaluate(table(text.format("a:chief")).view(0))
    strongest = NUMBERS.evaluate(table(text.format("a:5 b:4")).view(0))
    nobody = NUMBERS.evaluate(table(text.format("")).view(0))
    assert nobody == pytest.approx((0, 0))
    assert owner[0] > 1
    assert strongest[0] > owner[0]
    assert strongest[1] > 0


def test_while_tiles_are_taken_only_what_is_still_to_be_taken_is_promised() -> None:
    match = table(
        "manitou 2; hunt 2; phase share; left: bison3,tepee3 a:chief,5 b:4; right: bison1 b:9;"
        "takings left:b:1"
    )
    worth = NUMBERS.evaluate(match.view(0))
    assert worth[0] == pytest.approx(0)
    assert worth[1] > 0


def test_the_hide_thiefs_penalty_is_feared() -> None:
    worth = NUMBERS.evaluate(table("manitou 3; left: a:5; middle: b:5; right: c:4; step 3").view(0))
    assert worth[0] == worth[1] < worth[2] == 0


def test_level_tomahawks_are_worth_no_point() -> None:
    level = NUMBERS.evaluate(
        table("manitou 2; phase over; a: loot=tomahawk; b: loot=tomahawk").view(0)
    )
    alone = NUMBERS.evaluate(table("manitou 2; phase over; a: loot=tomahawk").view(0))
    assert level == pytest.approx((0.01, 0.01))
    assert alone == pytest.approx((1.01, 0))


def test_mixed_pairs_are_valued_as_such() -> None:
    any_two = NUMBERS.evaluate(table("manitou 2; phase over; a: loot=bison2").view(0))
    mixed = NUMBERS.evaluate(table("manitou 2 mixed_pairs; phase over; a: loot=bison2").view(0))
    assert any_two[0] > mixed[0]
