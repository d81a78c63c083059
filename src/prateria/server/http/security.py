"""Headers, origins, and who is asking: closed by default."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.types import Message, Scope

from prateria.core.texts import mark
from prateria.i18n import language_of
from prateria.server.accounts import COOKIE, Accounts
from prateria.server.errors import Refusal, forbidden, too_fast
from prateria.server.limits import Kind, Limits
from prateria.server.settings import Settings
from prateria.server.store.base import Person

HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; media-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
CSRF_HEADER: Final = "x-csrf-token"
YEAR: Final = 365 * 24 * 3600

Connection = ASGIConnection[Any, Any, Any, Any]


_HEADERS: Final = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


async def add_headers(message: Message, _: Scope) -> None:
    """Every answer gets them: pages, files, errors too."""
    if message["type"] == "http.response.start":
        given = {name for name, _ in message["headers"]}
        message["headers"] = [
            *message["headers"],
            *(row for row in _HEADERS if row[0] not in given),
        ]


@dataclass(frozen=True, slots=True)
class Caller:
    """Who is asking. `scopes` None: a person with a cookie, who may do all that people may."""

    person: Person
    scopes: tuple[str, ...] | None = None

    def need(self, scope: str) -> None:
        if self.scopes is not None and scope not in self.scopes:
            raise forbidden(f"this token lacks the scope {scope!r}")


def check_origin(settings: Settings, connection: Connection) -> None:
    """A browser says from which page it comes: it must be ours. Programs say nothing."""
    origin = connection.headers.get("origin")
    if origin is None or origin in settings.origins:
        return
    if urlsplit(origin).netloc != connection.headers.get("host"):
        raise forbidden(mark("requests from this origin are not answered"))


def address(connection: Connection) -> str:
    """Where it comes from. Behind a proxy uvicorn has put the client's address here."""
    return connection.client.host if connection.client is not None else "?"


async def caller(accounts: Accounts, settings: Settings, connection: Connection) -> Caller | None:
    """Who is asking, by token or by cookie; None for somebody we have not met."""
    given = connection.headers.get("authorization")
    if given is not None:
        kind, _, token = given.partition(" ")
        if kind.lower() != "bearer":
            raise Refusal(401, "token", mark("say 'Authorization: Bearer TOKEN'"))
        person, scopes = await accounts.of_token(token)
        return Caller(person, scopes)
    person_or_none = await accounts.of_cookie(connection.cookies.get(COOKIE))
    if person_or_none is None:
        return None
    method = connection.scope.get("method", "GET")
    check_origin(settings, connection)
    if method not in ("GET", "HEAD", "OPTIONS"):
        _check_csrf(accounts, person_or_none, connection)
    return Caller(person_or_none)


def _check_csrf(accounts: Accounts, person: Person, connection: Connection) -> None:
    shown = connection.headers.get(CSRF_HEADER, "")
    if not hmac.compare_digest(shown.encode(), accounts.csrf(person.id).encode()):
        raise Refusal(403, "csrf", f"the header {CSRF_HEADER} is missing or wrong")


def cookie(settings: Settings, accounts: Accounts, person: Person) -> Cookie:
    return Cookie(
        key=COOKIE,
        value=accounts.cookie(person),
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=settings.secure,
        path="/",
    )


def limit(limits: Limits, kind: Kind, connection: Connection, person: str) -> None:
    """Refuses what an address or a person asks for too often."""
    if not limits.allows(kind, f"address {address(connection)}", f"person {person}"):
        raise too_fast()


def language(connection: Connection) -> str:
    """The language asked for in the address, else the one the client prefers, as for pages."""
    asked = connection.query_params.get("language") or connection.headers.get("accept-language", "")
    return language_of(str(asked))


def check_host_limit(limits: Limits, connection: Connection) -> None:
    if not limits.allows("request", f"address {address(connection)}"):
        raise too_fast()
