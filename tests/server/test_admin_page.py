"""The page of administrators: who gets there, what they see and do, and that it is recorded."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from prateria.server.store.base import Audit, Status
from prateria.server.store.urls import open_store
from tests.server.house import Guest, House, open_house
from tests.server.memory import MemoryStore
from tests.server.postgres import Cluster
from tests.server.redis_server import RedisServer
from tests.server.test_messages import begun
from tests.server.test_security import account
from tests.server.workers import Somebody, workers

ACTS = (
    ("/admin/ban", {"who": "Ugo"}),
    ("/admin/unban", {"who": "Ugo"}),
    ("/admin/close", {"table": "t"}),
    ("/admin/settle", {"report": 1}),
)


async def administrator(house: House, name: str = "Boss") -> Guest:
    boss = await account(house, name)
    note = Audit(0, "grant", boss.id, None, "")
    await house.server.services.store.set_admin(boss.id, note, admin=True)
    house.server.accounts._cache.clear()
    return boss


async def notes(house: House, kind: str) -> list[Audit]:
    return await house.server.services.store.audits(kind=kind)


# --- who gets there


async def test_nobody_but_administrators_gets_there() -> None:
    async with open_house() as house:
        await administrator(house)
        guest, anna = await house.guest(), await account(house, "Anna")
        for person in (guest, anna):
            page = await person.web.get("/admin", headers={"accept": "text/html"})
            assert page.status_code == 403
            assert "This is for administrators." in page.text
            for path, body in ACTS:
                assert (await person.web.post(f"/api{path}", json=body)).status_code == 403
        async with httpx.AsyncClient(base_url=house.url, verify=False) as stranger:
            assert (await stranger.get("/admin")).status_code == 403
            for path, body in ACTS:
                assert (await stranger.post(f"/api{path}", json=body)).status_code == 403
        assert [note.kind for note in await house.server.services.store.audits()] == ["grant"]


async def test_not_even_an_administrator_s_token() -> None:
    async with open_house() as house:
        boss = await administrator(house)
        made = await boss.post("/tokens", {"name": "b", "scopes": ["play", "bot"]}, 201)
        head = {"authorization": f"Bearer {made['token']}"}
        async with httpx.AsyncClient(base_url=house.url, headers=head, verify=False) as program:
            assert (await program.get("/admin")).status_code == 403
            for path, body in ACTS:
                answer = await program.post(f"/api{path}", json=body)
                assert "Only people can do this" in answer.text


async def test_no_other_site_can_act_for_an_administrator() -> None:
    async with open_house() as house:
        boss = await administrator(house)
        ugo = await account(house, "Ugo")
        for path, body in ACTS:
            forged = await boss.web.post(f"/api{path}", json=body, headers={"x-csrf-token": "no"})
            assert (forged.status_code, forged.json()["error"]["code"]) == (403, "csrf")
            away = {"origin": "https://evil.example"}
            assert (await boss.web.post(f"/api{path}", json=body, headers=away)).status_code == 403
        assert not (await ugo.web.get("/api/me")).is_error


async def test_a_revoked_right_is_gone_within_seconds() -> None:
    async with open_house() as house:
        boss = await administrator(house)
        assert (await boss.web.get("/admin")).status_code == 200
        note = Audit(1, "revoke", boss.id, None, "")
        await house.server.services.store.set_admin(boss.id, note, admin=False)
        house.server.accounts._cache.clear()  # or five seconds later
        assert (await boss.web.get("/admin")).status_code == 403


async def test_the_right_does_not_come_by_renaming_or_a_new_password() -> None:
    """A stale copy of a person must not restore the rights they had."""
    async with open_house() as house:
        boss = await administrator(house)
        await boss.get("/sessions")  # who they are is in the cache now
        store = house.server.services.store
        await store.set_admin(boss.id, Audit(1, "revoke", boss.id, None, ""), admin=False)
        await store.set_banned(boss.id, Audit(1, "ban", boss.id, None, ""), banned=True)
        await boss.post("/me", {"name": "Boss", "colour": "red"})
        found = await store.person(boss.id)
        assert found is not None
        assert (found.admin, found.banned, found.colour) == (False, True, "red")


async def test_the_settings_lead_there_for_those_who_may() -> None:
    async with open_house() as house:
        boss, anna = await administrator(house), await account(house, "Anna")
        assert 'href="/admin"' in (await boss.web.get("/settings")).text
        assert 'href="/admin"' not in (await anna.web.get("/settings")).text


# --- what they do


async def test_somebody_is_banned_by_name_and_let_in_again_by_id() -> None:
    async with open_house() as house:
        boss, ugo = await administrator(house), await account(house, "Ugo")
        await boss.post("/admin/ban", {"who": "ugo"})
        answer = await ugo.web.get("/api/tokens")
        assert answer.json()["error"]["code"] == "banned"
        assert "Ugo" in (await boss.web.get("/admin")).text
        await boss.post("/admin/ban", {"who": ugo.id})  # once more: nothing new
        await boss.post("/admin/unban", {"who": ugo.id})
        assert (await ugo.web.get("/api/tokens")).status_code == 200
        noted = [(n.kind, n.person, n.actor) for n in await house.server.services.store.audits()]
        assert noted[:2] == [("unban", ugo.id, boss.id), ("ban", ugo.id, boss.id)]
        assert len(noted) == 3


async def test_nobody_escapes_a_ban_behind_an_account_that_is_called_like_their_id() -> None:
    async with open_house() as house:
        boss, ugo = await administrator(house), await house.guest()
        await ugo.open_table()
        decoy = await account(house, ugo.id)
        await boss.post("/admin/ban", {"who": ugo.id})
        store = house.server.services.store
        assert await store.banned() == {ugo.id}
        await boss.post("/admin/unban", {"who": ugo.id})
        assert await store.banned() == set()
        await boss.post("/admin/ban", {"who": decoy.id})
        assert await store.banned() == {decoy.id}


async def test_what_no_database_keeps_is_refused_before_it_is_asked() -> None:
    async with open_house() as house:
        boss = await administrator(house)
        for path, name in (("/ban", "who"), ("/unban", "who"), ("/close", "table")):
            for wrong in ("a\0b", "a\nb", "a\x1b[31m"):
                await boss.post(f"/admin{path}", {name: wrong}, 400)


async def test_nobody_unknown_and_no_administrator_is_banned() -> None:
    async with open_house() as house:
        boss, other = await administrator(house), await administrator(house, "Other")
        await boss.post("/admin/ban", {"who": "nobody"}, 404)
        for who in (other.id, "Boss"):
            refused = await boss.post("/admin/ban", {"who": who}, 409)
            assert refused["error"]["code"] == "admin"
        for wrong in ({}, {"who": ""}, {"who": "x" * 65}, {"who": 1}, {"who": "x", "why": "y"}):
            await boss.post("/admin/ban", wrong, 400)
        assert await notes(house, "ban") == []


async def test_a_banned_player_s_socket_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prateria.server.sockets.sockets.BANS_S", 0.02)
    async with open_house() as house:
        boss = await administrator(house)
        anna, _, table = await begun(house)
        async with anna.at(table) as player:
            await player.until(type="state")
            await player.quiet()  # the first ping is answered: after that, nobody would answer
            await boss.post("/admin/ban", {"who": anna.id})
            await player.until(type="error", code="banned")


async def test_a_table_is_closed_for_everyone() -> None:
    async with open_house() as house:
        boss = await administrator(house)
        anna, _, table = await begun(house)
        async with anna.at(table) as player:
            await player.until(type="state")
            assert (await player.ask(type="say", text="hello"))["type"] == "accepted"
            await boss.post("/admin/close", {"table": table})
            said = await player.ask(type="say", text="still here?")
            assert (said["type"], said["code"]) == ("refused", "closed")
            await house.server.rooms.sweep()
            await player.until(type="notice", code="closed")
            again = await player.ask(type="say", text="and now?")
            assert (again["type"], again["code"]) == ("refused", "closed")
        assert [(n.table, n.actor) for n in await notes(house, "close")] == [(table, boss.id)]
        await boss.post("/admin/close", {"table": table}, 409)
        await boss.post("/admin/close", {"table": "nothing"}, 404)
        assert len(await notes(house, "close")) == 1


async def test_a_table_is_closed_also_by_a_clock_that_is_late_and_after_many_others() -> None:
    async with open_house() as house:
        store = house.server.services.store
        boss = await administrator(house)
        for _ in range(60):
            await boss.open_table()
        _, _, last = await begun(house)
        rows = await store.tables(limit=100)
        for row in rows:
            at = 1 if row.id == last else row.changed
            assert await store.close_table(row.id, Audit(at, "close", None, row.id, ""))
        assert len(rows) == 61
        await house.server.rooms.sweep()
        assert house.server.rooms.known(last) is None
        assert len(house.server.rooms) == 0


async def test_each_act_is_in_the_server_s_log_with_who_did_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO", "prateria.server")
    async with open_house() as house:
        boss, ugo = await administrator(house), await account(house, "Ugo")
        table = (await ugo.open_table())["id"]
        await boss.post("/admin/ban", {"who": "Ugo"})
        await boss.post("/admin/unban", {"who": "Ugo"})
        await boss.post("/admin/close", {"table": table})
    events = [row.getMessage() for row in caplog.records]
    for event in ("somebody was banned", "a ban was lifted", "a table was closed"):
        assert event in events


# --- what they see


async def flood(house: House, number: int) -> None:
    """One report by Ugo, and then many by somebody who wants to push it out of sight."""
    store = house.server.services.store
    await store.note(Audit(1, "report", "ugo", "t", "help", "m", speaker="eve", quote="rude"))
    for place in range(number):
        note = Audit(2, "report", "eve", "t", "", f"m{place}", speaker="ugo", quote=f"hi {place}")
        await store.note(note)


async def test_nobody_pushes_another_s_report_off_the_page() -> None:
    async with open_house() as house:
        boss = await administrator(house)
        await flood(house, 70)
        url, seen = "/admin", list[str]()
        for _ in range(3):
            page = (await boss.web.get(url)).text
            section = page[page.index('id="reports"') : page.index('id="tables-h"')]
            seen += re.findall("<blockquote>(.*?)</blockquote>", section)
            more = re.search('id="earlier" href="([^"#]*)', section)
            url = "" if more is None else more[1]
        assert url == ""
        assert seen == [*(f"hi {place}" for place in reversed(range(70))), "rude"]
        trail = page[page.index('id="trail"') :]
        assert "right granted" in trail
        assert "hi 69" not in trail


async def test_a_report_is_dealt_with_once_and_it_is_known_by_whom() -> None:
    async with open_house() as house:
        boss = await administrator(house)
        await flood(house, 1)
        store = house.server.services.store
        latest, first = await store.reports()
        await boss.post("/admin/settle", {"report": latest.number})
        page = (await boss.web.get("/admin")).text
        assert "<blockquote>rude" in page
        assert "<blockquote>hi 0" not in page
        assert "report dealt with" in page[page.index('id="trail"') :]
        settled = (await boss.web.get("/admin?settled=true")).text
        assert "<blockquote>hi 0" in settled
        assert "<blockquote>rude" not in settled
        assert re.search("dealt with <time [^>]*>[^<]*</time> · by <b>Boss", settled)
        await boss.post("/admin/settle", {"report": latest.number}, 404)
        await boss.post("/admin/settle", {"report": 999}, 404)
        grant = 1  # the very first note is not a report
        await boss.post("/admin/settle", {"report": grant}, 404)
        assert [note.actor for note in await notes(house, "settle")] == [boss.id]
        await boss.post("/admin/settle", {"report": first.number})
        assert "No report is open." in (await boss.web.get("/admin")).text


async def test_a_report_is_shown_with_the_line_its_speaker_and_table() -> None:
    async with open_house() as house:
        boss = await administrator(house)
        anna, ugo, table = await begun(house)
        async with anna.at(table) as a, ugo.at(table) as b:
            await a.ask(type="say", text="you <b>lump</b>")
            line = await b.until(type="chat")
            await b.ask(type="report", number=line["number"], text="not nice")
        page = (await boss.web.get("/admin")).text
        section = page[page.index('id="reports"') : page.index('id="running"')]
        for shown in (
            "you &lt;b&gt;lump&lt;/b&gt;",
            anna.name,
            anna.id,
            ugo.name,
            table,
            "not nice",
        ):
            assert shown in section
        await boss.post("/admin/ban", {"who": anna.id})
        page = (await boss.web.get("/admin")).text
        section = page[page.index('id="reports"') : page.index('id="running"')]
        assert "banned" in section
        assert "/api/admin/ban" not in section


async def test_tables_numbers_and_the_trail_are_shown() -> None:
    async with open_house() as house:
        boss = await administrator(house)
        anna, _, playing = await begun(house)
        waiting = (await anna.open_table())["id"]
        await boss.post("/admin/ban", {"who": anna.id})
        page = (await boss.web.get("/admin")).text
        assert f'id="table-{playing}"' in page
        assert f'id="table-{waiting}"' in page
        assert "All is well." in page
        for name, value in (("Matches being played", 1), ("Tables waiting for players", 1)):
            assert re.search(rf"<dt>{name}</dt><dd>{value}</dd>", page)
        trail = page[page.index('id="trail"') :]
        assert "<b>ban</b>" in trail
        assert "<b>right granted</b>" in trail
        assert "by <b>Boss</b>" in trail
        assert "on the command line" in trail


async def test_trouble_with_the_store_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()
    async with open_house(store) as house:
        boss = await administrator(house)

        async def trouble() -> str:
            return "the disk is full"

        monkeypatch.setattr(house.server.services.health, "_probe", trouble)
        page = (await boss.web.get("/admin")).text
        assert "The data store has a problem: the disk is full" in page


async def test_no_seed_invitation_password_or_token_is_on_the_page(tmp_path: Path) -> None:
    async with open_house(open_store(f"sqlite:///{tmp_path}/p.db")) as house:
        boss = await administrator(house)
        anna, _, table = await begun(house)
        invite = (await anna.get(f"/tables/{table}"))["invite"]
        token = (await boss.post("/tokens", {"name": "b", "scopes": ["bot"]}, 201))["token"]
        row = await house.server.services.store.table(table)
        assert row is not None
        page = (await boss.web.get("/admin")).text
        assert table in page
        for secret in (row.seed, invite, token, "argon2"):
            assert secret not in page


@pytest.mark.slow
async def test_acts_reach_all_workers_within_seconds(
    cluster: Cluster, redis_server: RedisServer, tmp_path: Path
) -> None:
    url, bus = cluster.new_schema(), redis_server.url(7)
    async with workers(2, tmp_path, url, bus) as (first, second), open_store(url) as store:
        boss, anna = await Somebody.arrive(first), await Somebody.arrive(second)
        wish: dict[str, Any] = {"game": "manitou", "seats": 2}
        tables = [(await anna.post(second, "/tables", wish))["id"] for _ in range(2)]
        credentials = {"name": "Boss", "password": "a long password"}
        async with httpx.AsyncClient(base_url=first.url, verify=False) as web:
            made = await web.post("/api/account", json=credentials, headers=boss.headers)
            web.cookies.update(made.cookies)
            web.headers["x-csrf-token"] = made.json()["csrf"]
            note = Audit(1, "grant", boss.id, None, "")
            await store.set_admin(boss.id, note, admin=True)
            async with asyncio.timeout(10):
                while (await web.get("/admin")).status_code != 200:
                    await asyncio.sleep(0.2)
            async with anna.at(second, tables[0]) as player, asyncio.timeout(10):
                await player.until(type="table")
                closed = await web.post("/api/admin/close", json={"table": tables[0]})
                assert closed.status_code == 200
                await player.until(type="notice", code="closed")
            async with anna.at(second, tables[1]) as player, asyncio.timeout(10):
                await player.until(type="table")
                await player.quiet()
                await web.post("/api/admin/ban", json={"who": anna.id})
                await player.until(type="error", code="banned")
        row = await store.table(tables[0])
        assert row is not None
        assert row.status is Status.CLOSED
