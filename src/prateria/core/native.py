"""What the ahead-of-time compiler needs to be told, and nothing when it is not there.

`@mypyc_attr(allow_interpreted_subclasses=True)` marks a class that code outside the compiled
package may subclass. The compiler knows the decorator by its origin, so it is passed on under
its own name; without the compiler's helper package a stand-in does nothing.
"""

from __future__ import annotations

from collections.abc import Callable

try:
    from mypy_extensions import mypyc_attr as mypyc_attr
except ImportError:  # pragma: no cover

    def mypyc_attr(*_attrs: str, **_kwattrs: object) -> Callable[[type], type]:  # type: ignore[misc]
        return lambda cls: cls
