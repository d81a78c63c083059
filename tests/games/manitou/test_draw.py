"""The drawing in each phase: what can be picked, what a move would do, and in which words."""

from __future__ import annotations

import pytest

import prateria
from prateria.core.matches.match import Match
from prateria.core.rules import rule
from prateria.games.manitou.drawing import FACE
from prateria.games.manitou.notation import NOTATION
from tests.games.manitou.drawn import (
    NAMES,
    by_id,
    cans,
    drawn,
    ground,
    ids,
    scene_of,
    with_class,
    words,
)
from tests.games.manitou.table import GAME, last_card, play, table

MIDGAME = (
    "manitou 4; hunt 2; left: bison3,totem,tomahawk,tepee2 b:9,chief d:6 a:4; "
    "middle: tepee3,bison1,horse,bison2 a:8,medicine,rainmaker c:10 d:5; "
    "right: tepee1,bison3,tomahawk,totem d:4,7,scout b:6 c:6; "
    "a: hand=7,mother,chief stack=3 loot=bison1,tomahawk; b: hand=5 loot=bison1*2; step 16"
)


def midgame() -> Match:
    """Ann is to play in the middle of the second hunt."""
    match = table(MIDGAME)
    assert match.actors == (0,)
    return match


# --- the hand and the grounds -------------------------------------------------------------


def test_a_card_is_picked_first_by_mouse_or_by_its_key() -> None:
    drawing = drawn(midgame(), "a")
    assert cans(drawing) == {
        "card-blue-hunter-7",
        "card-blue-clan-mother-1",
        "card-blue-chief-1",
    }
    assert by_id(drawing, "card-blue-clan-mother-1")["data-key"] == "3"
    assert by_id(drawing, "card-blue-chief-1")["data-key"] == "2"
    assert "Your turn: a card, then a ground" in words(drawing.act)
    assert "1 card in your stack" in words(drawing.act)


def test_with_a_card_picked_each_ground_says_what_it_would_do_there() -> None:
    drawing = drawn(midgame(), "a", "card-blue-clan-mother-1")
    assert {"ground-left", "ground-right"} <= cans(drawing)
    assert "ground-middle" not in ids(drawing)
    assert ground(drawing, 0).endswith("Play here Turns the chief face down Q")
    assert ground(drawing, 1).endswith("Two of yours stand here: no third M3.4")
    assert ground(drawing, 2).endswith("Play here The scout turns it face down E")
    assert by_id(drawing, "card-blue-clan-mother-1")["data-pick"] == ""
    assert by_id(drawing, "card-blue-chief-1")["data-pick"] == "card-blue-chief-1"


def test_a_card_looked_at_tells_the_same_but_is_not_picked() -> None:
    drawing = drawn(midgame(), "a", looked="card-blue-clan-mother-1")
    assert "Turns the chief face down" in ground(drawing, 0)
    assert "ground-left" not in ids(drawing)
    assert "on-clan-mother" in drawing.side


def test_a_whole_play_shows_the_ghost_the_change_and_one_button() -> None:
    drawing = drawn(midgame(), "a", "card-blue-clan-mother-1", "ground-left")
    assert len(with_class(drawing, "mn-ghost")) == 1
    assert len(with_class(drawing, "mn-turn")) == 1
    assert "After your play would take" in ground(drawing, 0)
    assert "Now would take" in ground(drawing, 2)
    assert "Chosen Turns the chief face down" in ground(drawing, 0)
    act = words(drawing.act)
    assert "Clan mother at the left ground" in act
    assert "1 tile more for you as things stand." in act
    assert "Play the clan mother P Another card" in act
    assert "A played card is seen by all, so it stays." in act
    assert by_id(drawing, "ground-right")["data-pick"] == ("card-blue-clan-mother-1 ground-right")


def test_a_ground_looked_at_shows_the_same_without_the_button() -> None:
    drawing = drawn(midgame(), "a", "card-blue-hunter-7", looked="ground-right")
    assert "Strength 8: the second" in ground(drawing, 2)
    assert with_class(drawing, "mn-new")
    assert "data-play" not in drawing.act
    assert "card-blue-hunter-7" in ids(drawing)


def test_a_hunter_may_make_one_the_hide_thief() -> None:
    drawing = drawn(midgame(), "a", "card-blue-hunter-7", "ground-left")
    assert "12 + 7" in words(drawing.side)
    assert "You would be the hide thief." not in words(drawing.act)
    near = table("manitou 2; hunt 2; left: bison1,bison2 a:4 b:5; a: hand=7; step 2")
    chosen = drawn(near, "a", "card-blue-hunter-7", "ground-left")
    assert "You would be the hide thief." in words(chosen.act)
    assert "If the hunt ended now, Ben would discard a tile (sum: 5)" in words(chosen.side)


@pytest.mark.parametrize(
    ("there", "card", "says"),
    [
        ("", "chief", "Would take the first tile"),
        ("a:scout", "chief", "Covers the scout"),
        ("b:scout", "chief", "Turns the scout face down"),
        ("b:mother", "chief", "The clan mother turns it face down"),
        ("b:chief", "chief", "Both are turned face down"),
        (
            "b:scout,rainmaker",
            "chief",
            "Sacrifice: both are turned face down, the scout stays",
        ),
        ("b:scout,mother", "chief", "Too weak here: it is turned face down for nothing"),
        ("", "5", "Strength 5: the strongest"),
        ("b:9", "5", "Strength 5: the second"),
        ("b:5", "5", "Strength 5: level, drops out"),
        ("b:9 c:8", "5", "Strength 5: takes nothing"),
    ],
)
def test_what_a_card_would_do(there: str, card: str, says: str) -> None:
    match = table(f"manitou 3; hunt 2; left: bison1,bison2,tepee1 {there}; a: hand={card}; step 12")
    slug = "card-blue-hunter-5" if card == "5" else "card-blue-chief-1"
    assert says in ground(drawn(match, "a", slug), 0)
    assert says in words(drawn(match, "a", slug, "ground-left").act)


def test_a_play_may_cost_a_tile() -> None:
    match = table("manitou 3; hunt 2; left: bison1,bison2,tepee1 a:4 b:9; a: hand=5; step 12")
    act = words(drawn(match, "a", "card-blue-hunter-5", "ground-left").act)
    assert "1 tile fewer for you as things stand." in act


def test_two_of_a_kind_in_the_hand_are_one_choice() -> None:
    match = table("manitou 2; hunt 2; left: bison1; a: hand=chief,chief,3; step 2")
    drawing = drawn(match, "a")
    assert by_id(drawing, "card-blue-chief-2")["data-pick"] == "card-blue-chief-1"
    picked = drawn(match, "a", "card-blue-chief-1")
    assert "sel" in by_id(picked, "card-blue-chief-1")["class"]
    assert "sel" not in by_id(picked, "card-blue-chief-2")["class"]


def test_a_card_keeps_its_id_from_the_hand_to_the_ground() -> None:
    match = midgame()
    assert "card-blue-clan-mother-1" in ids(drawn(match, "a"))
    play(match, "a plays mother right")
    assert "card-blue-clan-mother-1" in ids(drawn(match, "b"))
    assert by_id(drawn(match, "b"), "card-blue-clan-mother-1")["data-from"] == "player-blue"


def test_who_may_not_play_any_card_can_only_pass() -> None:
    full = "left: b:chief,chief; middle: b:mother,mother; right: b:scout,medicine a:5,6,7,8,9,10,1"
    match = last_card(f"manitou 2; hunt 2; {full}; b: hand=rainmaker")
    drawing = drawn(match, "b")
    assert by_id(drawing, "pass")["data-moves"] == "b passes"
    assert "none of your cards may be played" in words(drawing.act)
    assert "Two of your great warriors stand at each ground" in words(drawing.act)


def test_who_waits_sees_the_hand_and_whom_they_wait_for() -> None:
    match = midgame()
    for who in ("b", ""):
        drawing = drawn(match, who)
        assert cans(drawing) == set()
        assert "Ann plays a card" in words(drawing.act)
    assert "card-red-hunter-5" in ids(drawn(match, "b"))
    assert not {name for name in ids(drawn(match, "")) if name.startswith("card-red-hunter-5")}


def test_while_a_card_is_drawn_nothing_can_be_done() -> None:
    state = NOTATION.parse_state(
        "manitou 2; hunt 2; phase draw turn a step 1; left: a:5; a: hand=1,2 stack=3; b: hand=1"
    )
    view = GAME.view(state, 0)
    _, scene = scene_of(midgame(), None)
    assert "Cards are drawn" in words(FACE.draw(view, scene).act)


# --- strengths, ties, players -------------------------------------------------------------


def test_strengths_are_ranked_and_level_ones_marked() -> None:
    drawing = drawn(midgame(), "")
    right = ground(drawing, 2)
    assert "1st" in right
    assert right.count("level") == 2
    assert 'aria-label="strength 11"' in drawing.board
    left = ground(drawing, 0)
    assert "4 + 1" in left
    assert "3rd" in left


def test_a_panel_says_what_the_points_are_made_of() -> None:
    own = "a: loot=tepee3,bison2*2,tomahawk*2,totem; totem a; horse b; b: loot=horse"
    match = table(f"manitou 2; hunt 2; {own}; step 2")
    panels = words(drawn(match, "a").players)
    assert "7 make 3" in panels
    assert "most: 1" in panels
    assert "Holds the totem: 1 may play an extra card" in panels
    assert "Holds the horse: 1 may move one hunter" in panels
    assert 'aria-label="2 × 2 bison"' in drawn(match, "a").players
    assert 'aria-label="5 points"' in drawn(match, "a").players
    mixed = table(f"manitou 2 mixed_pairs; hunt 2; {own}; step 2")
    assert "3 and 4 make 3" in words(drawn(mixed, "a").players)


def test_names_are_text_not_markup() -> None:
    drawing = drawn(table("manitou 3; hunt 2; left: c:5; step 3"), "a")
    assert "Cy &amp; &lt;Co&gt;" in drawing.players


def test_the_head_tells_hunt_card_and_phase() -> None:
    assert words(drawn(midgame(), "a").head) == "Hunt 2 of 4 Card 5 of 7 The hunt"


# --- choosing the party -------------------------------------------------------------------


def choosing(
    text: str = "manitou 3; hunt 2 dealer c; phase party; a: spent=1,chief,scout",
) -> Match:
    return table(text)


def test_a_party_is_toggled_card_by_card_and_sent_whole() -> None:
    match = choosing()
    nine = [f"card-blue-hunter-{value}" for value in range(2, 11)]
    drawing = drawn(match, "a", *nine[:8])
    assert "Choose 9 of your 14 cards" in words(drawing.act)
    assert "Choose 1 more" in words(drawing.act)
    assert by_id(drawing, nine[0])["aria-pressed"] == "true"
    assert by_id(drawing, nine[8])["aria-pressed"] == "false"
    assert "8 of 9 chosen" in words(drawing.act)
    done = drawn(match, "a", *nine)
    [ride] = [thing for thing in with_class(done, "mn-go") if thing[""] == "button"]
    assert ride["data-moves"].split(";")[0] == "a picks 2"
    assert len(ride["data-moves"].split(";")) == 9
    play(match, *ride["data-moves"].split(";"))
    assert match.view(0).seats[0].ready


def test_too_many_are_too_many() -> None:
    ten = [f"card-blue-hunter-{value}" for value in range(2, 11)] + ["card-blue-chief-2"]
    assert "1 too many" in words(drawn(choosing(), "a", *ten).act)


def test_spent_cards_are_shown_and_cannot_be_taken() -> None:
    drawing = drawn(choosing(), "a")
    assert by_id(drawing, "card-blue-chief-1")[""] == "span"
    assert by_id(drawing, "card-blue-chief-2")["data-toggle"] == "card-blue-chief-2"
    assert "3 were spent in the last hunt" in words(drawing.act)
    assert (
        words(drawn(choosing("manitou 2; phase party"), "a").act).count("missing in the next") == 1
    )
    full = drawn(choosing("manitou 2; hunt 2; phase party"), "a")
    assert "All 17 return after this hunt." in words(full.act)


@pytest.mark.parametrize(("preset", "hunters"), [("Balanced", 5), ("Hunters", 9), ("Warriors", 4)])
def test_a_preset_is_a_whole_party(preset: str, hunters: int) -> None:
    match = choosing()
    act = drawn(match, "a").act
    [button] = [part for part in act.split("<button ") if f">{preset}</button>" in part]
    cards = button.split('data-pick="')[1].split('"')[0].split()
    assert len(cards) == len(set(cards)) == 9
    assert sum("hunter" in card for card in cards) == hunters
    assert 'aria-pressed="true"' in drawn(match, "a", *cards).act.split("Ready-made")[1]


def test_what_was_sent_of_a_party_stays_in_it() -> None:
    match = choosing("manitou 2; phase party; a: stack=1,chief")
    drawing = drawn(match, "a", "card-blue-hunter-9", "card-blue-hunter-1")
    assert by_id(drawing, "card-blue-chief-1")[""] == "span"
    assert "in the party" in words(drawing.act)
    view, scene = scene_of(match, 0, ("card-blue-hunter-9", "card-blue-hunter-1"))
    assert FACE.propose(view, scene) == ("card-blue-hunter-9",)
    assert "3 of 8 chosen" in words(drawing.act)


READY = (
    "manitou 3; phase party dealer c; choosing b; a: stack=1,2,3,4,5,6,7,8,9; "
    "c: stack=1,2,3,4,5,6,7"
)


def test_who_is_ready_sees_who_is_not() -> None:
    match = table(READY)
    act = words(drawn(match, "a").act)
    assert act == "Still choosing: Ben"
    assert words(drawn(match, "").act) == "Still choosing: Ben"
    players = words(drawn(match, "a").players)
    assert "ready, 9 cards" in players
    assert "chooses 8 cards" in players
    assert "Cards in each party" in words(drawn(match, "").side)


def test_before_there_is_a_dealer_there_is_little_to_see() -> None:
    state = GAME.new(GAME.ruleset(2, {}), 2)
    _, scene = scene_of(midgame(), None)
    drawing = FACE.draw(GAME.view(state, 0), scene)
    assert words(drawing.head) == "Hunt 1 of 4 Drawing lots"
    assert "The lot names the dealer" in words(drawing.act)
    tiles = NOTATION.parse_state("manitou 2; phase tiles dealer a step 1; left: bison1")
    drawing = FACE.draw(GAME.view(tiles, None), scene)
    assert "Laying tiles" in words(drawing.head)
    assert "Tiles are laid out" in words(drawing.act)


# --- totem, horse, thief, sharing, the end ------------------------------------------------


def test_the_totem_offers_one_more_card_or_to_do_without() -> None:
    match = table("manitou 2; hunt 2; phase totem; left: a:5; a: hand=9 loot=totem; totem a")
    drawing = drawn(match, "a")
    assert cans(drawing) == {"card-blue-hunter-9", "pass"}
    assert "you may play one more card" in words(drawing.act)
    assert "Do without" in words(drawing.act)
    assert "Ann may play one more card" in words(drawn(match, "b").act)
    assert "The totem’s extra card" in words(drawing.head)


def test_the_horse_moves_a_hunter_by_a_hunter_and_a_ground() -> None:
    text = "manitou 2; hunt 2; phase horse; left: bison1,bison2 a:5 b:6; middle: bison3 a:2,3 b:4"
    match = table(f"{text}; a: loot=horse; horse a")
    drawing = drawn(match, "a")
    assert cans(drawing) == {f"card-blue-hunter-{value}" for value in (2, 3, 5)} | {"pass"}
    assert "Choose one of your hunters at the grounds." in words(drawing.act)
    picked = drawn(match, "a", "card-blue-hunter-2")
    assert "It lies here" in ground(picked, 1)
    assert "Move here Strength 7: the strongest" in ground(picked, 0)
    assert "Choose the ground it goes to." in words(picked.act)
    assert "a moves 2 middle left" in picked.act
    assert by_id(picked, "card-blue-hunter-3")["data-pick"] == "card-blue-hunter-3"
    looked = drawn(match, "a", "card-blue-hunter-2", looked="ground-left")
    assert "1 tile more for you as things stand." in words(looked.act)
    assert 'aria-label="strength 3"' in looked.board
    assert "Ann may move one hunter" in words(drawn(match, "b").act)


@pytest.mark.parametrize(
    ("loot", "gives"),
    [
        ("bison1*2,tepee3,totem; totem a", {"give-bison-1", "give-tepee-3"}),
        ("totem,horse; totem a; horse a", {"give-totem", "give-horse"}),
    ],
)
def test_the_hide_thief_gives_away_food_first(loot: str, gives: set[str]) -> None:
    match = table(f"manitou 2; hunt 2; phase discard; left: a:10; a: loot={loot}; thieves a")
    drawing = drawn(match, "a")
    assert cans(drawing) == gives
    assert "You are the hide thief: discard a tile" in words(drawing.act)
    assert "Ann discards a tile" in words(drawn(match, "b").act)
    assert "Hide thief, discards a tile: Ann" in words(drawing.side)


def test_tiles_are_taken_where_they_lie() -> None:
    match = table(
        "manitou 3; hunt 2; phase share; left: bison1*2,horse a:chief b:5 c:4; "
        "takings left:a:1,left:b:2,left:c:all"
    )
    drawing = drawn(match, "a")
    assert cans(drawing) == {
        "tile-left-bison-1-1",
        "tile-left-bison-1-2",
        "tile-left-horse-1",
    }
    twin = by_id(drawing, "tile-left-bison-1-2")
    assert (twin["data-moves"], twin["data-to"]) == ("a takes bison1", "player-blue")
    assert "Take a tile from the left ground" in words(drawing.act)
    assert "1 tile is yours to choose." in words(drawing.act)
    left = ground(drawing, 0)
    assert "Still to take here Ann: 1 tile Ben: 2 tiles Cy & <Co>: what is left" in left
    assert "strength " not in drawing.board
    assert "Ann takes a tile from the left ground" in words(drawn(match, "b").act)
    assert "Whoever’s hunters add up to the most discards a tile." in words(drawing.side)


@rule("M5.7")
@pytest.mark.parametrize(("option", "strength"), [("", True), (" tomahawks_next_hunt", False)])
def test_while_a_ground_is_shared_out_the_later_ones_show_what_they_would_pay(
    option: str, strength: bool
) -> None:
    match = table(
        f"manitou 2{option}; hunt 2; phase share; left: bison1*2 a:5; right: bison1 a:3 b:4;"
        "a: loot=tomahawk*2; takings left:a:1:strongest"
    )
    drawing = drawn(match, "a")
    assert "strength 6" not in drawing.board
    assert ("strength 5" in drawing.board) == strength
    assert ("Now would take" in ground(drawing, 2)) == strength


@rule("M3.4")
@pytest.mark.parametrize(
    ("option", "why"),
    [
        ("", "Two of yours stand here: no third"),
        (" two_placed", "You have placed two here: no third"),
    ],
)
def test_a_ground_that_takes_no_third_great_warrior_says_why(option: str, why: str) -> None:
    match = table(f"manitou 2{option}; left: a:scout,chief; turn a; a: hand=mother,1")
    assert why in ground(drawn(match, "a", "card-blue-clan-mother-1"), 0)
    other = table(f"manitou 2{option}; left: a:-scout,chief; turn a; a: hand=mother,1")
    shut = why in ground(drawn(other, "a", "card-blue-clan-mother-1"), 0)
    assert shut == bool(option)


def test_the_rule_that_shuts_a_ground_is_a_link_to_it() -> None:
    match = table("manitou 2; left: a:scout,chief; turn a; a: hand=mother,1")
    (link,) = with_class(drawn(match, "a", "card-blue-clan-mother-1"), "rule")
    assert link["data-rule"] in GAME.rulebook.rules
    assert link["href"] == f"/rules/manitou#{link['data-rule']}"


@rule("M3.4")
def test_option_two_placed_whoever_has_nothing_to_play_is_told_why() -> None:
    full = "left: a:-chief,-chief; middle: a:-mother,-mother; right: a:-scout,-medicine"
    drawing = drawn(table(f"manitou 2 two_placed; {full}; turn a; a: hand=rainmaker"), "a")
    assert "You have placed two great warriors at each ground." in words(drawing.act)


def test_strengths_are_not_counted_anew_once_tiles_are_won() -> None:
    first = table("manitou 2; phase discard; left: a:10; a: loot=bison1,tomahawk; thieves a")
    later = table("manitou 2; hunt 2; phase discard; left: a:10; a: loot=bison1; thieves a")
    assert "strength " not in drawn(first, "b").board
    assert "strength 10" in drawn(later, "b").board


@pytest.mark.parametrize(
    ("loot", "says"),
    [
        (("tepee3,bison3", "bison1"), "Ann wins by points"),
        (("tepee3,bison1", "bison2*2"), "Ann wins by more tepees, level on points"),
        (
            ("bison2,tepee1*2", "bison2,tepee2"),
            "Ann wins by more tiles, level on points and tepees",
        ),
        (("bison2", "bison2"), "Ann and Ben share the victory"),
    ],
)
def test_the_end_says_who_won_and_by_what(loot: tuple[str, str], says: str) -> None:
    match = table(f"manitou 2; hunt 4; phase over; a: loot={loot[0]}; b: loot={loot[1]}")
    assert match.outcome is not None
    drawing = drawn(match, "b")
    assert says in words(drawing.act)
    assert "winner" in words(drawing.players)
    assert ("place 2" in words(drawing.players)) == (match.outcome.reason != "shared")
    assert words(drawing.head) == "Hunt 4 of 4 The end"


# --- picks that lead nowhere, pictures, art -----------------------------------------------


def test_picks_that_lead_nowhere_any_more_are_dropped() -> None:
    match = midgame()
    for picked, kept in (
        (("card-blue-hunter-7",), True),
        (("card-blue-hunter-7", "ground-left"), True),
        (("give-bison-1",), False),
        (("card-blue-chief-1", "ground-middle"), False),
    ):
        view, scene = scene_of(match, 0, picked)
        assert FACE.propose(view, scene) == (picked if kept else ())
    share = table("manitou 2; hunt 2; phase share; left: totem*3 a:5; takings left:a:2")
    view, scene = scene_of(share, 0, ("tile-left-totem-1",))
    assert FACE.propose(view, scene) == ()


def test_only_a_played_card_waits_for_a_last_word() -> None:
    match = midgame()
    view = match.view(0)
    assert all(FACE.confirms(view, action) for action in match.legal(0))
    share = table("manitou 2; hunt 2; phase share; left: totem*3 a:5; takings left:a:2")
    assert not FACE.confirms(share.view(0), share.legal(0)[0])


def test_a_match_shows_itself_in_a_notebook() -> None:
    match = midgame()
    svg = match._repr_svg_()
    assert svg == FACE.picture(match.view(None))
    assert svg.startswith('<svg class="mn-picture"')
    assert 'xmlns="http://www.w3.org/2000/svg"' in svg
    assert "Left ground" in svg
    assert svg.count('href="#mn-cs"') == 10
    empty = prateria.new_match("manitou", seats=2, seed="x")
    assert "mn-cs" in empty._repr_svg_()


def test_the_art_has_no_style_attributes() -> None:
    art = FACE.art()
    for drawing in (art.cover, art.emblem, art.symbols):
        assert " style=" not in drawing
        assert "<script" not in drawing
    assert art.cover.startswith("<svg")
    assert ".table-manitou" in art.style


def test_names_of_players_are_those_of_the_scene() -> None:
    assert all(
        name in words(drawn(midgame(), "").players) for name in (NAMES[0], NAMES[1], NAMES[3])
    )
