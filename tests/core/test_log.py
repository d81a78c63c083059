from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import prateria
from prateria import LogError, Match
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.contract.game import CHANCE
from prateria.core.matches.log import _link, record_of
from tests.laws.duel import Duel


def played(game: str = "duel", seats: int = 2, seed: str = "any text") -> Match:
    match = prateria.new_match(game, seats=seats, seed=seed)
    rng = Quick(3)
    while match.actors:
        actor = match.actors[0]
        legal = match.legal(actor)
        match.play(actor, legal[rng.below(len(legal))], at=match.version * 10)
    return match


@pytest.fixture(autouse=True)
def duel() -> Iterator[None]:
    registry.register(Duel())
    yield
    registry.forget("duel")


@pytest.fixture
def text() -> str:
    return played().log.dumps()


def rewritten(text: str, change: Callable[[list[dict[str, Any]]], object]) -> str:
    """The log with its rows changed and its chain recomputed, as a forger would do."""
    rows = [json.loads(line) for line in text.splitlines()]
    for row in rows:
        del row["chain"]
    change(rows)
    lines, chain = [], ""
    for row in rows:
        body = json.dumps(row, ensure_ascii=False, separators=(",", ":"))[:-1]
        chain = _link(chain, body)
        lines.append(f'{body},"chain":"{chain}"}}\n')
    return "".join(lines)


def test_a_match_is_made_again_from_the_entries_of_its_log() -> None:
    match = played()
    again = Match(match.game, match.log.header, None)
    for number, entry in enumerate(match.log.entries, 1):
        again.follow(record_of(number, entry))
    assert again.digest == match.digest
    assert again.outcome == match.outcome


def refused(text: str | bytes) -> LogError:
    with pytest.raises(LogError) as raised:
        prateria.replay(text)
    return raised.value


def test_a_log_tells_the_match_again(text: str) -> None:
    match = prateria.replay(text)
    assert match.log.dumps() == text
    assert match.digest == played().digest
    assert prateria.replay(text.encode()).outcome == match.outcome
    assert rewritten(text, lambda rows: None) == text


def test_the_first_line_is_the_header(text: str) -> None:
    header = json.loads(text.splitlines()[0])
    assert header["game"] == "duel"
    assert header["engine"] == prateria.__version__
    assert header["commitment"] == prateria.replay(text).log.header.commitment
    assert "seed" not in header


def test_the_seed_is_told_at_the_end_only(text: str) -> None:
    assert json.loads(text.splitlines()[-1])["seed"] == "any text"
    assert "any text" not in "".join(text.splitlines()[:-1])


def test_every_changed_character_is_found_and_its_line_named(text: str) -> None:
    lines = text.splitlines(keepends=True)
    start = 0
    for number, line in enumerate(lines, 1):
        for offset in range(0, len(line), 7):
            place = start + offset
            odd = "#" if text[place] != "#" else "+"
            error = refused(text[:place] + odd + text[place + 1 :])
            assert error.line == number, (number, offset, str(error))
        start += len(line)


def test_a_removed_an_added_and_a_swapped_line_are_found(text: str) -> None:
    lines = text.splitlines(keepends=True)
    assert refused("".join(lines[:3] + lines[4:])).line == 4
    assert refused("".join(lines[:3] + lines[2:])).line == 4
    assert refused("".join([*lines[:2], lines[3], lines[2], *lines[4:]])).line == 3
    assert refused(text + lines[-1]).line == len(lines) + 1


def test_a_log_cut_between_lines_is_a_running_match(text: str) -> None:
    match = prateria.replay("".join(text.splitlines(keepends=True)[:-2]))
    assert match.outcome is None


@pytest.mark.parametrize(
    ("text", "why"),
    [("", "empty"), ("x", "not complete"), ("\n", "not a line"), (b"\n\n\xff", "not UTF-8")],
)
def test_what_is_no_log_is_refused(text: str | bytes, why: str) -> None:
    assert why in str(refused(text))


def test_half_a_surrogate_is_no_text(text: str) -> None:
    assert "not valid text" in str(refused(text.replace("duel", "\ud800", 1)))


def edit(line: int, **fields: object) -> Callable[[list[dict[str, Any]]], object]:
    def change(rows: list[dict[str, Any]]) -> None:
        for name, value in fields.items():
            if value is None:
                del rows[line - 1][name]
            else:
                rows[line - 1][name] = value

    return change


@pytest.mark.parametrize(
    ("line", "fields", "why"),
    [
        (1, {"prateria": 2}, "log format 2; this engine reads format 1"),
        (1, {"prateria": None}, "“prateria” is missing"),
        (1, {"game": "chess"}, "there is no game “chess”"),
        (1, {"rules": "9"}, "played by version 9 of the rules .engine .*; this is engine"),
        (1, {"seats": 3, "players": ["x", "y", "z"]}, "Duel is for 2 to 2 players"),
        (1, {"players": ["x"]}, "1 players are named for 2 seats"),
        (1, {"players": [1, 2]}, "“players” contains something that is not of type str"),
        (1, {"options": {"x": 1}}, "no option 'x'"),
        (1, {"options": {"low_wins": [1]}}, "an option must be"),
        (1, {"odd": 1}, "unknown fields: odd"),
        (1, {"position": "nonsense"}, "six words"),
        (2, {"n": 5}, "entry 1 was expected here"),
        (2, {"at": True}, "“at” is missing or not of type int"),
        (2, {"by": "z"}, "“by” is not one of a, b, chance, clock"),
        (2, {"by": "a", "draw": None}, "a may not act here"),
        (2, {"do": "a dances 3"}, "is neither 'gets' nor"),
        (2, {"do": "b gets 1"}, "luck cannot have produced this"),
        (2, {"draw": 9}, "draw 0 was expected here"),
        (3, {"draw": 0}, "draw 1 was expected"),
        (2, {"draw": 1 << 70}, "draw 0 was expected"),
        (2, {"extra": 1}, "unknown fields: extra"),
        (2, {"at": 9000}, "it is dated before the line above it"),
        (6, {"do": "b chooses 3"}, "do not allow this move .D1"),
        (-1, {"seed": "other"}, "the seed does not match the commitment in the header"),
        (-1, {"reason": "whim"}, "the match ends differently"),
        (-1, {"places": [2, "x"]}, "“places” contains something"),
    ],
)
def test_a_forged_line_is_found(text: str, line: int, fields: dict[str, Any], why: str) -> None:
    lines = len(text.splitlines())
    number = line if line > 0 else lines
    forged = rewritten(text, edit(number, **fields))
    with pytest.raises(LogError, match=why) as raised:
        prateria.replay(forged)
    assert raised.value.line == (3 if fields == {"at": 9000} else number)


def test_luck_that_the_seed_did_not_draw_is_found(text: str) -> None:
    """A forger who changes a deal to another possible one is exposed by the seed."""
    match = played()
    entry = next(e for e in match.log.entries if e.by == CHANCE)
    other = next(card for card in (1, 2) if card != entry.action.card)
    forged = rewritten(text, edit(2, do=f"a gets {other}"))
    assert "the seed draws something else" in str(refused(forged))


def test_without_the_seed_draws_must_still_be_numbered_upwards(text: str) -> None:
    running = "".join(text.splitlines(keepends=True)[:-2])
    prateria.replay(rewritten(running, edit(2, draw=0)))
    assert "draw 1 or later" in str(refused(rewritten(running, edit(3, draw=0))))


def test_json_that_is_not_a_line_is_refused() -> None:
    body = '{"a":nope'
    assert "not JSON" in str(refused(f'{body},"chain":"{_link("", body)}"}}\n'))


def test_a_log_of_another_engine_version_replays_and_says_so(text: str) -> None:
    match = prateria.replay(rewritten(text, edit(1, engine="0.0.1")))
    assert match.log.header.engine == "0.0.1"
    assert match.outcome is not None


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_noise_is_refused(noise: bytes | str) -> None:
    with pytest.raises(LogError):
        prateria.replay(noise)


MANITOU = played("manitou", 2, "fuzz").log.dumps()


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_forged_logs_give_our_own_errors_only(data: st.DataObject) -> None:
    """Whatever a forger writes into a line, with the chain recomputed, is refused or replays."""

    def change(rows: list[dict[str, Any]]) -> None:
        row = rows[data.draw(st.integers(0, len(rows) - 1))]
        name = data.draw(st.sampled_from(sorted(row)))
        row[name] = data.draw(
            st.none()
            | st.integers()
            | st.text(max_size=20)
            | st.lists(st.integers(), max_size=4)
            | st.dictionaries(st.text(max_size=5), st.integers(), max_size=3)
            | st.sampled_from([other[name] for other in rows if name in other])
        )

    forged = rewritten(MANITOU, change)
    try:
        match = prateria.replay(forged)
    except LogError:
        return
    assert match.log.dumps() == forged
