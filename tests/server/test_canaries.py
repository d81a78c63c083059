"""Hidden facts are replaced by canaries, and every byte that leaves the server is searched.

First a toy game whose cards are numbers found nowhere else: a person who may not know a card must
not be sent its number, in any way. Then the three games, whose hidden facts are their own canaries:
everything that others see, could do or did in secret, and that the reader's own view does not show.
The last test plants leaks, and each must be detected.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest
from msgspec import structs

import prateria
from prateria.core import registry
from prateria.core.errors import IllegalAction, NotationError
from prateria.core.matches.log import TakeBack
from prateria.core.matches.match import Match
from prateria.server.metrics import Metrics
from prateria.server.painting.painter import Painter
from prateria.server.rooms import room as room_module
from prateria.server.rooms import updates
from prateria.server.rooms.room import Message, Room
from prateria.server.server_log import TextLines
from tests.laws import duel
from tests.server.ears import Heard, hear
from tests.server.house import Guest, House, OpenHouse, open_house

CARDS = (730_194_061, 738_820_417, 741_573_299, 752_606_143, 767_918_827)
FEW_EYES = ("", "&seat=a", "&seat=b")
PASSWORD = "a canary called Tweety"
SECRET = "the tests' secret"


class Aviary(duel.Duel):
    """Duel with canaries for cards, and a notation that can spell them."""

    def __init__(self) -> None:
        super().__init__()
        self.meta = replace(self.meta, id="aviary", name="Aviary")

    def format_state(self, state: duel.State) -> str:
        rows = (*state.hands, tuple(state.choices), state.table, tuple(state.tricks))
        words = [",".join(map(str, row)) or "-" for row in rows]
        return " ".join(["low" if state.rules.low_wins else "high", *words])

    def parse_state(self, text: str, data: Mapping[str, Any] | None = None) -> duel.State:
        words = text.split()
        rows = [() if word == "-" else tuple(map(int, word.split(","))) for word in words[1:]]
        state = duel.State(duel.Rules(words[0] == "low"))
        state.hands = [rows[0], rows[1]]
        state.choices, state.table, state.tricks = list(rows[2]), rows[3], list(rows[4])
        held = {*rows[0], *rows[1], *rows[2], *rows[3]}
        state.undealt = tuple(card for card in CARDS if card not in held)
        return state

    def parse_action(self, text: str) -> duel.Action:
        words = text.split()
        if len(words) == 3 and words[2] in map(str, CARDS):
            seat, card = "ab".index(words[0]), int(words[2])
            return duel.Deal(seat, card) if words[1] == "gets" else duel.Choose(seat, card)
        if words == ["ring"]:
            return duel.Ring()
        raise NotationError(f"{text!r} is not an action")


@pytest.fixture
def aviary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Aviary]:
    monkeypatch.setattr(duel, "DECK", CARDS)
    made = Aviary()
    registry.register(made)
    yield made
    registry.forget("aviary")


@dataclass
class Party:
    """A running match, the people at the table, a spectator, and what none may be told."""

    house: House
    table: str
    people: list[Guest]
    eve: Guest
    token: str
    room: Room

    @property
    def match(self) -> Match:
        return self.room.match

    async def play(self, seat: int, move: str) -> None:
        async with self.people[seat].at(self.table) as player:
            await player.until(type="state")
            assert (await player.play(move))["type"] == "accepted"

    def secrets(self, reader: Guest) -> list[str]:
        """Of the server and of the others: never told to anybody."""
        others = [guest for guest in (*self.people, self.eve) if guest is not reader]
        kept = [guest.web.cookies["prateria"] for guest in others]
        kept += [guest.web.headers["x-csrf-token"] for guest in others]
        kept += [self.room.table.row.seed, SECRET, PASSWORD, self.token]
        return kept if reader in self.people else [*kept, self.room.table.setup.invite]


async def gathered(house: House, game: str, seats: int) -> Party:
    people = [await house.guest() for _ in range(seats)]
    eve = await house.guest()
    last = people[-1]
    await last.post("/account", {"name": "Reader", "password": PASSWORD})
    await last.arrive()
    token = (await last.post("/tokens", {"name": "t", "scopes": ["bot", "play"]}, 201))["token"]
    table = (await people[0].open_table(game=game, seats=seats, public=True))["id"]
    for person in people[1:]:
        await person.post(f"/tables/{table}/sit", {})
    await people[0].post(f"/tables/{table}/start")
    return Party(house, table, people, eve, token, await house.owner(table).rooms.room(table))


def found(canaries: Sequence[str], texts: Sequence[str]) -> list[tuple[str, str]]:
    """Each canary found, with its context."""
    sung = []
    for text in texts:
        for canary in canaries:
            at = text.find(canary)
            if at >= 0:
                sung.append((canary, text[max(0, at - 80) : at + 80]))
    return sung


async def aviary_leaks(
    caplog: pytest.LogCaptureFixture, opening: OpenHouse = open_house
) -> list[tuple[str, str]]:
    """What Ugo, Eve and the log's reader find out: after the deal, and when Anna has chosen."""
    caplog.set_level(logging.DEBUG, "prateria")
    leaks: list[tuple[str, str]] = []
    async with opening() as house:
        party = await gathered(house, "aviary", 2)
        ugo = party.people[1]
        hands = [tuple(map(str, party.match.view(seat).hand)) for seat in (0, 1)]
        others = [str(card) for card in CARDS if str(card) not in hands[1]]
        for is_chosen in (False, True):
            if is_chosen:
                await party.play(0, f"chooses {hands[0][0]}")
            time, odd = f"{is_chosen}", ("dances",)
            mine = await hear(
                house, ugo, party.table, token=party.token, moves=odd, time=time, eyes=FEW_EYES
            )
            hers = await hear(house, party.eve, party.table, moves=odd, time=time, eyes=FEW_EYES)
            assert found(hands[1], mine.frames), "he is told his own cards"
            assert found(hands[1], mine.drawn), "and they are drawn for him"
            assert found(hands[1], mine.streams), "and told to his program"
            assert found(hands[1], mine.pages), "and shown in his replay"
            leaks += found([*others, *party.secrets(ugo)], mine.texts)
            leaks += found([*map(str, CARDS), *party.secrets(party.eve)], hers.texts)
        leaks += found([*map(str, CARDS), SECRET, PASSWORD, party.token], logged(caplog))
        leaks += found([party.room.table.row.seed], logged(caplog))
    return leaks


def logged(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The log of the server and its libraries; the tests' own clients do not count."""
    own = ("prateria", "uvicorn", "litestar", "asyncio")
    texts = [r for r in caplog.records if r.name.startswith(own)]
    return [TextLines().format(record) for record in texts]


@pytest.mark.usefixtures("aviary")
async def test_no_canary_sings_to_who_may_not_hear_it(
    caplog: pytest.LogCaptureFixture, any_house: OpenHouse
) -> None:
    assert await aviary_leaks(caplog, any_house) == []


# --- leaks that are planted


def _others_eyes(patch: pytest.MonkeyPatch) -> None:
    """Everybody gets what another seat sees, the one who sees most."""
    right = updates.update_of

    def leaky(match: Match, seat: int | None, after: int, **more: Any) -> Any:
        views = [match.view(other) for other in range(match.seats) if other != seat]
        most = max(views, key=lambda view: len(prateria.to_json(view)))
        return structs.replace(right(match, seat, after, **more), view=most)

    patch.setattr(room_module, "update_of", leaky)


def _events_of_all(patch: pytest.MonkeyPatch) -> None:
    """Events are sent as they were, not as they were seen."""
    patch.setattr(Aviary, "seen", lambda _, event, __: event)


def _in_the_face(patch: pytest.MonkeyPatch) -> None:
    """Something of the seed in the name of the table's host."""
    right = updates.table_face

    def leaky(table: Any, *more: Any) -> Any:
        return structs.replace(right(table, *more), host=table.row.seed)

    patch.setattr(room_module, "table_face", leaky)


def _in_a_refusal(patch: pytest.MonkeyPatch) -> None:
    """A refusal that explains too much, by a rule whose text is not in the book."""

    def refuse(_: Aviary, state: duel.State, seat: int, __: duel.Action) -> IllegalAction:
        return IllegalAction("D9", f"the hands are {state.hands}", seat=seat)

    patch.setattr(Aviary, "refuse", refuse)
    game = registry.get("aviary")
    parse = _always_a_deal(game.notation.parse_action)
    patch.setattr(game, "notation", replace(game.notation, parse_action=parse))


def _always_a_deal(right: Callable[[str], Any]) -> Callable[[str], Any]:
    """Nonsense is parsed as a deal, which no player may do, so that the rules have to refuse it."""
    return lambda text: duel.Deal(1, CARDS[0]) if text == "dances" else right(text)


def _in_the_log(patch: pytest.MonkeyPatch) -> None:
    """A line of the server's log that shows a position."""
    right = Room.update

    def update(self: Room, *arguments: Any) -> Any:
        logging.getLogger("prateria.server").debug("sending %s", self.match.position)
        return right(self, *arguments)

    patch.setattr(Room, "update", update)


def _in_an_accident(patch: pytest.MonkeyPatch) -> None:
    """Something breaks, and its text names a card; the log gets it with the traceback."""

    def text(self: Metrics, gauges: Mapping[str, int]) -> str:
        raise KeyError(CARDS[0])

    patch.setattr(Metrics, "text", text)


def _in_the_metrics(patch: pytest.MonkeyPatch) -> None:
    """A counter whose label is a card."""
    right = Metrics.text
    patch.setattr(Metrics, "text", lambda self, gauges: f"{right(self, gauges)}card {CARDS}")


def _in_the_drawing(patch: pytest.MonkeyPatch) -> None:
    """A picture that shows all cards there are."""
    right = Painter._frame

    def frame(self: Painter, *arguments: Any) -> dict[str, str]:
        return {**right(self, *arguments), "act": f"<p>{CARDS}</p>"}

    patch.setattr(Painter, "_frame", frame)


LEAKS = (
    _others_eyes,
    _events_of_all,
    _in_the_face,
    _in_a_refusal,
    _in_the_log,
    _in_an_accident,
    _in_the_metrics,
    _in_the_drawing,
)


@pytest.mark.slow
@pytest.mark.usefixtures("aviary")
@pytest.mark.parametrize("plant", LEAKS)
async def test_a_planted_leak_is_caught(
    plant: Callable[[pytest.MonkeyPatch], None],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    plant(monkeypatch)
    assert await aviary_leaks(caplog) != []


# --- the three games: hidden facts are their own canaries

SHORTEST = 9
"""Shorter texts ("bison", a number) prove nothing by occurring somewhere."""


def told(match: Match, seat: int | None) -> list[str]:
    """Everything that somebody's view shows, in pieces: fields of the view, events, moves."""
    view = json.loads(prateria.to_json(match.view(seat)))
    pieces = [f'"{name}":{_text(value)}' for name, value in view.items() if name != "seat"]
    for entry in match.log.entries:
        seen = [match.game.seen(event, seat) for event in entry.events]
        pieces += [prateria.to_json(event) for event in seen if event is not None]
    if seat is not None:
        pieces += map(match.game.notation.format_action, match.legal(seat))
    return pieces


def _text(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def hidden_from(match: Match, seat: int | None, known: list[str]) -> list[str]:
    """What others know or did, and what only the game knows, that this view does not show and has
    not shown before (`known`)."""
    known += [*told(match, seat), *told(match, None)]
    own = "\n".join(known)
    facts = [piece for other in range(match.seats) for piece in told(match, other)]
    acted = [entry.action for entry in match.log.entries if entry.by >= 0 and entry.by != seat]
    facts += [
        match.game.notation.format_action(action)
        for action in acted
        if not isinstance(action, TakeBack)
    ]
    facts.append(match.position)
    return sorted({fact for fact in facts if len(fact) >= SHORTEST and fact not in own})


@dataclass(frozen=True)
class Commit(Message[None]):
    """A change of the match that no player asked for."""

    change: Callable[[Match, int], None]

    async def carry_out(self, room: Room) -> None:
        await room.commit(self.change)


async def play_some(party: Party, rng: Random, steps: int) -> None:
    """Random moves, at the table itself."""
    for _ in range(steps):
        seats = [seat for seat in party.match.actors if seat >= 0]
        seat = rng.choice(seats)

        def move(match: Match, at: int, seat: int = seat) -> None:
            match.play(seat, rng.choice(match.legal(seat)), at=at)

        await party.room.hear(Commit(move))


async def game_leaks(
    game: str, seed: int, caplog: pytest.LogCaptureFixture, opening: OpenHouse = open_house
) -> tuple[int, list[tuple[str, str]]]:
    """How many hidden facts were searched for, and those that were found."""
    caplog.set_level(logging.DEBUG, "prateria")
    rng, leaks, looked_for = Random(seed), [], 0
    async with opening() as house:
        party = await gathered(house, game, 3)
        last = party.people[-1]
        known: dict[Guest, list[str]] = {last: [], party.eve: []}
        lines = party.match.log.dumps().splitlines(keepends=True)
        for n in range(2):  # what a replay of the beginning shows
            for reader, seat in ((last, 2), (party.eve, None)):
                known[reader] += told(prateria.replay("".join(lines[: n + 1])), seat)
        for time in ("early ", "late "):
            await play_some(party, rng, rng.randrange(1, 12))
            for reader, seat in ((last, 2), (party.eve, None)):
                hidden = hidden_from(party.match, seat, known[reader])
                looked_for += len(hidden)
                token = party.token if seat is not None else None
                heard: Heard = await hear(house, reader, party.table, token=token, time=time)
                # The reader has taken something back in the meantime, and may know what that shows.
                hidden = sorted({*hidden} & {*hidden_from(party.match, seat, known[reader])})
                leaks += found([*hidden, *party.secrets(reader)], heard.texts)
            leaks += found(hidden_from(party.match, None, known[party.eve]), logged(caplog))
    return looked_for, leaks


@pytest.mark.slow
@pytest.mark.parametrize("game", ["manitou", "bison", "apache"])
async def test_no_hidden_fact_of_a_game_is_in_any_byte(
    game: str, caplog: pytest.LogCaptureFixture, any_house: OpenHouse
) -> None:
    looked_for, leaks = await game_leaks(game, 1, caplog, any_house)
    assert leaks == []
    assert looked_for > 20


@pytest.mark.slow
@pytest.mark.parametrize("game", ["manitou", "bison", "apache"])
async def test_the_eyes_of_another_seat_are_noticed_in_each_game(
    game: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    _others_eyes(monkeypatch)
    assert (await game_leaks(game, 1, caplog))[1] != []


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 3])
@pytest.mark.parametrize("game", ["manitou", "bison", "apache"])
async def test_nor_in_other_matches(game: str, seed: int, caplog: pytest.LogCaptureFixture) -> None:
    assert (await game_leaks(game, seed, caplog))[1] == []
