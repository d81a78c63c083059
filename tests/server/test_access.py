"""The table of who may do what (`http/access.py`): every route, every kind of caller."""

from __future__ import annotations

import re
from dataclasses import dataclass

import httpx
import pytest
from litestar import Litestar, get

from prateria.server.http.access import ROUTES, Access, check_routes
from prateria.server.store.base import Audit
from tests.server.house import Guest, House, OpenHouse
from tests.server.test_security import account

ALLOWED = {
    Access.ANYONE: {"nobody", "guest", "account", "play", "bot"},
    Access.READERS: {"nobody", "guest", "account"},
    Access.KNOWN: {"guest", "account", "play", "bot"},
    Access.PEOPLE: {"guest", "account"},
    Access.PLAY: {"guest", "account", "play"},
    Access.BOT: {"bot"},
    Access.ADMIN: {"admin"},
}
REFUSALS = re.compile(
    "Not signed in|sign in with a token|Only people can do this|lacks the scope|for administrators"
)


@dataclass(frozen=True)
class Callers:
    house: House
    clients: dict[str, httpx.AsyncClient]


async def callers(house: House) -> Callers:
    """The tokens belong to an administrator: that is no reason to let them in."""
    anna, boss = await account(house, "Anna"), await account(house, "Boss")
    await house.server.services.store.set_admin(
        boss.id, Audit(0, "grant", boss.id, None, ""), admin=True
    )
    for server in house.servers:
        server.accounts._cache.clear()
    guest: Guest = await house.guest()
    clients = {"guest": guest.web, "account": anna.web, "admin": boss.web}
    clients["nobody"] = house.client()
    for scope in ("play", "bot"):
        shown = await boss.post("/tokens", {"name": scope, "scopes": [scope]}, 201)
        clients[scope] = house.client(authorization=f"Bearer {shown['token']}")
    return Callers(house, clients)


def is_allowed(kind: str, access: Access) -> bool:
    return kind in ALLOWED[access] or (kind == "admin" and "account" in ALLOWED[access])


def test_every_kind_of_access_is_looked_at() -> None:
    assert set(ALLOWED) == set(Access) == set(ROUTES.values())


async def test_every_route_answers_just_those_the_table_names(any_house: OpenHouse) -> None:
    wrong: list[str] = []
    async with any_house() as house:
        everybody = await callers(house)
        for route, access in ROUTES.items():
            method, path = route.split(" ")
            if method == "WEBSOCKET" or path == "/api/logout" or "stream" in path:
                continue  # sockets and streams: below; a logged-out caller cannot ask again
            for kind, web in everybody.clients.items():
                if kind == "nobody":
                    web.cookies.clear()  # a page has made a guest of them
                answer = await web.request(method, re.sub("{[^}]*}", "nothing", path))
                is_refused = REFUSALS.search(answer.text) is not None
                if is_refused == is_allowed(kind, access):
                    wrong.append(f"{route} for {kind}: {answer.status_code} {answer.text[:80]}")
                if kind in ("play", "bot") and "set-cookie" in answer.headers:
                    wrong.append(f"{route} gives a cookie to a token")
                assert answer.status_code < 500, (route, kind, answer.text)
        for kind in everybody.clients:
            if kind in ("play", "bot"):
                refused = await everybody.clients[kind].post("/api/logout")
                assert REFUSALS.search(refused.text)
            await everybody.clients[kind].aclose()
    assert wrong == []


async def test_a_stream_is_for_tokens_with_the_scope_bot(any_house: OpenHouse) -> None:
    async with any_house() as house:
        for kind, web in (await callers(house)).clients.items():
            async with web.stream("GET", "/api/bot/tables/nothing/stream") as answer:
                text = (await answer.aread()).decode()
            assert (REFUSALS.search(text) is not None) == (kind != "bot"), kind
            await web.aclose()


async def test_a_token_with_scope_bot_never_becomes_the_account(any_house: OpenHouse) -> None:
    async with any_house() as house:
        anna = await account(house, "Anna")
        token = (await anna.post("/tokens", {"name": "b", "scopes": ["bot"]}, 201))["token"]
        async with house.client(authorization=f"Bearer {token}") as program:
            answer = await program.post("/api/me", json={"name": "Anna", "colour": "red"})
            assert answer.status_code == 403
            assert "set-cookie" not in answer.headers
            table = (await anna.open_table())["id"]
            for path in (f"/api/tables/{table}", "/api/tables?mine=true"):
                told = (await program.get(path)).json()
                card = told[0] if isinstance(told, list) else told
                assert (card["id"], card["invite"]) == (table, None)
            known = await program.get("/api/me")
            assert known.json()["id"] == anna.id
            assert "set-cookie" not in known.headers


def test_a_route_that_is_not_in_the_table_is_found_when_the_app_is_made() -> None:
    @get("/secret")
    async def secret() -> str:
        return ""

    with pytest.raises(LookupError, match=r"differ in: .*GET /secret"):
        check_routes(Litestar([secret]))
