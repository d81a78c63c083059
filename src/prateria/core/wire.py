"""What may leave the process as JSON, and what may come in.

Only frozen dataclasses (views, events, actions, outcomes), enumerations and plain values are
written. A state is a mutable object and is refused, so that nothing secret can be sent by mistake:
what a seat may know is a view, and views are built in one place.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, Final, TypeAlias, Union, get_args, get_origin

from prateria.core.errors import WireError
from prateria.core.native import field_types

Plain: TypeAlias = (
    "bool | int | float | str | list[Plain] | tuple[Plain, ...] | dict[str, Plain] | None"
)
"""What JSON can hold."""
FieldReader: TypeAlias = Callable[[Any, str], Any]
"""Reads a value that came as JSON, given where it stood for a message about it."""
OMIT_DEFAULT: Final = {"omit_default": True}
"""Metadata of a field that is not written while it has its default. Only small games' tables change
such fields, so they are not part of what is sent about real matches."""


def to_json(value: object) -> str:
    """The value as JSON text; WireError for a state or anything else that may not be sent."""
    return json.dumps(to_plain(value), ensure_ascii=False, separators=(",", ":"))


def to_plain(value: object) -> Plain:
    """The value as lists, dictionaries and plain values."""
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, int | float):
        return value
    if isinstance(value, tuple):
        return [to_plain(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type) and _is_frozen(type(value)):
        row: dict[str, Plain] = {"type": type(value).__name__}
        for field in fields(value):
            item = getattr(value, field.name)
            if not (field.metadata and item == field.default):
                row[field.name] = to_plain(item)
        return row
    raise WireError(
        f"{type(value).__name__} may not be sent: only views, events, actions and plain values may"
    )


def _is_frozen(cls: Any) -> bool:
    return bool(cls.__dataclass_params__.frozen)


def load_json(text: str | bytes) -> Any:
    """Parse JSON text into Python values; WireError for anything that is not JSON.

    An escape can spell half a surrogate pair, which no file could hold: that is not text.
    """
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise WireError(f"not JSON: {error}") from None
    return value


class Codec:
    """Decodes JSON into the given frozen dataclasses, and into nothing else."""

    def __init__(self, classes: Iterable[type]) -> None:
        self._classes: dict[str, type] = {cls.__name__: cls for cls in classes}
        self._readers: dict[str, dict[str, FieldReader]] = {}

    def decode(self, text: str | bytes) -> Any:
        """The value that a JSON text encodes, or WireError saying what is wrong with it."""
        return self._object(load_json(text), "value")

    def _object(self, raw: Any, where: str) -> Any:
        if not isinstance(raw, dict):
            raise WireError(f"{where}: an object with a type was expected")
        name = raw.get("type")
        cls = self._classes.get(name) if isinstance(name, str) else None
        if cls is None:
            known = ", ".join(sorted(self._classes))
            raise WireError(f"{where}: unknown type {name!r}; known are {known}")
        readers = self._readers_of(cls)
        given = raw.keys() - {"type"}
        if given != readers.keys():
            omitted = {field.name for field in fields(cls) if field.metadata} - given
            odd = ", ".join(sorted((given ^ readers.keys()) - omitted))
            if odd:
                raise WireError(f"{where}: {name} has missing or unknown fields: {odd}")
        return cls(**{field: readers[field](raw[field], f"{where}.{field}") for field in given})

    def _readers_of(self, cls: type) -> dict[str, FieldReader]:
        readers = self._readers.get(cls.__name__)
        if readers is None:
            hints = field_types(cls)
            readers = {field.name: self._reader(hints[field.name]) for field in fields(cls)}
            self._readers[cls.__name__] = readers
        return readers

    def _reader(self, hint: Any) -> FieldReader:
        origin = get_origin(hint)
        if origin is tuple:
            return self._tuple_reader(get_args(hint))
        if origin in (Union, types.UnionType):
            return _union_reader([self._reader(arm) for arm in get_args(hint)])
        if hint in (int, bool, str, float, type(None)):
            return _plain_reader(hint)
        if isinstance(hint, type) and issubclass(hint, Enum):
            return _enum_reader(hint)
        if is_dataclass(hint):
            return self._object
        raise WireError(f"a field of type {hint} cannot be read from the wire")

    def _tuple_reader(self, arms: tuple[Any, ...]) -> FieldReader:
        repeated = len(arms) == 2 and arms[1] is Ellipsis
        readers = [self._reader(arm) for arm in (arms[:1] if repeated else arms)]

        def read(raw: Any, where: str) -> Any:
            if not isinstance(raw, list):
                raise WireError(f"{where}: a list was expected")
            if repeated:
                return tuple(readers[0](item, f"{where}[{n}]") for n, item in enumerate(raw))
            if len(raw) != len(readers):
                raise WireError(f"{where}: {len(readers)} items were expected")
            return tuple(
                reader(item, f"{where}[{n}]")
                for n, (reader, item) in enumerate(zip(readers, raw, strict=True))
            )

        return read


def _plain_reader(expected: Any) -> FieldReader:
    def read(raw: Any, where: str) -> Any:
        if type(raw) is not expected:
            raise WireError(f"{where}: {expected.__name__} was expected")
        return raw

    return read


def _enum_reader(expected: type[Enum]) -> FieldReader:
    members = {member.name.lower(): member for member in expected}

    def read(raw: Any, where: str) -> Any:
        if not isinstance(raw, str) or raw not in members:
            raise WireError(f"{where}: one of {', '.join(members)} was expected")
        return members[raw]

    return read


def _union_reader(readers: list[FieldReader]) -> FieldReader:
    def read(raw: Any, where: str) -> Any:
        refusals: list[str] = []
        for reader in readers:
            try:
                return reader(raw, where)
            except WireError as error:
                refusals.append(str(error))
        raise WireError("; or ".join(refusals))

    return read
