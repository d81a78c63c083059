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
from prateria.i18n import PSEUDO, language_of
from prateria.server.accounts import COOKIE, Accounts, SignedIn, hash_of
from prateria.server.errors import Refusal, forbidden, too_fast
from prateria.server.limits import Kind, Limits, place_of
from prateria.server.settings import Settings
from prateria.server.store.base import Person, folded

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
REQUEST_ID: Final = "prateria.request"
"""Where a connection's scope keeps its id."""
REQUEST_HEADER: Final = b"x-request-id"
CSRF_HEADER: Final = "x-csrf-token"
YEAR: Final = 365 * 24 * 3600

Connection = ASGIConnection[Any, Any, Any, Any]


_HEADERS: Final = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
_FOR_PARTS: Final = [row for row in _HEADERS if row[0] == b"x-content-type-options"]
"""For resources of a page: the other headers matter for documents only, and twenty files are loaded
with the first table."""
_PARTS: Final = (b"text/javascript", b"text/css")


_HSTS: Final = (b"strict-transport-security", f"max-age={YEAR}".encode())


def request_id(scope: Any) -> str:
    """The id that the app gave a connection."""
    return str(scope.get(REQUEST_ID, ""))


async def add_headers(message: Message, scope: Scope) -> None:
    """Added to every response, errors too; scripts and styles get those that matter for them."""
    shown = (REQUEST_HEADER, request_id(scope).encode())
    if message["type"] == "websocket.accept":
        # One that another worker serves has it already.
        others = [row for row in message.get("headers", ()) if row[0] != REQUEST_HEADER]
        message["headers"] = [*others, shown]
    if message["type"] == "http.response.start":
        given = {name for name, _ in message["headers"]}
        is_secure = scope["litestar_app"].state.server.services.settings.secure
        kind = next((value for name, value in message["headers"] if name == b"content-type"), b"")
        headers = _FOR_PARTS if kind.startswith(_PARTS) else _HEADERS
        wanted = (*headers, shown, *([_HSTS] if is_secure else []))
        # A response made by another worker has them already.
        added = [row for row in wanted if row[0] not in given]
        message["headers"] = [*message["headers"], *added]


@dataclass(frozen=True, slots=True)
class Caller:
    """The caller: a person with a cookie, or with `scopes` a program with a token, which has no
    session."""

    who: SignedIn
    scopes: tuple[str, ...] | None = None
    token: str = ""
    """The hash of the token."""

    @property
    def person(self) -> Person:
        return self.who.person


def check_origin(settings: Settings, connection: Connection) -> None:
    """A browser says from which page a request comes: it must be ours. Programs say nothing."""
    origin = connection.headers.get("origin")
    if origin is None or origin in settings.origins:
        return
    if _host_of(origin) != connection.headers.get("host"):
        raise forbidden(mark("Requests from this origin are not accepted."))


def _host_of(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:  # a malformed address, such as half of its brackets
        return None


def address(connection: Connection) -> str:
    """The client's address. Behind a proxy uvicorn has already put it here."""
    return connection.client.host if connection.client is not None else "?"


def place(connection: Connection) -> str:
    """The address as it is counted by limits."""
    return place_of(address(connection))


async def caller(accounts: Accounts, settings: Settings, connection: Connection) -> Caller | None:
    """The caller, by token or by cookie; None for somebody unknown."""
    given = connection.headers.get("authorization")
    if given is not None:
        kind, _, token = given.partition(" ")
        if kind.lower() != "bearer":
            raise Refusal(401, "token", mark("Send the header “Authorization: Bearer TOKEN”."))
        person, scopes = await accounts.of_token(token)
        return Caller(SignedIn(person, ""), scopes, hash_of(token))
    found = await accounts.of_cookie(connection.cookies.get(COOKIE))
    if found is None:
        return None
    method = connection.scope.get("method", "GET")
    check_origin(settings, connection)
    if method not in ("GET", "HEAD", "OPTIONS"):
        _check_csrf(accounts, found, connection)
    return Caller(found)


def _check_csrf(accounts: Accounts, who: SignedIn, connection: Connection) -> None:
    shown = connection.headers.get(CSRF_HEADER, "")
    if not hmac.compare_digest(shown.encode(), accounts.csrf(who).encode()):
        detail = f"the header {CSRF_HEADER} is missing or wrong"
        text = mark("This page is out of date. Load it again.")
        raise Refusal(403, "csrf", text, detail=detail)


def cookie(settings: Settings, accounts: Accounts, who: SignedIn) -> Cookie:
    return Cookie(
        key=COOKIE,
        value=accounts.cookie(who),
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=settings.secure,
        path="/",
    )


def limit(limits: Limits, kind: Kind, connection: Connection, person: str) -> None:
    """Refuse what an address or a person asks for too often."""
    if not limits.allows(kind, f"address {place(connection)}", f"person {person}"):
        raise too_fast()


def limit_login(limits: Limits, connection: Connection, name: str) -> None:
    """Refuse callers who try too many passwords: from one address for one account, and from one
    address for any. That locks out nobody elsewhere, least of all the owner."""
    here = place(connection)
    if not limits.allows_anywhere("logins", f"address {here}"):
        raise too_fast()
    if not limits.allows_anywhere("login", f"address {here} account {folded(name)}"):
        raise too_fast()


def agent(connection: Connection) -> str:
    """The name a browser gives itself."""
    return connection.headers.get("user-agent", "")


def language(connection: Connection) -> str:
    """The language requested in the URL, otherwise the client's preferred one, as for pages."""
    asked = connection.query_params.get("language") or connection.headers.get("accept-language", "")
    if asked == PSEUDO and may_pseudo(connection):
        return PSEUDO
    return language_of(str(asked))


def may_pseudo(connection: Connection) -> bool:
    """Whether this server offers the pseudo-language, which is for tests."""
    return bool(connection.app.state.server.services.settings.pseudo)


def check_host_limit(limits: Limits, connection: Connection) -> None:
    if not limits.allows("request", f"address {place(connection)}"):
        raise too_fast()
