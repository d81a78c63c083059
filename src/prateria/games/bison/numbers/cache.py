"""What `observe` has computed for a board and the camps it last saw on it."""

from __future__ import annotations


class ObservationCache:
    """Kept by its board, so it lives as long as it is useful.

    It only saves work: whatever does not match the state is computed again.
    """

    __slots__ = ("areas", "land", "paid", "pays", "pieces", "players", "spaces", "there")

    players: int
    """The number of players it was packed for: matches of different sizes may share a board."""
    land: bytes
    """The tiles, place by place."""
    areas: bytes
    """The animals of each space's area, with room for what stands there."""
    pieces: list[int]
    """The camps when it was last looked at; the rest follows from them."""
    pays: list[int]
    """What each seat would get now."""
    spaces: list[bytes]
    """The packed contents of each space, as each seat sees it; empty if the seat has not looked
    yet."""
    there: list[list[int]]
    """The camps of each terrain."""
    paid: list[list[int]]
    """What each seat would get now on each terrain."""
