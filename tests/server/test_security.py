"""Closed by default: origins, CSRF, tokens, bans, limits, and one shape for every error."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import cast

import pytest
import websockets
from litestar.connection import ASGIConnection
from litestar.types import HTTPScope

from prateria.server import limits
from prateria.server.accounts import COOKIE
from prateria.server.clock import SystemClock
from prateria.server.http import security
from prateria.server.limits import RATES, Bucket, Rate
from prateria.server.store.base import Person
from tests.server.house import Guest, House, OpenHouse, open_house
from tests.server.memory import MemoryStore
from tests.server.test_messages import begun

PASSWORD = "correct horse"


async def account(house: House, name: str) -> Guest:
    guest = await house.guest()
    await guest.post("/account", {"name": name, "password": PASSWORD})
    return await guest.arrive()


async def test_every_answer_has_the_security_headers() -> None:
    async with open_house() as house:
        guest = await house.guest()
        for path in ("/api/health", "/", "/nowhere", "/api/tables/none"):
            answer = await guest.web.get(path)
            assert "default-src 'none'" in answer.headers["content-security-policy"], path
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert "server" not in answer.headers


async def test_a_cookie_is_http_only_and_cannot_be_forged(any_house: OpenHouse) -> None:
    async with any_house(secure=True) as house:
        async with house.client() as web:
            answer = await web.get("/api/me")
            cookie = answer.headers["set-cookie"]
            assert "HttpOnly" in cookie
            assert "SameSite=lax" in cookie
            assert "Secure" in cookie
            value = cookie.partition("=")[2].partition(";")[0]
        async with house.client() as web:
            for forged in (value[:-2] + "00", "x." + value.partition(".")[2], "", "..", "é"):
                shown = await web.get(
                    "/api/tables", headers={b"cookie": f"prateria={forged}".encode()}
                )
                assert shown.status_code == 403


async def test_a_change_needs_the_csrf_token_and_our_own_origin(any_house: OpenHouse) -> None:
    async with any_house() as house:
        anna = await house.guest()
        body = {"game": "manitou", "seats": 2}
        token = anna.web.headers.pop("x-csrf-token")
        assert (await anna.post("/tables", body, 403))["error"]["code"] == "csrf"
        anna.web.headers["x-csrf-token"] = token
        anna.web.headers["origin"] = "https://evil.example"
        assert (await anna.post("/tables", body, 403))["error"]["code"] == "forbidden"
        anna.web.headers["origin"] = house.url
        await anna.post("/tables", body, 201)


async def test_the_csrf_token_of_somebody_else_is_refused(any_house: OpenHouse) -> None:
    """A token that is only signed, but not bound to a person, could be planted."""
    async with any_house() as house:
        anna, ugo = await house.guest(), await house.guest()
        anna.web.headers["x-csrf-token"] = ugo.web.headers["x-csrf-token"]
        refused = await anna.post("/tables", {"game": "manitou", "seats": 2}, 403)
        assert refused["error"]["code"] == "csrf"


async def test_a_csrf_token_does_not_sign_a_cookie() -> None:
    async with open_house() as house:
        anna = await house.guest()
        cookie = anna.web.cookies[COOKIE].strip('"')
        payload = cookie.partition(".")[0]
        people = house.server.accounts
        who = await people.of_cookie(cookie)
        assert who is not None
        assert (await people.of_cookie(f"{payload}.{people.csrf(who)}")) is None


async def test_a_program_with_a_token_needs_neither_cookie_nor_csrf_token() -> None:
    async with open_house() as house:
        anna = await account(house, "Anna")
        token = (await anna.post("/tokens", {"name": "b", "scopes": ["play"]}, 201))["token"]
        headers = {"authorization": f"Bearer {token}"}
        async with house.client(**headers) as program:
            made = await program.post("/api/tables", json={"game": "manitou", "seats": 2})
            assert made.status_code == 201


async def test_a_socket_from_another_origin_is_closed(any_house: OpenHouse) -> None:
    async with any_house() as house:
        anna, _, table = await begun(house)
        async with anna.at(table, origin="https://evil.example") as a:
            assert (await a.next())["code"] == "forbidden"
            await a.socket.wait_closed()
            assert a.socket.close_code == 4403
        async with anna.at(table, origin=house.url) as a:
            await a.until(type="state")


async def test_a_socket_without_a_cookie_is_closed(any_house: OpenHouse) -> None:
    async with any_house() as house:
        _, _, table = await begun(house)
        url = f"ws://127.0.0.1:{house.port}/api/tables/{table}/socket"
        async with websockets.connect(url) as socket:
            assert json.loads(await socket.recv())["code"] == "forbidden"


async def test_an_account_keeps_what_the_guest_played_and_works_on_another_device(
    any_house: OpenHouse,
) -> None:
    async with any_house() as house:
        anna = await house.guest()
        table = await anna.open_table()
        await anna.post("/account", {"name": "Anna", "password": PASSWORD})
        other = await house.guest()
        wrong = await other.post("/login", {"name": "anna", "password": "wrong password"}, 403)
        assert wrong["error"]["code"] == "login"
        nobody = await other.post("/login", {"name": "nobody", "password": PASSWORD}, 403)
        assert nobody == wrong
        me = await other.post("/login", {"name": "anna", "password": PASSWORD})
        assert me["id"] == anna.id
        assert [row["id"] for row in await other.get("/tables?mine=true")] == [table["id"]]
        third = await house.guest()
        taken = await third.post("/account", {"name": "ANNA", "password": PASSWORD}, 409)
        assert taken["error"]["code"] == "name"


async def test_passwords_and_tokens_are_kept_as_hashes_only() -> None:
    store = MemoryStore()
    async with open_house(store) as house:
        anna = await account(house, "Anna")
        shown = await anna.post("/tokens", {"name": "my bot"}, 201)
        kept = str([asdict(person) for person in store.people.values()])
        assert PASSWORD not in kept
        assert "$argon2id$" in kept
        assert shown["token"] not in str([asdict(token) for token in store.kept_tokens.values()])
        (card,) = await anna.get("/tokens")
        assert card["token"] is None
        assert (await anna.web.delete(f"/api/tokens/{card['hash']}")).status_code == 204
        await (await house.guest()).post("/tokens", {"name": "x"}, 403)


async def test_a_token_does_only_what_its_scopes_allow(any_house: OpenHouse) -> None:
    async with any_house() as house:
        anna = await account(house, "Anna")
        token = (await anna.post("/tokens", {"name": "b", "scopes": ["bot"]}, 201))["token"]
        headers = {"authorization": f"Bearer {token}"}
        async with house.client(**headers) as program:
            assert (await program.get("/api/me")).json()["id"] == anna.id
            refused = await program.post("/api/tables", json={"game": "manitou", "seats": 2})
            assert refused.status_code == 403
            assert (await program.post("/api/tokens", json={"name": "x"})).status_code == 403
            program.headers["authorization"] = "Bearer prt_wrong"
            assert (await program.get("/api/me")).status_code == 401


async def test_who_is_banned_is_out() -> None:
    store = MemoryStore()
    async with open_house(store) as house:
        anna, _, table = await begun(house)
        store.people[anna.id] = Person(anna.id, "x", "red", 0, banned=True)
        house.server.accounts._cache.clear()
        assert (await anna.get("/tables", 403))["error"]["code"] == "banned"
        async with anna.at(table) as a:
            assert (await a.next())["code"] == "banned"


@pytest.mark.slow
async def test_who_is_banned_while_connected_is_told_and_let_go() -> None:
    store = MemoryStore()
    async with open_house(store) as house:
        anna, ugo, table = await begun(house)
        async with anna.at(table) as a, ugo.at(table) as b:
            await a.until(type="state")
            store.people[anna.id] = Person(anna.id, "x", "red", 0, banned=True)
            assert (await a.until(type="error"))["code"] == "banned"
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await a.next()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4403
            await b.until(type="state")
            assert (await b.play("picks 7"))["type"] == "accepted"


def test_a_flood_of_names_forgets_the_longest_unused_bucket_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "MOST_BUCKETS", 3)
    kept = limits.Limits(SystemClock(), {**RATES, "login": Rate(1, 0)})
    assert [kept.allows("login", name) for name in ("ann", "bob", "cid")] == [True] * 3
    assert not kept.allows("login", "ann")
    assert kept.allows("login", "dan")  # and bob, unused for longest, is forgotten
    assert not kept.allows("login", "ann")
    assert kept.allows("login", "bob")


def test_a_bucket_allows_a_burst_and_then_the_rate() -> None:
    bucket = Bucket(Rate(3, 60), 0)
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(1000), bucket.take(1000)] == [True, False]


async def test_too_many_messages_tables_and_log_ins_are_refused() -> None:
    rates = {**RATES, "message": Rate(5, 1), "create": Rate(2, 1), "login": Rate(2, 1)}
    async with open_house(rates=rates) as house:
        anna, _, table = await begun(house)
        await anna.open_table()
        assert (await anna.post("/tables", {"game": "manitou", "seats": 2}, 429))["error"][
            "code"
        ] == "too_fast"
        for _ in range(2):
            await anna.post("/login", {"name": "x", "password": PASSWORD}, 403)
        await anna.post("/login", {"name": "x", "password": PASSWORD}, 429)
        async with anna.at(table) as a:
            await a.until(type="state")
            answers = [await a.play("dances") for _ in range(8)]
            assert {answer.get("code") for answer in answers} == {"unknown_action", "too_fast"}


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [("GET", "/api/nowhere", 404, "not_found"), ("DELETE", "/api/me", 405, "method"),
     ("GET", "/api/tables?limit=x", 400, "bad_request"),
     ("GET", "/api/tables/x", 404, "not_found")],
)  # fmt: skip
async def test_every_error_has_one_shape(method: str, path: str, status: int, code: str) -> None:
    async with open_house() as house:
        answer = await (await house.guest()).web.request(method, path)
        assert answer.status_code == status
        assert answer.json()["error"]["code"] == code
        assert set(answer.json()) == {"error"}


async def test_an_accident_shows_no_stack_trace() -> None:
    store = MemoryStore()
    async with open_house(store) as house:
        anna = await house.guest()
        del store.rows
        answer = await anna.web.get("/api/tables")
        assert answer.status_code == 500
        assert answer.json()["error"]["code"] == "internal"
        assert "Traceback" not in answer.text
        assert "rows" not in answer.text
        store.broken = True
        gone = await anna.web.get("/api/tables")
        assert (gone.status_code, gone.json()["error"]["code"]) == (503, "store")
        store.rows = {}


async def test_the_metrics_are_in_prometheus_format() -> None:
    async with open_house() as house:
        anna, _, table = await begun(house)
        async with anna.at(table) as a:
            await a.until(type="state")
            await a.play("picks 7")
            text = (await anna.web.get("/metrics")).text
        assert "prateria_moves_total 1.0\n" in text
        assert "prateria_connections 1.0\n" in text
        assert 'prateria_messages_total{kind="play"} 1.0\n' in text
        for name in ("request", "message", "write"):
            assert f'prateria_{name}_seconds_bucket{{le="10.0"}} ' in text
        assert "prateria_store_waiting 0.0\n" in text
        assert "prateria_bots_waiting 0.0\n" in text


async def test_metrics_are_for_this_machine_or_for_a_token() -> None:
    far = {"x-forwarded-for": "198.51.100.7"}
    async with open_house(proxies=("127.0.0.1",)) as house:
        web = (await house.guest()).web
        assert (await web.get("/metrics")).status_code == 200
        assert (await web.get("/metrics", headers=far)).status_code == 403
    async with open_house(proxies=("127.0.0.1",), metrics_token="let me see") as house:
        web = (await house.guest()).web
        assert (await web.get("/metrics")).status_code == 403
        shown = {**far, "authorization": "Bearer let me see"}
        assert (await web.get("/metrics", headers=shown)).status_code == 200


@pytest.mark.parametrize("header", ["x-forwarded-for", "x-real-ip", "forwarded"])
async def test_metrics_are_not_told_through_a_proxy_that_nobody_named(header: str) -> None:
    """A proxy usually runs on this machine, and then everybody would seem to be local."""
    async with open_house() as house:
        web = (await house.guest()).web
        answer = await web.get("/metrics", headers={header: "198.51.100.7"})
        assert answer.status_code == 403


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("it", "it"),
        ("IT", "it"),
        ("fr, cs-CZ;q=0.9, en", "cs"),
        ("csb", "en"),
        ("", "en"),
        ("*", "en"),
    ],
)
def test_a_client_gets_the_first_of_our_languages_it_asks_for(asked: str, language: str) -> None:
    scope = {"type": "http", "query_string": b"", "headers": [(b"accept-language", asked.encode())]}
    assert security.language(ASGIConnection(cast("HTTPScope", scope))) == language
