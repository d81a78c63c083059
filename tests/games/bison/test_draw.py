"""The drawing of Bison: every position can be drawn for everyone; what may be picked is marked;
what a move would change is shown before it is made."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import pairwise

import pytest

import prateria
from prateria.core.chance import Quick
from prateria.core.drawing.markup import symbols_in
from prateria.core.drawing.scene import Scene
from prateria.core.matches.match import Match
from prateria.games.bison.drawing import FACE, ids
from prateria.games.bison.drawing.land import pieces, spots
from prateria.games.bison.rules.actions import Build, Enlarge, Reduce
from prateria.games.bison.rules.standing import view_board
from prateria.i18n.catalogues import LANGUAGES
from tests.games.bison import pictures
from tests.games.bison.pictures import check, drawn, scene
from tests.games.bison.table import GAME, VARIANTS, table

SYMBOLS = pictures.known_symbols()
LAY = "bison 2; a: tile=ppmmmm210; action place; phase lay"


# --- every position -----------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "variant"), [(2, "2"), (3, "1"), (4, "none")])
def test_positions_of_a_game_are_drawn_for_everyone(seats: int, variant: str) -> None:
    draw_game(seats, variant, seed=1, every=7)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_position_of_a_game_is_drawn_for_everyone(seats: int, variant: str) -> None:
    draw_game(seats, variant, seed=2, every=2)


def draw_game(seats: int, variant: str, seed: int, every: int) -> None:
    """Draw a sample of the positions of a random game."""
    match = prateria.new_match(
        "bison", seats=seats, seed=f"drawn {seed}", options={"variant": variant}
    )
    rng = Quick(seed)
    languages = tuple(LANGUAGES)
    step = 0
    while match.actors:
        seat = match.actors[0]
        legal = match.legal(seat)
        step += 1
        if step % every == 0:
            look_round(match, seat, languages[step % len(languages)], rng)
        match.play(seat, legal[rng.below(len(legal))])
    for eyes in (None, *range(seats)):
        given = scene(match, eyes)
        check(FACE.draw(match.view(eyes), given), given, SYMBOLS)


def look_round(match: Match, seat: int, language: str, rng: Quick) -> None:
    """As a seat: walk along a path, looking before each pick; the others only inspect spaces."""
    view = match.view(seat)
    given = scene(match, seat, language=language)
    for _ in range(4):
        check(FACE.draw(view, given), given, SYMBOLS)
        ahead = sorted(given.next_ids)
        if not ahead:
            break
        name = ahead[rng.below(len(ahead))]
        looking = replace(given, looked=name)
        check(FACE.draw(view, looking), looking, SYMBOLS)
        given = replace(given, picked=(*given.picked, name))
        if given.chosen and not given.chosen.confirm:
            break
        given = replace(given, picked=FACE.propose(view, given))
    land = match.view(None).land
    cell = land[rng.below(len(land))].cell
    looked = f"space-{'abcdef'[cell // 6]}{cell % 6 + 1}{'pmr'[rng.below(3)]}"
    for eyes in (None, (seat + 1) % len(view.seats)):
        given = scene(match, eyes, looked=looked, language=language)
        check(FACE.draw(match.view(eyes), given), given, SYMBOLS)


def test_paths_of_the_legal_moves_differ_and_none_begins_another() -> None:
    match = prateria.new_match("bison", seats=3, seed="paths", options={"variant": "2"})
    rng = Quick(9)
    while match.actors:
        seat = match.actors[0]
        legal = match.legal(seat)
        paths = sorted(FACE.path(match.view(seat), action) for action in legal)
        for one, other in pairwise(paths):
            assert one != other[: len(one)], (one, other)
        match.play(seat, legal[rng.below(len(legal))])


def test_a_piece_is_built_enlarged_or_reduced_by_its_space_and_the_hunters() -> None:
    space, seen = ids.SPACE_IDS[0], prateria.new_match("bison", seats=2, seed="1").view(0)
    assert ids.path(seen, Build(0, 0, 2)) == (space, "build-2")
    assert ids.path(seen, Enlarge(0, 0, 1)) == (space, "enlarge-1")
    assert ids.path(seen, Reduce(0, 0, 3)) == (space, "reduce-3")


def test_before_the_land_lies_the_table_is_drawn_too() -> None:
    state = GAME.new(GAME.ruleset(2, {}), 2)
    view = GAME.view(state, None)
    given = Scene(("Bruno", "Rosa"))
    check(FACE.draw(view, given), given, SYMBOLS)
    ET.fromstring(FACE.picture(view))


# --- art ----------------------------------------------------------------------------------


def test_the_art_is_well_formed_and_whole() -> None:
    art = FACE.art()
    root = ET.fromstring(f"<svg>{art.symbols}</svg>")
    ids = [node.attrib["id"] for node in root.iter() if "id" in node.attrib]
    assert len(ids) == len(set(ids))
    for node in root.iter():
        assert "style" not in node.attrib
        if "href" in node.attrib:
            assert node.attrib["href"][1:] in ids
    for text in (art.cover, art.emblem):
        assert "style=" not in text
        ET.fromstring(text)
    assert not re.search(r'(fill|stroke)="#', art.symbols), "colours come from the tokens"


def test_every_print_has_its_art() -> None:
    for corner in range(6):
        for prairie in range(1, 6):
            assert {
                f"l{corner}{prairie}",
                f"s{corner}{prairie}p",
                f"b{corner}{prairie}m",
            } <= SYMBOLS


def test_a_picture_stands_alone() -> None:
    text = FACE.picture(table("bison 2; a: d3p=2+1").view(None))
    root = ET.fromstring(text)
    ids = {node.attrib["id"] for node in root.iter() if "id" in node.attrib}
    assert "piece-blue-tepee-d3p" in ids
    for node in root.iter():
        if "href" in node.attrib:
            assert node.attrib["href"][1:] in ids
    assert symbols_in(text)
    assert "--prairie: #" in text


# --- laying the tile ----------------------------------------------------------------------


def test_a_place_looked_at_shows_the_tile_there() -> None:
    board = drawn(table(LAY), looked="site-e3").board
    assert 'class="b-ghost-tile b-look"' in board
    assert "data-cycle" in board
    assert "b-ghost-tile" not in drawn(table(LAY)).board


def test_a_place_is_proposed_with_the_turn_that_fits_best_and_a_click_turns_it() -> None:
    match = table(LAY)
    site, turn = scene(match, 0, "site-e3").picked
    assert site == "site-e3"
    areas = {degrees: number_of_areas(f"a lays e3 {degrees}") for degrees in (0, 120, 240)}
    assert areas[int(turn.removeprefix("turn-"))] == min(areas.values()) < max(areas.values())
    picked = drawn(match, picked="site-e3 turn-240")
    assert 'id="site-e3" class="b-ghost-tile" role="button" tabindex="0" ' in picked.board
    assert 'data-pick="site-e3 turn-0"' in picked.board
    assert 'data-pick="site-d5"' in picked.board
    assert "data-play" in picked.act


def number_of_areas(move: str) -> int:
    """The number of areas after a tile is laid; the fewer, the better it fits."""
    board = view_board(table(LAY, move).view(None))
    return len({area for area in board.area if area >= 0})


def test_the_tile_is_shown_to_its_owner_alone() -> None:
    match = table("bison 2; a: tile=ppmmmm210")
    assert "bs-hand" in drawn(match, 0).board
    other = table("bison 2; a: tile=ppmmmm210; b: tile=pppmmm003")
    assert drawn(other, 1).board != drawn(match, 1).board
    assert "bs-hand" not in drawn(match, -1).board


# --- areas --------------------------------------------------------------------------------

SHARED = "bison 2; d3 mmpppm210; d2 pmmmpp021; a: d3m=2; b: d4m=1+1"


def test_an_area_looked_at_is_outlined_with_its_ranking_for_everyone() -> None:
    for seat in (0, 1, -1):
        board = drawn(table(SHARED), seat, looked="space-d4m").board
        assert "b-limit" in board
        ranking = re.findall(r'class="bs-place">(.*?)</b>.*?bs-gets">(.*?)</span>', board)
        assert ranking == [("1st", "<b>3</b>"), ("2nd", "<b>1</b>")]
    assert "b-limit" not in drawn(table(SHARED), -1).board


def test_an_area_of_the_list_can_be_looked_at() -> None:
    side = drawn(table(SHARED), -1).side
    name = re.findall(r'id="(area-[a-f][1-6]m)" class="can-look"', side)[0]
    assert "b-limit" in drawn(table(SHARED), -1, looked=name).board


def test_where_nobody_hunts_it_says_so() -> None:
    assert "Nobody hunts here yet." in drawn(table("bison 2"), looked="space-d3p").board


def test_a_river_is_outlined_with_its_ponds_and_mouths() -> None:
    board = drawn(table("bison 2; a: d3r=1"), looked="space-d3r").board
    edge = re.findall(r'<g class="b-limit">(.*?)</g>', board)[0]
    assert edge.count("A23 23") == 1
    assert edge.count("A119.1 119.1") == 3
    assert edge.count("<use") == 2


def test_what_a_move_would_change_is_shown_before_it_is_made() -> None:
    match = table(SHARED, "a chooses tepees")
    before = drawn(match, picked="space-d3m")
    after = drawn(match, picked="space-d3m", looked="build-2")
    assert "→" not in re.findall(r'id="player-blue".*?</header>', before.players)[0]
    assert "1 → 3" in re.findall(r'id="player-blue".*?</header>', after.players)[0]
    assert "1 → <b>3</b>" in after.board
    assert 'href="#blue-tepee-2"' in after.board


def test_who_would_leave_an_area_is_still_told() -> None:
    text = "bison 2; d3 mmpppm210; a: d3p=1 d3m=2"
    match = table(text, "a chooses move-one", "a picks d3p")
    board = drawn(match, looked="space-d3r").board
    assert "b-lifted" in board
    assert "b-limit" in board
    called = table(text, "a chooses gather", "a gathers d3m")
    ranked = drawn(called, looked="space-d3p").board
    assert "2 → <b>0</b>" in ranked


def test_hunters_about_to_be_sent_are_ghosts() -> None:
    match = table(LAY, "a lays e3 0")
    board = drawn(match, picked="space-e3p", looked="send-3").board
    assert board.count('class="b-ghost"') == 3
    assert "ghost-hunter-3" in board


def test_a_reduced_piece_is_previewed() -> None:
    match = table("bison 2 variant=2; a: d3m=+3", "a chooses tepees")
    assert 'href="#blue-tepee-1"' in drawn(match, picked="space-d3m", looked="reduce-2").board
    assert "dismantle" in drawn(match, picked="space-d3m").act


# --- for those who do not see it -------------------------------------------------------------


def spoken(html: str) -> list[str]:
    """The text for screen readers only."""
    return re.findall(r'<(?:span|p) class="vh"[^>]*>(.*?)</(?:span|p)>', html)


def test_the_supply_is_told_with_sizes_as_words() -> None:
    told = "".join(spoken(drawn(table("bison 2; a: supply=hunter,tepee1,tepee2,canoe4")).players))
    assert "1 hunter. tepees of size 1 and 2. canoe of size 4." in told
    poor = "".join(spoken(drawn(table("bison 2; a: supply=nothing")).players))
    assert "0 hunters. no tepee. no canoe." in poor


def test_the_viewers_stocks_and_supply_are_on_the_board_for_small_screens() -> None:
    match = table("bison 2; a: supply=hunter*3,tepee1,tepee2 stock=5/6/7")
    strip = re.findall(r'<div class="bs-own".*?</div>', drawn(match, 0).board)[0]
    assert re.findall(r">([\d–]+)</span>", strip) == ["5", "6", "7", "3", "12", "–"]
    assert "bs-own" not in drawn(match, -1).board
    assert "bs-own" not in drawn(match, 0, looked="space-d3p").board


def test_a_size_to_build_is_told_with_its_hunters_and_its_price() -> None:
    act = drawn(table(SHARED, "a chooses tepees"), picked="space-d3m").act
    assert "tepee 1: 1 hunter, free" in spoken(act)
    assert "tepee 2: 2 hunters, −2" in spoken(act)


def test_every_space_is_told_with_what_it_touches() -> None:
    told = drawn(table(SHARED), -1).told
    assert "<li>Mountain d3: turkeys 1; touches mountain c4 and mountain d4</li>" in told
    assert "<li>Mountain d3: Bruno: hunters 2</li>" in told
    assert "<li>e4, upper left: " in told


def test_an_area_is_told_with_all_its_spaces() -> None:
    spaces = [words for words in spoken(drawn(table(SHARED), -1).side) if "Bruno" in words]
    assert spaces == [
        "Mountain c4, mountain d3 and mountain d4; 3 turkeys; Rosa &lt;b&gt; 3; Bruno 1"
    ]


def test_a_place_is_told_with_what_a_tile_would_lie_against() -> None:
    board = drawn(table(LAY)).board
    assert "Place the tile on e3 (upper right: mountain d4, upper left: prairie d3)" in board


def test_a_tile_about_to_be_placed_is_told_in_its_turn_with_what_it_would_touch() -> None:
    one, other = (
        re.findall(r"data-heard>(.*?)</p>", drawn(table(LAY), picked=f"site-e3 turn-{turn}").act)[0]
        for turn in (0, 120)
    )
    assert one.startswith("e3: bison 2, turkeys 1; prairie on 2 sides clockwise from ")
    assert "e3 touches prairie d3" in one + other
    assert one != other


def test_what_a_move_would_change_is_told() -> None:
    after = drawn(table(SHARED, "a chooses tepees"), picked="space-d3m", looked="build-2").board
    assert "Mountain: 3. 1st Bruno: 3, now 1. 2nd Rosa &lt;b&gt;: 1, now 3." in after


def test_the_focus_is_kept_from_what_would_waste_an_action() -> None:
    for moves in (("a chooses tepees",), ("a chooses move-one",)):
        assert re.search(r'id="done"[^>]*data-focus="last"', drawn(table(SHARED, *moves)).act)
    sending = drawn(table(LAY, "a lays e3 0"), picked="space-e3p").act
    assert re.search(r'id="done"[^>]*data-focus="last"', sending)
    over = drawn(table("bison 2; a: d3p=2", "a chooses gather", "a is done", "a gains bison"))
    assert re.search(r'id="end-turn"[^>]*data-focus="first"', over.act)


# --- paying -------------------------------------------------------------------------------

PAYING = "bison 2; a: d3p=3 stock=9/4/6; phase pay; action move-one involved 3"


def test_an_even_payment_is_proposed_and_each_tap_changes_it_by_one() -> None:
    match = table(PAYING)
    assert scene(match, 0).picked == ("pay-4-0-0",)
    act = drawn(match).act
    less, more = re.findall(
        r'Bison: pay 4 of 9.*?<button type="button" (.*?) aria.*?'
        r"<small>.*?</small></span><button type=\"button\" (.*?) aria",
        act,
    )[0]
    assert less == 'data-pick="pay-3-0-1"'
    assert 'data-why="The price stays 4." data-rule="B4.1"' in more
    assert 'data-pick="pay-3-1-0"' in act
    assert "b-pay" in drawn(match).players
    assert "Pay 4" in act


def test_what_goes_back_goes_to_the_emptiest_stock() -> None:
    act = drawn(table(PAYING), picked="pay-2-1-1").act
    assert 'data-pick="pay-3-0-1"' in act
    assert 'data-pick="pay-1-1-2"' in act


def test_a_waiting_seat_and_a_spectator_see_no_payment() -> None:
    assert "b-pay" not in drawn(table(PAYING), 1).players
    assert "Rosa &lt;b&gt;" in drawn(table(PAYING), 1).players
    act = drawn(table(PAYING), 1).act
    assert "Bruno is to act" in act
    assert "bs-kinds" in act
    assert "bs-kinds" not in drawn(table(PAYING), -1).act


# --- the other steps ----------------------------------------------------------------------


def title(match: Match, picked: str = "") -> str:
    return str(re.findall(r"<h2>(.*?)</h2>", drawn(match, picked=picked).act)[0])


def advice(match: Match) -> str:
    return str(re.findall(r"<h2>.*?</h2><p>(.*?)</p>", drawn(match).act)[0])


def test_each_step_says_what_is_to_be_done() -> None:
    two = "bison 2; a: d3p=2 d3r=1"
    assert title(table(two)) == "Choose an action"
    assert title(table(two, "a chooses tepees")) == "Build or enlarge a tepee"
    assert title(table(two, "a chooses canoes")) == "Build or enlarge a canoe"
    assert title(table(two, "a chooses gather")) == "Gather hunters"
    assert advice(table(two, "a chooses gather", "a gathers d3p")).endswith("to the prairie d3.")
    assert title(table(two, "a chooses move-one")) == "Move hunters, each one step"
    assert title(table(two, "a chooses move-three")) == "Move hunters, each up to three steps"
    assert (
        advice(table(two, "a chooses move-one", "a picks d3p")) == "Choose where the hunter goes."
    )
    assert title(table(two, "a chooses gather", "a is done")) == "Gain an animal"
    done = table(two, "a chooses gather", "a is done", "a gains bison")
    assert title(done) == "Your action is done"
    assert 'id="end-turn"' in drawn(done).act


def test_where_nothing_can_be_done_it_says_so() -> None:
    assert advice(table("bison 2", "a chooses tepees")) == "There is nothing to build."
    assert "already" in advice(table("bison 2", "a chooses gather"))
    assert advice(table("bison 2", "a chooses move-one")) == "No further hunter can move."


def test_where_a_bought_piece_could_be_built_the_market_is_named() -> None:
    match = table("bison 2; a: d3p=3 supply=nothing", "a chooses tepees")
    assert "you can buy more" in advice(match)
    assert 'id="market"' in drawn(match).act
    poor = table("bison 2; a: d3p=3 supply=nothing stock=9/9/0", "a chooses tepees")
    assert advice(poor) == "There is nothing to build."
    river = table("bison 2; a: d3p=3 d4r=1 supply=nothing; b: c4r=1", "a chooses canoes")
    assert "you can buy more" in advice(river)
    # both tepees 1 are already on the board
    sold = table("bison 2; a: d3p=1 d4p=+1 c4p=+1 supply=nothing", "a chooses tepees")
    assert advice(sold) == "There is nothing to build."


def offers(match: Match, kind: str, picked: str = "") -> str:
    """The button of an action, up to its label."""
    act = drawn(match, picked=picked).act
    return str(re.findall(rf'<button[^>]*id="act-{kind}".*?</button>', act)[0])


def test_an_action_in_which_nothing_can_be_done_is_taken_only_after_a_yes() -> None:
    bare = table("bison 2")
    for kind in ("tepees", "canoes", "gather", "move-one", "move-three"):
        assert "nothing to do" in offers(bare, kind)
        assert 'data-focus="last"' in offers(bare, kind)
    assert "nothing to do" not in offers(bare, "place")
    asked = drawn(bare, picked="act-tepees").act
    assert "There is nothing to build." in asked
    assert "data-play" in asked
    assert 'data-rule="B4.2"' in asked
    assert "No hunter: gain 1 animal" in asked
    assert "data-play" not in drawn(bare).act


def test_an_action_that_hunters_or_purchases_allow_needs_no_yes() -> None:
    assert "nothing to do" not in offers(table("bison 2; a: d3p=1"), "tepees")
    assert "nothing to do" not in offers(table("bison 2; a: d3p=1"), "move-one")
    assert "nothing to do" in offers(table("bison 2; a: d3p=1"), "canoes")
    assert "nothing to do" in offers(table("bison 2; a: d3p=1"), "gather")
    bought = "bison 2; a: d3p=3 supply=nothing"
    assert "nothing to do" not in offers(table(bought), "tepees")
    assert "nothing to do" in offers(table(f"{bought} stock=9/9/0"), "tepees")


def test_whatever_is_off_says_why_and_names_its_rule() -> None:
    """`disabled` would swallow the press."""
    positions = (
        table(LAY),
        table(LAY, "a lays e3 0"),
        table(f"{LAY}; a: supply=hunter*2 stock=1/1/1", "a lays e3 0"),
        table("bison 2; a: d3p=2 stock=1/0/0"),
        table("bison 2; a: d3p=2 d3r=1 stock=1/0/0", "a chooses move-one"),
        table("bison 2; a: d3p=2 stock=15/3/3", "a chooses gather", "a is done"),
        table(PAYING),
    )
    for match in positions:
        act = drawn(match).act
        assert " disabled" not in act
        for off in re.findall(r'<button[^>]*aria-disabled="true"[^>]*>', act):
            assert "data-try=" in off or re.search(r'data-why="[^"]+" data-rule="B\d', off), off
    assert "First choose a place" in drawn(positions[0]).act
    assert "First choose a space" in drawn(positions[1]).act
    assert "Too expensive: the price is 7, and you have 3 in all." in drawn(positions[2]).act
    assert "Too expensive: the price is 2, and you have 1 in all." in drawn(positions[3]).act
    assert "that many" not in drawn(positions[3]).act
    assert (
        "data-try" in re.findall(r'<button[^>]*id="gain-bison"[^>]*>', drawn(positions[5]).act)[0]
    )
    few = drawn(table("bison 2; a: d3p=2", "a chooses move-one")).act
    assert "You do not have that many hunters for this." in few


def test_the_variants_say_what_their_actions_can_do() -> None:
    """The example of the audit: a tepee without hunters beside it can be reduced."""
    match = table("bison 2 variant=2; a: d3p=+2", "a chooses tepees")
    assert title(match) == "Build, enlarge, reduce or dismantle tepees"
    assert advice(match) == "Choose a prairie or mountain where you have hunters or a tepee."
    match = table("bison 2 variant=2; a: d3r=+2", "a chooses canoes")
    assert title(match) == "Build, enlarge, reduce or dismantle canoes"
    assert advice(match) == "Choose a river where you have hunters or a canoe."
    match = table("bison 2 variant=1; a: d3p=2 d3r=1", "a chooses tepees")
    assert title(match) == "Build or enlarge tepees"
    match = table("bison 2 variant=1; a: d3p=2 d3r=1", "a chooses canoes")
    assert title(match) == "Build or enlarge canoes"


def rungs(match: Match) -> list[str]:
    """The ladder of hunters: for each number whether it can be sent, bought or neither."""
    found = re.findall(r'<button[^>]*class="bs-rung[^>]*>', drawn(match, picked="space-e3p").act)
    return ["buy" if "bs-more" in one else "no" if "disabled" in one else "send" for one in found]


def test_the_ladder_of_hunters_shows_those_that_can_be_bought_and_promises_no_others() -> None:
    match = table(LAY, "a lays e3 0")
    assert rungs(match) == ["send"] * 5 + ["buy"]
    assert "buy 1 more" in drawn(match).act
    assert 'data-pick="market"' in drawn(match).act
    match.play(0, "a buys hunter")
    assert rungs(match) == ["send"] * 6
    short = table(f"{LAY}; a: supply=hunter*2 stock=3/3/3", "a lays e3 0")
    assert rungs(short) == ["send", "send", "send", "buy", "no", "no"]
    assert drawn(short).act.count("bs-steep") == 2
    poor = table(f"{LAY}; a: supply=hunter*4 stock=1/1/1", "a lays e3 0")
    assert rungs(poor) == ["send", "send", "send", "no", "no", "no"]
    assert drawn(poor).act.count("bs-steep") == 3
    broke = table(f"{LAY}; a: supply=hunter*2 stock=9/9/0", "a lays e3 0")
    assert rungs(broke) == ["send", "send", "send", "no", "no", "no"]


@pytest.mark.parametrize(
    ("text", "moves", "most"),
    [
        ("a: d3p=2", ("a chooses move-one",), 2),
        ("a: d3p=2 d4p=1 d3r=1", ("a chooses gather", "a gathers d3p"), 2),
        ("a: d3p=4 stock=2/1/0", ("a chooses move-one",), 2),
    ],
)
def test_the_ladder_of_those_on_the_land_strikes_out_what_is_out_of_reach(
    text: str, moves: tuple[str, ...], most: int
) -> None:
    act = drawn(table(f"bison 2; {text}", *moves)).act
    listed = re.findall(r"<li([^>]*)><b>(\d)</b>", act)
    assert [int(number) for how, number in listed if "bs-steep" not in how] == [*range(most + 1)]


@pytest.mark.parametrize("phase", ["lay", "send", "pay"])
def test_the_market_stays_open_in_the_middle_of_an_action(phase: str) -> None:
    moves = ["a lays e3 0", "a sends 2 e3p"][: ["lay", "send", "pay"].index(phase)]
    match = table(LAY, *moves)
    assert match.view(0).phase == phase
    assert scene(match, 0, "market buy-hunter").picked == ("market",)
    act = drawn(match, picked="market").act
    assert 'data-moves="a buys hunter"' in act or 'id="buy-hunter"' in act
    assert title(match, "exchange") == "Exchange 3 : 1"
    assert scene(match, 0).picked == (("pay-1-1-0",) if phase == "pay" else ())


def test_a_purchase_looked_at_changes_nothing_on_the_land() -> None:
    match = table(LAY, "a lays e3 0")
    assert (
        drawn(match, picked="market", looked="buy-hunter").board
        == drawn(match, picked="market").board
    )


def test_while_a_hunter_is_in_the_hand_there_is_no_market() -> None:
    match = table("bison 2; a: d3p=1", "a chooses move-one", "a picks d3p")
    assert 'id="market"' not in drawn(match).act


def test_with_full_stocks_no_gain_is_promised() -> None:
    match = table("bison 2; a: stock=15/15/15", "a chooses gather")
    assert "No hunter: nothing to gain, your stocks are full" in drawn(match).act
    assert "gain 1 animal" not in drawn(match).act


def test_another_space_to_build_on_can_be_picked_at_once() -> None:
    two = table("bison 2; a: d3p=2 d4p=1", "a chooses tepees")
    assert scene(two, 0).picked == ()
    assert 'data-pick="space-d4p"' in drawn(two, picked="space-d3p").board


def test_finishing_says_what_it_costs() -> None:
    match = table("bison 2; a: d3p=3", "a chooses move-one")
    assert "No hunter: gain 1 animal" in drawn(match).act
    for move in ("a picks d3p", "a moves d3r"):
        match.play(0, move)
    assert "Finish, free" in drawn(match).act
    for move in ("a picks d3p", "a moves d3r"):
        match.play(0, move)
    assert "Finish and pay 2" in drawn(match).act


def test_the_tile_must_be_placed_with_the_fourth_action() -> None:
    assert "by your fourth action" in advice(table("bison 2; a: tile=ppmmmm210"))
    late = table("bison 2; round 4; a: tile=ppmmmm210 used=tepees,canoes,gather")
    assert "must be placed now" in advice(late)
    placed = table("bison 2; round 2; a: used=place")
    assert "once a season" in advice(placed)


def test_what_is_too_dear_is_struck_out() -> None:
    assert "bs-steep" in drawn(table("bison 2; a: stock=1/1/1")).act
    assert "bs-steep" not in drawn(table("bison 2")).act


def test_the_market_stays_open_after_buying_and_another_beginning_replaces_it() -> None:
    match = table("bison 2; a: d3p=2 d3r=1")
    act = drawn(match, picked="market").act
    assert "Buy a tepee 3 for 3 bison, 3 turkeys and 3 salmon" in act
    assert 'data-moves="a chooses gather"' in act
    assert 'data-pick="exchange"' in act
    assert scene(match, 0, "market buy-hunter").picked == ("market",)
    assert title(match, "exchange") == "Exchange 3 : 1"
    poor = table("bison 2; a: stock=1/1/0")
    assert scene(poor, 0, "market buy-hunter").picked == ()


OVER = "bison 2; phase overflow; scored prairie; a: stock=17/3/3"


def test_losing_what_is_over_the_limit_asks_first() -> None:
    match = table(OVER)
    act = drawn(match).act
    assert "You have 17 bison; a stock holds 15." in act
    assert "Lose 2 bison" in act
    assert "Yes, lose 2 bison" in drawn(match, picked="done").act
    assert "bs-over" in drawn(match).players
    match.play(0, "a exchanges bison salmon")
    assert "Nothing is over the limit any more." in drawn(match).act
    assert ">Go on<" in drawn(match).act


def test_camps_of_many_hunters_stand_in_two_rows() -> None:
    board = drawn(table("bison 2; a: d3p=6+2; b: d4r=4+1")).board
    feet = re.findall(r'id="piece-blue-hunter-d3p-\d".*?y="(.*?)"', board)
    assert len(feet) == 6
    assert len(set(feet)) == 2
    assert 'id="piece-red-canoe-d4r"' in board


def test_the_head_tells_season_action_tiles_left_and_start_player() -> None:
    head = drawn(table("bison 4; season 2; round 3")).head
    assert "2 of 4" in head
    assert "3 of 4" in head
    assert "Start player" in head
    for seats, left in ((2, 10), (3, 12), (4, 12)):
        match = prateria.new_match("bison", seats=seats, seed="head")
        for seat in (0, -1):
            assert re.search(rf"Tiles left</dt><dd>{left}<", drawn(match, seat).head)


def test_what_was_drawn_of_old_lands_is_forgotten() -> None:
    """Each match lays its tiles differently: a server that draws for weeks keeps only the
    latest."""
    for drawn_once in (spots.foot, spots.animals_at, pieces._draw_camp):
        assert drawn_once.cache_parameters()["maxsize"] == spots.MANY
