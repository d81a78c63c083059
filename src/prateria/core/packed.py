"""Numbers packed as 32-bit floats, for `Numbers.observe`."""

from __future__ import annotations

from struct import pack


def one_hot(width: int) -> tuple[bytes, ...]:
    """For each place a row of floats that has its 1 there; at last one without."""
    rows = [[float(place == other) for other in range(width)] for place in range(width + 1)]
    return tuple([pack(f"{width}f", *row) for row in rows])
