"""Luck as data: a counter-based generator for matches, a quick one for playouts.

Nothing here reads a clock or the machine's entropy. A seed comes from outside, and a draw is a
function of the seed and a counter, so that anyone holding the seed can repeat the draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, TypeVar

from prateria.core.errors import SetupError
from prateria.core.native import i64, mypyc_attr

T = TypeVar("T")

_SPAN: Final = 1 << 64


@mypyc_attr(allow_interpreted_subclasses=True)
class Rng:
    """Anything that can draw a whole number below a bound."""

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound - 1, all equally likely."""
        raise NotImplementedError


class Draws(Rng):
    """The draws of a match: unpredictable without the seed, checkable with it."""

    __slots__ = ("counter", "key")

    def __init__(self, seed: str, counter: int = 0) -> None:
        # A key of its own, so that the published commitment, sha256(seed), is never a draw.
        self.key = sha256(b"prateria/luck\0" + seed.encode()).digest()
        self.counter = counter

    def below(self, bound: int) -> int:
        """The next number below a bound: hash of key and counter, without bias."""
        limit = _SPAN - _SPAN % bound
        while True:
            digest = sha256(self.key + self.counter.to_bytes(8, "big")).digest()
            self.counter += 1
            value = int.from_bytes(digest[:8], "big")
            if value < limit:  # pragma: no branch  (the other side: once in about 2**60 draws)
                return value % bound


class Quick(Rng):
    """A fast generator for playouts and tests, never for a match: it is predictable.

    Two combined multiplicative generators (L'Ecuyer 1988). All products stay below 2**62, so that
    the compiled code never leaves machine integers.
    """

    __slots__ = ("_x", "_y")

    _x: i64
    _y: i64

    def __init__(self, seed: int) -> None:
        self._x = seed % 2147483562 + 1
        self._y = (seed // 2147483562) % 2147483398 + 1
        for _ in range(4):  # so that neighbouring seeds diverge
            self.below(2)

    def below(self, bound: int) -> int:
        """The next number below a bound."""
        x: i64 = self._x * 40014 % 2147483563
        y: i64 = self._y * 40692 % 2147483399
        self._x = x
        self._y = y
        span: i64 = bound
        return (x - y) % 2147483562 * span // 2147483562


def check_seed(seed: object) -> str:
    """Return the seed if it is text that can be encoded; otherwise raise SetupError."""
    if not isinstance(seed, str):
        raise SetupError(f"a seed is a text, not {seed!r}")
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise SetupError("the seed has a character that cannot be written down") from None
    return seed


def commitment(seed: str) -> str:
    """The commitment published at the start of a match: it binds the seed without revealing it."""
    return sha256(seed.encode()).hexdigest()


def pick(outcomes: Sequence[tuple[T, int]], rng: Rng) -> T:
    """Draw one of the outcomes by their whole-number weights."""
    total = 0
    for _, weight in outcomes:
        total += weight
    ticket = rng.below(total)
    place = 0
    while ticket >= outcomes[place][1]:
        ticket -= outcomes[place][1]
        place += 1
    return outcomes[place][0]


def shuffled(items: Sequence[T], rng: Rng) -> list[T]:
    """The items in a random order."""
    rows = list(items)
    for last in range(len(rows) - 1, 0, -1):
        other = rng.below(last + 1)
        rows[last], rows[other] = rows[other], rows[last]
    return rows
