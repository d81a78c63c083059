"""Let people race on a real server, and count who won what.

Each pair of reaction times is raced twice, with the seats swapped, so that the faster player is
equally often on either line, and a share other than 50 % is the server's doing, not luck's.
"""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass, replace
from statistics import median
from typing import Any, Final, TypeAlias

from websockets.exceptions import ConnectionClosed

from prateria.arena.network import NetworkLine, interval, reaction
from prateria.arena.races.house import House
from prateria.arena.races.load import Load, Watch
from prateria.arena.races.opponents import LEVELS, BotRow, Opponents
from prateria.arena.races.proxy import delaying
from prateria.arena.races.racers import ATTACKS, Attack, Racer
from prateria.arena.races.server import serving
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.contract.game import live_of
from prateria.core.errors import SetupError
from prateria.processes import OnProgress

TABLES: Final = 20
"""How many tables race at the same time."""
HONEST: Final = 2
"""How many times as many honest races are run: each attack is compared with them."""
CARD_S: Final = 20.0
"""No race takes longer."""
SEATS: Final = 5
CARDS: Final = 40
"""How many cards five pages are watched for."""

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
    """How often the winner was not whoever really reacted first."""
    wrong_95: Pair
    """Between these it lies with a probability of 95 %."""
    marked: Pair
    refused: int
    """Plays that were rejected because they lacked the token of their card."""
    gain: float = 0.0
    """How much more often the attacker won than when honest, as a share."""


@dataclass(frozen=True, slots=True)
class RaceReport:
    game: str
    rows: tuple[Row, ...]
    skew_ms: float | None
    """The median over cards of the time between the first and the last of five seats receiving
    it."""
    bots: tuple[BotRow, ...]
    load: Load
    """How busy the machine was meanwhile."""

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
    with serving(tells=wish.tells) as port, asyncio.Runner(loop_factory=quick_loop()) as runner:
        return runner.run(_Measuring(wish, port, progress).report())


def quick_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The event loop that delays least: the one that the server has."""
    try:
        import uvloop  # there is none on every system
    except ImportError:
        return None
    return uvloop.new_event_loop


class _Measuring:
    def __init__(self, wish: Races, port: int, progress: OnProgress) -> None:
        self._wish = wish
        self._house = House(wish.game, port)
        self._progress = progress
        self._done = 0
        self._game = registry.get(wish.game)

    async def report(self) -> RaceReport:
        wish, watch = self._wish, Watch(self._house.port)
        async with watch.running():
            honest = await self._row("", None)
            rows = [honest]
            for name in wish.attacks:
                rows += [await self._row(name, attacker, honest) for attacker in (0, 1)]
            skew = await self._skew(wish.cards) if wish.cards else None
            opponents = Opponents(self._game, self._house, wish.bot_plays)
            levels = LEVELS if wish.bot_plays else ()
            bots = await asyncio.gather(*map(opponents.row, levels))
        return RaceReport(wish.game, tuple(rows), skew, tuple(bots), watch.load())

    # --- two people

    async def _row(self, attack: str, attacker: int | None, honest: Row | None = None) -> Row:
        wish, tally = self._wish, _Tally()
        races = wish.races if attack else HONEST * wish.races
        each = -(-races // TABLES)
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
        has_friend = attack is not None and attack.has_friend
        guests, table = await self._house.open(3 if has_friend else 2, {})
        friend = Racer(self._game, 2, lambda _seat, _race: 0.0, plays=False)
        racers = [
            Racer(
                self._game,
                seat,
                lambda seat, race: times[min(race, len(times) - 1)][seat],
                attack if seat == attacker else None,
                friend=friend.seen if has_friend and seat == attacker else None,
            )
            for seat in range(2)
        ]
        async with AsyncExitStack() as stack:
            sockets = []
            for seat, guest in enumerate(guests):
                line = NetworkLine([*wish.rtts, min(wish.rtts)][seat])
                seed = 7_000 * wish.seed + 10 * number + seat
                port = await stack.enter_async_context(
                    delaying(line, self._house.port, seed, tells=wish.tells)
                )
                sockets.append(await self._house.connect(stack, guest, table, port))
            running = [
                asyncio.create_task(racer.run(socket))
                for racer, socket in zip([*racers, friend], sockets, strict=False)
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

    # --- fair delivery

    async def _skew(self, cards: int) -> float:
        """How long after the first of five pages the last one has a card: the median over cards."""
        guests, table = await self._house.open(SEATS, {"beat_ms": 2000})
        arrived: dict[int, list[float]] = {}
        async with AsyncExitStack() as stack:
            readers = []
            for guest in guests:
                house = self._house
                socket = await house.connect(stack, guest, table, house.port, "page=1")
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
            wrong_95=interval(self.wrong, races),
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
        f"{'':<64}{f'{a} ms':>8}{f'{b} ms':>8}{'gain':>8}{'wrong (95 %)':>17}{'marked':>16}",
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
    (loop, loop_most), (server, server_most) = report.load.loop_ms, report.load.server_ms
    rows += [
        "",
        f"meanwhile this process was woken {loop:.1f} ms late (99 of 100: {loop_most:.1f})",
        f"and the server answered in {server:.1f} ms (99 of 100: {server_most:.1f})",
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
    low, high = row.wrong_95
    wrong = f"{row.wrong_winner:.1%} ({100 * low:.1f}–{100 * high:.1f})"
    return f"{name:<64}{shares}{gain:>8}{wrong:>17}{marks}"
