"""What `observe` has worked out for a board and the camps it last saw on it."""

from __future__ import annotations


class ObservationCache:
    """Kept by its board, so it lives as long as there is a use for it. It only spares work: what
    does not fit the state any more is worked out again."""

    __slots__ = ("areas", "land", "paid", "pays", "pieces", "players", "spaces", "there")

    players: int
    """For how many it was packed: a board may be shared by matches of different sizes."""
    land: bytes
    """The tiles, place by place."""
    areas: bytes
    """The animals of each space's area, with room for what stands there."""
    pieces: list[int]
    """The camps when it was last looked at; the rest follows from them."""
    pays: list[int]
    """What each seat would get now."""
    spaces: list[bytes]
    """What there is at each space, as each seat sees it; empty if it has not looked yet."""
    there: list[list[int]]
    """The camps of each terrain."""
    paid: list[list[int]]
    """What each seat would get now on each terrain."""
