"""Live matches on a simulated time line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import prateria
from prateria.arena import simulate
from prateria.arena.network import NetworkLine
from prateria.arena.timeline import LiveSeat, TimeLine
from prateria.core.chance import Quick
from prateria.core.contract.game import CLOCK
from prateria.core.errors import SetupError
from prateria.core.matches.match import Match


def first(wish: str) -> Callable[[int], Callable[[Match], Any]]:
    """Seats that do this whenever they may; otherwise pass, otherwise do whatever comes first."""

    def seat_of(seat: int) -> Callable[[Match], Any]:
        def decide(match: Match) -> Any:
            legal = match.legal(seat)
            texts = [
                match.game.notation.format_action(action).split(" ", 1)[-1] for action in legal
            ]
            for text in (wish, "passes"):
                if text in texts:
                    return legal[texts.index(text)]
            return legal[0]

        return decide

    return seat_of


def run(text: str, wish: str, rtts: tuple[int, ...] = (20, 200), seed: int = 1) -> Match:
    match = prateria.position("apache", text, seed="time")
    seats = [LiveSeat(first(wish)(seat), "hard", NetworkLine(rtt)) for seat, rtt in enumerate(rtts)]
    return TimeLine(match, seats, Quick(seed)).run()


def entries(match: Match) -> list[tuple[int, str]]:
    return [
        (entry.at, match.game.notation.format_action(entry.action))
        for entry in match.log.entries
        if entry.by != -1
    ]


def test_when_nobody_plays_the_beat_turns_the_cards() -> None:
    match = run("apache 2 tempo=live; up: totem; deck: totem*3", "passes")
    assert entries(match) == [(3000 * n, "beat") for n in (1, 2, 3, 4)]
    assert match.outcome is not None


def test_the_turner_s_click_turns_before_the_beat() -> None:
    match = run("apache 2 tempo=live; up: totem; deck: totem*2", "turns")
    rows = entries(match)
    assert [text for _, text in rows] == ["b turns", "beat", "a turns", "beat", "beat"]
    assert 250 < rows[0][0] < rows[1][0] < 3000


def test_plays_arrive_over_their_lines_and_the_clock_closes() -> None:
    match = run(
        "apache 2 tempo=live; up: red-hunter,green-hunter,buffalo; deck: none", "plays hunter"
    )
    rows = entries(match)
    assert [text.split()[0] for _, text in rows] == ["a", "b", "closes"]
    assert rows[1][0] == rows[2][0]
    assert all("reaction=" in text for _, text in rows[:2])
    assert prateria.replay(match.log.dumps()).digest == match.digest


def test_a_late_player_has_the_closing_window() -> None:
    match = run("apache 2 tempo=live; up: red-hunter,buffalo; deck: none", "plays hunter", (20, 20))
    closing = entries(match)[-1]
    assert closing[1].startswith("closes")


def test_a_choice_is_made_by_the_seat_before_the_claim_clock() -> None:
    text = "apache 2 tempo=live; up: red-hunter,buffalo,tepee; phase claim; powwow a:hunter:400; "
    match = run(text + "deck: none", "claims tepees")
    (row,) = entries(match)
    assert row[1] == "a claims tepees"
    assert 250 < row[0] < 8000


def test_whoever_answers_after_the_clock_is_too_late() -> None:
    text = "apache 2 tempo=live; up: red-hunter,buffalo,tepee*2; phase claim; powwow a:hunter:400; "
    match = run(text + "deck: none", "claims loot", (20000, 20))
    assert [text for _, text in entries(match)] == ["ends claim"]
    assert match.view(None).seats[0].winnings == (4, 4, 8)


def test_time_only_goes_on_and_the_match_replays() -> None:
    match = prateria.new_match("apache", seats=3, seed="m", options={"tempo": "live"})
    seats = [
        LiveSeat(first("plays hunter")(seat), level, NetworkLine(rtt))
        for seat, (level, rtt) in enumerate((("easy", 20), ("medium", 90), ("hard", 240)))
    ]
    TimeLine(match, seats, Quick(2)).run()
    times = [entry.at for entry in match.log.entries]
    assert times == sorted(times)
    assert prateria.replay(match.log.dumps()).digest == match.digest
    assert {entry.by for entry in match.log.entries} == {-1, 0, 1, 2, CLOCK}


def test_a_game_without_real_time_and_too_few_players_are_refused() -> None:
    match = prateria.new_match("manitou", seats=2, seed="m")
    with pytest.raises(SetupError, match="not played in real time"):
        TimeLine(match, [], Quick(1))
    match = prateria.new_match("apache", seats=2, seed="m", options={"tempo": "live"})
    with pytest.raises(SetupError, match="0 players for 2 seats"):
        TimeLine(match, [], Quick(1))


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_bots_simulate_the_live_tempo(bot: str) -> None:
    options = {"tempo": "live"}
    results = [
        simulate("apache", players=3, games=2, seed="s", options=options, bots=(bot,))
        for _ in range(2)
    ]
    assert results[0].summary == results[1].summary
    assert results[0].summary.games == 2
