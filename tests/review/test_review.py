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
from prateria.core.matches.begin import new_match, position, replay
from prateria.core.matches.log import Record
from prateria.core.matches.match import Match
from prateria.review import JudgedDecision, Review, Turn, compare, is_judged, review
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
    assert found.mean_lost(1) > 3 * found.mean_lost(0)
    assert sum(slip.seat == 1 for slip in found.slips) > len(found.slips) / 2


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_names_legal_moves(game: str) -> None:
    match = played(game, ("learned", "random"))
    judged = {each.entry: each for each in review(match).judged}
    again = Match(match.game, match.log.header, None)
    for number, entry in enumerate(match.log.entries, 1):
        if number in judged:
            each = judged[number]
            legal = [match.game.notation.format_action(action) for action in again.legal(each.seat)]
            assert {each.move, each.best} <= set(legal)
            assert (each.lost > 0) <= (each.move != each.best)
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


def test_a_turn_is_a_great_change_between_two_rests() -> None:
    chances = ((0.5, 0.5), (0.5, 0.5), (0.8, 0.2), (0.75, 0.25), (0.3, 0.7))
    found = Review(chances, (0, 2, 3, 4), ())
    assert found.turns == (Turn(2, 0, 0.5, 0.8), Turn(4, 0, 0.75, 0.3))


def test_slips_are_the_worst_decisions_in_their_order() -> None:
    judged = tuple(JudgedDecision(n, 0, "a", "b", n % 20 / 100) for n in range(1, 60))
    found = Review(((1.0,),), (0,), judged)
    assert len(found.slips) == 12
    assert [slip.entry for slip in found.slips] == sorted(slip.entry for slip in found.slips)
    assert min(slip.lost for slip in found.slips) >= 0.15


def test_who_decided_nothing_gave_nothing_away() -> None:
    assert Review(((0.5, 0.5),), (0,), ()).mean_lost(1) == 0


def test_a_review_travels_as_json() -> None:
    found = review(played("manitou", ("learned", "random")))
    assert msgspec.json.decode(msgspec.json.encode(found), type=Review) == found


def test_the_only_step_left_is_no_decision_though_something_could_be_bought() -> None:
    text = "bison 2; phase turn; a: stock=9/9/9; b: stock=9/9/9"
    match = position("bison", text, seed="step")
    for move in ("a chooses gather", "a is done", "a exchanges bison turkey", "a gains bison"):
        match.play(0, move)
    judged = {decision.move for decision in review(match).judged}
    assert judged == {"a chooses gather", "a exchanges bison turkey", "a gains bison"}


def test_what_was_taken_back_is_judged_too_and_the_chances_go_back() -> None:
    match = new_match("bison", seats=2, seed="back")
    seat = match.actors[0]
    match.play(seat, match.legal(seat)[0])
    match.take_back(seat)
    while match.actors:
        seat = match.actors[0]
        match.play(seat, match.legal(seat)[0])
    assert len(review(match).chances) == match.version + 1


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_compared_by_a_view_alone(game: str) -> None:
    match = new_match(game, seats=3, seed="compare")
    seat = match.actors[0]
    legal = match.legal(seat)
    chances = compare(match.game, match.view(seat), seat, legal, Quick(1))
    assert len(chances) == len(legal)
    assert ((chances >= 0) & (chances <= 1)).all()
    assert np.array_equal(chances, compare(match.game, match.view(seat), seat, legal, Quick(1)))


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
    chances = compare(match.game, match.view(seat), seat, match.legal(seat), Quick(1))
    assert len(chances) == len(match.legal(seat))


def test_the_process_that_reviews_says_what_a_review_says() -> None:
    match = played("manitou", ("learned", "random"))
    said = subprocess.run(
        [sys.executable, "-m", "prateria.review"],
        input=match.log.dumps().encode(),
        capture_output=True,
        check=True,
    ).stdout
    assert json.loads(said) == json.loads(msgspec.json.encode(review(match)))
