"""The round trips of a line: the effects of late answers, and of lines that change."""

from __future__ import annotations

from itertools import pairwise

from prateria.core.lines import Line
from prateria.core.lines.line import DELAYED_ACK_MS, MOST, UNASKED_MS, WINDOW_MS


def asked() -> Line:
    """A line of which the transport would allow any round trip."""
    line = Line()
    line.limit(10_000, 10_000)
    return line


def noted(line: Line, *trips: int, every: int = 1_000, start: int = 0) -> int:
    at = start
    for trip in trips:
        line.note(trip, at)
        at += every
    return at


def test_a_line_that_was_never_measured_is_given_no_time() -> None:
    assert (Line().shortest, Line().longest) == (0, 0)


def test_one_late_answer_makes_no_trip_longer_once_there_are_a_few() -> None:
    line = Line()
    noted(line, 31, 30, 33, 130, 34)
    assert (line.shortest, line.longest) == (30, 34)
    line = Line()
    noted(line, 31, 130, 30)
    assert line.longest == 130


def test_a_line_that_becomes_slower_is_followed_within_seconds_and_slowly() -> None:
    line = asked()
    at = noted(line, 30, 31, 30)
    seen = []
    for _ in range(20):
        line.note(200, at)
        seen.append(line.shortest)
        at += 1_000
    assert seen[: WINDOW_MS // 1_000 - 1] == [30] * (WINDOW_MS // 1_000 - 1)
    assert all(later - earlier <= 25 for earlier, later in pairwise(seen))
    assert seen[-1] == 200


def test_a_line_that_becomes_quicker_is_followed_at_once() -> None:
    line = Line()
    noted(line, 200, 200, 40)
    assert line.shortest == 40


def test_whoever_answers_all_pings_late_is_given_no_more_than_the_transport_knows() -> None:
    line = asked()
    noted(line, 131, 130, 132)
    assert line.shortest == 130
    line.limit(30.4, 31.0)
    assert line.shortest == 30


def test_where_the_transport_cannot_be_asked_late_answers_are_worth_little() -> None:
    line = Line()
    noted(line, 31, 30, 32)
    assert line.shortest == 30
    line = Line()
    noted(line, 131, 130, 132)
    assert (line.shortest, line.longest) == (UNASKED_MS, 132)


def test_a_slower_line_shows_in_the_transport_s_usual_trip_less_what_receivers_delay() -> None:
    line = Line()
    line.limit(30, 30 + DELAYED_ACK_MS)
    noted(line, 200, 200)
    assert line.shortest == 30
    line.limit(30, 200)
    assert line.shortest == 200 - DELAYED_ACK_MS


def test_a_line_remembers_a_bounded_number_of_trips() -> None:
    line = Line()
    noted(line, 900, 900, *[20] * MOST, every=1)
    assert line.longest == 20


def carded(line: Line, *trips: int, start: int = 0) -> int:
    """A card each second, with the trip of the ping behind it."""
    at = start
    for trip in trips:
        line.card()
        line.note(trip, at, behind=True)
        at += 1_000
    return at


def test_a_play_is_measured_by_the_ping_behind_its_own_card() -> None:
    line = Line()
    at = carded(line, 30, 30, 30, 30)
    line.note(90, at)
    assert line.possible == 30


def test_trips_that_were_long_a_moment_ago_excuse_nothing() -> None:
    line = Line()
    noted(line, 130, 130, 130, 130, every=100)
    carded(line, 30, start=1_000)
    assert line.longest == 130
    assert line.possible == 30


def test_a_line_that_becomes_slower_is_believed_at_once_to_be_slow() -> None:
    line = Line()
    at = carded(line, 30, 30, 30, 30)
    carded(line, 130, start=at)
    assert (line.longest, line.possible) == (30, 130)


def test_a_line_whose_trips_differ_much_is_believed_to_differ_as_much() -> None:
    line = Line()
    at = carded(line, 30, 90, 30, 80, 30, 70, 30)
    assert line.possible == 30 + 40
    noted(line, 900, start=at)  # late answers are not believed to the full
    assert line.possible == 30 + 50


def test_a_play_long_after_its_card_is_measured_by_the_pings_since() -> None:
    line = Line()
    at = carded(line, 30, 30, 30, 30, 30)
    noted(line, *[130] * 20, start=at)
    assert line.shortest <= line.possible == line.longest == 130


def test_a_card_whose_ping_was_not_answered_is_measured_by_the_others() -> None:
    line = Line()
    assert line.possible == 0
    carded(line, 30, 30, 35, 35, 30)
    line.card()
    assert line.possible == line.longest == 35


def test_little_is_excused_where_little_is_known() -> None:
    line = Line()
    carded(line, 90, 30, 60)
    assert line.possible == 60
