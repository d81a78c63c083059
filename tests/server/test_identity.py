"""Identities cannot be mixed up: by a race, by another worker's cache, by spelling."""

from __future__ import annotations

import asyncio

import pytest

from prateria.server import accounts as accounts_module
from prateria.server.accounts import COOKIE, Accounts
from prateria.server.errors import Refusal
from prateria.server.limits import Rate
from prateria.server.store.base import Audit, Person
from tests.server.house import FREELY, OpenHouse, open_house
from tests.server.memory import MemoryStore
from tests.server.test_security import PASSWORD, account

NEW = "another password entirely"


async def test_nobody_lifts_their_own_ban_by_taking_another_name(any_house: OpenHouse) -> None:
    async with any_house() as house:
        eve = await house.guest()
        await eve.open_table()
        store = house.server.services.store
        await eve.get("/tables")  # she is in the server's cache, as she was
        note = Audit(0, "ban", eve.id, None, "")
        await store.set_banned(eve.id, note, banned=True)
        await eve.web.post("/api/me", json={"name": "Eva", "colour": "red"})
        found = await store.person(eve.id)
        assert found is not None
        assert found.banned


async def test_a_guest_of_before_never_overwrites_the_account(any_house: OpenHouse) -> None:
    """Another worker, or a request under way, still takes the account for an unsaved guest."""
    async with any_house() as house:
        anna = await house.guest()
        known_to_others = anna.web.cookies[COOKIE].strip('"')
        stale = house.servers[-1].accounts
        who = await stale.of_cookie(known_to_others)
        assert who is not None
        await anna.post("/account", {"name": "Anna", "password": PASSWORD})
        stale._cache[anna.id] = None
        with pytest.raises(Refusal, match="signed out"):
            await stale.keep(who, "")
        kept = await house.server.services.store.person(anna.id)
        assert kept is not None
        assert kept.name == "Anna"
        assert kept.password is not None
        assert await stale.of_cookie(known_to_others) is None


async def test_of_two_who_register_one_guest_the_second_is_refused(any_house: OpenHouse) -> None:
    async with any_house() as house:
        anna = await house.guest()
        wishes = [{"name": f"Anna {n}", "password": f"{PASSWORD} {n}"} for n in range(4)]
        answers = await asyncio.gather(
            *(anna.web.post("/api/account", json=wish) for wish in wishes)
        )
        assert sorted(answer.status_code for answer in answers)[0] == 200
        assert sum(answer.status_code == 200 for answer in answers) == 1
        assert all(answer.status_code in (200, 403, 409) for answer in answers)


async def test_of_eight_who_want_one_name_one_gets_it_and_the_rest_are_told(
    any_house: OpenHouse,
) -> None:
    async with any_house() as house:
        guests = [await house.guest() for _ in range(8)]
        wish = {"name": "Anna", "password": PASSWORD}
        answers = await asyncio.gather(
            *(guest.web.post("/api/account", json=wish) for guest in guests)
        )
        codes = sorted(answer.json().get("error", {}).get("code", "done") for answer in answers)
        assert codes == ["done"] + ["name"] * 7


async def test_a_password_that_was_changed_elsewhere_changes_nothing(any_house: OpenHouse) -> None:
    """A worker that has the old one cached must not let its owner, or a thief, change it back."""
    async with any_house() as house:
        anna = await account(house, "Anna")
        stale = house.servers[-1].accounts
        person = await house.server.services.store.person(anna.id)
        assert person is not None
        await anna.post("/account/password", {"password": PASSWORD, "new": NEW})
        with pytest.raises(Refusal, match="Wrong password"):
            await stale.change_password(person, PASSWORD, "a thief's password", "")
        await (await house.guest()).post("/login", {"name": "Anna", "password": NEW})


async def test_a_login_with_the_old_password_does_not_outlive_the_new_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = MemoryStore()
    async with open_house(store) as house:
        anna = await account(house, "Anna")
        accounts, slowly = house.server.accounts, asyncio.Event()
        begin = Accounts._begin

        async def wait_then_begin(self: Accounts, *given: object) -> None:
            await slowly.wait()
            await begin(self, *given)  # type: ignore[arg-type]

        monkeypatch.setattr(Accounts, "_begin", wait_then_begin)
        entering = asyncio.create_task(accounts.log_in("Anna", PASSWORD, "a thief's"))
        await asyncio.sleep(0.05)
        monkeypatch.setattr(Accounts, "_begin", begin)
        await anna.post("/account/password", {"password": PASSWORD, "new": NEW})
        slowly.set()
        with pytest.raises(Refusal, match="Wrong name or password"):
            await entering
        live = [session.agent for session in store.sessions.values() if session.ended is None]
        assert "a thief's" not in live


@pytest.mark.parametrize("spelling", ["ＡＮＮＡ", "𝐀nna", "anna", "Ⓐnna"])
async def test_another_spelling_of_a_name_gives_no_more_tries(spelling: str) -> None:
    rates = {**FREELY, "login": Rate(3, 1)}
    async with open_house(rates=rates) as house:
        await account(house, "Anna")
        eve = await house.guest()
        names = ["Anna", "anna", spelling, spelling]
        answers = [
            (await eve.web.post("/api/login", json={"name": name, "password": "x" * 9})).status_code
            for name in names
        ]
        assert answers == [403, 403, 403, 429]


async def test_wrong_passwords_are_counted_over_all_workers(any_house: OpenHouse) -> None:
    rates = {**FREELY, "login": Rate(4, 1)}
    async with any_house(rates=rates) as house:
        eve = await house.guest()
        wrong = {"name": "anna", "password": "wrong password"}
        answers = []
        for _ in range(8):
            answers.append((await eve.web.post("/api/login", json=wrong)).status_code)
            await asyncio.sleep(0.02 if len(house.ports) > 1 else 0)
        assert answers == [403] * 4 + [429] * 4


async def test_a_flood_of_logins_takes_two_cores_at_most_and_makes_no_queue(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(accounts_module, "MOST_HASHING", 4)
    async with open_house() as house:
        people = house.server.accounts
        running = most = 0
        release = asyncio.Event()

        async def slowly(*_: object) -> bool:
            nonlocal running, most
            running += 1
            most = max(most, running)
            await release.wait()
            running -= 1
            return False

        monkeypatch.setattr(asyncio, "to_thread", slowly)
        tries = [asyncio.create_task(people.log_in(f"a{n}", PASSWORD, "")) for n in range(6)]
        await asyncio.sleep(0.05)
        refused = [task for task in tries if task.done()]
        assert len(refused) == 2
        for task in refused:
            with pytest.raises(Refusal, match="Too much at once"):
                await task
        release.set()
        await asyncio.gather(*tries, return_exceptions=True)
        assert most == accounts_module.HASHING_AT_ONCE


async def test_a_character_that_no_database_keeps_is_refused_before_it_is_asked(
    any_house: OpenHouse,
) -> None:
    async with any_house() as house:
        eve = await house.guest()
        await eve.post("/login", {"name": "an\0na", "password": PASSWORD}, 400)
        await eve.get("/tables/a%00b", 404)
        answer = await eve.web.get("/tables/a%00b")
        assert answer.status_code == 404
        anna = await account(house, "Anna")
        await anna.post("/tokens", {"name": "my\0bot"}, 400)
        assert (await anna.web.get("/api/health")).json()["ok"]


async def test_a_person_is_the_same_at_every_worker_at_once(any_house: OpenHouse) -> None:
    async with any_house() as house:
        anna = await house.guest()
        for server in house.servers:  # all of them know that she was not stored
            await server.accounts._find(anna.id)
        await anna.open_table()
        await asyncio.sleep(0.05)
        for server in house.servers:
            found = await server.accounts._find(anna.id)
            assert found == Person(
                anna.id, anna.name, found.colour if found else "", _created(found)
            )


def _created(person: Person | None) -> int:
    return 0 if person is None else person.created
