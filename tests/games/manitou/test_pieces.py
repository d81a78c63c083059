"""M6: the totem, the horse and the tomahawks."""

from __future__ import annotations

import pytest

from prateria.core.matches.match import Match
from prateria.core.rules import rule
from tests.games.manitou.table import (
    actors,
    face_down,
    face_up,
    hand,
    happened,
    holder,
    hunters,
    last_card,
    legal,
    loot,
    may,
    phase,
    play,
    refused,
    table,
)

PIECES = ("totem", "horse")


def taken_by_b(piece: str, loot_before: str, number: int) -> Match:
    """b alone takes one or two tiles of a piece's kind at the left ground."""
    return last_card(
        f"manitou 3; hunt 2; left: {piece}*{number} b:9; {loot_before}; c: hand=chief",
        "c plays chief right",
        *(["b discards bison1"] if "b: loot=bison1" in loot_before else []),
    )


@rule("M6.1", "M6.2")
@pytest.mark.parametrize("piece", PIECES)
def test_the_first_player_to_take_such_a_tile_takes_the_piece(piece: str) -> None:
    match = taken_by_b(piece, "", 1)
    assert holder(match, piece) == "b"
    assert f"The {piece} goes to b." in happened(match)


@rule("M6.1", "M6.2")
@pytest.mark.parametrize("piece", PIECES)
def test_of_two_who_take_one_the_second_draws_level_and_has_the_piece(piece: str) -> None:
    match = last_card(
        f"manitou 3; hunt 2; left: {piece}*2,bison1,bison2 a:scout b:9 c:7; c: hand=1",
        "c plays 1 left",
        f"a takes {piece}",
    )
    assert holder(match, piece) == "a"
    play(match, "b takes bison1", f"b takes {piece}")
    assert holder(match, piece) == "b"


@rule("M6.1", "M6.2")
@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize(
    ("before", "number", "after"),
    [
        ("a: loot={0}; {0} a", 1, "b"),
        ("a: loot={0}*2; {0} a", 1, "a"),
        ("a: loot={0}*2; {0} a", 2, "b"),
        ("a: loot={0}*3; {0} a", 2, "a"),
        ("b: loot=bison1,{0}; a: loot={0}*2; {0} a", 1, "b"),
        ("b: loot=bison1,{0}; {0} b", 1, "b"),
        ("b: loot=bison1,{0}*2; a: loot={0}*2; {0} b", 1, "b"),
    ],
)
def test_it_goes_over_as_soon_as_another_owns_as_many(
    piece: str, before: str, number: int, after: str
) -> None:
    # The horse's holder is asked for a move first only with a hunter at a ground; a has none.
    text = before.format(piece)
    if piece == "horse" and "horse b" in text:
        match = last_card(
            f"manitou 3; hunt 2; left: horse*{number} b:9; {text}; c: hand=chief",
            "c plays chief right",
            "b passes",
            "b discards bison1",
        )
    else:
        match = taken_by_b(piece, text, number)
    assert holder(match, piece) == after


@rule("M6.1", "M6.2")
@pytest.mark.parametrize("piece", PIECES)
def test_the_holder_keeps_it_when_drawing_level_is_the_holders_own_doing(piece: str) -> None:
    match = taken_by_b(piece, f"a: loot={piece}*2; {piece} a", 1)
    assert holder(match, piece) == "a"
    assert not any(text.startswith(f"The {piece}") for text in happened(match))


@rule("M6.1")
def test_the_totems_holder_may_play_one_more_card_after_everyones_last() -> None:
    match = last_card(
        "manitou 3; hunt 2; a: loot=totem hand=4,scout; totem a; c: hand=1", "c plays 1 left"
    )
    assert phase(match) == "totem"
    assert actors(match) == "a"
    assert legal(match, "a") == [
        *[f"a plays {card} {g}" for card in ("4", "scout") for g in ("left", "middle", "right")],
        "a passes",
    ]
    play(match, "a plays 4 left")
    assert hunters(match, "left") == "a 4, c 1"
    assert phase(match) == "discard"


@rule("M6.1")
def test_the_extra_card_counts_for_thief_and_strength() -> None:
    match = last_card(
        "manitou 2; hunt 2; left: bison1,bison2 b:9; a: loot=totem,tepee1,tepee2 hand=10; totem a;"
        "b: hand=chief",
        "b plays chief right",
        "a plays 10 left",
        "a discards tepee1",
    )
    assert loot(match, "a") == "bison1 bison2 tepee2 totem"


@rule("M6.1")
def test_an_extra_great_warrior_fights_as_any_other() -> None:
    match = last_card(
        "manitou 2; hunt 2; left: bison1,bison2 b:chief; a: loot=totem hand=mother; totem a;"
        "b: hand=chief",
        "b plays chief right",
        "a plays mother left",
    )
    assert actors(match) == "a"
    assert face_up(match, "left") == "a mother"
    assert face_down(match, "left") == "b chief"


@rule("M6.1")
def test_only_one_extra_card_is_played_and_none_drawn() -> None:
    match = last_card(
        "manitou 2; hunt 2; left: bison1*3; a: loot=totem hand=1,chief stack=3; totem a; b: hand=2",
        "b plays 2 right",
        "a plays chief left",
    )
    assert phase(match) == "share"
    assert hand(match, "a") == "1"


@rule("M6.1")
def test_the_dealer_has_no_card_left_for_the_totem() -> None:
    match = last_card("manitou 2; hunt 2; b: loot=totem hand=1; totem b", "b plays 1 left")
    assert not any("passes" in text for text in happened(match))
    assert phase(match) == "discard"


@rule("M6.1")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_everyone_but_the_dealer_has_a_card_left_for_the_totem(players: int) -> None:
    cards = {0: "hand=8,9", players - 1: "hand=7"}
    last = "abcde"[players - 1]
    for seat in range(players):
        who = "abcde"[seat]
        rest = "; ".join(
            f"{'abcde'[other]}: {cards.get(other, 'hand=8')}"
            + (" loot=totem" if other == seat else "")
            for other in range(players)
        )
        match = last_card(f"manitou {players}; hunt 2; {rest}; totem {who}", f"{last} plays 7 left")
        assert (phase(match) == "totem") == (who != last)


@rule("M6.1", "M3.4")
def test_an_extra_card_too_obeys_the_two_great_warriors_at_most() -> None:
    match = last_card(
        "manitou 2; hunt 2; left: a:chief,chief; a: loot=totem hand=scout; totem a; b: hand=1",
        "b plays 1 left",
    )
    assert may(match, "a", "plays") == "scout middle scout right"
    assert refused(match, "a plays scout left") == "M3.4"


@rule("M6.1")
@pytest.mark.parametrize("option", ["", " tomahawks_next_hunt"])
def test_the_last_player_never_plays_by_the_totem_even_after_a_forced_pass(option: str) -> None:
    full = "left: b:chief,chief; middle: b:mother,mother; right: b:scout,medicine a:5,6,7,8,9,10,1"
    match = last_card(
        f"manitou 2{option}; hunt 2; {full}; b: hand=rainmaker loot=totem; totem b", "b passes"
    )
    # Version 1 of the rules asked, to no effect, and its logs must replay.
    assert (phase(match) == "totem") == bool(option)


@rule("M6.1")
def test_the_totem_of_no_one_gives_nobody_a_card() -> None:
    match = last_card("manitou 2; hunt 2; a: hand=2,3; b: hand=1", "b plays 1 left")
    assert not any(text.startswith("a plays") for text in happened(match))
    assert "Hunt 2 is over; all cards come back." in happened(match)


@rule("M6.2")
def test_the_horses_holder_may_move_one_own_hunter_to_another_ground() -> None:
    match = last_card(
        "manitou 2; hunt 2; left: a:5,scout b:6; right: a:7; a: loot=horse; horse a; b: hand=1",
        "b plays 1 middle",
    )
    assert phase(match) == "horse"
    assert legal(match, "a") == [
        "a moves 5 left middle",
        "a moves 5 left right",
        "a moves 7 right left",
        "a moves 7 right middle",
        "a passes",
    ]


@rule("M6.2")
def test_the_moved_hunter_counts_where_it_ends() -> None:
    match = last_card(
        "manitou 2; hunt 2; left: bison1 b:6; right: bison2 b:5; middle: tepee1 a:10;"
        "a: loot=horse; horse a; b: hand=1",
        "b plays 1 middle",
        "a moves 10 middle left",
    )
    assert loot(match, "a") == "bison1 horse"
    assert loot(match, "b") == "bison2 tepee1"


@rule("M6.2")
def test_only_one_hunter_is_moved() -> None:
    match = last_card(
        "manitou 2; hunt 2; left: bison1,bison2,bison3 a:5,4 b:1; a: loot=horse; horse a;b: hand=2",
        "b plays 2 middle",
        "a moves 5 left right",
    )
    assert phase(match) == "discard"
    assert hunters(match, "left") == "a 4, b 1"
    assert hunters(match, "right") == "a 5"


@rule("M6.2")
def test_the_horse_comes_after_the_totems_extra_card_which_it_may_move() -> None:
    match = last_card(
        "manitou 2; hunt 2; a: loot=totem,horse hand=9; totem a; horse a; b: hand=1",
        "b plays 1 left",
    )
    assert phase(match) == "totem"
    play(match, "a plays 9 left")
    assert phase(match) == "horse"
    assert may(match, "a", "moves") == "9 left middle 9 left right"
    play(match, "a moves 9 left right")
    assert hunters(match, "right") == "a 9"


@rule("M6.2")
def test_the_horse_follows_though_the_totem_is_passed_or_played_as_a_warrior() -> None:
    text = (
        "manitou 3; hunt 2; left: b:4; a: loot=totem hand=scout; totem a; b: loot=horse; horse b;"
        "c: hand=1"
    )
    for move in ("a passes", "a plays scout left"):
        match = last_card(text, "c plays 1 left", move)
        assert phase(match) == "horse"
        assert actors(match) == "b"


@rule("M6.2")
def test_without_a_hunter_there_is_nothing_to_move() -> None:
    match = last_card(
        "manitou 2; hunt 2; left: a:scout; a: loot=horse; horse a; b: hand=1", "b plays 1 left"
    )
    assert "Hunt 2 is over; all cards come back." in happened(match)


@rule("M6.2")
def test_only_own_hunters_that_are_there_move_and_only_elsewhere() -> None:
    match = last_card(
        "manitou 2; hunt 2; left: a:5 b:6; a: loot=horse; horse a; b: hand=1", "b plays 1 middle"
    )
    assert refused(match, "a moves 6 left right") == "M6.2"
    assert refused(match, "a moves 5 left left") == "M6.2"
    assert refused(match, "a moves 5 right left") == "M6.2"


@rule("M6.3")
def test_a_tomahawk_adds_one_to_every_own_hunter() -> None:
    match = last_card(
        "manitou 2; hunt 2; left: bison1,bison2 a:5,4 b:10; a: loot=tomahawk; b: hand=chief",
        "b plays chief right",
    )
    # 9 with two more against 10; but b is the hide thief with nothing to pay.
    assert loot(match, "a") == "bison1 bison2 tomahawk"


@rule("M6.4")
@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize(
    ("owned", "after"),
    [
        ({"b": 1}, ""),
        ({"b": 2}, "b"),
        ({"b": 2, "c": 1}, "c"),
        ({"b": 2, "a": 1}, "a"),
        ({"b": 2, "a": 1, "d": 1}, "d"),
        ({"b": 2, "a": 1, "c": 1, "d": 1}, "c"),
        ({"b": 3, "c": 1, "d": 2}, "d"),
        ({"b": 3, "a": 2, "c": 1, "d": 1}, "a"),
        ({"b": 3, "c": 1, "d": 1}, "b"),
        ({"b": 2, "c": 2, "d": 2}, "c"),
        ({"b": 1, "a": 1}, "a"),
        ({"b": 1, "a": 1, "d": 1}, "d"),
        ({"b": 3, "a": 3, "c": 2}, "a"),
    ],
)
def test_a_holder_who_loses_tiles_gives_the_piece_to_the_one_with_most_nearest_clockwise(
    piece: str, owned: dict[str, int], after: str
) -> None:
    rows = "; ".join(f"{who}: loot={piece}*{number}" for who, number in owned.items())
    rows = (
        rows.replace("d: loot", "d: hand=chief loot") if "d" in owned else f"{rows}; d: hand=chief"
    )
    match = last_card(
        f"manitou 4; hunt 2; left: b:10; {rows}; {piece} b",
        "d plays chief right",
        *(["b passes"] if piece == "horse" else []),
        f"b discards {piece}",
    )
    assert holder(match, piece) == after
    moved = [text for text in happened(match) if text.startswith(f"The {piece} ")]
    expected = f"The {piece} goes to {after}." if after else f"The {piece} is put aside again."
    assert moved == ([] if after == "b" else [expected])


@rule("M6.4")
@pytest.mark.parametrize("piece", PIECES)
def test_one_who_is_not_the_holder_loses_tiles_and_nothing_moves(piece: str) -> None:
    match = last_card(
        f"manitou 2; hunt 2; left: a:10; a: loot={piece}; b: loot={piece} hand=chief; {piece} b",
        "b plays chief right",
        f"a discards {piece}",
    )
    assert holder(match, piece) == "b"


@rule("M6.4")
def test_another_tile_lost_moves_nothing() -> None:
    match = last_card(
        "manitou 2; hunt 2; left: a:10; a: loot=totem,tomahawk; b: loot=totem hand=chief; totem a",
        "b plays chief right",
        "a discards tomahawk",
    )
    assert holder(match, "totem") == "a"


@rule("M6.4")
def test_a_piece_put_back_goes_to_the_next_who_takes_such_a_tile() -> None:
    match = last_card(
        "manitou 2; hunt 2; left: a:10; right: totem; a: loot=totem; totem a; b: hand=1",
        "b plays 1 right",
        "a discards totem",
    )
    moved = [text for text in happened(match) if text.startswith("The totem")]
    assert moved == ["The totem is put aside again.", "The totem goes to b."]
    assert holder(match, "totem") == "b"


@rule("M6.4")
def test_level_thieves_can_lose_a_piece_one_after_the_other() -> None:
    match = last_card(
        "manitou 2; hunt 2; left: a:5; a: loot=totem; totem a; b: loot=totem hand=5",
        "b plays 5 right",
        "a discards totem",
    )
    assert holder(match, "totem") == "b"
    play(match, "b discards totem")
    assert holder(match, "totem") == ""


@rule("M6.4", "M4.3")
def test_a_first_hunt_thief_may_lose_the_piece_just_won() -> None:
    match = last_card(
        "manitou 2; hunt 1; left: totem a:10; right: totem; b: hand=1", "b plays 1 right"
    )
    assert holder(match, "totem") == "b"
    match = last_card(
        "manitou 2; hunt 1; left: totem a:1; right: totem; b: hand=10",
        "b plays 10 right",
        "b discards totem",
    )
    assert holder(match, "totem") == "a"


@rule("M6.5")
def test_the_totem_need_not_be_used() -> None:
    match = last_card(
        "manitou 2; hunt 2; a: loot=totem hand=4; totem a; b: hand=1", "b plays 1 left", "a passes"
    )
    assert happened(match)[1] == "a does without the totem’s extra card."
    assert "Hunt 2 is over; all cards come back." in happened(match)


@rule("M6.5")
def test_the_horse_need_not_be_used() -> None:
    match = last_card(
        "manitou 2; hunt 2; left: a:5; right: bison1 b:2; a: loot=horse,totem; totem b;"
        "b: loot=totem hand=1; horse a",
        "b plays 1 left",
        "a passes",
    )
    assert hunters(match, "left") == "a 5, b 1"


@rule("M6.1")
def test_the_totem_cannot_be_played_by_another() -> None:
    match = table(
        "manitou 2; hunt 2; phase totem; a: loot=totem hand=4; totem a; b: hand=1",
    )
    assert refused(match, "b plays 1 left") == "M6.1"
    assert refused(match, "b passes") == "M6.1"
