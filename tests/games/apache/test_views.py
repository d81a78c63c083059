"""Views, worlds consistent with them, their value, their numbers, their words."""

from __future__ import annotations

import pytest

import prateria
from prateria.core.chance import Quick
from prateria.core.rules import rule
from prateria.games.apache.notation import NOTATION
from prateria.games.apache.numbers import NUMBERS
from prateria.games.apache.rules.standing import best_claim, claim_now
from prateria.games.apache.words import WORDS
from tests.games.apache.table import (
    GAME,
    play,
    race,
    random_match,
    story,
    table,
    view,
)


@rule("A4.7")
def test_what_was_claimed_in_the_open_is_known_to_all_and_the_rest_is_face_down() -> None:
    match = race("apache 3; up: red-hunter,buffalo*2,totem; b: won=tepee", "a hunter")
    eyes = [view(match, who) for who in (None, "a", "b", "c")]
    assert len({(seen.deck, seen.up, seen.gone, seen.seats) for seen in eyes}) == 1
    seen = eyes[0]
    held = sum(seat.cards for seat in seen.seats)
    assert sum(seen.deck) + sum(seen.up) + sum(seen.gone) + held == 114


def test_a_world_keeps_the_own_choice_and_draws_the_others() -> None:
    match = table("apache 3; up: totem", "a plays chief", "b plays maiden")
    worlds = [GAME.determinize(view(match, "a"), Quick(seed)) for seed in range(60)]
    assert {world.played[0] for world in worlds} == {0}
    assert {world.played[1] for world in worlds} == {-1, 0, 1, 2, 3}
    assert {world.played[2] for world in worlds} == {-1}
    match = table("apache 3; up: totem", "a passes")
    assert GAME.determinize(view(match, "a"), Quick(1)).played == [-1, -1, -1]


def test_a_world_for_a_claim_is_the_state_itself() -> None:
    match = race("apache 3; up: red-chief,totem,green-hunter,blue-hunter", "a chief")
    world = GAME.determinize(view(match, "b"), Quick(1))
    assert NOTATION.format_state(world) == match.position


# --- value --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("up", "options", "role", "size"),
    [
        ("red-hunter,buffalo*3", "", 3, 4),
        ("red-hunter,tepee*2,buffalo", "", 3, 3),
        ("red-hunter,totem", "", 3, 0),
        ("buffalo*3", "", 3, 0),
        ("red-chief,totem*2,blue-hunter", "", 0, 4),
        ("red-chief,totem*2", "", 0, 0),
        ("red-hunter,tepee,blue-maiden", "marriage", 3, 3),
        ("red-hunter,tepee,blue-hunter", "marriage", 3, 2),
        ("red-hunter,buffalo,blue-hunter*2", "division", 3, 4),
    ],
)
def test_what_a_claim_would_bring_now(up: str, options: str, role: int, size: int) -> None:
    seen = view(table(f"apache 3 {options}; up: {up}"))
    assert claim_now(seen, 0, role) == size
    assert best_claim(seen, 0) == size


def test_a_sound_play_is_worth_more_than_none_and_that_more_than_an_unsound_one() -> None:
    text = "apache 2; up: red-hunter,buffalo*4; a: won=tepee*2"

    def worth(choice: str) -> float:
        return NUMBERS.evaluate(view(table(text, f"a {choice}"), "a"))[0]

    assert worth("plays hunter") > worth("passes") > worth("plays chief")


def test_a_play_on_the_open_pow_wow_counts_until_it_is_resolved() -> None:
    state = NOTATION.parse_state(
        "apache 2; up: red-hunter,buffalo*4; phase order; powwow a:hunter,b:chief:unsound"
    )
    assert NUMBERS.evaluate(GAME.view(state, None))[0] > 2
    assert NUMBERS.evaluate(GAME.view(state, None))[1] < 0


def test_letting_the_last_card_go_by_is_worth_nothing() -> None:
    text = "apache 2; up: red-hunter,buffalo*4; deck: none"
    assert NUMBERS.evaluate(view(table(text, "a passes"), "a"))[0] == 0
    assert NUMBERS.evaluate(view(table(text), "a"))[0] > 0


def test_at_the_end_only_cards_count() -> None:
    match = random_match(3, 4, tempo="live")
    assert match.outcome is not None
    assert NUMBERS.evaluate(view(match)) == match.outcome.scores


# --- numbers ------------------------------------------------------------------------------


def test_numbers_are_between_0_and_1_and_the_own_seat_comes_first() -> None:
    match = table("apache 3; up: red-hunter,buffalo; a: won=tepee*5", "a plays hunter")
    lengths = set()
    for who in (None, "a", "b", "c"):
        row = NUMBERS.encode(view(match, who))
        assert all(0 <= number <= 1 for number in row)
        lengths.add(len(row))
    assert len(lengths) == 1
    mirrored = table("apache 3; up: green-hunter,buffalo; b: won=tepee*5; turner b")
    play(mirrored, "b plays hunter")
    assert NUMBERS.encode(view(match, "a")) == NUMBERS.encode(view(mirrored, "b"))


def test_numbers_show_who_claims_how_soon() -> None:
    match = race("apache 2; up: red-hunter,green-hunter,buffalo,tepee", "b hunter", "a hunter")
    rows = [NUMBERS.encode(view(match, who)) for who in "ab"]
    assert rows[0] != rows[1]
    play(match, "b claims loot")
    assert NUMBERS.encode(view(match, "a"))[-1] == 0


# --- words --------------------------------------------------------------------------------


def test_the_table_as_text() -> None:
    match = table(
        "apache 3 tempo=live; turner b; a: buffalo=2 won=tepee; b: won=totem; "
        "up: red-hunter*2,buffalo*3,totem,blue-maiden,tepee",
        "a plays hunter reaction=412 rtt=20-40 arrived=435",
        "b plays chief reaction=100 rtt=20-40 arrived=471",
    )
    assert (
        WORDS.describe(view(match, "a"))
        == """\
Apache · 102 cards face down · newest: tepee

  loot    buffalo ×3, totem, tepee
  red     a  hunter ×2
  blue    -  maiden

  a red (you): 3 cards won, 2 of them buffalo · has chosen
  b green: 1 card won · has chosen
  c violet: 0 cards won

  you have played your hunter"""
    )
    match.play(-2, match.legal(-2)[0])
    assert (
        WORDS.describe(view(match, "c"))
        == """\
Apache · 102 cards face down · newest: tepee

  loot    buffalo ×3, totem, tepee
  red     a  hunter ×2
  blue    -  maiden

  pow-wow
    a  hunter  412 ms ± 10  claims now
    b  chief  445 ms ± 10 (report cut)  to come

  a red: 3 cards won, 2 of them buffalo
  b green: 1 card won
  c violet (you): 0 cards won"""
    )
    play(match, "a claims loot")
    text = WORDS.describe(view(match))
    assert "    a  hunter  412 ms ± 10\n    b  chief  445 ms ± 10 (report cut)\n" in text
    assert text.startswith("Apache · 102 cards face down · newest: tepee · b turns")


def test_a_calm_powwow_as_text_has_no_times() -> None:
    cards = "up: red-hunter,green-hunter,buffalo,tepee"
    match = table(f"apache 2; {cards}", "a plays hunter", "b plays hunter")
    [powwow] = [part for part in WORDS.describe(view(match)).split("\n\n") if "pow-wow" in part]
    assert powwow.count("hunter") == 2
    assert " ms" not in powwow


def test_an_empty_prairie_as_text() -> None:
    state = NOTATION.parse_state("apache 2 tempo=live; phase lot")
    assert WORDS.describe(GAME.view(state, None)).startswith(
        "Apache · 114 cards face down\n\n  loot    none\n\n"
    )


def test_what_happened_as_sentences() -> None:
    match = prateria.new_match("apache", seats=2, seed="words")
    begins, first = match.log.entries[0].events
    assert WORDS.tell(begins, ("Anna", "Ugo")) == (
        "Colours: Anna red and Ugo green. Without a player: violet, yellow and blue. "
        "114 prairie cards lie face down."
    )
    assert WORDS.tell(first, ("Anna", "Ugo")) in (
        "Anna is drawn to turn the first card.",
        "Ugo is drawn to turn the first card.",
    )
    match = race(
        "apache 2 warpath; up: red-warrior,tomahawk*2,buffalo; b: buffalo=2 won=tepee",
        "a warrior",
        "b maiden",
    )
    assert story(match) == [
        "a plays the warrior after 400 ms.",
        "b plays the maiden after 410 ms.",
        "a takes 2 tomahawks and the red warrior.",
        "a is on the warpath and takes 2 buffalo from b.",
        "b can claim nothing and loses 1 tepee.",
        "Cards won: a 5, b 0. b turns next.",
    ]
    match = race("apache 2; up: buffalo", "a maiden")
    assert story(match)[1] == "a can claim nothing and has nothing to lose."
    match = table("apache 2; up: buffalo", "a plays maiden")
    assert story(match) == [""]
