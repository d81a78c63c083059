"""Rows to store."""

from __future__ import annotations

import json

from prateria.server.store.base import Status, TableRow


def table(
    identity: str = "t",
    *,
    status: Status = Status.OPEN,
    host: str = "ann",
    changed: int = 1_000,
    public: bool = True,
    people: tuple[str, ...] = (),
) -> TableRow:
    return TableRow(
        id=identity,
        game="manitou",
        status=status,
        host=host,
        created=1_000,
        changed=changed,
        public=public,
        setup='{"quick": true}',
        seats=json.dumps([{"person": person} for person in people]),
        seed="secret",
    )


def line(n: int) -> str:
    return f'{{"n":{n},"at":{n * 1000},"by":"A","do":"pick ž {n}","chain":"{n:032x}"}}\n'


def log(lines: int) -> list[str]:
    return [line(n) for n in range(lines)]
