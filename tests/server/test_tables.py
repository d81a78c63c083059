"""Tables and seats: open, invite, sit, fill, start, resign, leave, once more."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from itertools import takewhile

import pytest
from websockets.exceptions import ConnectionClosed

import prateria
from prateria.server.rooms import messages
from prateria.server.rooms.room import Room
from prateria.server.rooms.tables import DEFAULT_BOT
from prateria.server.store.base import Audit, Person
from tests.server.house import Guest, House, open_house
from tests.server.memory import MemoryStore
from tests.server.test_messages import begun


async def played_out(house: House, guest: Guest, table: str) -> None:
    """Resign, and wait until the bots have finished the match."""
    await guest.post(f"/tables/{table}/resign")
    while (await guest.get(f"/tables/{table}"))["status"] != "over":
        await asyncio.sleep(0.05)


async def alone(guest: Guest, **wish: object) -> str:
    """A table with one person and random bots, dealt."""
    table = (await guest.open_table(bot="1", options={"quick": True}, **wish))["id"]
    await guest.post(f"/tables/{table}/fill", {"bot": "random"})
    await guest.post(f"/tables/{table}/start")
    return str(table)


def deal_of(lines: Sequence[str]) -> list[str]:
    """The luck before anybody acted; bots may have moved since."""
    entries = (json.loads(line) for line in lines[1:])
    dealt = takewhile(lambda entry: entry["by"] == "chance", entries)
    return [entry["do"] for entry in dealt]


async def test_a_guest_has_a_name_and_a_colour_at_once() -> None:
    async with open_house() as house:
        me = await (await house.guest()).get("/me")
        assert me["name"]
        assert me["colour"]
        assert not me["account"]


async def test_whoever_likes_a_colour_gets_its_seat_if_it_is_free() -> None:
    async with open_house() as house:
        people = [await house.guest() for _ in range(3)]
        for person in people:
            await person.post("/me", {"name": person.name, "colour": "red"})
        anna, ugo, eva = people
        table = await anna.open_table(game="manitou", seats=3)
        assert [chair.get("person") for chair in table["chairs"]] == [None, anna.id, None]
        invite = {"invite": table["invite"]}
        sat = await ugo.post(f"/tables/{table['id']}/sit", invite)
        assert [chair.get("person") for chair in sat["chairs"]] == [ugo.id, anna.id, None]
        await eva.post("/me", {"name": "Eva", "colour": ""})
        assert (await eva.get("/me"))["colour"]
        sat = await eva.post(f"/tables/{table['id']}/sit", invite)
        assert sat["chairs"][2]["person"] == eva.id
        await eva.post("/me", {"name": "Eva", "colour": "pink"}, 400)
        # Few seats: the colour is nobody's.
        await anna.post("/me", {"name": "Anna", "colour": "violet"})
        two = await anna.open_table(game="manitou", seats=2)
        assert two["chairs"][0]["person"] == anna.id


async def test_a_private_table_is_found_by_its_invitation_only() -> None:
    async with open_house() as house:
        anna, ugo = await house.guest(), await house.guest()
        table = await anna.open_table()
        await ugo.get(f"/tables/{table['id']}", 404)
        await ugo.post(f"/tables/{table['id']}/sit", {}, 404)
        await ugo.post(f"/tables/{table['id']}/sit", {"invite": "wrong"}, 404)
        seen = await ugo.get(f"/tables/{table['id']}?invite={table['invite']}")
        assert "invite" not in seen or seen["invite"] is None
        sat = await ugo.post(f"/tables/{table['id']}/sit", {"invite": table["invite"]})
        assert [chair["person"] for chair in sat["chairs"]] == [anna.id, ugo.id]


async def test_a_public_table_is_listed_and_needs_no_invitation() -> None:
    async with open_house() as house:
        anna, ugo = await house.guest(), await house.guest()
        table = await anna.open_table(public=True)
        assert [row["id"] for row in await ugo.get("/tables")] == [table["id"]]
        await ugo.post(f"/tables/{table['id']}/sit", {"seat": 1})
        await ugo.post(f"/tables/{table['id']}/stand")
        assert [row["id"] for row in await anna.get("/tables?mine=true")] == [table["id"]]


async def test_only_the_host_starts_and_only_when_all_seats_are_taken() -> None:
    async with open_house() as house:
        anna, ugo = await house.guest(), await house.guest()
        table = (await anna.open_table(public=True))["id"]
        assert (await anna.post(f"/tables/{table}/start", status=409))["error"]["code"] == (
            "seats_free"
        )
        await ugo.post(f"/tables/{table}/sit", {})
        await ugo.post(f"/tables/{table}/start", status=403)
        await anna.post(f"/tables/{table}/start")
        await anna.post(f"/tables/{table}/start", status=409)
        await (await house.guest()).post(f"/tables/{table}/sit", {}, 409)


@pytest.mark.parametrize(
    "wish",
    [{"game": "chess"}, {"seats": 8}, {"options": {"quick": 3}}, {"options": {"x": True}},
     {"bot": "nobody"}, {"clock": {"kind": "sand"}}, {"colour": "red"}],
)  # fmt: skip
async def test_a_wish_that_cannot_be_is_refused_with_a_reason(wish: dict[str, object]) -> None:
    async with open_house() as house:
        anna = await house.guest()
        body = {"game": "manitou", "seats": 2, **wish}
        error = (await anna.post("/tables", body, 400))["error"]
        assert error["code"] == "bad_request"
        assert len(error["message"]) > 10


async def test_against_bots_to_the_end_and_once_more() -> None:
    async with open_house() as house:
        anna = await house.guest()
        table = await alone(anna, seats=3)
        async with anna.at(table) as a:
            await a.until(type="state")
            while a.state().get("outcome") is None:
                if a.state().get("legal"):
                    await a.play(a.state()["legal"][0])
                else:
                    await a.next()
        prateria.replay(await anna.get(f"/tables/{table}/log"))
        again = await anna.post(f"/tables/{table}/rematch")
        assert (await anna.post(f"/tables/{table}/rematch"))["id"] == again["id"]
        assert [chair.get("person") for chair in again["chairs"]] == [None, anna.id, None]
        assert again["status"] == "playing"  # nobody else has to be asked


async def test_who_gave_up_has_not_won_though_a_bot_wins_in_their_seat() -> None:
    async with open_house() as house:
        anna, ugo = await house.guest(), await house.guest()
        table = await anna.open_table(bot="random", options={"quick": True})
        path = f"/tables/{table['id']}"
        await ugo.post(f"{path}/sit", {"invite": table["invite"]})
        await anna.post(f"{path}/start")
        await anna.post(f"{path}/resign")
        await played_out(house, ugo, table["id"])
        won = [await _told_of(guest, table["id"]) for guest in (anna, ugo, await house.guest())]
        for pages in won:
            for page in pages:
                for guest in (anna, ugo):
                    assert "You win" not in page
                    assert "you won" not in page
                    assert f"{guest.name} w" not in page
        assert f"{anna.name}’s bot wins" in won[0][0] or f"{ugo.name}’s bot wins" in won[0][0]
        shown = await anna.get(path)
        assert all(chair["resigned"] for chair in shown["chairs"])


async def _told_of(guest: Guest, table: str) -> list[str]:
    """What the pages say about a finished match."""
    paths = (f"/tables/{table}", f"/replays/{table}", "/lists/done")
    return [(await guest.web.get(path)).text for path in paths]


async def test_who_is_removed_from_a_waiting_room_is_told_so() -> None:
    async with open_house() as house:
        anna, ugo = await house.guest(), await house.guest()
        table = await anna.open_table(seats=3)
        path, join = f"/tables/{table['id']}", f"/join/{table['id']}"
        await ugo.post(f"{path}/sit", {"invite": table["invite"]})
        async with ugo.at(table["id"]) as player:
            await player.until(type="table")
            await anna.post(f"{path}/unseat", {"seat": 1})
            with pytest.raises(ConnectionClosed):
                await player.quiet(1)
            assert player.socket.close_code == 4403
        for page in (join, f"{join}/seats", path):  # without the link: out, with a message
            answer = await ugo.web.get(page, headers={"accept": "text/html"})
            assert answer.status_code == 403
            assert "The host has removed you from this table." in answer.text
            assert 'href="/"' in answer.text
        assert (await ugo.get(path, 403))["error"]["code"] == "removed"
        invited = f"{join}?invite={table['invite']}"
        assert 'id="removed"' in (await ugo.web.get(invited)).text
        assert 'id="removed"' not in (await anna.web.get(join)).text
        await ugo.post(f"{path}/sit", {"invite": table["invite"]})
        assert 'id="removed"' not in (await ugo.web.get(join)).text
        stranger = await house.guest()
        await stranger.get(path, 404)


async def test_who_is_removed_while_they_come_in_hears_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Their seat is freed after they were let in and before they begin to listen."""
    async with open_house() as house:
        anna, ugo = await house.guest(), await house.guest()
        table = await anna.open_table(seats=3)
        await ugo.post(f"/tables/{table['id']}/sit", {"invite": table["invite"]})
        enter = messages.Enter.carry_out

        async def enter_and_lose_the_seat(self: messages.Enter, room: Room) -> None:
            await enter(self, room)
            await messages.Unseat(anna.id, 1).carry_out(room)

        monkeypatch.setattr(messages.Enter, "carry_out", enter_and_lose_the_seat)
        async with ugo.at(table["id"]) as player:
            with pytest.raises(ConnectionClosed):
                await player.quiet(1)
            assert player.socket.close_code == 4403
            assert player.frames == []


async def test_another_name_reaches_the_seats_of_tables_that_wait_or_are_played() -> None:
    async with open_house() as house:
        anna, ugo = await house.guest(), await house.guest()
        waiting, played = [await anna.open_table() for _ in range(2)]
        for table in (waiting, played):
            await ugo.post(f"/tables/{table['id']}/sit", {"invite": table["invite"]})
        await anna.post(f"/tables/{played['id']}/start")
        here = await ugo.open_table(hot_seat=True, names=["Nora", "Ida"])
        over = await alone(ugo)
        await played_out(house, ugo, over)
        async with anna.at(waiting["id"]) as player:
            await player.until(type="table")
            await ugo.post("/me", {"name": "Bára", "colour": "violet"})
            told = await player.until(type="table")
            assert told["chairs"][1]["name"] == "Bára"
        for table in (waiting, played):
            chair = (await anna.get(f"/tables/{table['id']}"))["chairs"][1]
            assert (chair["name"], chair["colour"]) == ("Bára", "violet")
        shown = await ugo.get(f"/tables/{here['id']}")
        assert [chair["name"] for chair in shown["chairs"]] == ["Nora", "Ida"]
        assert (await ugo.get(f"/tables/{over}"))["chairs"][0]["name"] == ugo.name


async def test_who_comes_back_under_another_name_has_it_at_the_table() -> None:
    async with open_house() as house:
        anna = await house.guest()
        table = (await anna.open_table())["id"]
        # As where another worker has taken the name.
        await house.server.accounts.rename(await _person(house, anna), "Bára", "violet")
        async with anna.at(table) as player:
            assert (await player.until(type="table"))["chairs"][0]["name"] == "Bára"


async def _person(house: House, guest: Guest) -> Person:
    found = await house.server.services.store.person(guest.id)
    assert found is not None
    return found


async def test_the_ids_of_new_tables_begin_with_the_server_s_slot() -> None:
    async with open_house(slot="b7") as house:
        anna = await house.guest()
        table = await alone(anna)
        await played_out(house, anna, table)
        again = await anna.post(f"/tables/{table}/rematch")
        ids = [table, again["id"]]
        assert [name.partition("-")[0] for name in ids] == ["b7", "b7"]


async def test_who_is_removed_from_a_rematch_is_told_so() -> None:
    async with open_house() as house:
        anna, ugo = await house.guest(), await house.guest()
        table = await anna.open_table(bot="random", options={"quick": True})
        path = f"/tables/{table['id']}"
        await ugo.post(f"{path}/sit", {"invite": table["invite"]})
        await anna.post(f"{path}/start")
        await anna.post(f"{path}/resign")
        await played_out(house, ugo, table["id"])
        again = await anna.post(f"{path}/rematch")
        seat = next(c["seat"] for c in again["chairs"] if c["person"] == ugo.id)
        await anna.post(f"/tables/{again['id']}/unseat", {"seat": seat})
        assert (await ugo.get(f"/tables/{again['id']}", 403))["error"]["code"] == "removed"


async def test_when_all_have_given_up_bots_hurry_and_a_rematch_can_begin_at_once() -> None:
    async with open_house(bot_pause_ms=500) as house:
        anna = await house.guest()
        table = await alone(anna, tempo="calm")
        await anna.post(f"/tables/{table}/rematch", status=409)
        await anna.post(f"/tables/{table}/resign")
        again = await anna.post(f"/tables/{table}/rematch")
        assert again["status"] == "playing"
        assert not any(chair.get("resigned") for chair in again["chairs"])
        async with asyncio.timeout(12):
            while (await anna.get(f"/tables/{table}"))["status"] != "over":
                await asyncio.sleep(0.05)


async def test_while_somebody_plays_on_who_gave_up_waits_for_the_rematch() -> None:
    async with open_house() as house:
        anna, _, table = await begun(house)
        await anna.post(f"/tables/{table}/resign")
        refused = await anna.post(f"/tables/{table}/rematch", status=409)
        assert refused["error"]["code"] == "not_over"


async def test_who_resigns_is_played_on_for_and_does_not_come_back() -> None:
    async with open_house() as house:
        anna = await house.guest()
        table = await alone(anna)
        await played_out(house, anna, table)
        shown = await anna.get(f"/tables/{table}")
        assert shown["chairs"][0]["resigned"]


async def test_who_leaves_is_replaced_until_they_are_back() -> None:
    async with open_house() as house:
        anna, _, table = await begun(house)
        left = await anna.post(f"/tables/{table}/leave")
        assert left["chairs"][0]["away"]
        assert left["chairs"][0]["bot"] == DEFAULT_BOT
        async with anna.at(table) as a:
            await a.until(type="state")
            shown = await anna.get(f"/tables/{table}")
            assert not shown["chairs"][0].get("away")
            assert shown["chairs"][0]["here"]


async def test_who_sits_in_is_a_bot_of_the_tables_level() -> None:
    async with open_house() as house:
        anna, _, table = await begun(house, bot="1")
        left = await anna.post(f"/tables/{table}/leave")
        assert left["chairs"][0]["bot"] == "level:1"


async def test_the_log_is_closed_while_the_match_runs() -> None:
    async with open_house() as house:
        anna, ugo, table = await begun(house)
        await anna.get(f"/tables/{table}/log", 403)
        own = await anna.get(f"/tables/{table}/replay?seat=a&n=7")
        assert own["n"] == 7
        await anna.get(f"/tables/{table}/replay?seat=b&n=7", 403)
        await anna.get(f"/tables/{table}/replay?n=7")
        await anna.get(f"/tables/{table}/replay?n=900", 404)
        assert ugo.id


async def test_when_it_is_over_all_eyes_are_open() -> None:
    async with open_house() as house:
        anna = await house.guest()
        table = await alone(anna)
        await played_out(house, anna, table)
        eve = await house.guest()
        n = (await anna.get(f"/tables/{table}"))["n"]
        last = await eve.get(f"/tables/{table}/replay?seat=b&n={n}")
        assert last["outcome"]
        assert prateria.replay(await eve.get(f"/tables/{table}/log")).outcome is not None


@pytest.mark.parametrize(("watch", "status"), [("everyone", 200), ("link", 404), ("nobody", 404)])
async def test_who_may_watch(watch: str, status: int) -> None:
    async with open_house() as house:
        anna = await house.guest()
        table = await alone(anna, watch=watch)
        eve = await house.guest()
        await eve.get(f"/tables/{table}", status)
        invite = (await anna.get(f"/tables/{table}"))["invite"]
        expected = 404 if watch == "nobody" else 200
        await eve.get(f"/tables/{table}?invite={invite}", expected)


async def test_a_duplicate_deal_has_the_same_luck_and_its_log_waits_for_the_second_table() -> None:
    store = MemoryStore()
    async with open_house(store) as house:
        anna = await house.guest()
        table = await alone(anna, duplicate=True)
        await anna.post(f"/tables/{table}/twin", status=409)
        await played_out(house, anna, table)
        await anna.get(f"/tables/{table}/log", 403)
        twin = (await anna.post(f"/tables/{table}/twin"))["id"]
        await anna.post(f"/tables/{twin}/fill", {"bot": "random"})
        await anna.post(f"/tables/{twin}/start")
        assert len(deal_of(store.logs[table])) > 10
        assert deal_of(store.logs[table]) == deal_of(store.logs[twin])
        await played_out(house, anna, twin)
        await anna.get(f"/tables/{table}/log")


async def test_a_second_table_that_was_closed_opens_no_log_while_another_may_be_dealt() -> None:
    """Its host would play the same deal again, knowing every card."""
    store = MemoryStore()
    async with open_house(store) as house:
        anna = await house.guest()
        table = await alone(anna, duplicate=True)
        await played_out(house, anna, table)
        closed = (await anna.post(f"/tables/{table}/twin"))["id"]
        await anna.post(f"/tables/{closed}/close")
        await anna.get(f"/tables/{table}/log", 403)
        await anna.get(f"/replays/{table}/review", 403)
        twin = (await anna.post(f"/tables/{table}/twin"))["id"]
        assert twin != closed
        await anna.post(f"/tables/{twin}/fill", {"bot": "random"})
        await anna.post(f"/tables/{twin}/start")
        note = Audit(0, "close", None, twin, "")
        assert await store.close_table(twin, note)  # by an administrator, with the cards dealt
        await anna.get(f"/tables/{table}/log")
        assert (await anna.post(f"/tables/{table}/twin"))["id"] == twin
        await house.server.rooms.sweep()
        del store.rows[twin]  # pruned
        await anna.get(f"/tables/{table}/log")
        await anna.post(f"/tables/{table}/twin", status=404)


async def test_a_table_closed_by_the_administrator_stops() -> None:
    store = MemoryStore()
    async with open_house(store) as house:
        anna, _, table = await begun(house)
        async with anna.at(table) as a:
            await a.until(type="state")
            from dataclasses import replace

            from prateria.server.store.base import Status

            store.rows[table] = replace(store.rows[table], status=Status.CLOSED)
            await house.server.rooms.sweep()
            await a.until(type="notice", code="closed")
            assert (await a.play("picks 7"))["code"] == "not_playing"
