"""The same JSON as `core.wire.to_json`, made several times faster: it is most of a move's cost.

What may be sent is decided as there, by class: frozen dataclasses, enumerations, plain values; a
state is refused. A test compares the two over whole games.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from operator import attrgetter
from typing import Any, Final, TypeAlias

import msgspec

from prateria.core.wire import to_plain

Maker: TypeAlias = Callable[[Any], Any]

_encoder: Final = msgspec.json.Encoder()


def _same(value: Any) -> Any:
    return value


def _row(value: tuple[Any, ...]) -> Any:
    if _PLAIN.issuperset(map(type, value)):
        return value
    return [_makers[type(item)](item) for item in value]


class _Makers(dict[type, Maker]):
    """How a value of each class becomes plain; found out when the class first comes."""

    def __missing__(self, cls: type) -> Maker:
        if issubclass(cls, Enum):
            maker: Maker = {member: member.name.lower() for member in cls}.__getitem__
        elif is_dataclass(cls) and cls.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            maker = _dataclass_maker(cls)
        else:
            return to_plain  # which knows what else may pass, and refuses the rest
        self[cls] = maker
        return maker


def _dataclass_maker(cls: type) -> Maker:
    names = tuple(field.name for field in fields(cls))
    title = cls.__name__
    if len(names) < 2:
        return to_plain
    get = attrgetter(*names)

    def make(value: Any) -> dict[str, Any]:
        row = {"type": title}
        for name, item in zip(names, get(value), strict=True):
            row[name] = _makers[type(item)](item)
        return row

    return make


_PLAIN: Final[frozenset[type]] = frozenset((int, str, bool, float, type(None)))
_makers: Final = _Makers({**dict.fromkeys(_PLAIN, _same), tuple: _row})


def encode(value: Any) -> bytes:
    """A view or an event as JSON; WireError for a state or anything else that may not be sent."""
    return _encoder.encode(_makers[type(value)](value))
