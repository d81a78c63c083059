"""What `observe` has computed for a board and the camps it last saw on it."""

from __future__ import annotations

from prateria.games.bison.rules.ruleset import RuleSet


class ObservationCache:
    """Kept by its board, so it lives as long as it is useful.

    It only saves work: whatever does not match the state is computed again.
    """

    __slots__ = (
        "areas",
        "drawn",
        "land",
        "paid",
        "pays",
        "pieces",
        "rules",
        "ruleset",
        "spaces",
        "stack",
        "there",
        "unseen",
    )

    ruleset: RuleSet
    """What it was packed for: a board may be shared by matches of different rules."""
    rules: bytes
    """The options."""
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
    stack: int
    drawn: list[int]
    """The tiles in the stack and in hands when they were last looked at."""
    unseen: list[bytes]
    """The tiles each seat has not seen; empty if it has not looked yet."""
    there: list[list[int]]
    """The camps of each terrain."""
    paid: list[list[int]]
    """What each seat would get now on each terrain."""
