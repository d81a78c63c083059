"""What an administrator does, on a real store."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from prateria.cli import main
from prateria.server.rooms.tables import Wish, new_table
from prateria.server.store.base import Audit, Person, Status
from prateria.server.store.urls import open_store

ANNA = Person("anna-id", "Anna", "red", 0, password="hash")


@pytest.fixture
def store(tmp_path: Path) -> str:
    """A store with one person and one table, by its URL."""
    url = f"sqlite:///{tmp_path}/store.db"

    async def fill() -> None:
        async with open_store(url) as opened:
            await opened.save_person(ANNA)
            table = new_table(Wish(game="manitou", seats=2), ANNA, 0)
            await opened.create_table(replace(table.row, id="table"))
            await opened.note(Audit(0, "report", "anna-id", "table", "rude"))

    asyncio.run(fill())
    return url


def admin(store: str, *arguments: str) -> int:
    return main(["admin", *arguments, "--store", store])


def test_tables_are_listed_and_closed(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert admin(store, "tables") == 0
    assert "table  1970-01-01 00:00  open     manitou" in capsys.readouterr().out
    assert admin(store, "close", "table") == 0

    async def status() -> Status:
        async with open_store(store) as opened:
            row = await opened.table("table")
            assert row is not None
            return row.status

    assert asyncio.run(status()) is Status.CLOSED
    assert admin(store, "close", "nowhere") == 2


def test_people_are_banned_by_name_or_id_and_it_is_noted(
    store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert admin(store, "ban", "anna") == 0
    assert admin(store, "unban", "anna-id") == 0
    assert admin(store, "ban", "nobody") == 2
    capsys.readouterr()
    assert admin(store, "audit") == 0
    said = capsys.readouterr().out
    for word in ("ban", "unban", "report", "rude"):
        assert word in said


def test_reports_are_listed_and_dealt_with(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert admin(store, "reports") == 0
    line = capsys.readouterr().out
    assert "anna-id  table" in line
    number = line.split()[0]
    assert admin(store, "settle", number) == 0
    assert f"report {number} is dealt with" in capsys.readouterr().out
    for wrong in (number, "99", "x"):
        assert admin(store, "settle", wrong) == 2
        assert "there is no report" in capsys.readouterr().err
    assert admin(store, "reports") == 0
    assert capsys.readouterr().out == ""


def test_a_backup_is_restored_into_an_empty_store(
    store: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert admin(store, "backup", str(tmp_path / "copy.db")) == 0
    new = f"sqlite:///{tmp_path}/new.db"
    assert admin(new, "restore", str(tmp_path / "copy.db")) == 0
    capsys.readouterr()
    assert admin(new, "tables") == 0
    assert "manitou" in capsys.readouterr().out
    assert admin(new, "restore", str(tmp_path / "copy.db")) == 2


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [(["close"], "one argument"), (["tables", "x"], "no argument"), (["backup"], "one argument")],
)
def test_what_is_missing_or_too_much_is_said(
    store: str, arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert admin(store, *arguments) == 2
    assert f"expected {expected}" in capsys.readouterr().err


@pytest.mark.parametrize("action", [["tables"], ["audit"], ["ban", "anna"], ["backup", "x.db"]])
def test_a_store_that_is_not_there_is_said_and_not_made(
    action: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    typo = tmp_path / "sotre.db"
    assert admin(f"sqlite:///{typo}", *action) == 2
    assert f"there is no store {typo}" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_store_nobody_knows_is_one_clear_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert admin("mysql://x", "tables") == 2
    assert "sqlite and postgresql" in capsys.readouterr().err


def test_an_account_becomes_an_administrator_and_a_guest_does_not(
    store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def admins() -> list[bool]:
        async with open_store(store) as opened:
            await opened.save_person(Person("guest-id", "Otter 100", "red", 0))
            people = await opened.persons(["anna-id", "guest-id"])
            return [people[each].admin for each in ("anna-id", "guest-id")]

    assert asyncio.run(admins()) == [False, False]
    assert admin(store, "grant", "anna") == 0
    assert "/admin" in capsys.readouterr().out
    assert admin(store, "grant", "guest-id") == 2
    assert "only an account" in capsys.readouterr().err
    assert asyncio.run(admins()) == [True, False]
    assert admin(store, "revoke", "anna-id") == 0
    assert asyncio.run(admins()) == [False, False]
    assert admin(store, "audit") == 0
    told = capsys.readouterr().out
    assert "  grant  anna-id" in told
    assert "  revoke  anna-id" in told


def test_a_right_is_not_caught_by_an_account_that_is_called_like_somebody_s_id(store: str) -> None:
    async def admins() -> set[str]:
        async with open_store(store) as opened:
            await opened.save_person(Person("eve-id", "anna-id", "red", 0, "hash"))
            people = await opened.persons(["anna-id", "eve-id"])
            return {each for each, person in people.items() if person.admin}

    assert asyncio.run(admins()) == set()
    assert admin(store, "grant", "anna-id") == 0
    assert asyncio.run(admins()) == {"anna-id"}


def test_a_table_that_is_over_is_not_closed(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert admin(store, "close", "table") == 0
    assert admin(store, "close", "table") == 2
    assert "nothing to close: closed is 'table'" in capsys.readouterr().err


def test_what_is_old_is_pruned_after_a_look(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert admin(store, "prune", "--older-than", "12w", "--dry-run") == 0
    told = capsys.readouterr().out
    assert "would be removed:\n  tables" in told
    assert admin(store, "tables") == 0
    assert "manitou" in capsys.readouterr().out
    assert admin(store, "prune", "--older-than", "90d", "--guests") == 0
    told = capsys.readouterr().out
    assert "removed:\n  tables             1\n  audits             1\n" in told
    assert admin(store, "tables") == 0
    assert capsys.readouterr().out == ""
    assert admin(store, "audit") == 0
    assert "prune  -  -  older than 90d: tables 1, audits 1" in capsys.readouterr().out
    assert admin(store, "prune", "--older-than", "1y", "--accounts", "--vacuum") == 0
    assert "  accounts           1" in capsys.readouterr().out


@pytest.mark.parametrize("age", [[], ["--older-than", "90"], ["--older-than", "0d"]])
def test_how_old_must_be_said(
    store: str, age: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert admin(store, "prune", *age) == 2
    assert "90d" in capsys.readouterr().err
