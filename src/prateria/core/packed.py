"""One-hot rows, plain and packed as 32-bit floats."""

from __future__ import annotations

from collections.abc import Sequence
from struct import pack


def one_hot(width: int) -> tuple[bytes, ...]:
    """One-hot rows as packed floats; the last row is all zeros."""
    rows = [[float(place == other) for other in range(width)] for place in range(width + 1)]
    return tuple([pack(f"{width}f", *row) for row in rows])


def one_hot_rows(names: Sequence[str]) -> dict[str, tuple[float, ...]]:
    """For each name, a row with as many floats as there are names and a 1 at its own index."""
    return {name: tuple([float(name == other) for other in names]) for name in names}


def flags(width: int) -> tuple[bytes, ...]:
    """Every number of `width` bits as a row of packed floats 0 and 1, the lowest bit first."""
    rows = [[float(bits >> place & 1) for place in range(width)] for bits in range(1 << width)]
    return tuple([pack(f"{width}f", *row) for row in rows])


def shares(most: int, whole: float) -> tuple[bytes, ...]:
    """Each number up to the most, as a part of a whole, as packed floats."""
    return tuple([pack("f", number / whole) for number in range(most + 1)])
