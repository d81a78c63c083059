"""The same JSON as `core.wire.to_json`, made several times faster: it is most of a move's cost.

What may be sent is decided as there, by class: frozen dataclasses, enumerations, plain values; a
state is refused. A test compares the two over whole games.

A part of a view that is the same object as one encoded recently is not encoded again: what does not
change from move to move, or looks the same to all seats, is encoded once if the game shares it.
Views and events are immutable, so the same object is the same text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from operator import attrgetter
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Raw

from prateria.core.wire import to_plain

Maker: TypeAlias = Callable[[Any], Any]

LONG_ROW: Final = 8
ROWS: Final = 64
"""How many rows of at least that many parts are cached with their texts."""
LATELY: Final = 8_192
"""How many parts of views are cached with their texts, and as many in the older generation."""

_encoder: Final = msgspec.json.Encoder()
_rows: Final[dict[int, tuple[Any, Raw]]] = {}
_lately: dict[int, tuple[Any, Raw]] = {}
"""By id; the object itself is kept with it, so that no other can come to have that id."""
_before: dict[int, tuple[Any, Raw]] = {}
"""The older generation, whose members move to the new one when they are met. Clearing everything at
once would make a move more expensive the more tables there are."""


def _same(value: Any) -> Any:
    return value


def _row(value: tuple[Any, ...]) -> Any:
    if _PLAIN.issuperset(map(type, value)):
        return value
    if not isinstance(value[0], Enum):  # a row of parts: they are cached, the row itself is new
        if len(value) >= LONG_ROW:
            return _shared_row(value)
        return [_makers[type(item)](item) for item in value]
    kept = _lately.get(id(value))
    if kept is not None and kept[0] is value:
        return kept[1]
    return _remember(value, lambda row: [_makers[type(item)](item) for item in row])


def _shared_row(value: tuple[Any, ...]) -> Raw:
    """A row of many parts, perhaps for the next seat at the same table. Few are kept: a row is new
    with every move that changes one of its parts, and long."""
    kept = _rows.get(id(value))
    if kept is None or kept[0] is not value:
        if len(_rows) >= ROWS:
            _rows.clear()
        text = Raw(_encoder.encode([_makers[type(item)](item) for item in value]))
        kept = _rows[id(value)] = (value, text)
    return kept[1]


def _remember(value: Any, make: Maker) -> Raw:
    global _lately, _before
    key = id(value)
    kept = _before.get(key)
    if kept is None or kept[0] is not value:
        kept = (value, Raw(_encoder.encode(make(value))))
    if len(_lately) >= LATELY:
        _lately, _before = {}, _lately
    _lately[key] = kept
    return kept[1]


class _Makers(dict[type, Maker]):
    """How to turn objects of each class into JSON values; determined when a class first occurs."""

    def __missing__(self, cls: type) -> Maker:
        if issubclass(cls, Enum):
            maker: Maker = {member: member.name.lower() for member in cls}.__getitem__
        elif is_dataclass(cls):
            maker = _remembering(_wholes[cls])
        else:
            return to_plain  # which knows what else may pass, and refuses the rest
        self[cls] = maker
        return maker


class _Wholes(dict[type, Maker]):
    """The same for whole values: a complete view never occurs again."""

    def __missing__(self, cls: type) -> Maker:
        if not (is_dataclass(cls) and cls.__dataclass_params__.frozen):  # type: ignore[attr-defined]
            return to_plain
        maker = self[cls] = _dataclass_maker(cls)
        return maker


def _dataclass_maker(cls: type) -> Maker:
    names = tuple(field.name for field in fields(cls))
    title = cls.__name__
    if len(names) < 2 or any(field.metadata for field in fields(cls)):
        return to_plain  # which knows what is omitted; a rule set occurs once a match
    get = attrgetter(*names)

    def make(value: Any) -> dict[str, Any]:
        row = {"type": title}
        for name, item in zip(names, get(value), strict=True):
            row[name] = _makers[type(item)](item)
        return row

    return make


def _remembering(make: Maker) -> Maker:
    def text_of(value: Any) -> Raw:
        kept = _lately.get(id(value))
        if kept is not None and kept[0] is value:
            return kept[1]
        return _remember(value, make)

    return text_of


_PLAIN: Final[frozenset[type]] = frozenset((int, str, bool, float, type(None)))
_makers: Final = _Makers({**dict.fromkeys(_PLAIN, _same), tuple: _row})
_wholes: Final = _Wholes({**dict.fromkeys(_PLAIN, _same), tuple: _row})


def encode(value: Any) -> bytes:
    """A view or an event as JSON; WireError for a state or anything else that may not be sent."""
    return _encoder.encode(_wholes[type(value)](value))


def encode_without_ruleset(view: Any) -> bytes:
    """A view without its field `ruleset`, if it has one: that never changes, and is sent
    separately."""
    row = _wholes[type(view)](view)
    if isinstance(row, dict):
        row.pop("ruleset", None)
    return _encoder.encode(row)


def encode_often(value: Any) -> bytes:
    """The same for what is sent to several listeners in succession: an event."""
    return _encoder.encode(_makers[type(value)](value))
