"""Let people race on a real server, and count who won what.

Each pair of reaction times is raced twice, with the seats swapped, so that the faster player is
equally often on either line, and a share other than 50 % is the server's doing, not luck's.
"""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass, replace
from statistics import median
from typing import Any, Final, TypeAlias

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from prateria.arena.network import NetworkLine, reaction
from prateria.arena.races.proxy import delaying
from prateria.arena.races.racers import ATTACKS, Attack, Racer
from prateria.arena.races.server import HOST, Guest, serving
from prateria.bots.levels import pace_of
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.contract.game import AnyGame, live_of
from prateria.core.errors import SetupError
from prateria.processes import OnProgress

TABLES: Final = 20
"""How many tables race at the same time."""
CARD_S: Final = 20.0
"""No race takes longer."""
LEVELS: Final = ("1", "2", "3", "4", "5")
SEATS: Final = 5
CARDS: Final = 40
"""For how many cards five pages are watched."""
BOT_TABLES: Final = 4
BOT_HEADS: Final = (("plays", 8), ("median", 10), ("meant", 10), ("first", 8), ("beaten", 8))

Order: TypeAlias = list[tuple[int, int, bool]]
"""A pow-wow: seat, counted time and mark of each play, the first one first."""
Pair: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Row:
    """The results of many races between two people. Shares are between 0 and 1, pairs have one for
    each line."""

    rtts: tuple[int, int]
    attack: str
    """"" if both are honest."""
    attacker: int | None
    races: int
    share: Pair
    wrong_winner: float
    """How often the winner was not the one who really reacted first."""
    marked: Pair
    refused: int
    """Plays that were rejected because they lacked the token of their card."""
    gain: float = 0.0
    """How much more often the attacker won than when honest, as a share."""


@dataclass(frozen=True, slots=True)
class BotRow:
    """How bots of a level raced against a person at a table as *Play now* opens it."""

    level: str
    plays: int
    median_ms: float
    meant_ms: float
    first: int
    """Among the races in which both played: how often a bot was first, and how often the person."""
    last: int


@dataclass(frozen=True, slots=True)
class RaceReport:
    game: str
    rows: tuple[Row, ...]
    skew_ms: float | None
    """The median over cards of the time between the first and the last of five seats receiving
    it."""
    bots: tuple[BotRow, ...]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Races:
    """What to measure."""

    game: str
    rtts: tuple[int, int]
    races: int
    attacks: tuple[str, ...]
    bot_plays: int = 0
    cards: int = 0
    seed: int = 1
    tells: bool = True
    """Whether the proxies tell the server the round trips of their lines."""


def race(wish: Races, progress: OnProgress = lambda _: None) -> RaceReport:
    """Start a server and measure on it."""
    for name in wish.attacks:
        if name not in ATTACKS:
            raise SetupError(f"attacks are {', '.join(ATTACKS)}, not {name!r}")
    live_of(registry.get(wish.game))
    with serving() as port:
        return asyncio.run(_Measuring(wish, port, progress).report())


class _Measuring:
    def __init__(self, wish: Races, port: int, progress: OnProgress) -> None:
        self._wish = wish
        self._port = port
        self._progress = progress
        self._done = 0
        self._guests = 0
        self._game = registry.get(wish.game)

    async def report(self) -> RaceReport:
        wish = self._wish
        honest = await self._row("", None)
        rows = [honest]
        for name in wish.attacks:
            rows += [await self._row(name, attacker, honest) for attacker in (0, 1)]
        skew = await self._skew(wish.cards) if wish.cards else None
        bots = [await self._bots(level) for level in LEVELS] if wish.bot_plays else []
        return RaceReport(wish.game, tuple(rows), skew, tuple(bots))

    # --- two people

    async def _row(self, attack: str, attacker: int | None, honest: Row | None = None) -> Row:
        wish, tally = self._wish, _Tally()
        each = -(-wish.races // TABLES)
        tables = [
            self._table(tally, each + each % 2, ATTACKS.get(attack), attacker, number)
            for number in range(TABLES)
        ]
        await asyncio.gather(*tables)
        row = tally.row(wish.rtts, attack, attacker)
        if honest is None or attacker is None:
            return row
        gain = row.share[attacker] - honest.share[attacker]
        return replace(row, gain=gain)

    async def _table(
        self, tally: _Tally, races: int, attack: Attack | None, attacker: int | None, number: int
    ) -> None:
        """Play match after match until that many races have been run."""
        people = Quick(1_000 * self._wish.seed + number)
        drawn: list[Pair] = [(reaction(people), reaction(people)) for _ in range(races // 2)]
        times = [pair for a, b in drawn for pair in ((a, b), (b, a))]
        run = 0
        while run < races:
            run += await self._match(tally, times[run:], attack, attacker, number)

    async def _match(
        self,
        tally: _Tally,
        times: Sequence[Pair],
        attack: Attack | None,
        attacker: int | None,
        number: int,
    ) -> int:
        """Race with these times until they or the cards run out; returns how many races were
        run."""
        wish = self._wish
        guests, table = await self._open(2, {})
        racers = [
            Racer(
                self._game,
                seat,
                lambda seat, race: times[min(race, len(times) - 1)][seat],
                attack if seat == attacker else None,
            )
            for seat in range(2)
        ]
        async with AsyncExitStack() as stack:
            sockets = []
            for seat, guest in enumerate(guests):
                line = NetworkLine(wish.rtts[seat])
                seed = 7_000 * wish.seed + 10 * number + seat
                port = await stack.enter_async_context(
                    delaying(line, self._port, seed, tells=wish.tells)
                )
                sockets.append(await self._connect(stack, guest, table, port))
            running = [
                asyncio.create_task(racer.run(socket))
                for racer, socket in zip(racers, sockets, strict=True)
            ]
            await self._wait(racers[0], len(times), running)
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
        return tally.take(racers, len(times))

    async def _wait(self, racer: Racer, races: int, running: Sequence[asyncio.Task[None]]) -> None:
        """Wait until all races are decided, or the match is over."""
        known, since = 0, asyncio.get_running_loop().time()
        while len(racer.seen.orders) < races and not any(task.done() for task in running):
            await asyncio.sleep(0.05)
            now = asyncio.get_running_loop().time()
            if len(racer.seen.orders) > known:
                self._done += len(racer.seen.orders) - known
                self._progress(self._done)
                known, since = len(racer.seen.orders), now
            if now - since > CARD_S:
                raise SetupError("the races stand still: the server does not turn the next card")

    async def _open(
        self, seats: int, options: dict[str, Any], bots: str | None = None
    ) -> tuple[list[Guest], str]:
        """Open a live table with new guests, and start the match."""
        people = 1 if bots else seats
        guests = []
        for _ in range(people):
            self._guests += 1
            guests.append(await Guest(self._port, self._guests).arrive())
        host = guests[0]
        wish = {
            "game": self._wish.game,
            "seats": seats,
            "tempo": "calm" if bots else "quick",
            "options": {"tempo": "live", **options},
        }
        card = await host.ask("POST", "/api/tables", wish)
        table = card["id"]
        for guest in guests[1:]:
            await guest.ask("POST", f"/api/tables/{table}/sit", {"invite": card["invite"]})
        if bots:
            await host.ask("POST", f"/api/tables/{table}/fill", {"bot": bots})
        for guest in guests:
            await guest.ask("POST", f"/api/tables/{table}/ready", {"ready": True})
        await host.ask("POST", f"/api/tables/{table}/start", {})
        return guests, table

    async def _connect(
        self, stack: AsyncExitStack, guest: Guest, table: str, port: int, query: str = ""
    ) -> Any:
        return await stack.enter_async_context(
            connect(
                f"ws://{HOST}:{port}/api/tables/{table}/socket?{query}",
                additional_headers={"cookie": guest.cookie, "x-forwarded-for": guest.address},
                max_size=None,
                compression=None,
                ping_interval=None,
            )
        )

    # --- fair delivery

    async def _skew(self, cards: int) -> float:
        """The time between the first and the last of five pages having a card: the median over
        cards."""
        guests, table = await self._open(SEATS, {"beat_ms": 2000})
        arrived: dict[int, list[float]] = {}
        async with AsyncExitStack() as stack:
            readers = []
            for guest in guests:
                socket = await self._connect(stack, guest, table, self._port, "page=1")
                readers.append(asyncio.create_task(_read_cards(socket, arrived)))
            while sum(len(times) == SEATS for times in arrived.values()) < cards:
                await asyncio.sleep(0.2)
                if any(task.done() for task in readers):
                    break
            for task in readers:
                task.cancel()
            await asyncio.gather(*readers, return_exceptions=True)
        whole = [times for times in arrived.values() if len(times) == SEATS]
        return 1000 * median([max(times) - min(times) for times in whole])

    # --- bots

    async def _bots(self, level: str) -> BotRow:
        """Measure reactions at tables as *Play now* opens them: two bots, and a person who plays on
        every card."""
        orders: list[Order] = []
        seed = 0
        while _bot_plays(orders) < self._wish.bot_plays:
            racers = [self._racer(seed + side) for side in range(BOT_TABLES)]
            jobs = [asyncio.create_task(self._against(f"level:{level}", each)) for each in racers]
            while not all(job.done() for job in jobs):
                await asyncio.sleep(0.5)
                if _bot_plays([*orders, *_orders(racers)]) >= self._wish.bot_plays:
                    break
            for job in jobs:
                job.cancel()
            await asyncio.gather(*jobs, return_exceptions=True)
            orders += _orders(racers)
            seed += BOT_TABLES
        times = [ms for order in orders for seat, ms, _ in order if seat != 0]
        firsts = [order[0][0] for order in orders if len(order) > 1]
        return BotRow(
            level=level,
            plays=len(times),
            median_ms=median(times),
            meant_ms=_meant(self._game, level),
            first=sum(seat != 0 for seat in firsts),
            last=sum(seat == 0 for seat in firsts),
        )

    def _racer(self, seed: int) -> Racer:
        people = Quick(90_000 + seed)
        plan = [reaction(people) for _ in range(200)]
        return Racer(self._game, 0, lambda _, race: plan[race % len(plan)])

    async def _against(self, bots: str, racer: Racer) -> None:
        guests, table = await self._open(3, {}, bots)
        async with AsyncExitStack() as stack:
            await racer.run(await self._connect(stack, guests[0], table, self._port))


def _orders(racers: Sequence[Racer]) -> list[Order]:
    return [order for racer in racers for order in racer.seen.orders.values()]


def _bot_plays(orders: Sequence[Order]) -> int:
    return sum(seat != 0 for order in orders for seat, _, _ in order)


def _meant(game: AnyGame, level: str) -> float:
    """The median reaction of the game's model for a level, from many draws."""
    rng, live = Quick(5), live_of(game)
    return median([live.reaction_ms(pace_of(f"level:{level}"), rng) for _ in range(4_001)])


async def _read_cards(socket: Any, arrived: dict[int, list[float]]) -> None:
    """Note when each card arrives; answer pings, as a page does."""
    loop, cards = asyncio.get_running_loop(), 0
    token = ""
    try:
        while True:
            data = await socket.recv()
            now = loop.time()
            frame = json.loads(data if isinstance(data, str) else zlib.decompress(data, -15))
            if frame["type"] == "ping":
                await socket.send(json.dumps({"type": "pong", "t": frame["t"]}))
            elif frame.get("token") and frame["token"] != token:
                token = frame["token"]
                arrived.setdefault(frame["n"], []).append(now)
                cards += 1
    except ConnectionClosed:
        return


class _Tally:
    """Counts races."""

    def __init__(self) -> None:
        self.races = 0
        self.first = [0, 0]
        self.wrong = 0
        self.marked = [0, 0]
        self.plays = [0, 0]
        self.refused = 0

    def take(self, racers: Sequence[Racer], races: int) -> int:
        """Count what both saw; returns how many races were run, an even number unless the last was
        odd."""
        seen = racers[0].seen
        both = min(len(racer.seen.reacted) for racer in racers)
        run = min(races, both, max(seen.orders, default=-1) + 1)
        run -= run % 2
        for number in range(run):
            order = seen.orders.get(number)
            if order is None:
                continue
            self.races += 1
            self.first[order[0][0]] += 1
            truth = int(racers[1].seen.reacted[number] < racers[0].seen.reacted[number])
            self.wrong += order[0][0] != truth
            for seat, _, marked in order:
                self.plays[seat] += 1
                self.marked[seat] += marked
        self.refused += sum(racer.seen.refused for racer in racers)
        return max(run, 2)

    def row(self, rtts: tuple[int, int], attack: str, attacker: int | None) -> Row:
        races = max(1, self.races)
        return Row(
            rtts=rtts,
            attack=attack,
            attacker=attacker,
            races=self.races,
            share=(self.first[0] / races, self.first[1] / races),
            wrong_winner=self.wrong / races,
            marked=(
                self.marked[0] / max(1, self.plays[0]),
                self.marked[1] / max(1, self.plays[1]),
            ),
            refused=self.refused,
        )


def as_text(report: RaceReport) -> str:
    """The report for a terminal."""
    a, b = report.rows[0].rtts
    head = f"{report.game}: {report.rows[0].races} races a row on a real server"
    rows = [
        f"{head}, equal players, round trips {a} and {b} ms",
        "",
        f"{'':<58}{f'{a} ms':>8}{f'{b} ms':>8}{'gain':>8}{'wrong':>8}{'marked':>16}",
        *[_told(row) for row in report.rows],
    ]
    if report.skew_ms is not None:
        rows += ["", f"five pages have a card within {report.skew_ms:.1f} ms (median)"]
    if report.bots:
        rows += [
            "",
            f"{'bots':<10}{'plays':>8}{'median':>10}{'meant':>10}{'first':>8}{'beaten':>8}",
        ]
    rows += [
        f"level {bot.level:<4}{bot.plays:>8}{bot.median_ms:>7.0f} ms{bot.meant_ms:>7.0f} ms"
        f"{bot.first:>8}{bot.last:>8}"
        for bot in report.bots
    ]
    return "\n".join(rows) + "\n"


def _told(row: Row) -> str:
    name, gain = "honest", ""
    if row.attacker is not None:
        name = f"{row.rtts[row.attacker]} ms: {ATTACKS[row.attack].told}"
        gain = f"{100 * row.gain:+.1f}"
    shares, marks = [
        "".join([f"{share:>8.1%}" for share in pair]) for pair in (row.share, row.marked)
    ]
    return f"{name:<58}{shares}{gain:>8}{row.wrong_winner:>8.1%}{marks}"
