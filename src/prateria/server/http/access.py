"""Who may do what: one table with every route of the server, and the guard that enforces it.

A route that is not in the table is an error, found when the app is made. A program's token can
never do what is reserved to people, and is never given a cookie.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from litestar import Litestar
from litestar.handlers import BaseRouteHandler
from litestar.routes import ASGIRoute, HTTPRoute, WebSocketRoute

from prateria.core.texts import mark
from prateria.server import server_log
from prateria.server.errors import forbidden
from prateria.server.http import security
from prateria.server.http.security import Caller, Connection
from prateria.server.server import Server


class Access(Enum):
    """Who may use a route."""

    ANYONE = "anyone, known or not"
    READERS = "people; somebody new becomes a guest"
    KNOWN = "people and programs that have signed in"
    PEOPLE = "people who have signed in, never a token"
    PLAY = "people, and tokens with the scope play"
    BOT = "tokens with the scope bot"
    ADMIN = "administrators in a browser, never a token"


PAGES: Final = (
    *("/", "/about", "/accessibility", "/account", "/glossary", "/settings", "/open"),
    *("/here/{game_id}", "/new/{game_id}", "/join/{table_id}", "/join/{table_id}/seats"),
    *("/lessons", "/lessons/{game_id}", "/rules", "/rules/{game_id}"),
    "/people/{person_id}",
    *("/lists/{name}", "/lobby/tables", "/tables/{table_id}", "/tables/{table_id}/replay"),
    *("/tables/{table_id}/log", "/tables/{table_id}/away"),
    *("/replays/{table_id}", "/replays/{table_id}/log"),
)
TABLE: Final = "/api/tables/{table_id}"

ROUTES: Final[dict[str, Access]] = {
    **{f"GET {page}": Access.READERS for page in PAGES},
    "GET /language/{code}": Access.ANYONE,
    "GET /favicon.ico": Access.ANYONE,
    "GET /worker.js": Access.ANYONE,
    "GET /offline": Access.ANYONE,
    "GET /robots.txt": Access.ANYONE,
    "GET /manifest.webmanifest": Access.ANYONE,
    "GET /static/{version}/{name}": Access.ANYONE,
    "GET /style/{version}/{name}": Access.ANYONE,
    "GET /metrics": Access.ANYONE,
    "GET /api/health": Access.ANYONE,
    "GET /api/games": Access.ANYONE,
    "GET /api/schema": Access.ANYONE,
    "GET /api/schema/openapi.json": Access.ANYONE,
    "GET /api/schema/{path}": Access.ANYONE,
    # people
    "GET /api/me": Access.ANYONE,
    "POST /api/me": Access.PEOPLE,
    "POST /api/account": Access.PEOPLE,
    "POST /api/account/password": Access.PEOPLE,
    "POST /api/login": Access.ANYONE,
    "POST /api/logout": Access.PEOPLE,
    "GET /api/sessions": Access.PEOPLE,
    "POST /api/sessions/end": Access.PEOPLE,
    "POST /api/sessions/{hashed}/end": Access.PEOPLE,
    "GET /api/tokens": Access.PEOPLE,
    "POST /api/tokens": Access.PEOPLE,
    "DELETE /api/tokens/{hashed}": Access.PEOPLE,
    # tables
    "GET /api/tables": Access.KNOWN,
    "GET /api/turns": Access.KNOWN,
    "POST /api/tables": Access.PLAY,
    "POST /api/tables/now": Access.PLAY,
    f"GET {TABLE}": Access.KNOWN,
    f"GET {TABLE}/chat": Access.KNOWN,
    f"GET {TABLE}/watchers": Access.KNOWN,
    **{
        f"POST {TABLE}/{name}": Access.PLAY
        for name in (
            *("sit", "stand", "fill", "ready", "unseat", "call", "start"),
            *("setup", "close"),
            *("leave", "resign", "back", "rematch", "twin"),
        )
    },
    f"WEBSOCKET {TABLE}/socket": Access.PLAY,
    # matches that were played
    f"GET {TABLE}/log": Access.KNOWN,
    f"GET {TABLE}/replay": Access.KNOWN,
    "POST /api/logs": Access.PLAY,
    "GET /api/replays/{table_id}": Access.READERS,
    "GET /api/replays/{table_id}/review": Access.READERS,
    "POST /api/replays/{table_id}/on": Access.PLAY,
    "POST /api/lessons/{game_id}/look": Access.READERS,
    "POST /api/lessons/{game_id}/play": Access.READERS,
    # administrators
    "GET /admin": Access.ADMIN,
    "POST /api/admin/ban": Access.ADMIN,
    "POST /api/admin/unban": Access.ADMIN,
    "POST /api/admin/close": Access.ADMIN,
    "POST /api/admin/settle": Access.ADMIN,
    # programs
    "GET /api/bot/stream": Access.BOT,
    "GET /api/bot/tables/{table_id}/stream": Access.BOT,
    "POST /api/bot/tables/{table_id}/moves": Access.BOT,
}
"""Every route, by method and path."""

SOCKET: Final = "WEBSOCKET"
NOT_SIGNED_IN: Final = mark("Not signed in: call GET /api/me first, or send a token.")
SCOPES: Final = {Access.PLAY: "play", Access.BOT: "bot"}
FOR_PEOPLE: Final = (Access.READERS, Access.PEOPLE, Access.ADMIN)
FOR_ADMINS: Final = mark("This is for administrators.")


def check_access(access: Access, caller: Caller | None) -> None:
    """Raise Refusal if this caller (None: somebody unknown) may not use the route."""
    if access in (Access.ANYONE, Access.READERS) and caller is None:
        return
    if caller is None:
        raise forbidden(FOR_ADMINS if access is Access.ADMIN else NOT_SIGNED_IN)
    if caller.scopes is None:
        if access is Access.BOT:
            raise forbidden(mark("Programs sign in with a token."))
        if access is Access.ADMIN and not caller.person.admin:
            raise forbidden(FOR_ADMINS)
    elif access in FOR_PEOPLE:
        raise forbidden(mark("Only people can do this, not programs with a token."))
    elif access in SCOPES and SCOPES[access] not in caller.scopes:
        scope = SCOPES[access]
        raise forbidden(mark("This token lacks the scope “{scope}”."), scope=scope)


def access_to(connection: Connection) -> Access:
    """The table's entry for the route of a connection."""
    method = _method(connection)
    return ROUTES[f"{'GET' if method == 'HEAD' else method} {connection.scope['path_template']}"]


def _method(connection: Connection) -> str:
    return str(connection.scope.get("method", SOCKET))


async def guard(connection: Connection, _: BaseRouteHandler) -> None:
    """Runs before any handler. A socket has to be accepted first to be told why it is refused: its
    handler checks by itself."""
    if _method(connection) in (SOCKET, "OPTIONS"):
        return
    access = access_to(connection)
    if access is Access.ANYONE:
        return
    server: Server = connection.app.state.server
    caller = await security.caller(server.accounts, server.services.settings, connection)
    check_access(access, caller)
    if caller is not None:
        server_log.about(person=caller.person.id)
    connection.state.caller = caller


def check_routes(app: Litestar) -> None:
    """Check that every route is in the table, and nothing else."""
    found = {route for each in app.routes for route in _names(each)}
    if found != set(ROUTES):
        wrong = ", ".join(sorted(found ^ set(ROUTES)))
        raise LookupError(f"http/access.py and the routes of the app differ in: {wrong}")


def _names(route: HTTPRoute | WebSocketRoute | ASGIRoute) -> list[str]:
    if isinstance(route, HTTPRoute):
        return [f"{method} {route.path_format}" for method in route.methods if method != "OPTIONS"]
    return [f"{route.scope_type.value.upper()} {route.path_format}"]
