from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import prateria
from prateria import CLOCK, IllegalAction, Match, SetupError, StaleAction, UnknownAction
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.matches.log import actor_name
from tests.laws.duel import Choose, Duel, Ring


@pytest.fixture(autouse=True)
def duel() -> Iterator[None]:
    registry.register(Duel())
    yield
    registry.forget("duel")


def new(seed: str = "any text") -> Match:
    return prateria.new_match("duel", seats=2, seed=seed)


def finish(match: Match, seed: int = 1) -> Match:
    rng = Quick(seed)
    while match.actors:
        actor = match.actors[rng.below(len(match.actors))]
        legal = match.legal(actor)
        match.play(actor, legal[rng.below(len(legal))])
    return match


def test_a_new_match_has_its_first_luck_drawn() -> None:
    match = new()
    assert [actor_name(entry.by) for entry in match.log.entries] == ["chance"] * 4
    assert match.actors == (0, 1, CLOCK)


def test_the_same_seed_gives_the_same_match() -> None:
    assert finish(new()).log.dumps() == finish(new()).log.dumps()
    assert finish(new("a")).log.dumps() != finish(new("b")).log.dumps()


def test_without_a_seed_nobody_can_guess_it() -> None:
    seeds = {prateria.new_match("duel", seats=2).log.header.commitment for _ in range(3)}
    assert len(seeds) == 3


def test_a_peek_is_a_copy_of_the_state_that_can_be_changed() -> None:
    match = new()
    before = match.position
    state = match.peek()
    assert match.game.notation.format_state(state) == before
    match.game.apply(state, match.legal(0)[0])
    assert match.game.notation.format_state(state) != before
    assert match.position == before


def test_a_peek_at_an_entry_is_the_state_as_it_was_after_it() -> None:
    match = new()
    states = [match.position]
    first = match.version
    for _ in range(3):
        match.play(match.actors[0], match.legal(match.actors[0])[0])
        states.append(match.position)
    numbers = [n for n in range(first, match.version + 1) if n == first or match.log.by(n) >= 0]
    told = [match.game.notation.format_state(match.peek_at(n)) for n in [*numbers, match.version]]
    assert told[0] == states[0]
    assert told[-1] == states[-1]


def test_play_returns_the_new_entries_with_their_events() -> None:
    match = new()
    card = match.legal(0)[0]
    (entry,) = match.play(0, card, at=1200)
    assert (entry.at, entry.by, entry.action) == (1200, 0, card)
    assert entry.events[0].seat == 0


def test_an_action_may_be_given_as_text_with_or_without_the_seat() -> None:
    one, two = new(), new()
    text = one.game.notation.format_action(one.legal(0)[0])
    one.play(0, text)
    two.play(0, text.removeprefix("a "))
    assert one.digest == two.digest


def test_clock_plays_through_the_same_door() -> None:
    match = new()
    assert match.legal(CLOCK) == [Ring()]
    match.play(CLOCK, Ring(), at=5)
    match.play(CLOCK, "ring", at=9)
    assert match.outcome is not None


def test_time_never_runs_backwards() -> None:
    match = new()
    match.play(0, match.legal(0)[0], at=500)
    (*_, last) = match.play(1, match.legal(1)[0], at=100)
    assert last.at == 500


def unchanged(match: Match, error: type[Exception], *play: Any, **more: Any) -> str:
    before = (match.digest, match.version)
    with pytest.raises(error) as raised:
        match.play(*play, **more)
    assert (match.digest, match.version) == before
    return str(raised.value)


def test_what_is_no_action_is_unknown() -> None:
    match = new()
    assert "is not an action of Duel" in unchanged(match, UnknownAction, 0, 42)
    for odd in (Choose(0, 9), Choose(7, 1), Choose(None, "x")):  # type: ignore[arg-type]
        assert "is not an action of Duel" in unchanged(match, UnknownAction, 0, odd)
    assert "one reads like" in unchanged(match, UnknownAction, 0, "dances")
    assert "one reads like" in unchanged(match, UnknownAction, CLOCK, "dances")


@pytest.mark.parametrize("seat", [2, -1, -3, True, "a", None, 1.0])
def test_who_is_no_seat_can_do_and_see_nothing(seat: Any) -> None:
    match = new()
    assert "there is no seat" in unchanged(match, UnknownAction, seat, match.legal(0)[0])
    with pytest.raises(UnknownAction):
        match.legal(seat)
    if seat is not None:
        with pytest.raises(UnknownAction):
            match.view(seat)


def test_what_the_rules_forbid_is_illegal_and_names_its_rule() -> None:
    match = new()
    foreign = match.legal(1)[0].card
    with pytest.raises(IllegalAction) as raised:
        match.play(0, Choose(0, foreign))
    assert raised.value.rule == "D1"
    assert raised.value.facts == {"seat": 0}
    unchanged(match, IllegalAction, 0, match.legal(1)[0])
    match.play(0, match.legal(0)[0])
    assert match.legal(0) == []
    unchanged(match, IllegalAction, 0, Choose(0, 1))


def test_what_was_meant_for_an_earlier_version_is_stale() -> None:
    match = new()
    version = match.version
    match.play(0, match.legal(0)[0], based_on=version)
    why = unchanged(match, StaleAction, 1, match.legal(1)[0], based_on=version)
    assert "based on version 4; the match is at 5" in why


def test_after_the_end_nothing_can_be_played() -> None:
    match = finish(new())
    assert "over" in unchanged(match, StaleAction, 0, Choose(0, 1))
    assert match.legal(0) == []


def test_seats_options_and_names_are_checked() -> None:
    with pytest.raises(SetupError, match="Duel is for 2 to 2 players, not 3"):
        prateria.new_match("duel", seats=3)
    with pytest.raises(SetupError, match="not True"):
        prateria.new_match("duel", seats=True)
    with pytest.raises(SetupError, match="no option 'speed'; it has low_wins"):
        prateria.new_match("duel", seats=2, options={"speed": 3})
    with pytest.raises(SetupError, match="cannot be 1; it is one of false, true"):
        prateria.new_match("duel", seats=2, options={"low_wins": 1})
    with pytest.raises(SetupError, match="1 players are named for 2 seats"):
        prateria.new_match("duel", seats=2, players=["Ada"])


@pytest.mark.parametrize("seed", [5, b"x", "\ud800"])
def test_a_seed_is_a_text(seed: Any) -> None:
    with pytest.raises(SetupError, match="seed"):
        prateria.new_match("duel", seats=2, seed=seed)


def test_a_position_starts_a_match_that_can_be_logged() -> None:
    match = prateria.position("duel", "low 14 23 00 - 00", seed="s")
    assert match.actors == (0, 1, CLOCK)
    assert match.log.header.options == {"low_wins": True}
    finish(match)
    again = prateria.replay(match.log.dumps())
    assert again.digest == match.digest
    assert again.log.header.position == "low 14 23 00 - 00"


def test_a_position_may_leave_luck_to_be_drawn() -> None:
    assert prateria.position("duel", "high - - 00 - 00").actors == (0, 1, CLOCK)


def test_a_running_match_is_looked_at_without_its_seed_and_played_on_with_it() -> None:
    match = new("secret")
    match.play(0, match.legal(0)[0])
    text = match.log.dumps()
    assert "secret" not in text
    seen = prateria.replay(text)
    assert seen.digest == match.digest
    finish(seen)
    assert seen.log.ending is None
    again = prateria.replay(text, seed="secret")
    finish(again)
    finish(match)
    assert again.log.dumps() == match.log.dumps()
    with pytest.raises(prateria.LogError, match="the seed is not the one"):
        prateria.replay(text, seed="another")


def test_without_its_seed_a_match_waits_for_luck() -> None:
    header = prateria.new_match("duel", seats=2, seed="s").log.header
    match = Match(registry.get("duel"), header, None)
    match.draw()
    assert match.actors == (prateria.CHANCE,)


def test_a_spectator_sees_what_spectators_may() -> None:
    assert new().view(None).hand == ()


def test_the_outcome_names_its_winners() -> None:
    outcome = finish(new()).outcome
    assert outcome is not None
    assert all(outcome.places[seat] == 1 for seat in outcome.winners)


def test_what_is_legal_is_worked_out_once_until_something_happens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, asked = new(), 0
    legal = match.game.legal

    def counted(state: Any, seat: int) -> Any:
        nonlocal asked
        asked += 1
        return legal(state, seat)

    monkeypatch.setattr(match.game, "legal", counted)
    match.legal(0).clear()  # the caller's own list
    match.play(0, match.legal(0)[0])
    assert asked == 1
    assert not match.legal(0)  # both choose at the same time, and this one has
    match.take_back(0)
    assert match.legal(0)
    assert asked > 1
