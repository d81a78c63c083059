"""What every store does, whatever its kind."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest

from prateria.server.store import sql
from prateria.server.store.base import (
    SENT_KEPT,
    AlreadyServed,
    Audit,
    BrowserSession,
    ChatMessage,
    Conflict,
    Lease,
    Loaded,
    Person,
    Sent,
    SentLine,
    Snapshot,
    Status,
    StoreError,
    Token,
)
from prateria.server.store.rows import seated
from prateria.server.store.sql import SqlStore
from prateria.server.store.sqlite.session import MEMORY
from prateria.server.store.statements import portions
from prateria.server.store.urls import open_store
from tests.server.conftest import NewUrl
from tests.server.store.samples import line, log, table


@pytest.fixture
async def store(url: str) -> AsyncIterator[SqlStore]:
    """An open, empty store of each kind."""
    async with open_store(url) as opened:
        yield opened


# --- who serves it


async def test_a_store_is_served_by_one_alone_or_by_several_together(new_url: NewUrl) -> None:
    url = new_url()
    async with open_store(url) as one, open_store(url) as other:
        if getattr(one, "path", "") == MEMORY:
            return  # nobody else can reach it
        await one.claim("http://one", alone=True)
        for alone in (True, False):
            with pytest.raises(AlreadyServed, match="already at http://one") as refused:
                await other.claim("http://other", alone=alone)
            assert refused.value.address == "http://one"
    async with open_store(url) as one, open_store(url) as other, open_store(url) as third:
        await one.claim("http://one", alone=False)
        await other.claim("http://other", alone=False)
        with pytest.raises(AlreadyServed, match="already at http"):
            await third.claim("http://third", alone=True)


async def test_a_link_to_a_store_leads_to_whoever_serves_it(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "p.db")
    urls = f"sqlite:///{tmp_path}/p.db", f"sqlite:///{tmp_path}/link.db"
    async with open_store(urls[0]) as one, open_store(urls[1]) as other:
        await one.claim("http://one", alone=True)
        with pytest.raises(AlreadyServed, match="already at http://one"):
            await other.claim("http://other", alone=True)


# --- tables


async def test_a_table_is_stored_as_it_is(store: SqlStore) -> None:
    await store.create_table(table(people=("bob",)))
    assert await store.table("t") == table(people=("bob",))
    assert await store.table("u") is None


async def test_a_table_is_created_once(store: SqlStore) -> None:
    await store.create_table(table())
    with pytest.raises(Conflict):
        await store.create_table(table(host="bob"))
    assert await store.table("t") == table()


async def test_a_change_leaves_host_creation_and_seed_alone(store: SqlStore) -> None:
    await store.create_table(table())
    new = table(status=Status.OVER, host="x", changed=9, public=False, people=("eve",))
    changed = replace(new, game="bison", setup="{}", created=9, seed="other")
    await store.change_table(changed, table())
    assert await store.table("t") == replace(new, game="bison", setup="{}", host="ann")
    assert [row.id for row in await store.tables(person="ann")] == ["t"]


async def test_only_a_table_that_exists_is_changed(store: SqlStore) -> None:
    with pytest.raises(StoreError, match="no table t"):
        await store.change_table(table(), table())


async def test_what_another_worker_has_changed_since_is_not_overwritten(store: SqlStore) -> None:
    await store.create_table(table())
    await store.change_table(table(people=("bob",)), table())
    with pytest.raises(Conflict):
        await store.change_table(table(people=("eve",)), table())
    assert await store.table("t") == table(people=("bob",))
    assert await store.tables(person="eve") == []


async def test_tables_are_listed_newest_first_without_their_seeds(store: SqlStore) -> None:
    for identity, changed in (("a", 10), ("b", 30), ("c", 20)):
        await store.create_table(table(identity, changed=changed))
    rows = await store.tables()
    assert [row.id for row in rows] == ["b", "c", "a"]
    assert {row.seed for row in rows} == {""}
    assert [row.id for row in await store.tables(limit=1)] == ["b"]
    assert [row.id for row in await store.tables(before=20)] == ["a"]


async def test_a_listing_may_be_narrowed(store: SqlStore) -> None:
    await store.create_table(table("a", status=Status.PLAYING, people=("bob", "eve")))
    await store.create_table(table("b", host="bob", public=False))
    await store.create_table(table("c", host="eve"))

    async def ids(**wanted: object) -> set[str]:
        return {row.id for row in await store.tables(**wanted)}  # type: ignore[arg-type]

    assert await ids(status=Status.PLAYING) == {"a"}
    assert await ids(public=False) == {"b"}
    assert await ids(public=True) == {"a", "c"}
    assert await ids(person="bob") == {"a", "b"}
    assert await ids(person="bob", public=True) == {"a"}
    assert await ids(person="nobody") == set()


async def test_who_stood_up_is_no_longer_listed(store: SqlStore) -> None:
    await store.create_table(table(people=("bob",)))
    await store.change_table(table(people=("eve",)), table(people=("bob",)))
    assert await store.tables(person="bob") == []
    assert len(await store.tables(person="eve")) == 1


def test_people_are_found_in_seats_however_they_are_written() -> None:
    assert seated('[{"person": "a", "name": "x"}, null, {"bot": {"level": 2}}]') == {"a"}
    assert seated('{"A": {"sitter": {"person": "a"}}, "B": {"person": null}}') == {"a"}
    assert seated("no JSON") == set()


# --- logs


async def test_lines_come_back_in_order_and_unchanged(store: SqlStore) -> None:
    await store.create_table(table())
    await store.append("t", 0, log(3))
    await store.append("t", 3, [line(3)])
    assert await store.lines("t") == log(4)
    assert await store.lines("t", after=1) == log(4)[2:]
    assert await store.lines("u") == []


async def test_the_last_line_of_each_table_is_found_at_once(store: SqlStore) -> None:
    names = [f"t{number}" for number in range(203)]
    for name in names[:3]:
        await store.create_table(table(name))
    await store.append("t0", 0, log(3))
    await store.append("t1", 0, log(1))
    assert await store.last_lines(names) == {"t0": line(2), "t1": line(0)}
    assert await store.last_lines(()) == {}


async def test_thousands_of_lines_are_appended_at_once(store: SqlStore) -> None:
    await store.create_table(table())
    await store.append("t", 0, log(2_000))
    assert await store.lines("t") == log(2_000)


def test_however_long_logs_are_there_are_few_kinds_of_statements() -> None:
    for count in (*range(1, 40), 127, 128, 129, 700):
        values = log(count)
        some = [*portions(values)]
        assert [line for portion in some for line in portion] == values
        assert {len(portion) for portion in some} <= {1, 2, 3, 4, 5, 6, 7, 8, 16, 32, 64, 128}


async def test_an_empty_append_changes_nothing(store: SqlStore) -> None:
    await store.create_table(table())
    await store.append("t", 0, [])
    assert await store.lines("t") == []


@pytest.mark.parametrize("first", [0, 2, 4, 5, 99])
async def test_a_line_is_the_next_one_or_a_conflict(store: SqlStore, first: int) -> None:
    await store.create_table(table())
    await store.append("t", 0, log(3))
    with pytest.raises(Conflict):
        await store.append("t", first, [line(first), line(first + 1)])
    assert await store.lines("t") == log(3)


async def test_a_log_begins_with_line_0(store: SqlStore) -> None:
    await store.create_table(table())
    for first in (-1, 1):
        with pytest.raises(Conflict):
            await store.append("t", first, [line(0)])


async def test_a_log_belongs_to_a_table(store: SqlStore) -> None:
    with pytest.raises(StoreError, match="not in the store"):
        await store.append("t", 0, log(1))


async def test_of_two_writers_one_gets_a_conflict(store: SqlStore) -> None:
    await store.create_table(table())
    answers = await asyncio.gather(
        *(store.append("t", 0, [line(n)]) for n in range(2)), return_exceptions=True
    )
    assert [type(answer) for answer in answers] == [type(None), Conflict]
    assert await store.lines("t") == log(1)


async def test_what_fails_in_a_group_fails_alone(store: SqlStore) -> None:
    for n in range(20):
        await store.create_table(table(f"t{n}"))
    appends = [store.append(f"t{n}", n % 2, [line(0), line(1)]) for n in range(20)]
    answers = await asyncio.gather(*appends, return_exceptions=True)
    assert [type(answer) for answer in answers] == [type(None), Conflict] * 10
    for n in range(20):
        assert await store.lines(f"t{n}") == ([] if n % 2 else log(2))


async def test_appends_to_one_table_sent_at_once_keep_their_order(store: SqlStore) -> None:
    await store.create_table(table())
    new = log(9)
    parts = (0, 1), (1, 3), (3, 4), (4, 8), (8, 9)
    await asyncio.gather(*(store.append("t", start, new[start:end]) for start, end in parts))
    assert await store.lines("t") == new


async def test_text_that_is_no_text_is_refused(store: SqlStore) -> None:
    await store.create_table(table())
    for text in ("\ud800", "a\0b"):
        with pytest.raises(StoreError):
            await store.append("t", 0, [text])
    with pytest.raises(StoreError):
        await store.append("t", 2**70, ["x"])
    await store.append("t", 0, ["'; DROP TABLE lines; -- ? %s \x7f 🦬"])
    assert await store.lines("t") == ["'; DROP TABLE lines; -- ? %s \x7f 🦬"]


# --- loading


async def test_a_table_loads_with_its_log(store: SqlStore) -> None:
    await store.create_table(table())
    await store.append("t", 0, log(5))
    assert await store.load("t") == Loaded(table(), tuple(log(5)), None)
    assert await store.load("u") is None


async def test_lines_keep_the_message_they_came_from(store: SqlStore) -> None:
    await store.create_table(table())
    lines = log(SENT_KEPT + 3)
    await store.append("t", 0, lines[:1])
    await store.append("t", 1, lines[1:3], Sent("ann", "m1"))
    for n in range(3, len(lines)):
        await store.append("t", n, lines[n : n + 1], Sent("bob", f"m{n}"))
    loaded = await store.load("t")
    assert loaded is not None
    assert loaded.lines == tuple(lines)
    assert len(loaded.sent) == SENT_KEPT
    assert loaded.sent[-1] == SentLine(len(lines) - 1, Sent("bob", f"m{len(lines) - 1}"))
    assert loaded.sent[0] == SentLine(3, Sent("bob", "m3"))


async def test_only_the_first_line_of_a_message_names_it(store: SqlStore) -> None:
    await store.create_table(table())
    await store.append("t", 0, log(250), Sent("ann", "m1"))
    loaded = await store.load("t")
    assert loaded is not None
    assert loaded.sent == (SentLine(0, Sent("ann", "m1")),)


async def test_a_snapshot_comes_with_all_lines_so_that_it_can_be_doubted(store: SqlStore) -> None:
    await store.create_table(table())
    await store.append("t", 0, log(5))
    snapshot = Snapshot("t", 3, "digest", "position")
    await store.save_snapshot(snapshot)
    assert await store.load("t") == Loaded(table(), tuple(log(5)), snapshot)


async def test_the_latest_snapshot_counts(store: SqlStore) -> None:
    await store.create_table(table())
    await store.append("t", 0, log(9))
    for lines, digest in ((3, "a"), (6, "b"), (5, "c"), (6, "d")):
        await store.save_snapshot(Snapshot("t", lines, digest, "position"))
    loaded = await store.load("t")
    assert loaded is not None
    assert loaded.snapshot == Snapshot("t", 6, "d", "position")


async def test_a_snapshot_of_lines_that_are_not_there_is_ignored(store: SqlStore) -> None:
    await store.create_table(table())
    await store.append("t", 0, log(2))
    await store.save_snapshot(Snapshot("t", 3, "digest", "position"))
    assert await store.load("t") == Loaded(table(), tuple(log(2)))


# --- people


async def test_a_person_is_saved_and_changed(store: SqlStore) -> None:
    person = Person("p", "Žofie", "red", 5)
    await store.save_person(person)
    assert await store.person("p") == person
    person = replace(person, name="Ann", password="$argon2id$…")
    await store.save_person(person)
    assert await store.person("p") == person
    assert await store.person("q") is None


async def test_who_is_banned_is_listed_until_the_ban_is_lifted(store: SqlStore) -> None:
    person = Person("p", "Ann", "red", 5, banned=True)
    for saved in (person, replace(person, id="q"), replace(person, id="r", banned=False)):
        await store.save_person(saved)
    assert await store.banned() == {"p", "q"}
    note = Audit(1, "unban", "p", None, "", actor="a")
    await store.set_banned("p", note, banned=False)
    assert await store.banned() == {"q"}
    assert await store.audits() == [note]
    await store.save_person(person)  # seen while they were banned
    assert await store.banned() == {"q"}


async def test_rights_are_set_with_a_note_and_only_so(store: SqlStore) -> None:
    person = Person("p", "Ann", "red", 5, "hash")
    await store.save_person(person)
    await store.set_admin("p", Audit(1, "grant", "p", None, ""), admin=True)
    await store.save_person(replace(person, colour="blue"))
    assert await store.person("p") == replace(person, colour="blue", admin=True)
    await store.set_admin("nobody", Audit(2, "grant", "nobody", None, ""), admin=True)
    assert [note.kind for note in await store.audits()] == ["grant"]
    assert await store.persons(["p", "nobody"]) == {"p": replace(person, colour="blue", admin=True)}
    assert await store.persons([]) == {}


async def test_a_table_is_closed_with_a_note_if_it_gathers_or_plays(store: SqlStore) -> None:
    for status in Status:
        await store.create_table(table(status.value, status=status))
    closed = {s: await store.close_table(s, Audit(9, "close", None, s, "")) for s in Status}
    assert [status for status, done in closed.items() if done] == [Status.OPEN, Status.PLAYING]
    assert len(await store.audits(kind="close")) == 2
    assert await store.audits(kind="ban") == []
    assert await store.table_counts() == {Status.OVER: 1, Status.CLOSED: 3}
    with pytest.raises(Conflict):  # a room that has not heard of it
        await store.change_table(
            table("playing", status=Status.OVER), table("playing", status=Status.PLAYING)
        )


async def test_whom_somebody_has_muted_is_kept(store: SqlStore) -> None:
    for _ in range(2):
        await store.mute("p", "q", muted=True)
    await store.mute("p", "r", muted=True)
    await store.mute("q", "p", muted=True)
    await store.mute("p", "r", muted=False)
    await store.mute("p", "nobody", muted=False)
    assert await store.muted_by("p") == {"q"}
    assert await store.muted_by("r") == set()


def test_no_secret_is_in_the_text_of_a_row() -> None:
    rows = (
        table(),
        Person("p", "Ann", "red", 5, "a hash"),
        Token("a hash", "p", "n", "play", 5),
        Snapshot("t", 3, "digest", "the position"),
    )
    secrets = (table().seed, table().setup, "a hash", "the position")
    assert not [secret for secret in secrets if secret in repr(rows)]


async def test_an_account_is_found_whatever_the_capitals(store: SqlStore) -> None:
    await store.save_person(Person("p", "ŽOFIE Straße", "red", 5, "hash"))
    for name in ("žofie strasse", "Žofie STRASSE", "ŽOFIE Straße"):
        found = await store.person_named(name)
        assert found is not None
        assert found.id == "p"
    assert await store.person_named("zofie") is None


async def test_guests_have_no_claim_on_a_name_and_accounts_do(store: SqlStore) -> None:
    await store.save_person(Person("g", "Ann", "red", 5))
    await store.save_person(Person("h", "ann", "red", 5))
    assert await store.person_named("Ann") is None
    await store.save_person(Person("p", "Ann", "red", 5, "hash"))
    with pytest.raises(Conflict):
        await store.save_person(Person("h", "ann", "red", 5, "hash"))
    await store.save_person(Person("p", "aNN", "blue", 5, "hash"))
    assert await store.person("h") == Person("h", "ann", "red", 5)


async def test_a_person_is_renamed_and_nothing_else_is_written(store: SqlStore) -> None:
    person = Person("p", "Ann", "red", 5, "hash", banned=True, admin=True)
    await store.save_person(person)
    await store.rename_person("p", "Žofie", "blue")
    assert await store.person("p") == replace(person, name="Žofie", colour="blue")
    found = await store.person_named("žofie")
    assert found is not None


async def test_a_guest_is_registered_once(store: SqlStore) -> None:
    guest = Person("p", "Heron 7", "red", 5)
    await store.save_person(guest)
    account = replace(guest, name="Ann", password="hash")
    assert await store.register_person(account)
    assert not await store.register_person(replace(account, name="Eve", password="hers"))
    assert await store.person("p") == account
    assert await store.register_person(Person("q", "Ben", "red", 5, "hash"))  # somebody new
    with pytest.raises(Conflict):
        await store.register_person(Person("r", "ANN", "red", 5, "hash"))
    await store.save_person(Person("b", "Bad", "red", 5, banned=True))
    assert not await store.register_person(Person("b", "Bad", "red", 5, "hash"))


async def test_a_password_is_changed_by_who_knows_the_one_before(store: SqlStore) -> None:
    await store.save_person(Person("p", "Ann", "red", 5, "one"))
    assert await store.change_password("p", "one", "two")
    assert not await store.change_password("p", "one", "three")
    assert await store.person("p") == Person("p", "Ann", "red", 5, "two")


async def test_a_text_that_no_database_keeps_is_found_nowhere(store: SqlStore) -> None:
    assert await store.person_named("a\0b") is None
    assert await store.table("a\0b") is None
    assert await store.lease("a\0b") is None
    assert await store.load("a\0b") is None


async def test_tokens_are_kept_and_dropped(store: SqlStore) -> None:
    await store.save_person(Person("p", "Ann", "red", 5, "hash"))
    tokens = [Token(f"h{n}", "p", f"bot {n}", "play", n) for n in range(3)]
    for token in tokens:
        await store.save_token(token)
    assert await store.token("h1") == tokens[1]
    assert await store.tokens_of("p") == tokens
    await store.drop_token("h1")
    await store.drop_token("h1")
    assert await store.token("h1") is None
    assert await store.tokens_of("p") == [tokens[0], tokens[2]]
    with pytest.raises(StoreError):
        await store.save_token(Token("x", "nobody", "", "", 0))


# --- chat and audit


async def test_chat_is_numbered_and_each_number_said_once(store: SqlStore) -> None:
    await store.create_table(table())
    said = [ChatMessage("t", n, 5 - n, "ann", f"word {n}") for n in (1, 2, 3)]
    for message in said:
        await store.say(message)
    with pytest.raises(Conflict):
        await store.say(ChatMessage("t", 2, 9, "bob", "me first"))
    assert await store.chat("t") == said
    assert await store.chat_line("t", 2) == said[1]
    assert await store.chat_line("t", 9) is None


async def test_a_long_chat_is_read_page_by_page(store: SqlStore) -> None:
    await store.create_table(table())
    said = [ChatMessage("t", n, n, "ann", "") for n in range(1, 121)]
    await asyncio.gather(*map(store.say, said))
    assert await store.chat("t") == said[-50:]
    assert await store.chat("t", before=71) == said[20:70]
    assert await store.chat("t", before=21, limit=100) == said[:20]


async def test_under_one_id_a_person_says_one_thing_at_a_table(store: SqlStore) -> None:
    await store.create_table(table())
    await store.create_table(table("u"))
    first = ChatMessage("t", 1, 5, "ann", "hello", "m1")
    await store.say(first)
    with pytest.raises(Conflict):
        await store.say(replace(first, number=2))
    for other in (replace(first, table="u"), replace(first, number=2, person="bob")):
        await store.say(other)
    report = Audit(1, "report", "ann", "t", "x", "m1")
    await store.note(report)
    with pytest.raises(Conflict):
        await store.note(replace(report, text="y"))
    assert await store.audits() == [report]


# --- sessions


async def test_a_newcomer_is_kept_with_the_session_or_not_at_all(store: SqlStore) -> None:
    person, session = Person("p", "Ann", "red", 1), BrowserSession("h", "p", 1, 1, "")
    await store.save_newcomer(person, session)
    assert await store.person("p") == person
    assert await store.session("h") == session
    await store.save_person(Person("p", "Anna", "blue", 1, "hash"))
    await store.save_newcomer(person, BrowserSession("late", "p", 2, 2, ""))
    assert await store.person("p") == Person("p", "Anna", "blue", 1, "hash")
    assert await store.session("late") is None
    stranger = BrowserSession("x", "nobody", 1, 1, "")
    with pytest.raises(StoreError):
        await store.save_newcomer(Person("q", "Ben", "red", 1), stranger)
    assert await store.person("q") is None


async def test_sessions_are_kept_listed_and_ended(store: SqlStore) -> None:
    for person in ("p", "q"):
        await store.save_person(Person(person, person, "red", 0))
    made = [BrowserSession(f"h{n}", "p", n, 10 - n, "a browser") for n in range(3)]
    for session in (*made, BrowserSession("other", "q", 0, 0, "")):
        await store.save_session(session)
    assert await store.session("h1") == made[1]
    assert await store.session("h9") is None
    assert await store.sessions_of("p") == made
    await store.save_session(replace(made[2], seen=99))
    assert [session.hash for session in await store.sessions_of("p")] == ["h2", "h0", "h1"]
    await store.end_sessions("p", 100, but="h1")
    assert [session.hash for session in await store.sessions_of("p")] == ["h1"]
    assert await store.ended_sessions(100) == {"h0", "h2"}
    assert await store.ended_sessions(101) == set()
    await store.save_session(made[0])
    ended = await store.session("h0")
    assert ended is not None
    assert ended.ended == 100
    assert [session.hash for session in await store.sessions_of("q")] == ["other"]


async def test_audits_are_read_latest_first_even_if_the_clock_jumped_back(store: SqlStore) -> None:
    noted = [Audit(3_600_000 - n, "ban", "ann", None, f"text {n}") for n in range(3)]
    for audit in noted:
        await store.note(audit)
    assert await store.audits() == noted[::-1]
    assert await store.audits(limit=1) == noted[2:]


# --- leases


async def owner(store: SqlStore, worker: str, now: int) -> str:
    return (await store.take_lease("t", worker, now, now + 5_000)).worker


async def test_a_lease_is_taken_when_free_ours_or_run_out(store: SqlStore) -> None:
    assert await owner(store, "a", 1_000) == "a"
    assert await owner(store, "b", 1_001) == "a"
    assert (await store.take_lease("t", "a", 2_000, 7_000)).until == 7_000
    assert await owner(store, "b", 6_999) == "a"
    assert await owner(store, "b", 7_000) == "b"


async def test_leases_are_renewed_and_dropped_by_their_worker(store: SqlStore) -> None:
    await owner(store, "a", 0)
    assert await store.renew_leases("b", 0, 50_000) == []
    assert await store.renew_leases("a", 4_000, 9_000) == ["t"]
    assert await store.lease("t") == Lease("t", "a", 9_000)
    assert await store.lease("u") is None
    assert await owner(store, "b", 8_999) == "a"
    await store.drop_leases("b")
    await store.drop_lease("t", "b")
    assert await owner(store, "b", 8_999) == "a"
    await store.drop_leases("a")
    assert await owner(store, "b", 8_999) == "b"
    await store.drop_lease("t", "b")
    assert await store.lease("t") is None


async def test_what_another_took_is_not_renewed_as_ours(store: SqlStore) -> None:
    await owner(store, "a", 0)
    assert await owner(store, "b", 5_000) == "b"
    assert await store.renew_leases("a", 5_001, 10_001) == []


async def test_tables_that_play_and_that_nobody_owns_are_claimed_some_at_a_time(
    store: SqlStore,
) -> None:
    for number in range(7):
        await store.create_table(replace(table(), id=f"t{number}", status=Status.PLAYING))
    await store.create_table(replace(table(), id="open", status=Status.OPEN))
    await store.create_table(replace(table(), id="over", status=Status.OVER))
    await store.take_lease("t0", "other", 0, 5_000)
    first = await store.claim_leases("a", 1_000, 6_000, 4)
    rest = await store.claim_leases("b", 1_000, 6_000, 4)
    assert len(first) == 4
    assert sorted(first + rest) == [f"t{number}" for number in range(1, 7)]
    assert await store.claim_leases("b", 1_000, 6_000, 4) == []
    assert await store.claim_leases("b", 5_000, 10_000, 4) == ["t0"]
    assert sorted(await store.renew_leases("b", 5_000, 10_000)) == sorted([*rest, "t0"])


async def put_away(store: SqlStore, name: str, due: int | None) -> None:
    await store.create_table(table(name, status=Status.PLAYING))
    await store.take_lease(name, "a", 0, 5_000)
    await store.release(name, "a", due)


async def test_a_table_that_was_put_away_is_claimed_when_it_is_due(store: SqlStore) -> None:
    await put_away(store, "soon", 2_000)
    await put_away(store, "never", None)
    assert await store.lease("soon") is None
    assert await store.claim_leases("b", 1_999, 6_999, 4) == []
    assert await store.claim_leases("b", 2_000, 7_000, 4) == ["soon"]
    await store.take_lease("never", "a", 3_000, 8_000)  # somebody comes, and then the worker dies
    assert sorted(await store.claim_leases("b", 8_000, 13_000, 4)) == ["never", "soon"]


async def test_only_its_owner_puts_a_table_away(store: SqlStore) -> None:
    await store.create_table(table(status=Status.PLAYING))
    await owner(store, "a", 0)
    await store.release("t", "b", None)
    assert await store.lease("t") == Lease("t", "a", 5_000)
    assert await store.claim_leases("b", 5_000, 10_000, 4) == ["t"]


@pytest.mark.parametrize("status", [Status.OVER, Status.CLOSED])
async def test_a_match_that_is_over_is_never_due(store: SqlStore, status: Status) -> None:
    await put_away(store, "t", 2_000)
    if status is Status.OVER:
        await store.change_table(table(status=status), table(status=Status.PLAYING))
    else:
        await store.close_table("t", Audit(0, "closed", None, "t", ""))
    assert await store.claim_leases("b", 2_000, 7_000, 4) == []


async def test_what_is_due_is_found_by_an_index() -> None:
    async with open_store("sqlite::memory:") as store:
        plan = await store._rows(f"EXPLAIN QUERY PLAN {sql._FREE}", 0, 0, 0, 1)
    assert any("USING INDEX tables_by_due" in row[-1] for row in plan), plan


async def test_which_of_some_tables_are_closed(store: SqlStore) -> None:
    for number in range(450):
        status = Status.CLOSED if number % 9 == 0 else Status.PLAYING
        await store.create_table(replace(table(), id=f"t{number}", status=status))
    asked = [f"t{number}" for number in range(9, 450)]
    assert await store.closed_among([*asked, "nothing"]) == {f"t{n}" for n in range(9, 450, 9)}
    assert await store.closed_among([]) == set()


async def test_a_table_is_claimed_by_one_of_those_who_try(store: SqlStore) -> None:
    for number in range(20):
        await store.create_table(replace(table(), id=f"t{number}", status=Status.PLAYING))
    claims = await asyncio.gather(
        *(store.claim_leases(f"w{worker}", 0, 5_000, 20) for worker in range(4))
    )
    assert sorted(chain.from_iterable(claims)) == sorted(f"t{number}" for number in range(20))


async def test_one_of_many_workers_gets_the_lease(store: SqlStore) -> None:
    taken = await asyncio.gather(*(owner(store, f"w{n}", 0) for n in range(20)))
    assert len(set(taken)) == 1


async def test_a_clock_put_back_does_not_keep_a_dead_workers_tables(store: SqlStore) -> None:
    await owner(store, "dead", 3_600_000)
    assert await owner(store, "alive", 0) == "alive"


# --- opening and closing


async def test_a_closed_store_says_so(store: SqlStore) -> None:
    await store.close()
    with pytest.raises(StoreError, match="closed"):
        await store.append("t", 0, log(1))
    with pytest.raises(StoreError, match="closed"):
        await store.lines("t")
    await store.close()


async def test_reports_are_read_page_by_page_and_settled_once(store: SqlStore) -> None:
    for number in range(3):
        await store.note(Audit(number, "report", "ann", "t", "", f"m{number}", quote=f"{number}"))
        await store.note(Audit(number, "ban", "bob", None, ""))
    quotes = [report.note.quote for report in await store.reports()]
    assert quotes == ["2", "1", "0"]
    newest, *_ = await store.reports(limit=1)
    older = await store.reports(before=newest.number)
    assert [report.note.quote for report in older] == ["1", "0"]
    note = Audit(9, "settle", None, None, "", actor="boss")
    assert await store.settle(older[0].number, note)
    assert not await store.settle(older[0].number, note)
    assert not await store.settle(older[0].number + 1, note)  # that is a ban
    assert [report.note.quote for report in await store.reports()] == ["2", "0"]
    (settled,) = await store.reports(settled=True)
    assert (settled.note.quote, settled.note.settled, settled.note.settler) == ("1", 9, "boss")
    assert await store.audits(kind="settle") == [note]
    assert {audit.kind for audit in await store.audits(but="report")} == {"ban", "settle"}
