"""What a move costs from the message to the page's frame: `python bench/whole_way.py [GAME …]`.

One page sits at a table and is drawn every move of a random game, its own and everybody else's. The
CPU time is that of the whole way inside the server: the message, the rules, the lines of the log,
the update, the drawing, the packed frame. The store forgets everything at once, and the socket
only counts: `bench/appends.py` and `bench/serving.py` measure those. Garbage is not collected
meanwhile, as in `bench/drawing.py`. `--spectators N` adds the pages of N spectators who read one
language.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, cast

if __name__ == "__main__":
    ROOT = Path(__file__).resolve().parents[1]
    sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from msgspec import structs

from prateria.core import registry
from prateria.core.chance import Quick
from prateria.i18n import texts_in
from prateria.server.bus.local import LocalBus
from prateria.server.painting.painter import Painter
from prateria.server.rooms.messages import Carry, Listen, Start
from prateria.server.rooms.referee import Sender
from prateria.server.rooms.room import Room
from prateria.server.rooms.tables import Wish, chair_of, new_table
from prateria.server.server import Server
from prateria.server.settings import Settings
from prateria.server.sockets.connection import Connection
from prateria.server.store.base import Person, Store, TableRow
from prateria.server.wire.protocol import Play

GAMES = 3
"""Random games of each game."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The measurements for one game."""

    game: str
    seats: int
    moves: int
    cpu_ms_mean: float
    cpu_ms_median: float
    frame_bytes_mean: int


class Forgetful:
    """The part of a store that a running match needs; it keeps nothing."""

    async def table(self, _table: str) -> None:
        return None

    async def load(self, _table: str) -> None:
        return None

    async def change_table(self, _row: TableRow, _was: TableRow) -> None:
        return None

    async def append(
        self, _table: str, _n: int, _lines: Sequence[str], _sent: object = None
    ) -> None:
        return None

    async def save_snapshot(self, _snapshot: object) -> None:
        return None


class Page(Connection):
    """A connection that reports when everything has been sent."""

    @property
    def is_idle(self) -> bool:
        return self._outbox.empty()


class Counter:
    """The far end of a socket."""

    def __init__(self) -> None:
        self.bytes = 0

    async def send_data(self, data: str | bytes, mode: str) -> None:  # noqa: ARG002
        self.bytes += len(data)

    async def close(self, code: int) -> None:
        """Nobody is there."""


def make_room(game_id: str, seats: int, people: Sequence[Person]) -> Room:
    server = Server(Settings(secret="s" * 32), cast(Store, Forgetful()), LocalBus())
    table = new_table(Wish(game=game_id, seats=seats), people[0], 0)
    chairs = tuple(chair_of(person) for person in people)
    return Room(server.services, structs.replace(table, chairs=chairs))


async def play(game_id: str, seed: int, costs: list[float], spectators: int = 0) -> int:
    """One random game; adds the cost of each move in milliseconds, and returns the bytes sent to
    each page."""
    game = registry.get(game_id)
    seats = game.meta.most
    people = [Person(f"p{n}", f"Player {n}", "red", 0) for n in range(seats)]
    room = make_room(game_id, seats, people)
    await room.hear(Start(people[0].id))
    far_end = Counter()
    pages, writing = [], []
    for person in (people[0], *(Person(f"w{n}", "", "", 0) for n in range(spectators))):
        painter = Painter(game, texts_in("en", game))
        page = Page(room.services, room, person, language="en", invite=None, painter=painter)
        writing.append(asyncio.create_task(page.write_out(cast(Any, far_end))))
        await room.hear(Listen(page, 0))
        pages.append(page)
    rng, number = Quick(seed), 0
    while room.is_playing and (acting := [seat for seat in room.match.actors if seat >= 0]):
        seat = acting[rng.below(len(acting))]
        legal = room.match.legal(seat)
        move = game.notation.format_action(legal[rng.below(len(legal))])
        number += 1
        sender = Sender(people[seat].id, people[seat].name)
        message = Play(str(number), room.n, move, seat)
        start = process_time()
        await room.hear(Carry(sender, message))
        while not all(page.is_idle for page in pages):
            await asyncio.sleep(0)
        costs.append(1000 * (process_time() - start))
    for page in pages:
        page.hang_up(1000)
    await asyncio.gather(*writing)
    return far_end.bytes // len(pages)


def measure(game_id: str, games: int, spectators: int) -> Figures:
    costs: list[float] = []
    gc.disable()
    sent = sum(asyncio.run(play(game_id, seed, costs, spectators)) for seed in range(games))
    gc.enable()
    return Figures(
        game=game_id,
        seats=registry.get(game_id).meta.most,
        moves=len(costs),
        cpu_ms_mean=round(sum(costs) / len(costs), 3),
        cpu_ms_median=round(median(costs), 3),
        frame_bytes_mean=sent // len(costs),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=registry.ids())
    parser.add_argument("--games", dest="number", type=int, default=GAMES, metavar="N")
    parser.add_argument("--spectators", type=int, default=0, metavar="N")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    options = parser.parse_args()
    rows = [measure(game_id, options.number, options.spectators) for game_id in options.games]
    if options.json:
        print(json.dumps({row.game: asdict(row) for row in rows}))
        return
    for row in rows:
        print(
            f"{row.game}, {row.seats} seats, {row.moves} moves: {row.cpu_ms_mean} ms CPU a move, "
            f"median {row.cpu_ms_median}; {row.frame_bytes_mean} bytes a move"
        )


if __name__ == "__main__":
    main()
