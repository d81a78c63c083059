"""Shared by the handlers of the HTTP API: who is asking, and how often they may."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from litestar import Request
from litestar.params import QueryParameter
from msgspec import Meta

from prateria.server.http import security
from prateria.server.http.security import Caller
from prateria.server.limits import Kind
from prateria.server.server import Server
from prateria.server.store.base import Person
from prateria.server.wire.protocol import NO_CONTROL

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40, pattern=NO_CONTROL)]
AnyRequest: TypeAlias = Request[Any, Any, Any]
Invite: TypeAlias = Annotated[str | None, QueryParameter(max_length=64)]


def server_of(request: AnyRequest) -> Server:
    server: Server = request.app.state.server
    return server


def who(request: AnyRequest) -> Caller:
    """The person asking, on a route that requires one: the guard has made sure."""
    caller: Caller = request.state.caller
    return caller


async def player(request: AnyRequest, kind: Kind) -> Person:
    """The person asking to change a table, if not too often; in the store from now on."""
    server, caller = server_of(request), who(request)
    security.limit(server.services.limits, kind, request, caller.person.id)
    if caller.scopes is None:
        await server.accounts.keep(caller.who, security.agent(request))
    return caller.person
