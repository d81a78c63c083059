"""What the ahead-of-time compiler needs to be told, and nothing when it is not there.

`@mypyc_attr(allow_interpreted_subclasses=True)` marks a class that code outside the compiled
package may subclass; `i64` is a machine integer where the compiler's careful ones would be too
slow. The compiler knows both by their origin, so they are passed on under their own names;
without its helper package stand-ins do nothing.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from dataclasses import fields
from typing import Any

try:
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
except ImportError:  # pragma: no cover
    i64 = int  # type: ignore[misc]

    def mypyc_attr(*_attrs: str, **_kwattrs: object) -> Callable[[type], type]:  # type: ignore[misc]
        return lambda cls: cls


def let_travel(*classes: type) -> None:
    """Make frozen dataclasses fit for pickling and copying, between processes say.

    Compiled ones are not by themselves: unpickling sets attributes, and they refuse that.
    """
    for cls in classes:
        copyreg.pickle(cls, _by_fields)


def _by_fields(value: Any) -> tuple[type, tuple[Any, ...]]:
    return type(value), tuple(getattr(value, field.name) for field in fields(value))
