"""Converts between the store's records and rows of its tables."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from prateria.server.store.base import BrowserSession, Person, Status, TableRow, folded
from prateria.server.store.session import Session
from prateria.server.store.statements import insert


def write_participants(session: Session, row: TableRow) -> None:
    people = sorted({row.host, *seated(row.seats)})
    session.run_many(insert("participants"), [(person, row.id) for person in people])


def seated(seats: str) -> set[str]:
    """The ids of the people in a table's `seats`: each text with the key "person", however deep."""
    try:
        found, people = [json.loads(seats)], set()
    except ValueError:
        return set()
    while found:
        match found.pop():
            case dict() as members:
                if isinstance(members.get("person"), str):
                    people.add(members["person"])
                found.extend(members.values())
            case list() as items:
                found.extend(items)
            case _:
                pass
    return people


def table_values(row: TableRow) -> tuple[object, ...]:
    return (
        *(row.id, row.game, row.status.value, row.host, row.created, row.changed),
        *(int(row.public), row.setup, row.seats, row.seed, due_of(row)),
    )


def due_of(row: TableRow) -> int | None:
    """When a table needs a worker that was written just now: at once, if it plays."""
    return 0 if row.status is Status.PLAYING else None


def table_of(row: Sequence[Any]) -> TableRow:
    identity, game, status, host, created, changed, public, *texts, _due = row
    return TableRow(identity, game, Status(status), host, created, changed, bool(public), *texts)


def session_values(session: BrowserSession) -> tuple[object, ...]:
    return (
        *(session.hash, session.person, session.created, session.seen),
        *(session.agent, session.ended),
    )


def person_values(person: Person) -> tuple[object, ...]:
    return (
        *(person.id, person.name, person.colour, person.created),
        *(person.password, int(person.banned), folded(person.name), int(person.admin)),
    )


def person_of(row: Sequence[Any]) -> Person:
    identity, name, colour, created, password, banned, _folded, admin = row
    return Person(identity, name, colour, created, password, bool(banned), bool(admin))
