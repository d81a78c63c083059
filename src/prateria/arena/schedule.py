"""Who plays whom, on which deal, in which seats: a contest, fixed before the first game.

Every line-up plays every deal in all rotations of its seats: the luck of a deal is the same each
time, so that nobody wins by better cards or a better seat.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import combinations
from typing import Any

from prateria.bots import make
from prateria.bots.levels import meaning
from prateria.bots.net import weights_digest
from prateria.core import registry
from prateria.core.contract.meta import OptionValue, check_seats
from prateria.core.errors import SetupError
from prateria.core.version import __version__


@dataclass(frozen=True, slots=True)
class Contest:
    """All that the games of a contest have in common."""

    game: str
    bots: tuple[str, ...]
    players: int
    deals: int
    seed: str
    options: tuple[tuple[str, OptionValue], ...] = ()
    milliseconds: int | None = None
    simulations: int | None = None
    target: float | None = None
    """The share of victories that the first bot of a line-up is tested against; the fair one."""
    stops: bool = True
    """Whether a line-up stops when its answer is clear."""
    code: tuple[str, ...] = ()
    """Files that define additional bots."""

    @property
    def line_ups(self) -> tuple[tuple[str, ...], ...]:
        """Every combination of bots that fills a table, each once."""
        return tuple(dict.fromkeys(combinations(self.bots, self.players)))

    @property
    def share(self) -> float:
        """The share that the test compares with: the target, or the fair share."""
        return 1 / self.players if self.target is None else self.target

    @property
    def names(self) -> tuple[str, ...]:
        """The bots, each once, under the names they were given."""
        return tuple(dict.fromkeys(self.bots))

    def pairings(self) -> Iterator[Pairing]:
        """All games in their order: deal by deal, so that line-ups keep step."""
        number = 0
        for deal in range(self.deals):
            for line_up, bots in enumerate(self.line_ups):
                for turn in range(self.players):
                    seats = bots[self.players - turn :] + bots[: self.players - turn]
                    yield Pairing(number, line_up, deal, turn, seats)
                    number += 1

    def meanings(self) -> dict[str, Any]:
        """What bots' names leave open: the make-up of levels, and the weights."""
        known = {name: meaning(name, self.game) for name in self.names}
        levels = {name: bot for name, bot in known.items() if bot != name}
        return {"levels": levels, "weights": weights_digest(self.game)}

    def digest(self) -> str:
        """An identifier of exactly this contest, so that its games can be continued."""
        form = {**asdict(self), "deals": 0, "engine": __version__, **self.meanings()}
        text = json.dumps(form, sort_keys=True)
        return sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to play. In rotation `turn`, the first bot of the line-up sits there."""

    number: int
    line_up: int
    deal: int
    turn: int
    seats: tuple[str, ...]


def deal_seed(contest: Contest, deal: int) -> str:
    """The seed of a deal: the same for all line-ups and rotations."""
    return sha256(f"prateria arena\0{contest.seed}\0{deal}".encode()).hexdigest()


def settle(
    game_id: str,
    bots: Sequence[str],
    *,
    games: int,
    seed: str,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    **others: Any,
) -> Contest:
    """Build a contest after checking everything that can be wrong with it.

    `games` is per line-up, rounded up to whole deals.
    """
    game = registry.get(game_id)
    seats = check_seats(game.meta, game.meta.least if players is None else players)
    game.ruleset(seats, options or {})
    if len(bots) < seats:
        raise SetupError(
            f"{len(bots)} bots for {seats} seats: name at least as many as sit at a table"
        )
    if games < 1:
        raise SetupError("there must be at least one game")
    for spec in bots:
        make(spec)
    deals = -(-games // seats)
    rows = tuple(sorted((options or {}).items()))
    contest = Contest(game_id, tuple(bots), seats, deals, seed, rows, **others)
    if not 0 < contest.share < 1:
        raise SetupError("the share to be tested lies between 0 and 1")
    return contest
