"""Logs of earlier versions of the rules: kept as they were written, and still replayed.

`earlier/` has logs that engine 0.1.0 wrote. They are never rewritten.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import prateria
from prateria.core import registry
from prateria.core.errors import SetupError
from prateria.core.matches.log import Header, read_header
from prateria.core.matches.match import Match
from prateria.core.matches.versions import options_today, position_today

EARLIER = sorted((Path(__file__).parent / "earlier").glob("*.jsonl"))


def test_a_log_of_each_game_was_kept() -> None:
    headers = [read_header(file.read_bytes()) for file in EARLIER]
    assert {header.game for header in headers} == {"apache", "bison", "manitou"}
    assert {(header.engine, header.rules) for header in headers} == {("0.1.0", "1")}


@pytest.mark.parametrize("file", EARLIER, ids=lambda file: file.stem)
def test_a_log_from_before_replays_to_the_outcome_it_had(file: Path) -> None:
    match = prateria.replay(file.read_bytes())
    assert match.outcome is not None
    assert match.log.ending is not None
    assert match.outcome == match.log.ending.outcome
    assert match.log.dumps() == file.read_text("utf-8")


@pytest.mark.parametrize("file", EARLIER, ids=lambda file: file.stem)
def test_its_options_and_its_position_are_told_as_the_rules_of_today_do(file: Path) -> None:
    match = prateria.replay(file.read_bytes())
    header = match.log.header
    assert match.options == match.game.notation.setup(match.peek())[1]
    assert list(match.options) == [option.name for option in match.game.meta.options]
    start = position_today(match.game, header)
    assert (start is None) == (header.position is None)
    if start is not None:
        state = match.game.notation.parse_state(start, header.data)
        assert match.game.notation.setup(state) == (header.seats, match.options)


def test_rules_that_this_engine_does_not_know_are_refused() -> None:
    header = replace(read_header(EARLIER[0].read_bytes()), rules="99")
    with pytest.raises(SetupError, match="played by version 99 of the rules"):
        options_today(registry.get(header.game), header)


@pytest.mark.parametrize(
    ("file", "option"),
    [
        ("bison", "final_limit"),
        ("manitou", "two_placed"),
        ("manitou", "tomahawks_next_hunt"),
        ("apache", "final_limit"),
    ],
)
def test_options_that_the_rules_of_a_log_did_not_have_are_refused(file: str, option: str) -> None:
    header = read_header((EARLIER[0].parent / f"{file}.jsonl").read_bytes())
    options = {**header.options, option: False}
    with pytest.raises(SetupError, match=f"has no option '{option}'"):
        options_today(registry.get(header.game), replace(header, options=options))


def starts(file: str) -> Header:
    """The header of a match that started from a position."""
    return read_header((EARLIER[0].parent / f"{file}-position.jsonl").read_bytes())


@pytest.mark.parametrize(
    ("header", "before", "after", "why"),
    [
        (
            starts("bison"),
            "bison 3 variant=2 no_final_limit",
            "bison 3 variant=2",
            "different setup",
        ),
        (starts("bison"), "bison 3 variant=2", "bison 3 variant=1", "different setup"),
        (starts("bison"), "no_final_limit", "final_limit", "has no option 'final_limit'"),
        (starts("manitou"), "manitou 3 quick", "manitou 3", "different setup"),
        (starts("manitou"), "manitou 3", "manitou 4", "different setup"),
    ],
)
def test_a_position_that_was_set_up_otherwise_than_its_log_says_is_refused(
    header: Header, before: str, after: str, why: str
) -> None:
    assert header.position is not None
    assert before in header.position
    position = header.position.replace(before, after, 1)
    with pytest.raises(SetupError, match=why):
        Match(registry.get(header.game), replace(header, position=position), None)


def test_so_is_one_of_the_rules_of_today() -> None:
    match = prateria.position("bison", "bison 2 final_limit; season 6 phase turn", seed="0" * 32)
    header = match.log.header
    options = {**header.options, "final_limit": False}
    with pytest.raises(SetupError, match="different setup"):
        Match(match.game, replace(header, options=options), None)
