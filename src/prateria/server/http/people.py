"""The HTTP API about people: who you are, accounts, tokens for programs."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from litestar import Response, delete, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from prateria.i18n import texts_in
from prateria.server.accounts import COOKIE, SignedIn, dot_of
from prateria.server.http import security
from prateria.server.http.deps import AnyRequest, Name, server_of, who
from prateria.server.server import Server

Password: TypeAlias = Annotated[str, Meta(min_length=8, max_length=200)]


class Me(Struct, frozen=True):
    """Who you are. `csrf` goes into the header x-csrf-token of every change."""

    id: str
    name: str
    colour: str
    account: bool
    csrf: str


class Looks(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    colour: Annotated[str, Meta(max_length=20)] = ""
    """The colour they would like to play; without one, whichever their seat has."""


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    password: Password


class TokenWish(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    scopes: tuple[str, ...] = ("play", "bot")


class TokenCard(Struct, frozen=True):
    """One of your tokens. `token` is shown once, when it is created."""

    hash: str
    name: str
    scopes: str
    created: int
    token: str | None = None


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """The current password, and the new one."""

    password: Annotated[str, Meta(max_length=200)]
    new: Password


class SessionCard(Struct, frozen=True):
    """A browser in which you are signed in; `current` is the one asking."""

    id: str
    agent: str
    created: int
    seen: int
    current: bool


def _me(server: Server, who: SignedIn) -> Me:
    person = who.person
    is_account = person.password is not None
    return Me(person.id, person.name, dot_of(person), is_account, server.accounts.csrf(who))


def _with_cookie(server: Server, who: SignedIn) -> Response[Me]:
    cookie = security.cookie(server.services.settings, server.accounts, who)
    return Response(_me(server, who), cookies=[cookie], status_code=200)


@get("/api/me", summary="Who you are; a guest's cookie if you are new")
async def me(request: AnyRequest) -> Response[Me]:
    server = server_of(request)
    caller = await security.caller(server.accounts, server.services.settings, request)
    if caller is None:
        texts = texts_in(security.language(request))
        return _with_cookie(server, server.accounts.new_guest(texts))
    return Response(_me(server, caller.who), status_code=200)


@post("/api/me", summary="Change your name or colour", status_code=200)
async def rename(request: AnyRequest, data: JSONBody[Looks]) -> Response[Me]:
    server, caller = server_of(request), who(request)
    security.limit(server.services.limits, "join", request, caller.person.id)
    changed = await server.accounts.rename(caller.person, data.name, data.colour)
    await server.lobby.rename(changed)
    return _with_cookie(server, SignedIn(changed, caller.who.session))


@post("/api/account", summary="Sign up: your matches are kept across devices", status_code=200)
async def register(request: AnyRequest, data: JSONBody[Credentials]) -> Response[Me]:
    server, caller = server_of(request), who(request)
    security.limit(server.services.limits, "login", request, caller.person.id)
    agent = security.agent(request)
    account = await server.accounts.register(caller.person, data.name, data.password, agent)
    return _with_cookie(server, account)


@post(
    "/api/account/password", summary="Change your password; all other sessions end", status_code=200
)
async def change_password(request: AnyRequest, data: JSONBody[NewPassword]) -> Response[Me]:
    server, person = server_of(request), who(request).person
    security.limit_login(server.services.limits, request, person.name)
    agent = security.agent(request)
    changed = await server.accounts.change_password(person, data.password, data.new, agent)
    return _with_cookie(server, changed)


@post("/api/login", summary="Log in to your account on this device", status_code=200)
async def log_in(request: AnyRequest, data: JSONBody[Credentials]) -> Response[Me]:
    server = server_of(request)
    security.check_origin(server.services.settings, request)
    security.limit_login(server.services.limits, request, data.name)
    agent = security.agent(request)
    return _with_cookie(server, await server.accounts.log_in(data.name, data.password, agent))


@post("/api/logout", summary="Log out on this device", status_code=200)
async def log_out(request: AnyRequest) -> Response[dict[str, bool]]:
    await server_of(request).accounts.log_out(who(request).who)
    response: Response[dict[str, bool]] = Response({"done": True}, status_code=200)
    response.delete_cookie(COOKIE)
    return response


@get("/api/sessions", summary="The browsers in which you are signed in")
async def sessions(request: AnyRequest) -> list[SessionCard]:
    server, caller = server_of(request), who(request)
    return [
        SessionCard(each.hash, each.agent, each.created, each.seen, each.hash == caller.who.hash)
        for each in await server.accounts.sessions(caller.person)
    ]


@post("/api/sessions/end", summary="End all other sessions", status_code=200)
async def end_others(request: AnyRequest) -> dict[str, bool]:
    await server_of(request).accounts.end_others(who(request).who)
    return {"done": True}


@post("/api/sessions/{hashed:str}/end", summary="End a session", status_code=200)
async def end_session(request: AnyRequest, hashed: FromPath[str]) -> dict[str, bool]:
    await server_of(request).accounts.end_session(who(request).person, hashed)
    return {"done": True}


@get("/api/tokens", summary="Your tokens for programs")
async def tokens(request: AnyRequest) -> list[TokenCard]:
    server, caller = server_of(request), who(request)
    found = await server.accounts.tokens(caller.person)
    return [TokenCard(t.hash, t.name, t.scopes, t.created) for t in found]


@post("/api/tokens", summary="A new token for a program", status_code=201)
async def new_token(request: AnyRequest, data: JSONBody[TokenWish]) -> TokenCard:
    server, caller = server_of(request), who(request)
    security.limit(server.services.limits, "create", request, caller.person.id)
    text = await server.accounts.new_token(caller.person, data.name, data.scopes)
    return TokenCard("", data.name, " ".join(data.scopes), server.services.clock.wall(), text)


@delete("/api/tokens/{hashed:str}", summary="Revoke a token")
async def drop_token(request: AnyRequest, hashed: FromPath[str]) -> None:
    server, caller = server_of(request), who(request)
    await server.accounts.drop_token(caller.person, hashed)


HANDLERS = [
    me, rename, register, change_password, log_in, log_out, sessions, end_others, end_session,
    tokens, new_token, drop_token,
]  # fmt: skip
