"""Numbers packed as 32-bit floats, for `Numbers.observe`."""

from __future__ import annotations

from struct import pack


def one_hot(width: int) -> tuple[bytes, ...]:
    """One-hot rows as packed floats; the last row is all zeros."""
    rows = [[float(place == other) for other in range(width)] for place in range(width + 1)]
    return tuple([pack(f"{width}f", *row) for row in rows])
