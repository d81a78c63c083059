"""What administrators do on their page.

Each act is recorded in the audit trail with its author, and every worker notices within seconds:
they look for bans and closed tables.
"""

from __future__ import annotations

import logging
from typing import Annotated, Final

from litestar import post
from litestar.params import JSONBody
from msgspec import Meta, Struct

from prateria.core.texts import mark
from prateria.server.errors import conflict, not_found
from prateria.server.http import security
from prateria.server.http.deps import AnyRequest, server_of, who
from prateria.server.server_log import facts
from prateria.server.store.base import Audit, Person
from prateria.server.wire.protocol import Id

LOG: Final = logging.getLogger("prateria.server")


class Whom(Struct, frozen=True, forbid_unknown_fields=True):
    """An account's name, or anybody's id."""

    who: Id


class Which(Struct, frozen=True, forbid_unknown_fields=True):
    table: Id


class Settled(Struct, frozen=True, forbid_unknown_fields=True):
    """A report by its number."""

    report: Annotated[int, Meta(ge=1, lt=2**62)]


def _administrator(request: AnyRequest) -> Person:
    """The administrator asking: the guard has checked their right."""
    person = who(request).person
    security.limit(server_of(request).services.limits, "join", request, person.id)
    return person


@post("/api/admin/ban", summary="Ban somebody (administrators)", status_code=200)
async def ban(request: AnyRequest, data: JSONBody[Whom]) -> dict[str, bool]:
    by, accounts = _administrator(request), server_of(request).accounts
    person = await accounts.set_banned(data.who, banned=True, by=by)
    LOG.info("somebody was banned", extra=facts(about=person.id))
    return {"done": True}


@post("/api/admin/unban", summary="Lift a ban (administrators)", status_code=200)
async def unban(request: AnyRequest, data: JSONBody[Whom]) -> dict[str, bool]:
    by, accounts = _administrator(request), server_of(request).accounts
    person = await accounts.set_banned(data.who, banned=False, by=by)
    LOG.info("a ban was lifted", extra=facts(about=person.id))
    return {"done": True}


@post("/api/admin/close", summary="Close a table (administrators)", status_code=200)
async def close(request: AnyRequest, data: JSONBody[Which]) -> dict[str, bool]:
    """The table is named in the body: a path with a table is forwarded to its owner, and a table
    whose owner hangs must be closable all the same."""
    by, services = _administrator(request), server_of(request).services
    note = Audit(services.clock.wall(), "close", None, data.table, "", actor=by.id)
    if not await services.store.close_table(data.table, note):
        if await services.store.table(data.table) is None:
            raise not_found(mark("There is no such table."))
        raise conflict("not_playing", mark("This match is not being played."))
    LOG.info("a table was closed", extra=facts(table=data.table))
    return {"done": True}


@post("/api/admin/settle", summary="A report is dealt with (administrators)", status_code=200)
async def settle(request: AnyRequest, data: JSONBody[Settled]) -> dict[str, bool]:
    by, services = _administrator(request), server_of(request).services
    note = Audit(services.clock.wall(), "settle", None, None, f"{data.report}", actor=by.id)
    if not await services.store.settle(data.report, note):
        raise not_found(mark("There is no such report, or it has already been dealt with."))
    LOG.info("a report was dealt with", extra=facts(about=data.report))
    return {"done": True}


HANDLERS = [ban, unban, close, settle]
