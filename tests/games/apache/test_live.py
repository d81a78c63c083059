"""A9.1 to A9.3 and A9.5: the live tempo, its clock, its times, its bots."""

from __future__ import annotations

import json
from math import log
from statistics import median, pstdev

import pytest

import prateria
from prateria.core.chance import Quick
from prateria.core.contract.game import CLOCK, LETTERS
from prateria.core.contract.live import Measurement
from prateria.core.rules import rule
from prateria.games.apache.live import LIVE
from prateria.games.apache.live.reaction import MEDIAN_MS, SPREAD
from prateria.games.apache.notation import NOTATION
from prateria.games.apache.rules.actions import CloseWindow, Pass, PlayTribe, TurnCard
from prateria.games.apache.rules.components import Role
from prateria.games.apache.rules.timing import Grab, counted_time, doubt_ms, order_of, wait_until
from prateria.games.apache.words import WORDS
from tests.games.apache.table import (
    GAME,
    clock,
    legal,
    play,
    refused,
    shown,
    story,
    table,
    turner,
    view,
    won,
)

DUEL = "apache 2 tempo=live; up: red-hunter,green-hunter,buffalo"


def hunter(who: str, reaction: int, rtt: str, arrived: int) -> str:
    return f"{who} plays hunter reaction={reaction} rtt={rtt} arrived={arrived}"


# --- A9.1: the clock ----------------------------------------------------------------------


@rule("A9.1")
def test_cards_are_turned_on_the_beat_or_by_the_turner_s_click() -> None:
    match = table("apache 3 tempo=live; phase beat; turner b")
    assert match.actors == (1, CLOCK)
    assert legal(match, "b") == ["turns"]
    assert refused(match, "c turns") == "A2.1"
    play(match, "b turns")
    assert (view(match).phase, turner(match)) == ("race", "b")
    match = table("apache 3 tempo=live; phase beat; turner b", "beat")
    assert (view(match).phase, turner(match)) == ("race", "b")


@rule("A9.1")
def test_while_nobody_plays_the_beat_turns_the_next_card() -> None:
    match = table("apache 3 tempo=live; up: totem; turner b")
    assert match.actors == (0, 1, 2, CLOCK)
    play(match, "beat")
    assert (view(match).phase, turner(match)) == ("race", "c")
    assert sum(view(match).up) == 2


@rule("A9.1")
def test_only_whoever_turns_next_may_click_and_others_may_still_play_until_the_clock_goes_on() -> (
    None
):
    match = table("apache 3 tempo=live; up: red-hunter,buffalo; turner b")
    assert "turns" in legal(match, "c")
    assert "turns" not in legal(match, "b")
    assert refused(match, "b turns") == "A2.1"
    play(match, "c turns")
    assert legal(match, "c") == []
    assert refused(match, "c turns") == "A9.1"
    assert refused(match, "c plays chief") == "A9.1"
    assert refused(match, "c passes") == "A9.1"
    play(match, "a plays hunter")
    assert won(clock(match), "a") == "buffalo red-hunter"


@rule("A9.1")
def test_a_click_is_as_secret_as_a_play() -> None:
    moves = ("c turns", "c plays chief", "c passes")
    tables = [table("apache 3 tempo=live; up: totem; turner b", move) for move in moves]
    for who in (None, "a", "b"):
        assert len({view(match, who) for match in tables}) == 1


@rule("A9.1")
def test_after_the_first_play_the_clock_closes_instead_of_turning() -> None:
    match = table("apache 3 tempo=live; up: red-hunter,buffalo", "a plays hunter")
    assert legal(match, "a") == []
    assert refused(match, "beat") == "A9.1"
    assert shown(match) == []
    clock(match)
    assert shown(match) == ["a hunter"]
    assert match.actors == (0, CLOCK)


@rule("A9.1")
def test_when_all_have_played_only_the_clock_is_left() -> None:
    match = table(DUEL, hunter("a", 400, "20-30", 425), hunter("b", 380, "200-240", 600))
    assert match.actors == (CLOCK,)
    assert won(clock(match), "b") == "buffalo green-hunter"


@rule("A9.1")
def test_the_times_at_which_the_clock_is_due() -> None:
    lines = {0: 30, 1: 120, 2: 240}
    match = table("apache 3 tempo=live; phase beat")
    assert LIVE.due(view(match), [], lines) == 3000
    match = table("apache 3 tempo=live beat_ms=2000 claim_ms=5000; up: red-hunter,tepee,buffalo")
    assert LIVE.due(view(match), [], lines) == 2000
    first = NOTATION.parse_action(hunter("a", 400, "20-30", 425))
    match.play(0, first)
    assert LIVE.due(view(match), [(425, first)], lines) == 400 + 1 + 1500 + 240 + 9
    clock(match)
    assert LIVE.due(view(match), [], lines) == 5000
    play(match, "a claims loot", "a turns")
    assert LIVE.due(view(match), [(300, Pass(1))], lines) == 2000


@rule("A9.1")
def test_after_a_click_the_clock_waits_for_plays_that_may_be_under_way() -> None:
    match = table("apache 3 tempo=live; up: red-hunter,buffalo; turner c", "a turns")
    arrived = [(700, TurnCard(0))]
    assert LIVE.due(view(match), arrived, {0: 30, 1: 120, 2: 180}) == 880
    assert LIVE.due(view(match), arrived, {0: 30, 1: 120, 2: 400}) == 1100
    assert LIVE.due(view(match), arrived, {0: 30, 1: 120, 2: 900}) == 1300
    assert LIVE.due(view(match), [(2900, TurnCard(0))], {0: 30, 1: 120, 2: 400}) == 3000


@rule("A9.1")
def test_nothing_is_due_while_luck_acts_or_after_the_end() -> None:
    state = NOTATION.parse_state("apache 2 tempo=live; phase over; deck: none")
    assert LIVE.due(GAME.view(state, None), [], {}) is None


@rule("A9.1")
def test_only_the_clock_does_what_the_clock_does() -> None:
    match = table(DUEL, hunter("a", 400, "20-30", 425))
    assert refused(match, "closes a:400", by=1) == "A9.2"
    assert refused(match, "beat", by=1) == "A9.1"
    assert refused(match, "a plays chief", by=CLOCK) == "A1.1"
    match = table("apache 2 tempo=live; phase beat; turner a")
    assert refused(match, "ends claim") == "A9.1"


# --- A9.2: reaction times -----------------------------------------------------------------


@rule("A9.2")
def test_the_order_is_by_reaction_time_not_by_arrival() -> None:
    match = table(DUEL, hunter("a", 431, "20-40", 455), hunter("b", 412, "200-260", 615))
    clock(match)
    assert shown(match) == ["b hunter", "a hunter"]
    assert won(match, "b") == "buffalo green-hunter"


@rule("A9.2")
@pytest.mark.parametrize(
    ("report", "counts", "marked"),
    [
        (450, 450, False),
        (424, 424, False),
        (423, 424, False),
        (355, 424, False),
        (354, 424, True),
        (500, 450, False),
    ],
)
def test_a_report_is_believed_up_to_the_shortest_trip_and_marked_if_no_trip_allows_it(
    report: int, counts: int, marked: bool
) -> None:
    """It arrived after 450 ms over a line of 20 to 80: 6 ms more are believed, 15 ms more
    excused."""
    assert order_of([Grab(0, report, 20, 80, 450)], 250) == ((0, counts, marked),)


@rule("A9.2")
@pytest.mark.parametrize(
    ("report", "counts", "marked"),
    [(400, 400, False), (370, 370, False), (430, 430, False), (250, 370, True), (500, 430, True)],
)
def test_version_1_of_the_rules_believed_up_to_the_longest_trip(
    report: int, counts: int, marked: bool
) -> None:
    order = order_of([Grab(0, report, 20, 80, 450)], 250, by_bounds=True)
    assert order == ((0, counts, marked),)


@rule("A9.2")
def test_keeping_back_an_answer_to_a_ping_gains_nothing() -> None:
    honest = Grab(0, 400, 30, 36, 432)
    late_once = Grab(0, 300, 30, 136, 432)
    assert counted_time(honest, 600) == 400
    assert counted_time(late_once, 600) == 432 - 36


@rule("A9.2")
@pytest.mark.parametrize(("shortest", "jitter"), [(0, 6), (63, 6), (64, 7), (230, 9), (400, 12)])
def test_a_long_line_is_given_more_for_jitter_by_the_same_measure_for_all(
    shortest: int, jitter: int
) -> None:
    arrived = 500 + shortest + jitter
    assert counted_time(Grab(0, 500, shortest, shortest, arrived), 600) == 500
    assert counted_time(Grab(0, 500, shortest, shortest, arrived + 1), 600) == 501


@rule("A9.6")
def test_nobody_reacts_in_less_than_a_tenth_of_a_second() -> None:
    early = Grab(0, 40, 20, 30, 65)
    assert order_of([early], 600) == ((0, 100, True),)
    assert order_of([Grab(0, 100, 20, 30, 122)], 600) == ((0, 100, False),)


@rule("A9.7")
def test_while_it_is_open_who_was_first_nobody_is_told_that_somebody_has_played() -> None:
    match = table(DUEL)
    assert LIVE.is_hushed(view(match))
    play(match, hunter("a", 400, "20-30", 425))
    assert LIVE.is_hushed(view(match))
    clock(match)
    assert not LIVE.is_hushed(view(match))
    assert not LIVE.is_hushed(view(table("apache 2; up: red-hunter,green-hunter,buffalo")))


@rule("A9.2")
def test_nothing_is_made_up_for_beyond_the_cap_but_that_is_not_held_against_anyone() -> None:
    slow = Grab(0, 400, 350, 420, 780)
    assert order_of([slow], 250) == ((0, 530, False),)
    assert order_of([slow], 100) == ((0, 680, False),)


@rule("A9.6")
def test_what_arrives_sooner_than_any_trip_counts_as_the_soonest_reaction() -> None:
    assert counted_time(Grab(0, 0, 50, 90, 30), 250) == 100
    assert counted_time(Grab(0, 0, 50, 90, 30), 250, by_bounds=True) == 0


@rule("A9.2")
def test_marks_are_counted_against_the_client_for_all_to_see() -> None:
    match = table(DUEL, hunter("a", 100, "20-40", 460), hunter("b", 412, "200-260", 650))
    assert view(match).seats[0].marks == 0
    clock(match)
    assert [seat.marks for seat in view(match, "b").seats] == [1, 0]


@rule("A9.2")
def test_the_log_has_the_inputs_and_the_decision_and_a_replay_shows_the_times() -> None:
    match = table(DUEL, hunter("a", 412, "20-40", 435), hunter("b", 300, "30-70", 501))
    clock(match)
    rows = [json.loads(line) for line in match.log.dumps().splitlines()[1:]]
    assert [row["do"] for row in rows] == [
        "a plays hunter reaction=412 rtt=20-40 arrived=435",
        "b plays hunter reaction=300 rtt=30-70 arrived=501",
        "closes a:412 b:465!",
    ]
    again = prateria.replay(match.log.dumps(), seed="table")
    assert story(again)[:2] == [
        "a plays the hunter after 412 ms.",
        "b plays the hunter after 465 ms (report cut).",
    ]
    assert "a  hunter  412 ms" in WORDS.describe(view(again))


@rule("A9.2")
def test_a_log_with_another_decision_does_not_replay() -> None:
    match = table(DUEL, hunter("a", 412, "20-40", 435), hunter("b", 300, "30-70", 501))
    (close,) = match.legal(CLOCK)
    assert close == CloseWindow(((0, 412, False), (1, 465, True)))
    assert refused(match, "closes b:411 a:412") == "A9.2"
    assert refused(match, "closes a:412 b:465") == "A9.2"


@rule("A9.2")
@pytest.mark.parametrize(
    ("reaction", "low", "high", "arrived"),
    [
        (-5, 20, 30, 425),
        (400, -1, 30, 425),
        (400, 40, 30, 425),
        (400, 20, 30, -1),
        (-1, -1, -1, 425),
        (10_000_000, 20, 30, 425),
        (400, 20, 10_000_000, 425),
        (400, 20, 30, 10_000_000),
    ],
)
def test_numbers_that_cannot_be_measurements_are_refused(
    reaction: int, low: int, high: int, arrived: int
) -> None:
    match = table(DUEL)
    bad = PlayTribe(0, Role.HUNTER, reaction, low, high, arrived)
    with pytest.raises(prateria.IllegalAction) as caught:
        match.play(0, bad)
    assert caught.value.rule == "A9.2"


@rule("A9.2")
def test_what_was_measured_is_told_to_nobody_before_the_pow_wow_opens() -> None:
    times = (hunter("a", 400, "20-30", 425), hunter("a", 500, "20-90", 580))
    tables = [table(DUEL, time) for time in times]
    for who in (None, "a", "b"):
        assert len({view(match, who) for match in tables}) == 1


@rule("A9.2")
def test_the_decision_waits_only_as_long_as_somebody_could_still_be_first() -> None:
    first = [Grab(0, 400, 20, 30, 425)]
    assert wait_until(first, {}, 250) == 425
    assert wait_until(first, {1: 180}, 250) == 400 + 1 + 180 + 8
    assert wait_until(first, {1: 180, 2: 90}, 250) == 400 + 1 + 180 + 8
    assert wait_until(first, {1: 10}, 250) == 425


@rule("A9.2")
def test_the_decision_never_waits_beyond_the_cap() -> None:
    first = [Grab(0, 400, 20, 30, 425)]
    assert wait_until(first, {1: 900}, 250) == 400 + 1 + 250
    assert wait_until(first, {1: 900}, 100) == 400 + 1 + 100
    at_once = [Grab(0, 425, 0, 0, 425)]
    assert wait_until(at_once, {1: 900}, 250) == 425 + 250
    assert wait_until(at_once, {1: 900}, 250, 1500) == 425 + 1500 + 250


@rule("A9.2")
def test_a_game_says_when_it_is_known_who_was_first() -> None:
    match = table(DUEL)
    first = NOTATION.parse_action(hunter("a", 400, "20-30", 425))
    assert LIVE.first_known(view(match), [(425, first)], {1: 200}) == 610
    match.play(0, first)
    assert LIVE.first_known(view(match), [(425, first)], {0: 30, 1: 200}) == 610


@rule("A9.2")
def test_whoever_arrives_after_the_decision_cannot_have_been_first() -> None:
    rng = Quick(7)
    for _ in range(3000):
        low = rng.below(300)
        late = Grab(1, rng.below(900), low, low + rng.below(200), 300 + rng.below(900))
        first = Grab(0, 300 + rng.below(300), 10, 60, 330 + rng.below(300))
        cap = (100, 150, 250)[rng.below(3)]
        if late.arrived > wait_until([first], {1: late.rtt_high}, cap):
            assert order_of([first, late], cap)[0][0] == 0


@rule("A9.2")
def test_a_duel_is_a_race_in_which_both_plays_are_sound() -> None:
    text, plays = LIVE.duel
    match = table(text)
    for seat, action in enumerate(plays):
        match.play(seat, LIVE.measured(action, Measurement(400, 0, 9, 405)))
    clock(match)
    assert [play.is_sound for play in view(match).powwow] == [True, True]
    assert not LIVE.is_silent(plays[0])
    assert LIVE.is_silent(Pass(0))
    assert LIVE.measured(Pass(0), Measurement(1, 0, 9, 5)) == Pass(0)


# --- A9.3: ties ---------------------------------------------------------------------------


@rule("A9.3")
@pytest.mark.parametrize(("other", "tie"), [(412, True), (413, False), (411, False)])
def test_times_of_the_same_millisecond_are_level(other: int, tie: bool) -> None:
    state = NOTATION.parse_state(DUEL)
    for text in (hunter("a", 412, "20-40", 435), hunter("b", other, "20-40", other + 25)):
        GAME.apply(state, NOTATION.parse_action(text))
    GAME.apply(state, GAME.legal(state, CLOCK)[0])
    assert (GAME.view(state, None).phase == "order") is tie


@rule("A9.3")
def test_level_times_are_drawn_by_lot_from_the_seed() -> None:
    winners = set()
    for seed in range(12):
        moves = (hunter("a", 412, "20-40", 435), hunter("b", 412, "20-40", 438))
        match = clock(table(DUEL, *moves, seed=str(seed)))
        lot = match.log.entries[-1]
        assert (lot.by, lot.draw) == (-1, 0)
        winners.add(LETTERS[view(match).powwow[0].seat])
        assert sorted(play.reaction or 0 for play in view(match).powwow) == [412, 412]
    assert winners == {"a", "b"}


@rule("A9.3")
def test_only_those_who_are_level_change_places() -> None:
    state = NOTATION.parse_state("apache 5 tempo=live; up: totem")
    for seat, reaction in enumerate((500, 500, 501, 300, 600)):
        action = PlayTribe(seat, Role.CHIEF, reaction, 0, 9, reaction + 5)
        GAME.apply(state, action)
    GAME.apply(state, GAME.legal(state, CLOCK)[0])
    assert [NOTATION.format_action(action) for action, _ in GAME.chance(state)] == [
        "order d,a,b,c,e",
        "order d,b,a,c,e",
    ]


@rule("A9.3")
def test_live_plays_without_times_are_level_with_each_other() -> None:
    state = NOTATION.parse_state("apache 3 tempo=live; up: totem")
    for text in (
        "c plays chief",
        "a plays chief reaction=500 rtt=0-9 arrived=505",
        "b plays chief",
    ):
        GAME.apply(state, NOTATION.parse_action(text))
    close = GAME.legal(state, CLOCK)[0]
    assert NOTATION.format_action(close) == "closes a:500 b c"
    GAME.apply(state, close)
    assert [NOTATION.format_action(action) for action, _ in GAME.chance(state)] == [
        "order a,b,c",
        "order a,c,b",
    ]


# --- A9.5: bots ---------------------------------------------------------------------------


@rule("A9.5")
@pytest.mark.parametrize("level", list(MEDIAN_MS))
def test_a_bot_s_reaction_is_log_normal_around_its_level_s_median(level: str) -> None:
    rng = Quick(11)
    times = [LIVE.reaction_ms(level, rng) for _ in range(4000)]
    assert min(times) >= 250
    assert median(times) == pytest.approx(MEDIAN_MS[level], rel=0.03)
    assert pstdev([log(ms) for ms in times]) == pytest.approx(SPREAD, rel=0.05)


@rule("A9.5")
def test_no_bot_reacts_in_less_than_250_ms() -> None:
    class Lucky(Quick):
        """The largest possible deviation, on the fast side."""

        def below(self, bound: int) -> int:
            self.turn = not getattr(self, "turn", False)
            return 0 if self.turn else bound // 2

    assert LIVE.reaction_ms("hard", Lucky(1)) == 250
    assert sorted(MEDIAN_MS.values(), reverse=True) == list(MEDIAN_MS.values())


def test_only_the_live_tempo_is_live() -> None:
    assert LIVE.is_live(view(table("apache 3 tempo=live; up: totem; turner b")))
    assert not LIVE.is_live(view(table("apache 3; up: totem; turner b")))


@rule("A9.2")
def test_a_time_may_be_off_by_half_of_what_its_line_leaves_open() -> None:
    assert doubt_ms(20, 38, 250) == 9
    assert doubt_ms(20, 21, 250) == 1
    assert doubt_ms(240, 400, 250) == 5  # nothing is compensated beyond the cap
    assert doubt_ms(300, 400, 250) == 0


@rule("A9.2")
def test_how_good_the_lines_were_is_told_with_the_order_and_not_before() -> None:
    match = table(
        "apache 3 tempo=live; up: red-hunter*2,buffalo*3,tepee",
        "a plays hunter reaction=412 rtt=20-38 arrived=440",
        "b plays hunter",
    )
    assert "rtt" not in prateria.to_json(view(match, "c").powwow)
    clock(match)
    rows = {row.seat: (row.rtt_low, row.rtt_high) for row in view(match, "c").powwow}
    assert rows == {0: (20, 38), 1: (None, None)}
    assert "lines a:20-38" in match.position
    again = prateria.position("apache", match.position)
    assert again.position == match.position
