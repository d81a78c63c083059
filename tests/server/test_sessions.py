"""Sessions: listed, ended, never taken over by an older cookie."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosedError

from prateria.server.accounts import COOKIE, SEEN_MS, SignedIn
from prateria.server.limits import Rate
from prateria.server.sockets import sockets
from tests.server.house import FREELY, FakeTimes, Guest, House, OpenHouse, open_house, text_of
from tests.server.memory import MemoryStore
from tests.server.test_messages import begun
from tests.server.test_security import PASSWORD, account


async def logged_in(house: House, name: str) -> Guest:
    """The same account in another browser."""
    other = await house.guest()
    me = await other.post("/login", {"name": name, "password": PASSWORD})
    other.web.headers["x-csrf-token"] = me["csrf"]
    return other


async def knows(house: House, cookie: str) -> bool:
    """Whether a cookie is still valid, at every worker; they tell each other almost at once."""
    if len(house.ports) > 1:
        await asyncio.sleep(0.1)
    known = set()
    async with house.client(cookie=f"{COOKIE}={cookie}") as web:
        for _ in house.ports:
            known.add((await web.get("/api/tokens")).status_code == 200)
    assert len(known) == 1
    return known.pop()


async def test_whoever_logs_out_is_out_also_with_a_copy_of_the_cookie(any_house: OpenHouse) -> None:
    async with any_house() as house:
        anna = await account(house, "Anna")
        cookie = anna.web.cookies[COOKIE]
        assert await knows(house, cookie)
        await anna.post("/logout")
        assert not await knows(house, cookie)


async def test_a_guest_who_was_kept_and_logs_out_is_out_too(any_house: OpenHouse) -> None:
    async with any_house() as house:
        anna = await house.guest()
        await anna.open_table()
        cookie = anna.web.cookies[COOKIE]
        await anna.post("/logout")
        assert not await knows(house, cookie)


async def test_a_guest_s_cookie_does_not_own_the_account_made_from_it_later(
    any_house: OpenHouse,
) -> None:
    async with any_house() as house:
        anna = await house.guest()
        await anna.open_table()
        known_to_others = anna.web.cookies[COOKIE]
        me = await anna.post("/account", {"name": "Anna", "password": PASSWORD})
        assert me["id"] == anna.id
        assert not await knows(house, known_to_others)
        assert await knows(house, anna.web.cookies[COOKIE])


async def test_sessions_are_listed_and_each_can_be_ended(any_house: OpenHouse) -> None:
    async with any_house() as house:
        anna = await account(house, "Anna")
        there, third = await logged_in(house, "Anna"), await logged_in(house, "Anna")
        rows = await anna.get("/sessions")
        assert len(rows) == 3
        assert sum(row["current"] for row in rows) == 1
        (own,) = [row for row in await there.get("/sessions") if row["current"]]
        await anna.post(f"/sessions/{own['id']}/end")
        assert not await knows(house, there.web.cookies[COOKIE])
        assert await knows(house, third.web.cookies[COOKIE])
        await anna.post("/sessions/end")
        assert not await knows(house, third.web.cookies[COOKIE])
        assert await knows(house, anna.web.cookies[COOKIE])
        eve = await account(house, "Eve")
        (mine,) = await anna.get("/sessions")
        await eve.post(f"/sessions/{mine['id']}/end", None, 404)
        assert await knows(house, anna.web.cookies[COOKIE])


async def test_a_new_password_ends_the_other_sessions(any_house: OpenHouse) -> None:
    async with any_house() as house:
        anna = await account(house, "Anna")
        there = await logged_in(house, "Anna")
        new = "another password entirely"
        wrong = {"password": "not it at all", "new": new}
        refused = await anna.post("/account/password", wrong, 403)
        assert refused["error"]["code"] == "login"
        await anna.post("/account/password", {"password": PASSWORD, "new": "password1"}, 400)
        before = anna.web.cookies[COOKIE]
        await anna.post("/account/password", {"password": PASSWORD, "new": new})
        assert not await knows(house, there.web.cookies[COOKIE])
        assert not await knows(house, before)
        assert await knows(house, anna.web.cookies[COOKIE])
        other = await house.guest()
        await other.post("/login", {"name": "Anna", "password": PASSWORD}, 403)
        await other.post("/login", {"name": "Anna", "password": new})
        guest = await house.guest()
        await guest.post("/account/password", {"password": PASSWORD, "new": new}, 409)


async def test_the_table_is_left_where_somebody_was_signed_out(
    monkeypatch: pytest.MonkeyPatch, any_house: OpenHouse
) -> None:
    monkeypatch.setattr(sockets, "BANS_S", 0.01)
    async with any_house() as house:
        anna, _, table = await begun(house)
        async with anna.at(table) as a:
            await a.until(type="state")
            await anna.post("/logout")
            last = ""
            with suppress(ConnectionClosedError):
                while True:
                    last = text_of(await a.socket.recv())  # pings too: nobody answers them now
            assert '"code":"signed_out"' in last
            assert a.socket.close_code == 4403


async def test_a_cookie_from_before_there_were_sessions_is_still_the_guest_s() -> None:
    store = MemoryStore()
    async with open_house(store) as house:
        accounts = house.server.accounts
        guest = accounts.new_guest()
        await accounts.keep(SignedIn(guest.person, ""), "")
        assert list(store.sessions) == [f"before sessions {guest.person.id}"]
        old = accounts.cookie(SignedIn(guest.person, ""))
        assert await accounts.of_cookie(old) == SignedIn(guest.person, "")


async def test_that_a_session_is_used_is_written_down_now_and_then() -> None:
    store, times = MemoryStore(), FakeTimes()
    async with open_house(store, times) as house:
        anna = await house.guest()
        await anna.open_table()
        (session,) = store.sessions.values()
        times.ms += SEEN_MS + 1
        await anna.get("/tables")
        (later,) = store.sessions.values()
        assert later.seen - session.seen > SEEN_MS
        assert later.created == session.created


async def test_wrong_passwords_from_elsewhere_never_lock_the_owner_out() -> None:
    rates = {**FREELY, "login": Rate(3, 1), "logins": Rate(100, 1)}
    async with open_house(rates=rates) as house:
        await account(house, "Anna")
        eve = await house.guest()
        wrong = {"name": "ANNA", "password": "wrong password"}
        answers = [(await eve.web.post("/api/login", json=wrong)).status_code for _ in range(6)]
        assert answers == [403, 403, 403, 429, 429, 429]
        limits = house.server.services.limits
        assert limits.allows("login", "address 198.51.100.7 account anna")


async def test_one_address_cannot_try_one_password_on_every_account() -> None:
    rates = {**FREELY, "logins": Rate(4, 1)}
    async with open_house(rates=rates) as house:
        eve = await house.guest()
        answers = [
            await eve.web.post("/api/login", json={"name": f"a{n}", "password": "x" * 8})
            for n in range(6)
        ]
        assert [answer.status_code for answer in answers] == [403] * 4 + [429] * 2


@pytest.mark.parametrize("password", ["12345678", "PassWord", "anna maria"])
async def test_a_password_that_everybody_tries_is_refused(password: str) -> None:
    async with open_house() as house:
        guest = await house.guest()
        wish = {"name": "Anna Maria", "password": password}
        refused = await guest.post("/account", wish, 400)
        assert "easy to guess" in refused["error"]["message"]


async def test_a_name_in_full_width_letters_is_written_as_everybody_reads_it() -> None:
    async with open_house() as house:
        guest = await house.guest()
        wide = {"name": "\uff21\uff44min", "colour": "red"}
        assert (await guest.post("/me", wide))["name"] == "Admin"


@pytest.mark.parametrize("unseen", ["\u034f", "\u115f", "\u2800", "\u3164", "\ufe0f", "\U000e0100"])
async def test_letters_that_nobody_sees_are_left_out_of_a_name(unseen: str) -> None:
    async with open_house() as house:
        await account(house, "Anna")
        guest = await house.guest()
        wish = {"name": f"An{unseen}na", "password": "correct horse battery"}
        await guest.post("/account", wish, 409)
        assert (await guest.post("/me", {"name": f"E{unseen}ve", "colour": "red"}))["name"] == "Eve"
        await guest.post("/me", {"name": unseen, "colour": "red"}, 400)


AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


async def test_the_settings_list_the_browsers_and_offer_to_sign_them_out() -> None:
    async with open_house() as house:
        anna = await account(house, "Anna")
        there = await house.guest()
        there.web.headers["user-agent"] = AGENT
        await there.post("/login", {"name": "Anna", "password": PASSWORD})
        page = (await anna.web.get("/settings")).text
        assert "Firefox, Linux" in page
        assert "this browser" in page
        assert page.count("/end") == 2
        await anna.post("/sessions/end")
        assert "Sign out everywhere else" not in (await anna.web.get("/settings")).text
        newcomer = await house.guest()
        assert "Where you are signed in" not in (await newcomer.web.get("/settings")).text
