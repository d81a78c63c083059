"""The table as drawn: what a seat sees in each phase, what can be picked, and what must not
show."""

from __future__ import annotations

import zlib
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from prateria.core.drawing.scene import PARTS, Drawing
from prateria.games.apache.drawing import FACE
from prateria.games.apache.drawing.spread import PLACES, RINGS
from prateria.games.apache.rules.components import ALL_CARDS
from prateria.games.apache.rules.view import View
from prateria.games.apache.words import WORDS
from prateria.i18n.catalogues import texts_in
from tests.games.apache.paper import Paper, drawn, scene, whole
from tests.games.apache.table import GAME, clock, play, race, table, view

HAND = ("hand-chief", "hand-warrior", "hand-maiden", "hand-hunter")
CHOOSING = "apache 3; up: red-hunter,buffalo*3,tepee,green-chief,yellow-maiden*2"
RACING = "apache 3 tempo=live; up: red-hunter,buffalo*3,tepee,green-chief"
CLAIM = "apache 3; up: red-hunter,buffalo*3,tepee*2,green-hunter"


def paper(drawing: Drawing) -> Paper:
    return Paper(whole(drawing))


def words(drawing: Drawing, part: str) -> str:
    """The text of a part, as one line."""
    things = Paper(f"<div>{getattr(drawing, part)}</div>").things
    return " ".join(things[0].text.split())


# --- the sun ------------------------------------------------------------------------------


def test_every_prairie_card_has_a_place_and_no_two_the_same() -> None:
    assert sum(number for number, _ in RINGS) == ALL_CARDS == len(set(PLACES)) == 114


def test_a_card_leaves_the_spread_when_it_is_turned_and_the_others_stay() -> None:
    match = table("apache 2; up: buffalo")
    before = paper(drawn(match, 0))
    play(match, "a passes", "b passes")
    after = paper(drawn(match, 0))
    spread = [name for name in before.ids if name[1:].isdigit()]
    assert [name for name in after.ids if name[1:].isdigit()] == [
        *[name for name in spread if name not in ("c1", "c2")],
        "c2",
    ]
    assert "newest" in after.by_id("c2").classes
    assert before.by_id("c2").attributes["transform"].startswith("rotate(")


def test_a_turned_card_travels_in_the_calm_tempo_and_is_there_at_once_in_the_live_one() -> None:
    for text, moves in ((CHOOSING, True), (RACING, False)):
        newest = paper(drawn(table(text), 0)).by_class("newest")[0]
        assert ("data-move" in newest.attributes) is moves
        assert newest.text  # it says what it is


def test_a_newest_card_that_was_claimed_no_longer_lies_there() -> None:
    match = race("apache 2; up: red-hunter,buffalo", "a hunter")
    assert paper(drawn(match, 0)).by_class("newest") == []


def test_tribe_cards_lie_on_the_pow_wow_in_their_order() -> None:
    text = "apache 5; up: red-hunter,green-hunter,violet-hunter,yellow-hunter,buffalo*4,tepee"
    plays = ("c hunter", "a hunter", "d hunter", "b hunter", "e chief")
    match = race(text, *plays)
    found = paper(drawn(match, None))
    order = [name for name in found.ids if name.startswith("play-")]
    assert order == ["play-c", "play-a", "play-d", "play-b", "play-e"]
    assert "claims" in found.by_id("play-c").classes
    assert "waits" in found.by_id("play-a").classes
    play(match, "c claims loot")
    found = paper(drawn(match, None))
    assert "done" in found.by_id("play-c").classes
    assert len(found.by_class("bad")) == 2  # the chief has nothing to claim: sun and strip


def test_only_the_player_sees_the_own_secret_play() -> None:
    match = table(CHOOSING, "b plays chief")
    assert "secret" in paper(drawn(match, 1)).by_id("play-b").classes
    for other in (0, 2, None):
        assert "play-b" not in paper(drawn(match, other)).ids


# --- people and loot ----------------------------------------------------------------------


def test_the_own_colour_comes_first_and_unowned_ones_last() -> None:
    heads = [thing.text for thing in paper(drawn(table(CHOOSING), 1)).things if thing.tag == "th"][
        :5
    ]
    assert heads == ["you", "Giulia", "Nora", "nobody", "nobody"]


def test_cards_of_a_kind_lie_together_with_their_number() -> None:
    found = paper(drawn(table(CHOOSING), 0))
    assert found.by_id("up-yellow-maiden").attributes["aria-label"] == "Yellow maiden ×2"
    assert found.by_id("pile-buffalo").text.split() == ["3", "buffalo"]
    assert found.by_id("pile-totem").classes == ["none"]
    assert found.by_id("pile-totem").text.split() == ["0", "totems"]


def test_no_pile_shows_more_than_six_cards() -> None:
    found = paper(drawn(table("apache 2; up: buffalo*12"), 0))
    assert [name for name in found.ids if name.startswith("up-buffalo-")] == [
        f"up-buffalo-{number}" for number in range(1, 7)
    ]
    assert found.by_id("pile-buffalo").text.split() == ["12", "buffalo", "newest"]


def test_what_a_pile_is_flies_with_its_last_card() -> None:
    board = drawn(table("apache 2; up: buffalo*3"), 0).board
    last = board.split('<g id="up-buffalo-3" data-move>')[1].split("</g>")[0]
    assert '<use href="#ap-loot"' in last
    assert '<use href="#ap-buffalo"' in last


# --- picking ------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [CHOOSING, RACING])
def test_all_four_tribe_cards_can_be_picked_by_key_whatever_lies_there(text: str) -> None:
    found = paper(drawn(table(text), 0))
    for number, name in enumerate(HAND, 1):
        card = found.by_id(name)
        assert "can" in card.classes
        assert card.attributes["data-key"] == str(number)


def test_a_live_play_is_one_key_timed_and_without_a_question() -> None:
    match = table(RACING)
    seen: View = match.view(0)
    for action in match.legal(0):
        assert len(FACE.path(seen, action)) == 1
        assert not FACE.confirms(seen, action)
    found = paper(drawn(match, 0))
    assert {found.by_id(name).attributes["data-race"] for name in HAND} == {"6"}


def test_what_others_do_in_a_race_does_not_start_it_anew() -> None:
    match = table(RACING)
    before = drawn(match, 0)
    play(match, "b plays chief reaction=400 rtt=20-30 arrived=425")
    after = drawn(match, 0)
    assert before.act == after.act
    assert "close-ms1500" in after.board
    assert "beat-ms3000" in before.board


def test_no_clock_runs_when_a_live_game_is_over() -> None:
    over = replace(table(RACING).view(0), phase="over")
    assert "-ms3000" not in FACE.draw(over, scene(over, ())).board


def test_in_the_calm_tempo_a_card_is_picked_and_confirmed_and_a_pass_is_not_asked_about() -> None:
    match = table(CHOOSING)
    seen: View = match.view(0)
    assert [FACE.confirms(seen, action) for action in match.legal(0)] == [True] * 4 + [False]
    drawing = drawn(match, 0, picked=("hand-hunter",))
    found = paper(drawing)
    assert "data-play" in found.by_id("hand-hunter").attributes
    assert "picked" in found.by_id("hand-hunter").classes
    assert "Play the hunter?" in words(drawing, "act")
    italian = drawn(match, 0, texts_in("it", GAME), picked=("hand-maiden",))
    assert "Giocare la fanciulla 3 Un’altra carta" in words(italian, "act")
    assert "data-race" not in found.by_id("hand-hunter").attributes


def test_a_played_card_is_out_of_the_hand_until_it_is_resolved() -> None:
    match = table(CHOOSING, "a plays maiden")
    drawing = drawn(match, 0)
    found = paper(drawing)
    assert "out" in found.by_id("hand-maiden").classes
    assert "aria-disabled" in found.by_id("hand-chief").attributes
    assert "You play the maiden Still to decide: Tomáš and Giulia" in words(drawing, "act")
    match = race(CLAIM, "a hunter")
    assert "out" in paper(drawn(match, 0)).by_id("hand-hunter").classes
    play(match, "a claims loot")
    assert "out" not in paper(drawn(match, 0)).by_id("hand-hunter").classes


def test_who_plays_none_is_told_so() -> None:
    drawing = drawn(table(CHOOSING, "a passes"), 0)
    assert "You play no card" in words(drawing, "act")


def test_the_turner_may_turn_by_key_button_or_on_the_card() -> None:
    match = table("apache 3 tempo=live; phase beat turner a; up: buffalo")
    found = paper(drawn(match, 0))
    assert found.by_id("turn-card").attributes["data-key"] == "t"
    [framed] = found.by_class("ap-next")
    assert framed.attributes["data-moves"] == "a turns"
    drawing = drawn(match, 1)
    assert "turn-card" not in paper(drawing).ids
    assert "The next card Nora turns next" in words(drawing, "act")


def test_after_the_last_card_nobody_turns_next() -> None:
    match = table("apache 2 tempo=live; up: buffalo; deck: totem", "a passes", "b passes")
    clock(match)
    drawing = drawn(match, 0)
    assert "turns next" not in words(drawing, "players") + words(drawing, "board")


def test_a_claim_is_chosen_by_key_with_what_it_brings() -> None:
    match = race(CLAIM, "a hunter", "b hunter")
    drawing = drawn(match, 0)
    found = paper(drawing)
    assert found.by_id("claim-loot").attributes["data-key"] == "q"
    assert found.by_id("claim-loot").text == "Take 3 buffalo 4 cards in all Q"
    assert found.by_id("claim-tepees").text == "Take 2 tepees 3 cards in all W"
    assert "After 8 s the largest is taken. Then: Tomáš." in words(drawing, "act")
    assert "by-loot" in found.by_id("pile-buffalo").classes
    assert "by" in found.by_id("up-red-hunter").classes
    watching = drawn(match, None)
    assert "Nora chooses a claim" in words(watching, "act")
    assert "claim-loot" not in paper(watching).ids


def test_a_maiden_marries_a_husband() -> None:
    text = "apache 3 marriage; up: red-maiden,necklace,tepee,green-chief,blue-hunter"
    found = paper(drawn(race(text, "a maiden"), 0))
    assert found.by_id("claim-marriage").text == "Take 1 tepee and a husband 3 cards in all E"


def test_a_marriage_is_a_third_choice() -> None:
    match = race(
        "apache 3 marriage=true; up: red-hunter,buffalo,tepee,green-maiden,blue-maiden", "a hunter"
    )
    found = paper(drawn(match, 0))
    assert found.by_id("claim-marriage").text == "Take 1 tepee and a wife 3 cards in all E"
    play(match, "a claims marriage")
    drawing = drawn(match, 0)
    assert "Whom do you marry?" in words(drawing, "act")
    assert WORDS.phrase(view(match, "a"), match.legal(0)[0]) == "Marry the green maiden"


def test_a_prisoner_is_picked_by_key_or_on_the_prairie() -> None:
    match = race("apache 3; up: red-chief,totem*2,green-hunter,blue-warrior", "a chief")
    drawing = drawn(match, 0)
    found = paper(drawing)
    assert "Who is your prisoner?" in words(drawing, "act")
    assert found.by_id("take-green-hunter").attributes["data-key"] == "q"
    assert found.by_id("take-blue-warrior").attributes["data-key"] == "w"
    assert found.by_id("up-green-hunter").attributes["data-moves"] == "a takes green-hunter"
    assert "data-moves" not in found.by_id("up-red-chief").attributes
    assert WORDS.phrase(view(match, "a"), match.legal(0)[0]) == "Take the green hunter prisoner"
    assert WORDS.phrase(view(match, "a"), match.legal(0)[1]) == "Take the blue warrior prisoner"


def test_a_chief_s_loot_comes_with_a_prisoner() -> None:
    match = race("apache 3; up: red-chief,totem*2,green-hunter,tepee", "a chief")
    first = match.legal(0)[0]
    assert WORDS.phrase(view(match, "a"), first) == "Take 2 totems and a prisoner"


# --- nothing is given away ----------------------------------------------------------------


def test_a_card_that_could_claim_looks_like_one_that_could_not() -> None:
    """Only the board differs between prairies on which nothing or everything can be claimed."""
    poor = "apache 3 tempo=live; up: yellow-maiden,totem,buffalo,blue-chief,necklace,yellow-chief"
    rich = "apache 3 tempo=live; up: red-hunter,red-chief,red-maiden,buffalo,totem,necklace"
    for seat in (0, 1, None):
        without, with_ = drawn(table(poor), seat), drawn(table(rich), seat)
        for part in PARTS:
            if part != "board":
                assert getattr(without, part) == getattr(with_, part)
        for drawing in (without, with_):
            assert paper(drawing).by_class("glow") == []


def test_whether_a_claim_is_open_changes_no_byte_of_the_drawing() -> None:
    """The same prairie seen by somebody who may take the red hunter's claim and by rules under
    which there is none: a ruleset that only adds claims changes nothing that is drawn."""
    text = "up: red-hunter,tepee,yellow-hunter,blue-maiden"
    plain = table(f"apache 3 tempo=live; {text}")
    more = table(f"apache 3 tempo=live marriage=true division=true; {text}")
    assert drawn(plain, 0) == drawn(more, 0)


def test_a_learning_table_shows_what_could_claim() -> None:
    drawing = drawn(table(RACING), 0, learning=True)
    glowing = paper(drawing).by_class("glow")
    assert [card.attributes["id"] for card in glowing] == ["hand-hunter"]
    assert "takes 4 cards now" in glowing[0].text
    out = drawn(table(RACING, "a passes"), 0, learning=True)
    assert paper(out).by_class("glow") == []


def test_others_plays_are_not_in_the_drawing_before_they_are_out() -> None:
    deeds = ("b plays chief", "b plays hunter", "b passes")
    for seat in (0, 2, None):
        assert len({whole(drawn(table(RACING, deed), seat)) for deed in deeds}) == 1


# --- the verdict --------------------------------------------------------------------------


def test_the_strip_shows_the_times_that_decided() -> None:
    match = race("apache 3; up: red-hunter,green-hunter,buffalo*3", "b hunter", "a hunter")
    drawing = drawn(match, 2)
    first = "Tomáš 400 ms ± 5 line 25 ms ± 5 Nora 410 ms ± 5 line 25 ms ± 5"
    assert f"Who was first {first}" in words(drawing, "act")
    assert len(paper(drawing).by_class("span")) == 2
    [scale] = paper(drawing).by_class("scale")
    assert scale.attributes["aria-label"] == "Tomáš 400 ms, Nora 410 ms"
    assert "Up to 600 ms, a slow line is no handicap." in words(drawing, "act")


def test_level_times_are_said_to_be_drawn_by_lot() -> None:
    text = "apache 2 tempo=live; up: red-hunter,green-hunter,buffalo"
    match = table(
        text,
        "a plays hunter reaction=400 rtt=20-30 arrived=425",
        "b plays hunter reaction=400 rtt=20-30 arrived=421",
    )
    assert "decided by lot" in words(drawn(clock(match), 0), "act")


def test_a_report_that_was_cut_is_marked_for_all() -> None:
    match = table(
        "apache 2 tempo=live; up: red-hunter,buffalo",
        "a plays hunter reaction=100 rtt=20-30 arrived=425",
    )
    drawing = drawn(clock(match), 1)
    assert "399 ms ± 5 line 25 ms ± 5 cut" in words(drawing, "act")
    assert "this report was faster than the line, or anybody, can be" in words(drawing, "act")
    assert "1 report cut" in words(drawing, "players")


def test_in_the_calm_tempo_the_strip_tells_of_the_lot() -> None:
    match = table(
        "apache 2; up: red-hunter,green-hunter,buffalo,tepee",
        "a plays hunter",
        "b plays hunter",
    )
    assert match.view(None).powwow
    drawing = drawn(match, 0)
    assert "The order was drawn by lot." in words(drawing, "act")
    assert paper(drawing).by_class("scale") == []


@pytest.mark.parametrize("times", [(1, 2), (250, 4000), (499, 500), (0, 60), (3, 99_000)])
def test_the_scale_holds_all_times(times: tuple[int, int]) -> None:
    match = race("apache 2; up: red-hunter,green-hunter,buffalo", "a hunter", "b hunter")
    seen: View = match.view(0)
    rows = [replace(row, reaction=ms) for row, ms in zip(seen.powwow, times, strict=True)]
    drawing = FACE.draw(replace(seen, powwow=tuple(rows)), scene(seen, ()))
    [art] = paper(drawing).by_class("scale")
    assert str(times[1]) in art.attributes["aria-label"]
    marks = [
        float(thing.attributes["x"])
        for thing in paper(drawing).things
        if thing.tag == "use" and thing.attributes["href"].startswith("#seat-")
        if "width" in thing.attributes
    ]
    assert all(0 <= x <= 258 for x in marks)


# --- players and the end ------------------------------------------------------------------


def test_the_claimer_and_those_to_come_are_told() -> None:
    match = race(CLAIM, "b hunter", "a hunter")
    told = words(drawn(match, 2), "players")
    assert "Tomáš chooses a claim" in told
    assert "Nora claims later" in told


def test_what_was_taken_travels_to_who_took_it() -> None:
    match = race("apache 3; up: red-hunter,buffalo*2", "a hunter")
    found = paper(drawn(match, 1))
    takers = [thing.attributes["id"] for thing in found.things if "data-takes" in thing.attributes]
    assert takers == ["player-a"]


@pytest.mark.parametrize(
    ("cards", "title", "told"),
    [
        ((3, 2), "Nora wins", "place 2"),
        ((3, 3), "Nora and Tomáš share the victory", "shares the victory"),
    ],
)
def test_the_end_tells_who_has_won(cards: tuple[int, int], title: str, told: str) -> None:
    text = f"apache 2; up: totem; a: buffalo={cards[0]}; b: buffalo={cards[1]}"
    seen: View = table(text).view(0)
    over = replace(seen, phase="over", deck=(0,) * 25)
    drawing = FACE.draw(over, scene(over, ()))
    assert title in words(drawing, "act")
    assert told in words(drawing, "players")
    assert len(paper(drawing).by_class("won")) == cards.count(3)


def test_the_head_tells_tempo_and_how_far_it_is() -> None:
    assert words(drawn(table(RACING), 0), "head") == "Live 108 cards face down"
    assert words(drawn(table(CHOOSING), None), "head") == "Calm 106 cards face down"


def test_seats_have_the_colours_of_their_tribes() -> None:
    colours = [FACE.colour(seat) for seat in range(5)]
    assert colours == ["red", "green", "violet", "yellow", "blue"]


# --- all of it ----------------------------------------------------------------------------


def test_names_and_texts_are_escaped() -> None:
    html = whole(drawn(table("apache 4; up: buffalo"), 0))
    assert "<Ada>" not in html
    assert "Otakar &amp; &lt;Ada&gt;" in html


def test_a_picture_stands_alone() -> None:
    for text in (CHOOSING, RACING, "apache 2 tempo=live; phase beat turner a"):
        for language in ("en", "it", "cs", "de"):
            seen: View = table(text).view(None)
            picture = FACE.picture(seen, texts_in(language, GAME))
            root = ElementTree.fromstring(picture)
            ids = {each.get("id") for each in root.iter()}
            uses = {each.get("href", "")[1:] for each in root.iter() if each.tag.endswith("use")}
            assert uses <= ids
    crowd = "apache 5; up: red-hunter,green-hunter,violet-hunter,buffalo*4,tepee"
    match = race(crowd, "c hunter", "a hunter", "b hunter")
    assert ElementTree.fromstring(FACE.picture(match.view(None)))


def test_the_art_has_no_style_attributes_and_its_cover_stands_alone() -> None:
    art = FACE.art()
    assert "style=" not in art.symbols + art.cover + art.emblem
    for svg in (art.cover, art.emblem):
        assert svg.startswith("<svg ")
        ElementTree.fromstring(svg)
    ids = [thing.attributes["id"] for thing in Paper(art.cover).things if "id" in thing.attributes]
    assert all(name.startswith("apache-") for name in ids)


def test_a_beat_is_small_on_the_wire() -> None:
    people = "red-chief*2,green-hunter*3,violet-maiden*2,yellow-warrior*2,blue-hunter*3"
    match = table(f"apache 5 tempo=live; phase beat turner a; up: {people},buffalo*3,totem,tepee")
    texts = texts_in("cs", GAME)
    before = drawn(match, 1, texts)
    play(match, "a turns")
    after = drawn(match, 1, texts)
    changed = "".join([getattr(after, p) for p in PARTS if getattr(after, p) != getattr(before, p)])
    assert len(zlib.compress(changed.encode(), 6)) < 4500
