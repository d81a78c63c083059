"""Reviews: chances that mean something, turns, decisions that gave something away, hints."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import msgspec
import numpy as np
import pytest

from prateria.arena.simulate import simulate
from prateria.bots.net import weights_digest
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.matches.begin import new_match, replay
from prateria.core.matches.log import Record
from prateria.core.matches.match import Match
from prateria.review import (
    Grade,
    JudgedTurn,
    Review,
    TurningPoint,
    advise,
    is_judged,
    review,
)
from prateria.review.win_model import calibrated, calibration, win_model_for
from tests.laws.duel import Duel
from tests.review.matches import played

GAMES = [game for game in registry.ids() if is_judged(game)]


def test_our_games_are_judged() -> None:
    assert GAMES == ["apache", "bison", "manitou"]


@pytest.mark.parametrize("game", GAMES)
def test_a_review_has_a_row_for_every_entry_and_ends_as_the_match_did(game: str) -> None:
    match = played(game, ("learned", "random", "random"))
    found = review(match)
    assert len(found.chances) == match.version + 1
    assert all(abs(sum(row) - 1) < 0.001 for row in found.chances)
    assert match.outcome is not None
    won = [place == 1 for place in match.outcome.places]
    assert [chance > 0 for chance in found.chances[-1]] == won
    assert found.rests[0] == 0
    assert found.rests[-1] == match.version
    assert {entry for entry in range(1, match.version + 1) if _changed(found, entry)} <= set(
        found.rests
    )


def _changed(found: Review, entry: int) -> bool:
    return found.chances[entry] != found.chances[entry - 1]


@pytest.mark.parametrize("game", GAMES)
def test_who_plays_at_random_gives_away_more(game: str) -> None:
    match = played(game, ("learned", "random"))
    found = review(match)
    learned, random = found.summary(0), found.summary(1)
    assert random.lost > 3 * learned.lost
    assert random.accuracy is not None
    assert learned.accuracy is not None
    assert random.accuracy < learned.accuracy <= 1
    assert sum(slip.seat == 1 for slip in found.slips) > len(found.slips) / 2


@pytest.mark.parametrize("game", GAMES)
def test_every_turn_names_moves_that_could_be_made_there(game: str) -> None:
    match = played(game, ("learned", "random"))
    judged = {each.entry: each for each in review(match).judged}
    again = Match(match.game, match.log.header, None)
    parse = match.game.notation.parse_action
    for number, entry in enumerate(match.log.entries, 1):
        if number in judged:
            each, state = judged[number], again.peek()
            assert parse(each.move) in match.game.legal(state, each.seat)
            assert (each.lost > 0) == (each.better != ())
            assert each.better[:1] != (each.move,)
            for move in each.better:
                assert parse(move) in match.game.legal(state, each.seat)
                match.game.apply(state, parse(move))
        again.follow(Record(number + 1, entry.at, entry.by, entry.action, entry.draw))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_chances_come_true(game: str) -> None:
    """Late in the match the leader wins more often than not, and about as often as predicted."""
    said, came = [], []
    for number in range(1, 33 if game == "bison" else 17):  # the closest of the three
        match = played(game, ("learned:temperature=0.7", "learned:temperature=0.7"), number)
        found = review(match)
        assert match.outcome is not None
        rest = found.rests[len(found.rests) * 3 // 4]
        ahead = int(np.argmax(found.chances[rest]))
        said.append(found.chances[rest][ahead])
        came.append(found.chances[-1][ahead])
    assert np.mean(came) > 0.6
    assert abs(np.mean(came) - np.mean(said)) < 0.25


def test_a_race_has_chances_but_no_slips_of_the_hand(tmp_path: Path) -> None:
    simulate(
        "apache",
        players=3,
        games=1,
        seed="race",
        options={"tempo": "live"},
        bots=["learned"],
        out=tmp_path,
    )
    match = replay(next(tmp_path.iterdir()).read_bytes())
    found = review(match)
    assert len(found.chances) == match.version + 1
    assert len(found.judged) < match.version / 2


def test_a_turning_point_is_a_great_change_between_two_rests() -> None:
    chances = ((0.5, 0.5), (0.5, 0.5), (0.8, 0.2), (0.75, 0.25), (0.3, 0.7))
    found = Review(chances, (0, 2, 3, 4), ())
    assert found.turning_points == (TurningPoint(2, 0, 0.5, 0.8), TurningPoint(4, 0, 0.75, 0.3))


def turn(entry: int, lost: float, best: float = 0.5, seat: int = 0) -> JudgedTurn:
    return JudgedTurn(seat, entry, "a", ("b",), best, best - lost)


@pytest.mark.parametrize(
    ("lost", "grade"),
    [(0.04, None), (0.06, Grade.INACCURACY), (0.11, Grade.MISTAKE), (0.16, Grade.BLUNDER)],
)
def test_how_bad_a_turn_was_is_told_in_a_word(lost: float, grade: Grade | None) -> None:
    assert turn(1, lost).grade is grade


def test_slips_are_told_in_the_order_of_the_match() -> None:
    found = Review(((1.0,),), (0,), (turn(9, 0.2), turn(3, 0.06), turn(5, 0.01)))
    assert [slip.entry for slip in found.slips] == [3, 9]


def test_the_summary_adds_up_what_a_seat_gave_away() -> None:
    found = Review(
        ((0.5, 0.5),),
        (0,),
        (turn(1, 0.2), turn(2, 0.06), turn(3, 0.0), turn(4, 0.2, seat=1)),
    )
    summary = found.summary(0)
    assert (summary.turns, summary.blunders, summary.mistakes, summary.inaccuracies) == (3, 1, 0, 1)
    assert summary.lost == pytest.approx(0.26)
    assert summary.lost_a_turn == pytest.approx(0.26 / 3)
    assert summary.accuracy == pytest.approx(1.24 / 1.5)


def test_who_decided_nothing_has_no_accuracy() -> None:
    summary = Review(((0.5, 0.5),), (0,), ()).summary(1)
    assert (summary.accuracy, summary.lost_a_turn) == (None, 0.0)


def test_a_review_travels_as_json() -> None:
    found = review(played("manitou", ("learned", "random")))
    assert msgspec.json.decode(msgspec.json.encode(found), type=Review) == found


def test_a_turn_with_nothing_to_decide_is_not_judged(duel: None) -> None:
    match = new_match("duel", seats=2, seed="last card")
    while match.actors:
        seat = next(actor for actor in match.actors if actor >= 0)
        match.play(seat, match.legal(seat)[0])
    found = review(match)
    assert len([entry for entry in match.log.entries if entry.by >= 0]) == 4
    assert len(found.judged) == 2  # the last card of each is none


def test_what_was_taken_back_is_not_judged_and_the_chances_go_back() -> None:
    match = new_match("bison", seats=2, seed="back")
    seat = match.actors[0]
    match.play(seat, match.legal(seat)[0])
    match.take_back(seat)
    while match.actors:
        seat = match.actors[0]
        match.play(seat, match.legal(seat)[0])
    found = review(match)
    assert len(found.chances) == match.version + 1
    assert all(each.entry > 2 for each in found.judged)


def test_a_greater_power_spreads_the_chances() -> None:
    shares = np.array([[0.6, 0.4]], np.float32)
    assert calibrated(shares, 1.0)[0, 0] == pytest.approx(0.6)
    assert calibrated(shares, 2.0)[0, 0] == pytest.approx(0.36 / 0.52)


@pytest.mark.parametrize("game", GAMES)
def test_the_calibration_was_measured_with_the_weights_in_the_package(game: str) -> None:
    """New weights make this fail until `python -m tools.calibrate` has been run again."""
    found = calibration(game)
    assert found.story["weights"] == weights_digest(game)
    assert found.story["command"].startswith(f"python -m tools.calibrate {game} ")
    for players, row in found.story["players"].items():
        assert found.powers[int(players)] == row["power"]
        assert row["bits"] < row["bits_of_nothing_known"]


def test_a_game_without_weights_is_judged_by_its_estimate() -> None:
    registry.register(Duel())
    try:
        match = new_match("duel", seats=2, seed="1")
    finally:
        registry.forget("duel")
    assert not is_judged("duel")
    assert win_model_for(match.game, 2).power == 1.0
    seat = match.actors[0]
    advice = advise(match.game, match.view(seat), seat, match.legal(seat), Quick(1))
    assert len(advice.chances) == len(match.legal(seat))


def test_the_process_that_reviews_says_what_a_review_says() -> None:
    match = played("manitou", ("learned", "random"))
    said = subprocess.run(
        [sys.executable, "-m", "prateria.review"],
        input=match.log.dumps().encode(),
        capture_output=True,
        check=True,
    ).stdout
    assert json.loads(said) == json.loads(msgspec.json.encode(review(match)))
