from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import prateria
from prateria import CLOCK, LogError, Match, StaleAction
from prateria.core import registry
from prateria.core.matches.log import LineWriter, actor_name, record_of
from prateria.core.matches.undo import reveals
from tests.core.test_log import edit, rewritten
from tests.laws.duel import Duel


@pytest.fixture(autouse=True)
def duel() -> Iterator[None]:
    registry.register(Duel())
    yield
    registry.forget("duel")


def choosing(seats: int = 2) -> Match:
    return prateria.new_match("manitou", seats=seats, seed="undo", options={"dealer": "b"})


def sharing() -> Match:
    return prateria.position(
        "manitou",
        "manitou 2; hunt 2; phase share; takings left:a:2,left:b:all;"
        "left: bison1,bison2,tepee1,totem",
        seed="s",
    )


def test_a_pick_can_be_taken_back_while_the_party_is_chosen() -> None:
    match = choosing()
    before = match.digest
    match.play(0, "picks 7", at=10)
    match.take_back(0, at=20)
    assert match.digest == before
    match.play(0, "picks 8")
    assert prateria.replay(match.log.dumps()).digest == match.digest


def test_what_the_others_chose_meanwhile_stays() -> None:
    match = choosing()
    match.play(0, "picks 7")
    match.play(1, "picks 3")
    match.play(1, "picks 4")
    match.take_back(0)
    assert [card.name for card in match.view(0).stack] == []
    assert [card.name for card in match.view(1).stack] == ["HUNTER_3", "HUNTER_4"]
    row = json.loads(match.log.dumps().splitlines()[-1])
    assert row["alone"] is True
    again = prateria.replay(match.log.dumps())
    assert again.digest == match.digest


def test_several_steps_can_be_taken_back_one_by_one() -> None:
    match = choosing()
    for card in ("1", "2", "3"):
        match.play(0, f"picks {card}")
    for left in (2, 1, 0):
        match.take_back(0)
        assert len(match.view(0).stack) == left
    assert match.may_take_back(0) is None


def test_inside_the_own_turn_a_tile_can_be_put_back() -> None:
    match = sharing()
    match.play(0, "takes bison2")
    assert match.may_take_back(0) == 1
    match.take_back(0)
    assert match.legal(0) == sharing().legal(0)


def test_when_the_turn_is_over_nothing_can_be_taken_back() -> None:
    match = sharing()
    match.play(0, "takes bison2")
    match.play(0, "takes bison1")
    assert match.may_take_back(0) is None
    with pytest.raises(StaleAction, match="Nothing can be taken back"):
        match.take_back(0)


def test_a_card_that_others_have_seen_is_played() -> None:
    match = prateria.position("manitou", "manitou 2; a: hand=5,chief,7 stack=2", seed="s")
    before = match.game.notation.parse_state(match.position)
    action = match.legal(0)[0]
    assert reveals(match.game, before, 0, action)
    match.play(0, action)
    assert match.may_take_back(0) is None


def test_the_choice_that_shows_all_cards_cannot_be_taken_back() -> None:
    match = prateria.new_match("duel", seats=2, seed="x")
    match.play(0, match.legal(0)[0])
    assert match.may_take_back(0) is not None
    match.play(1, match.legal(1)[0])
    assert match.may_take_back(0) is None
    assert match.may_take_back(1) is None


def test_when_all_parties_are_complete_none_can_be_changed() -> None:
    match = choosing()
    while match.view(0).phase == "party":
        match.play(match.actors[0], match.legal(match.actors[0])[0])
    assert match.view(0).phase == "play"
    assert match.may_take_back(0) is None


def test_who_has_done_nothing_has_nothing_to_take_back() -> None:
    assert choosing().may_take_back(0) is None
    match = prateria.new_match("duel", seats=2, seed="x")
    match.play(CLOCK, "ring")
    assert match.may_take_back(0) is None


def test_when_all_agree_play_goes_back_further_and_luck_is_drawn_anew() -> None:
    match = prateria.position("manitou", "manitou 2; a: hand=5 stack=2,3,4; b: hand=1", seed="s")
    (_, drawn) = match.play(0, "plays 5 left")
    assert drawn.draw == 0
    match.take_back_to(1, 1, at=99)
    assert [card.name for card in match.view(0).hand] == ["HUNTER_5"]
    (_, again) = match.play(0, "plays 5 right")
    assert again.draw == 1
    assert prateria.replay(match.log.dumps(), seed="s").digest == match.digest
    with pytest.raises(StaleAction, match="can no longer be taken back"):
        match.take_back_to(0, 2)


def test_a_finished_match_stays_finished() -> None:
    match = prateria.new_match("duel", seats=2, seed="x")
    match.play(CLOCK, "ring")
    match.play(CLOCK, "ring")
    with pytest.raises(StaleAction):
        match.take_back_to(0, 5)


def test_a_forged_take_back_is_found() -> None:
    match = choosing()
    match.play(0, "picks 7")
    match.play(1, "picks 3")
    match.take_back(0)
    text = match.log.dumps()
    last = len(text.splitlines())
    forgeries: list[dict[str, object]] = [{"back": 999}, {"by": "b"}, {"back": 1}]
    for change in forgeries:
        with pytest.raises(LogError, match="cannot be taken back") as raised:
            prateria.replay(rewritten(text, edit(last, **change)))
        assert raised.value.line == last
    with pytest.raises(LogError, match="“back” is missing or not of type int"):
        prateria.replay(rewritten(text, edit(last, back="x")))


def test_a_growing_log_is_written_line_by_line() -> None:
    match = choosing()
    writer = LineWriter(match.log)
    text = "".join(writer.new_lines())
    assert writer.new_lines() == []
    while match.actors:
        match.play(match.actors[0], match.legal(match.actors[0])[0])
        text += "".join(writer.new_lines())
    assert text == match.log.dumps()
    assert writer.new_lines() == []


def test_a_log_that_takes_back_alone_what_luck_has_followed_is_refused() -> None:
    match = prateria.new_match("manitou", seats=2, seed="undo", options={"dealer": "b"})
    first = match.version + 1
    while match.log.last_by(prateria.CHANCE) < first:
        actor = match.actors[0]
        match.play(actor, match.legal(actor)[0])
    actor = match.log.entry(first).by

    def add(rows: list[dict[str, Any]]) -> None:
        back = {"back": first, "alone": True}
        rows.append({"n": match.version + 1, "at": match.log.at, "by": actor_name(actor), **back})

    with pytest.raises(LogError, match="cannot be taken back alone"):
        prateria.replay(rewritten(match.log.dumps(), add), seed="undo")


def back_and_forth(times: int) -> str:
    """A log of a party being chosen again and again, in two ways: taking back the last two cards,
    or only the one before the last."""
    match = choosing(3)
    for seat in (0, 1, 2):
        for card in ("1", "2", "3", "4"):
            match.play(seat, f"picks {card}")
    for _ in range(times):
        match.play(0, "picks 7")
        match.play(1, "picks 7")
        match.take_back(0)
        match.take_back(1)
    return match.log.dumps()


def test_a_log_that_goes_back_again_and_again_is_read_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Rebuilding the match at each step back would take quadratic time."""
    log, game = back_and_forth(40), registry.get("manitou")
    applied, apply = 0, type(game).apply

    def counting(self: Any, state: Any, action: Any) -> Any:
        nonlocal applied
        applied += 1
        return apply(self, state, action)

    monkeypatch.setattr(type(game), "apply", counting)
    match = prateria.replay(log)
    assert applied < 3 * match.version
    assert match.log.dumps() == log


def test_whoever_follows_a_log_need_not_know_what_it_will_take_back() -> None:
    log = back_and_forth(3)
    whole = prateria.replay(log)
    match = Match(whole.game, whole.log.header, None)
    for number, entry in enumerate(whole.log.entries, 1):
        match.follow(record_of(number, entry))
        if number == 15:
            half = match.digest
    assert match.digest == whole.digest
    again = Match(whole.game, whole.log.header, None)
    records = [record_of(n, entry) for n, entry in enumerate(whole.log.entries, 1)]
    again.foresee(records)
    for record in records[:15]:
        again.follow(record)
    assert again.digest == half
