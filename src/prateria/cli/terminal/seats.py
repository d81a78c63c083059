"""Who sits where: `me,random,random`, `me=Giulio,greedy`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from prateria import bots
from prateria.core.contract.meta import Meta, check_seats
from prateria.core.errors import SetupError

ME: Final = "me"
NAMELESS: Final = "human"
LONGEST_NAME: Final = 20


@dataclass(frozen=True, slots=True)
class TerminalSeat:
    """A seat's player: a person with a name, or a bot with its spec."""

    name: str
    bot: str | None

    @property
    def is_human(self) -> bool:
        return self.bot is None


def default_seats(meta: Meta) -> str:
    """One person and two bots, or as close to that as the game allows."""
    return ",".join([ME, *["random"] * (min(max(3, meta.least), meta.most) - 1)])


def read_seats(text: str, meta: Meta) -> tuple[TerminalSeat, ...]:
    """Parse a description of the seats; SetupError says what is wrong with it."""
    words = [word.strip() for word in text.split(",")]
    check_seats(meta, len(words))
    return tuple(_chair(word) for word in words)


def _chair(word: str) -> TerminalSeat:
    who, named, name = word.partition("=")
    if who == ME:
        if named and not (0 < len(name) <= LONGEST_NAME and name.isprintable()):
            raise SetupError(f"a name has 1 to {LONGEST_NAME} printable letters, not {name!r}")
        return TerminalSeat(name if named else NAMELESS, None)
    if not word:
        raise SetupError("a seat is empty; seats are written like me,random,random")
    try:
        bots.make(word)
    except SetupError as error:
        raise SetupError(f"{error}; or me, for a person at this keyboard") from None
    return TerminalSeat(word, word)


def humans(chairs: Sequence[TerminalSeat]) -> tuple[int, ...]:
    return tuple(seat for seat, chair in enumerate(chairs) if chair.is_human)
