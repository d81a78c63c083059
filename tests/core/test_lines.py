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
