"""Every message is answered, and nothing is done twice."""

from __future__ import annotations

import asyncio
import contextlib
import json

import pytest
import websockets

import prateria
from tests.server.house import Guest, House, Player, open_house
from tests.server.memory import MemoryStore
from tests.server.test_play import two_at_a_table


async def begun(house: House, **wish: object) -> tuple[Guest, Guest, str]:
    """Anna has seat a, Ugo seat b, and the cards are dealt."""
    anna, ugo = await house.guest(), await house.guest()
    table = await two_at_a_table(anna, ugo, **wish)
    await anna.post(f"/tables/{table}/start")
    return anna, ugo, table


async def state(player: Player) -> None:
    await player.until(type="state")


async def test_a_move_is_accepted_and_then_seen_by_all() -> None:
    async with open_house() as house:
        anna, ugo, table = await begun(house)
        async with anna.at(table) as a, ugo.at(table) as b:
            await state(a)
            await state(b)
            n = a.state()["n"]
            assert await a.play("picks 7") == {"type": "accepted", "n": n + 1, "id": "m1"}
            seen = await b.until(type="state")
            assert (seen["n"], seen["after"]) == (n + 1, n)
            (entry,) = seen["entries"]
            assert (entry["n"], entry["by"]) == (n + 1, "a")
            assert "hunter_7" not in json.dumps(seen["entries"])


async def test_the_same_id_again_gets_the_same_answer_and_does_nothing() -> None:
    async with open_house() as house:
        anna, _, table = await begun(house)
        async with anna.at(table) as a:
            await state(a)
            first = await a.play("picks 7", id="once")
            again = await a.play("picks 7", id="once")
            assert again == {"type": "duplicate", "n": first["n"], "id": "once", "answer": first}


async def test_a_refusal_names_its_rule_and_quotes_it_in_the_client_s_language() -> None:
    async with open_house() as house:
        anna, _, table = await begun(house)
        async with anna.at(table, "language=it") as a:
            await state(a)
            answer = await a.play("plays 7 left")
        assert answer["type"] == "refused"
        assert answer["rule"].startswith("M")
        book = house.server.rooms  # the text is the rulebook's own
        room = await book.room(table)
        assert answer["message"] == room.match.game.rulebook.text(answer["rule"], "it")


async def test_what_is_no_move_is_refused() -> None:
    async with open_house() as house:
        anna, _, table = await begun(house)
        async with anna.at(table) as a:
            await state(a)
            answer = await a.play("dances")
            assert (answer["type"], answer["code"]) == ("refused", "unknown_action")


async def test_based_on_something_old_is_stale_only_if_it_matters() -> None:
    async with open_house() as house:
        anna, ugo, table = await begun(house)
        async with anna.at(table) as a, ugo.at(table) as b:
            await state(a)
            await state(b)
            n = a.state()["n"]
            await b.play("picks 3")
            # Ugo chose in secret: what Anna can do is unchanged, so her move is still valid.
            assert (await a.ask(type="play", move="picks 7", based_on=n))["type"] == "accepted"
            # Now a card is gone from her own choice.
            assert (await a.ask(type="play", move="picks 8", based_on=n))["type"] == "stale"
            future = await a.ask(type="play", move="picks 8", based_on=n + 50)
            assert future["type"] == "stale"


async def test_a_gap_is_filled_by_resync() -> None:
    async with open_house() as house:
        anna, ugo, table = await begun(house)
        async with anna.at(table) as a, ugo.at(table) as b:
            await state(a)
            await state(b)
            n = a.state()["n"]
            for card in ("1", "2", "3"):
                await b.play(f"picks {card}")
            await a.quiet()
            await a.send(type="resync", after=n)
            filled = await a.until(type="state", after=n)
            assert [entry["n"] for entry in filled["entries"]] == [n + 1, n + 2, n + 3]


async def test_who_comes_back_is_told_what_they_missed() -> None:
    async with open_house() as house:
        anna, ugo, table = await begun(house)
        async with anna.at(table) as a:
            await state(a)
            n = a.state()["n"]
        async with ugo.at(table) as b:
            await state(b)
            await b.play("picks 3")
        async with anna.at(table, f"after={n}") as a:
            missed = await a.until(type="state")
            assert [entry["by"] for entry in missed["entries"]] == ["b"]


async def test_a_spectator_sees_the_spectator_s_view_and_cannot_play() -> None:
    async with open_house() as house:
        anna, _, table = await begun(house)
        eve = await house.guest()
        async with anna.at(table) as a, eve.at(table) as e:
            await state(a)
            await state(e)
            assert e.state()["seat"] is None
            assert "legal" not in e.state()
            await a.play("picks 7")
            await state(e)
            assert e.state()["view"]["stack"] == []
            assert (await e.play("picks 7"))["code"] == "forbidden"


@pytest.mark.parametrize(
    "frame",
    ["", "[]", "{}", '{"type":"dance"}', '{"type":"play"}', "\x00", '{"type":"resync","after":-1}'],
)
async def test_an_unreadable_message_is_answered_and_the_line_stays_open(frame: str) -> None:
    async with open_house() as house:
        anna, _, table = await begun(house)
        async with anna.at(table) as a:
            await state(a)
            await a.socket.send(frame)
            assert (await a.until(type="error"))["code"] == "unreadable"
            assert (await a.play("picks 7"))["type"] == "accepted"


async def test_a_frame_over_8_kb_ends_the_connection() -> None:
    async with open_house() as house:
        anna, _, table = await begun(house)
        async with anna.at(table) as a:
            await state(a)
            await a.socket.send("x" * 9000)
            await a.socket.wait_closed()
            assert a.socket.close_code == 1009


async def test_the_round_trip_is_measured() -> None:
    async with open_house(heartbeat_ms=30) as house:
        anna, _, table = await begun(house, game="apache")
        async with anna.at(table) as a:
            await a.quiet(0.2)
            (connection,) = house.server.sockets._open
            sender = connection.sender()
            assert 0 <= sender.rtt_low <= sender.rtt_high < 200


@pytest.mark.parametrize("game", ["manitou", "apache"])
async def test_a_line_on_which_much_is_said_is_pinged_only_where_reactions_count(
    game: str,
) -> None:
    async with open_house(heartbeat_ms=60_000) as house:
        anna, _, table = await begun(house, game=game)
        async with anna.at(table) as a:
            await state(a)
            (connection,) = house.server.sockets._open
            now, pinged = connection.services.clock.steady(), len(connection._pings._unanswered)
            connection._told = connection._heard = now
            connection.heartbeat()
            assert len(connection._pings._unanswered) == pinged + (game == "apache")
            for told, heard in ((60_001, 0), (0, 300_001)):
                connection._told, connection._heard = now - told, now - heard
                pinged = len(connection._pings._unanswered)
                connection.heartbeat()
                assert len(connection._pings._unanswered) == pinged + 1


async def test_who_does_not_answer_the_heartbeat_is_let_go() -> None:
    async with open_house(heartbeat_ms=20) as house:
        anna, _, table = await begun(house)
        async with anna.at(table) as a:
            async with asyncio.timeout(5):
                with contextlib.suppress(websockets.ConnectionClosedError):
                    while True:
                        await a.socket.recv()
        assert a.socket.close_code == 4008


async def test_hot_seat_one_person_plays_all_seats() -> None:
    async with open_house() as house:
        anna = await house.guest()
        table = (await anna.open_table(hot_seat=True))["id"]
        await anna.post(f"/tables/{table}/start")
        async with anna.at(table) as a:
            await state(a)
            await state(a)
            assert (await a.play("picks 7", seat=0))["type"] == "accepted"
            assert (await a.play("picks 3", seat=1))["type"] == "accepted"
            nameless = await a.ask(type="play", move="picks 1", based_on=a.state()["n"])
            assert nameless["code"] == "forbidden"


async def test_if_the_store_fails_nothing_was_done_and_the_same_message_may_come_again() -> None:
    store = MemoryStore()
    async with open_house(store) as house:
        anna, ugo, table = await begun(house)
        async with anna.at(table) as a, ugo.at(table) as b:
            await state(a)
            await state(b)
            n = a.state()["n"]
            store.broken = True
            answer = await a.ask(type="play", id="x", move="picks 7", based_on=n)
            assert (answer["type"], answer["code"]) == ("refused", "store")
            store.broken = False
            assert (await a.ask(type="play", id="x", move="picks 7", based_on=n))["type"] in (
                "accepted",
                "stale",
            )
            await b.quiet()
            told = [frame["n"] for frame in b.frames if frame["type"] == "state"]
            assert max(told) <= len(store.logs[table]) - 1


async def test_a_rival_writer_wins_and_the_room_reads_again() -> None:
    store = MemoryStore()
    async with open_house(store) as house:
        anna, _, table = await begun(house)
        room = await house.server.rooms.room(table)
        rival = prateria.replay("".join(store.logs[table]), seed=room.table.row.seed)
        rival.play(1, "picks 3")
        store.logs[table] = rival.log.dumps().splitlines(keepends=True)
        async with anna.at(table) as a:
            await state(a)
            n = a.state()["n"]
            assert (await a.play("picks 7"))["code"] == "store"
            await a.quiet()
            assert a.state()["n"] == n + 1
            assert (await a.play("picks 7"))["type"] == "accepted"
