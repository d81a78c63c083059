from __future__ import annotations

import copy
import json
import pickle
from dataclasses import dataclass
from enum import IntEnum
from typing import get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import prateria
from prateria.core import registry
from prateria.core.errors import WireError
from prateria.core.native import field_types
from prateria.core.wire import Codec, load_json, to_json


class Colour(IntEnum):
    RED = 1
    DARK_BLUE = 2


@dataclass(frozen=True, slots=True)
class Inner:
    number: int
    ratio: float


@dataclass(frozen=True, slots=True)
class Outer:
    name: str
    colour: Colour
    inner: Inner | None
    pair: tuple[int, str]
    row: tuple[Inner, ...]
    on: bool


@dataclass(slots=True)
class Mutable:
    secret: int


@dataclass(frozen=True, slots=True)
class Odd:
    names: set[str]


VALUE = Outer("x", Colour.DARK_BLUE, Inner(1, 0.5), (3, "y"), (Inner(2, 1.0),), True)
CODEC = Codec([Outer, Inner])


def test_what_is_sent_comes_back() -> None:
    text = to_json(VALUE)
    assert json.loads(text)["colour"] == "dark_blue"
    assert CODEC.decode(text) == VALUE
    assert CODEC.decode(text.encode()) == VALUE


@pytest.mark.parametrize(
    "secret", [Mutable(7), [1], {"a": 1}, {1}, object(), (1, Mutable(7)), Outer, b"x"]
)
def test_only_frozen_things_are_sent(secret: object) -> None:
    with pytest.raises(WireError, match="may not be sent"):
        to_json(secret)


def test_a_state_is_refused() -> None:
    game = registry.get("manitou")
    with pytest.raises(WireError, match="State may not be sent"):
        to_json(game.new(game.ruleset(2, {}), 2))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"type": "Nobody"}, "unknown type 'Nobody'"),
        ({"type": 3}, "unknown type 3"),
        ({"extra": 1}, "unknown fields: extra"),
        ({"name": 1}, "value.name: str was expected"),
        ({"on": 1}, "value.on: bool was expected"),
        ({"colour": "green"}, "value.colour: one of red, dark_blue"),
        ({"colour": 1}, "value.colour: one of red, dark_blue"),
        ({"inner": 5}, "value.inner: an object with a type was expected; or value.inner: NoneType"),
        ({"pair": [1]}, "value.pair: 2 items were expected"),
        ({"pair": "ab"}, "value.pair: a list was expected"),
        ({"row": [3]}, r"value.row\[0\]: an object with a type"),
    ],
)
def test_what_is_wrong_is_said(change: dict[str, object], complaint: str) -> None:
    raw = {**json.loads(to_json(VALUE)), **change}
    with pytest.raises(WireError, match=complaint):
        CODEC.decode(json.dumps(raw))


def test_a_missing_field_is_named() -> None:
    with pytest.raises(WireError, match="unknown fields: ratio"):
        CODEC.decode('{"type":"Inner","number":1}')


def test_a_field_that_no_wire_can_carry_is_named() -> None:
    with pytest.raises(WireError, match="cannot be read from the wire"):
        Codec([Odd]).decode('{"type":"Odd","names":[]}')


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '"\\ud800"', "nul", b"\xff"])
def test_what_is_not_json_is_refused(text: str | bytes) -> None:
    with pytest.raises(WireError, match="not JSON"):
        load_json(text)


@given(st.binary() | st.text())
def test_nothing_else_comes_out_of_decode(noise: bytes | str) -> None:
    with pytest.raises(WireError):
        CODEC.decode(noise)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=6,
)


@settings(max_examples=40)
@given(st.dictionaries(st.sampled_from(["type", "seat", "card", "ground", "tile"]), JSON))
def test_well_formed_noise_is_refused_or_understood(raw: dict[str, object]) -> None:
    game = registry.get("manitou")
    try:
        action = Codec(game.actions).decode(json.dumps(raw))
    except WireError:
        return
    assert isinstance(action, game.actions)


@pytest.mark.parametrize("game_id", registry.ids())
def test_views_actions_and_entries_travel_between_processes(game_id: str) -> None:
    match = prateria.new_match(game_id, seats=2, seed="s")
    for value in (match.view(0), match.view(None), *match.legal(0), *match.log.entries):
        assert pickle.loads(pickle.dumps(value)) == value
        assert copy.deepcopy(value) == value


def test_a_view_travels_as_json() -> None:
    match = prateria.new_match("manitou", seats=2, seed="s")
    game = match.game
    view = match.view(0)
    assert Codec(game.views).decode(prateria.to_json(view)) == view


@pytest.mark.parametrize("game_id", registry.ids())
def test_a_class_that_has_forgotten_its_types_is_known_by_its_source(game_id: str) -> None:
    """As compiled ones have; the classes here are plain, so that both can be compared."""
    game = registry.get(game_id)
    for cls in (*game.views, *game.events, *game.actions):
        forgetful = {"__module__": cls.__module__, "__mypyc_attrs__": ()}
        assert field_types(type(cls.__name__, (), forgetful)) == get_type_hints(cls)


def test_a_class_without_a_source_of_its_own_is_named() -> None:
    forgetful = {"__module__": "prateria.core.matches.log", "__mypyc_attrs__": ()}
    with pytest.raises(TypeError, match="Nowhere is not at the top"):
        field_types(type("Nowhere", (), forgetful))
