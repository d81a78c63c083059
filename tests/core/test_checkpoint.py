"""A match continued from a checkpoint is the same as one played from its beginning."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

import prateria
from prateria import LogError, Match, PrateriaError, SetupError, WireError
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.matches.log import Checkpoint, Entry, LineWriter, read_header, read_log
from prateria.core.wire import Codec, to_json
from tests.laws.duel import Duel

SEED = "marked"
GAMES = (("duel", 2), ("manitou", 3), ("bison", 3), ("apache", 3))


@pytest.fixture(autouse=True)
def duel() -> Iterator[None]:
    registry.register(Duel())
    yield
    registry.forget("duel")


def checkpoint_of(match: Match) -> tuple[str, Checkpoint]:
    """The log's text and the checkpoint at its end."""
    writer = LineWriter(match.log)
    return "".join(writer.new_lines()), match.checkpoint(writer.chain)


def resumed(text: str, checkpoint: Checkpoint, seed: str | None = SEED) -> tuple[Match, LineWriter]:
    game = registry.get(read_header(text).game)
    reading = read_log(text, game, checkpoint)
    match = Match(game, reading.header, seed, checkpoint, reading.past)
    for record in reading.records:
        match.follow(record)
    match.log.ending = reading.ending
    return match, LineWriter(match.log, reading.chain, reading.lines)


def step(match: Match, rng: Quick) -> None:
    """Something somebody may do; now and then they take it back."""
    actor = match.actors[rng.below(len(match.actors))]
    if actor >= 0 and rng.below(6) == 0 and match.may_take_back(actor) is not None:
        match.take_back(actor)
        return
    legal = match.legal(actor)
    match.play(actor, legal[rng.below(len(legal))], at=match.version * 7)


def begun(game: str, seats: int, entries: int) -> tuple[Match, Quick]:
    match, rng = prateria.new_match(game, seats=seats, seed=SEED), Quick(5)
    while match.actors and match.version < entries:
        step(match, rng)
    return match, rng


@pytest.mark.parametrize(
    ("game", "seats", "entries"),
    [("duel", 2, 5), *((*game, entries) for game in GAMES[1:] for entries in (0, 9, 40, 120))],
)
def test_from_a_mark_on_every_line_is_the_same(game: str, seats: int, entries: int) -> None:
    match, _ = begun(game, seats, entries)
    text, checkpoint = checkpoint_of(match)
    again, writer = resumed(text, checkpoint)
    assert again.version == match.version
    for seat in (None, *range(seats)):
        assert again.view(seat) == match.view(seat)
    first, second = Quick(8), Quick(8)
    for _ in range(60):
        if not match.actors:
            break
        step(match, first)
        step(again, second)
    assert text + "".join(writer.new_lines()) == match.log.dumps()
    assert again.log.dumps() == match.log.dumps()
    assert again.log.entries == match.log.entries


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_what_came_after_the_mark_is_followed_to_the_end(game: str, seats: int) -> None:
    match, rng = begun(game, seats, 5 if game == "duel" else 15)
    _, checkpoint = checkpoint_of(match)
    while match.actors:
        step(match, rng)
    again, writer = resumed(match.log.dumps(), checkpoint)
    assert again.outcome == match.outcome
    assert again.log.ending == match.log.ending
    assert writer.new_lines() == []
    assert again.log.dumps() == match.log.dumps()


def choosing() -> Match:
    match = prateria.new_match("manitou", seats=2, seed=SEED, options={"dealer": "b"})
    match.play(0, "picks 7")
    match.play(1, "picks 3")
    return match


def test_what_was_done_before_the_mark_can_be_taken_back_after_it() -> None:
    match = choosing()
    text, checkpoint = checkpoint_of(match)
    again, _ = resumed(text, checkpoint)
    again.play(1, "picks 4")
    match.play(1, "picks 4")
    for one in (match, again):
        one.take_back(0)
        one.take_back_to(1, one.version - 2)
    assert again.digest == match.digest
    assert again.log.dumps() == match.log.dumps()
    assert prateria.replay(again.log.dumps(), seed=SEED).digest == match.digest


def test_what_was_done_after_the_mark_is_taken_back_without_recalling_what_was_before() -> None:
    text, checkpoint = checkpoint_of(choosing())
    again, _ = resumed(text, checkpoint)

    def recall() -> list[Entry]:
        raise RuntimeError("recalled")

    again.log.fold(checkpoint, recall)
    again.play(0, "picks 8", at=500)
    assert again.may_take_back(0) == again.version
    again.take_back(0)
    assert again.log.at == 500
    assert again.log.time(checkpoint.entries) == checkpoint.at
    assert again.log.time(checkpoint.entries + 1) == again.log.entry(checkpoint.entries + 1).at
    assert again.log.last_by(0) == again.version
    assert (
        again.log.after(checkpoint.entries)[0].action
        == again.log.entry(checkpoint.entries + 1).action
    )
    assert again.log.last_by(1) == checkpoint.entries
    with pytest.raises(RuntimeError, match="recalled"):
        again.log.last_by(prateria.CHANCE)


def test_after_luck_nothing_is_recalled_to_say_that_nothing_can_be_taken_back() -> None:
    text, checkpoint = checkpoint_of(prateria.new_match("manitou", seats=2, seed=SEED))
    assert checkpoint.by == prateria.CHANCE
    again, _ = resumed(text, checkpoint)

    def recall() -> list[Entry]:
        raise AssertionError("recalled")

    again.log.fold(checkpoint, recall)
    assert again.may_take_back(0) is None
    seat = again.actors[0]
    again.play(seat, again.legal(seat)[0])
    assert again.may_take_back(1 - seat) is None
    assert again.may_take_back(seat) == again.version


def test_who_did_nothing_yet_has_no_last_entry() -> None:
    match = prateria.new_match("manitou", seats=2, seed=SEED)
    assert match.log.last_by(prateria.CLOCK) == 0
    assert match.log.last_by(prateria.CHANCE) == match.version


def test_a_match_without_its_seed_goes_on_from_a_mark_too() -> None:
    match, rng = begun("manitou", 3, 30)
    text, checkpoint = checkpoint_of(match)
    blind, _ = resumed(text, checkpoint, None)
    assert blind.checkpoint(checkpoint.chain) == checkpoint
    while match.version < 60:
        step(match, rng)
    blind, _ = resumed(match.log.dumps(), checkpoint, None)
    assert blind.digest == match.digest


def test_a_mark_survives_being_written_down() -> None:
    _, checkpoint = checkpoint_of(begun("bison", 3, 50)[0])
    assert Codec((Checkpoint,)).decode(to_json(checkpoint)) == checkpoint
    with pytest.raises(WireError):
        Codec((Checkpoint,)).decode(to_json(checkpoint).replace('"draw"', '"drew"'))


@pytest.mark.parametrize(
    "change",
    [
        {"chain": "0" * 32},
        {"entries": 10_000},
        {"entries": 3},
    ],
)
def test_a_mark_of_another_log_is_found_out(change: dict[str, object]) -> None:
    text, checkpoint = checkpoint_of(begun("manitou", 3, 30)[0])
    with pytest.raises(LogError, match="not of this log"):
        resumed(text, replace(checkpoint, **change))  # type: ignore[arg-type]


def test_a_line_before_the_mark_that_was_changed_is_found_out() -> None:
    text, checkpoint = checkpoint_of(begun("manitou", 3, 30)[0])
    damaged = text.replace('"at":0', '"at":1', 1)
    with pytest.raises(LogError, match="chain is broken"):
        resumed(damaged, checkpoint)


def test_a_position_that_does_not_come_back_or_is_set_up_otherwise_is_refused() -> None:
    text, checkpoint = checkpoint_of(choosing())
    with pytest.raises(PrateriaError):
        resumed(text, replace(checkpoint, position="manitou"))
    with pytest.raises(SetupError, match="come back"):
        resumed(text, replace(checkpoint, position=checkpoint.position + " "))
    other = prateria.new_match("manitou", seats=3, seed=SEED)
    with pytest.raises(SetupError, match="different setup"):
        resumed(text, replace(checkpoint, position=other.position))


def test_luck_after_a_wrong_mark_is_not_the_seeds() -> None:
    match, rng = begun("manitou", 3, 30)
    _, checkpoint = checkpoint_of(match)
    while match.log.last_by(prateria.CHANCE) <= checkpoint.entries:
        step(match, rng)
    with pytest.raises(LogError):
        resumed(match.log.dumps(), replace(checkpoint, draw=checkpoint.draw + 1))
