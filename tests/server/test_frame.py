"""Updates: objects that hold views only, bytes when they leave the process, the rule set once."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest

import prateria
from prateria.core.errors import WireError
from prateria.core.matches.match import Match
from prateria.core.matches.story import SeenEntry
from prateria.core.wire import Codec
from prateria.server.rooms.updates import update_of
from prateria.server.wire.encode import encode, encode_without_ruleset
from prateria.server.wire.frame import Frame, Update
from prateria.server.wire.protocol import Ping

GAMES = ["apache", "bison", "manitou"]


def begun(game: str) -> Match:
    return prateria.new_match(game, seats=2, seed="framed")


@pytest.mark.parametrize("game", GAMES)
def test_the_whole_frame_has_the_rule_set_apart_and_a_view_can_be_put_together_again(
    game: str,
) -> None:
    match = begun(game)
    whole = json.loads(Frame(update_of(match, 0, 0)).whole)
    assert "ruleset" not in whole["view"]
    view = {**whole["view"], "ruleset": whole["ruleset"]}
    codec = Codec((*match.game.views, *match.game.events))
    assert codec.decode(json.dumps(view)) == match.view(0)


@pytest.mark.parametrize("game", GAMES)
def test_later_frames_leave_the_rule_set_out(game: str) -> None:
    frame = Frame(update_of(begun(game), 0, 0))
    data = json.loads(frame.data)
    assert "ruleset" not in data
    assert {**json.loads(frame.whole), "ruleset": None} == {**data, "ruleset": None}


def test_bytes_are_made_once_for_all_who_listen() -> None:
    frame = Frame(update_of(begun("manitou"), 0, 0))
    assert frame.data is frame.data


def test_a_message_without_a_rule_set_is_whole_as_it_is() -> None:
    frame = Frame(Ping(1, 2))
    assert frame.whole is frame.data


def test_a_state_cannot_get_into_an_update() -> None:
    match = begun("manitou")
    state = match.game.notation.parse_state(match.position)
    with pytest.raises(WireError, match="State is not a view of"):
        Update(match.game, 1, 0, 0, state, (), ())


def test_nothing_but_events_gets_into_an_update() -> None:
    match = begun("manitou")
    entry = SeenEntry(1, 0, 0, (match.game.notation.parse_state(match.position),))
    with pytest.raises(WireError, match="entry 1 holds something that is no event"):
        Update(match.game, 1, 0, 0, match.view(0), (entry,), ())


@dataclass
class Unfrozen:
    """A state that somebody made a dataclass."""

    secret: str = "the hidden deck"


def test_the_encoder_refuses_a_state_with_and_without_the_rule_set() -> None:
    for write in (encode, encode_without_ruleset):
        with pytest.raises(WireError):
            write(Unfrozen())
