"""Hints for the ahead-of-time compiler, and stand-ins where it is absent.

`@mypyc_attr(allow_interpreted_subclasses=True)` marks a class that code outside the compiled
package may subclass; `native_class=False` leaves a class to plain Python: the compiler cannot make
a generic dataclass. `i64` is a machine integer where the compiler's careful ones would be too
slow. The compiler knows both by their origin, so they are passed on under their own names;
without its helper package stand-ins do nothing.
"""

from __future__ import annotations

import ast
import copyreg
import sys
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from importlib.resources import files
from types import GenericAlias, SimpleNamespace
from typing import Any, get_type_hints

try:
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
except ImportError:  # pragma: no cover
    i64 = int  # type: ignore[misc]

    def mypyc_attr(*_attrs: str, **_kwattrs: object) -> Callable[[type], type]:  # type: ignore[misc]
        return lambda cls: cls


def make_picklable(*classes: type) -> None:
    """Make frozen dataclasses picklable and copyable, between processes for example.

    Compiled ones are not by default: unpickling sets attributes, and they refuse that.
    """
    for cls in classes:
        copyreg.pickle(cls, _by_fields)


def _by_fields(value: Any) -> tuple[type, tuple[Any, ...]]:
    return type(value), tuple(getattr(value, field.name) for field in fields(value))


def make_subscriptable(*classes: type) -> None:
    """Let `Numbers[Rules, State]` be written at run time, too: the compiler forgets that a class
    which it leaves to plain Python is generic."""
    for cls in classes:
        if not hasattr(cls, "__class_getitem__"):
            cls.__class_getitem__ = classmethod(GenericAlias)  # type: ignore[attr-defined]


def field_types(cls: type) -> dict[str, Any]:
    """The type of each field of a dataclass, as declared in its source.

    A compiled class remembers only that a field is some tuple, or that it is something. Its source
    lies beside it and knows more.
    """
    if not hasattr(cls, "__mypyc_attrs__"):
        return get_type_hints(cls)
    said = _said_in(cls.__module__).get(cls.__name__)
    if said is None:
        raise TypeError(f"{cls.__qualname__} is not at the top of its module")
    return get_type_hints(SimpleNamespace(__annotations__=said), vars(sys.modules[cls.__module__]))


@cache
def _said_in(module: str) -> dict[str, dict[str, str]]:
    """The declared fields of each top-level class in the source of a module."""
    package, _, name = module.rpartition(".")
    tree = ast.parse((files(package) / f"{name}.py").read_text("utf-8"))
    return {
        node.name: {
            ast.unparse(row.target): ast.unparse(row.annotation)
            for row in node.body
            if isinstance(row, ast.AnnAssign)
        }
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    }
