"""The server's own log: time, level, event, person, place and cause; and no secret."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from msgspec import Raw

from prateria.server import server_log
from prateria.server.bots.pool import BotFailed, BotPool
from prateria.server.bots.worker import Question
from prateria.server.metrics import Metrics
from prateria.server.rooms.driver import Driver
from prateria.server.server_log import JsonLines, TextLines, about, context_of, facts, facts_of
from prateria.server.sockets.connection import Connection
from prateria.server.store.base import StoreError
from tests.server.house import open_house
from tests.server.memory import MemoryStore
from tests.server.postgres import Cluster
from tests.server.redis_server import RedisServer
from tests.server.test_around import finished
from tests.server.test_messages import begun
from tests.server.workers import Somebody, Worker, workers

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def record(event: str, *, error: Exception | None = None, **more: Any) -> logging.LogRecord:
    raised = None if error is None else (type(error), error, None)
    made = logging.LogRecord("prateria.server", logging.WARNING, "x", 1, event, (), raised)
    made.created = 1_763_454_600.125
    made.__dict__.update(facts(**more))
    return made


def alone(lines: logging.Formatter, made: logging.LogRecord, **known: str) -> str:
    return context_of(**known).run(lines.format, made)


def test_a_line_for_people_has_time_level_event_and_facts() -> None:
    made = record("a table was not opened", table="t1", cause=StoreError("the disk is full"))
    assert alone(TextLines(), made, request="r1") == (
        "2025-11-18T08:30:00.125Z warning a table was not opened request=r1 table=t1"
        ' cause="StoreError: the disk is full"'
    )


def test_a_line_for_programs_is_one_object_of_json() -> None:
    made = record("it failed", error=ValueError("a\nb"), table="t1")
    line = alone(JsonLines("w1"), made, person="p1")
    assert "\n" not in line
    told = json.loads(line)
    assert told.pop("trace").startswith("ValueError")
    assert told == {
        "time": "2025-11-18T08:30:00.125Z",
        "level": "warning",
        "event": "it failed",
        "worker": "w1",
        "person": "p1",
        "table": "t1",
        "cause": "ValueError: a\nb",
    }


def test_nobody_can_add_lines_to_the_log() -> None:
    made = record("one\ntwo", cause='x\n2025-01-01 error "forged')
    assert "\n" not in alone(TextLines(), made)


@pytest.mark.parametrize("lines", [TextLines(), JsonLines()])
def test_nobody_gives_orders_to_the_terminal_that_shows_the_log(lines: logging.Formatter) -> None:
    odd = "a\x85b\u2028c\x9b31md\x7fe\u202ef\ud800g"
    made = alone(lines, record(odd, cause=odd, table=odd))
    assert made.isprintable()
    assert len(made.splitlines()) == 1
    if isinstance(lines, JsonLines):
        told = json.loads(made)
        assert (told["event"], told["cause"], told["table"]) == (odd, odd, odd)


def test_nobody_fills_the_log_with_requests_that_are_none(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Such a line of the web server's costs a stranger one connection."""
    server_log.set_up("text")
    begun, uvicorn = time.time(), logging.getLogger("uvicorn.error")
    for n in range(50):
        for event, level in (("Invalid request.", 30), ("Unsupported upgrade.", 30), ("Bad", 40)):
            made = uvicorn.makeRecord(uvicorn.name, level, "x", 1, event, (), None)
            made.created = begun + n
            uvicorn.handle(made)
    told = capsys.readouterr().err
    assert [told.count(event) for event in ("Invalid", "Unsupported", "Bad")] == [5, 5, 50]


async def test_what_a_task_is_about_is_known_to_the_tasks_it_starts_and_to_no_other() -> None:
    async def told() -> dict[str, str]:
        return facts_of(record("x"))

    async def asked(request: str) -> dict[str, str]:
        about(request=request)
        return await asyncio.create_task(told())

    first, second = await asyncio.gather(asked("one"), asked("two"))
    assert (first, second) == ({"request": "one"}, {"request": "two"})
    about(request="mine")
    assert await asyncio.create_task(told(), context=context_of(table="t")) == {"table": "t"}


def test_setting_it_up_twice_writes_each_line_once(capsys: pytest.CaptureFixture[str]) -> None:
    root, level = logging.getLogger(), logging.getLogger("prateria").level
    before = root.handlers[:]
    try:
        server_log.set_up("text")
        server_log.set_up("json", "w1")
        logging.getLogger("prateria.server").info("hello", extra=facts(table="t"))
        told = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
        assert [(line["event"], line["worker"], line["table"]) for line in told] == [
            ("hello", "w1", "t")
        ]
    finally:
        root.handlers[:] = before
        logging.getLogger("prateria").setLevel(level)


# --- requests


async def test_every_answer_has_an_id_of_its_own() -> None:
    async with open_house() as house:
        guest = await house.guest()
        paths = ("/", "/api/me", "/nothing", "/api/tables/nothing", "/favicon.ico", "/metrics")
        ids = [(await guest.web.get(path)).headers["x-request-id"] for path in paths]
        ids.append((await guest.web.post("/api/me", json=1)).headers["x-request-id"])
        theirs = await guest.web.get("/", headers={"x-request-id": "mine\tall mine"})
        ids.append(theirs.headers["x-request-id"])
        assert len(set(ids)) == len(ids)
        assert all(re.fullmatch("[0-9a-f]{12}", each) for each in ids)
        table = (await guest.open_table())["id"]
        async with guest.at(table) as player:
            accepted = player.socket.response.headers["x-request-id"]
        assert re.fullmatch("[0-9a-f]{12}", accepted)


async def test_a_failure_is_logged_with_the_id_its_reader_is_shown(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the roof came down")

    async with open_house() as house:
        guest = await house.guest()
        monkeypatch.setattr(house.server.lobby, "visible_room", broken)
        monkeypatch.setattr(house.server.rooms, "look", broken)
        answer = await guest.web.get("/api/tables/t1?invite=between-us")
        shown = answer.json()["error"]["request"]
        assert answer.status_code == 500
        assert shown == answer.headers["x-request-id"]
        page = await guest.web.get("/join/t1", headers={"accept": "text/html"})
        assert page.status_code == 500
        assert page.headers["x-request-id"] in page.text
    logged = [facts_of(row) for row in caplog.records if row.getMessage() == "a request failed"]
    assert logged[0] == {
        "route": "GET /api/tables/{table_id}",
        "table": "t1",
        "cause": "RuntimeError: the roof came down",
    }
    # A record keeps its arguments; the context of its task is added when it is written.
    ours = [row for row in caplog.records if row.name.startswith("prateria")]
    assert "between-us" not in "".join(map(TextLines().format, ours))


async def test_other_refusals_show_no_number_that_nobody_logged() -> None:
    async with open_house() as house:
        answer = await (await house.guest()).web.get("/api/tables/nothing")
        assert "request" not in answer.json()["error"]


@pytest.mark.parametrize("path", ["/api/health", "/", "/nothing", "/api/tables/t/sit"])
async def test_a_socket_where_there_is_none_is_refused_and_no_error_in_the_log(
    path: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_house() as house:
        with pytest.raises(websockets.InvalidStatus):
            await websockets.connect(f"{house.url.replace('http', 'ws')}{path}")
    assert [row for row in caplog.records if row.levelno >= logging.ERROR] == []


async def test_a_client_who_leaves_in_the_middle_of_a_body_is_no_error_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    head = b"POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{"
    async with open_house() as house:
        _, writer = await asyncio.open_connection("127.0.0.1", house.port)
        writer.write(head)
        await writer.drain()
        await asyncio.sleep(0.05)
        writer.close()
        await writer.wait_closed()
        async with httpx.AsyncClient(base_url=house.url, verify=False) as web, asyncio.timeout(5):
            while 'refused_total{kind="bad_request"}' not in (await web.get("/metrics")).text:
                await asyncio.sleep(0.02)
                assert [row for row in caplog.records if row.levelno >= logging.ERROR] == []


class Kept(logging.Handler):
    """Lines, with the time at which they are written."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.told: list[dict[str, str]] = []
        self.setFormatter(JsonLines())

    def emit(self, made: logging.LogRecord) -> None:
        self.told.append(json.loads(self.format(made)))


@pytest.fixture
def kept() -> Any:
    handler = Kept()
    logging.getLogger("prateria").addHandler(handler)
    yield handler
    logging.getLogger("prateria").removeHandler(handler)


async def test_a_full_disk_is_logged_with_person_table_and_cause(kept: Kept) -> None:
    store = MemoryStore()
    async with open_house(store) as house:
        anna, ugo, table = await begun(house)
        async with anna.at(table) as a, ugo.at(table) as b:
            await a.until(type="state")
            await b.until(type="state")
            player, person = (a, anna) if a.state()["legal"] else (b, ugo)
            store.broken = True
            answer = await player.play(player.state()["legal"][0])
            assert answer["code"] == "store"
            store.broken = False
            request = player.socket.response.headers["x-request-id"]
    line = next(line for line in kept.told if line["event"] == "the store fails")
    assert TIME.fullmatch(line["time"])
    assert (line["level"], line["request"], line["person"], line["table"], line["cause"]) == (
        "error",
        request,
        person.id,
        table,
        "the disk is full",
    )


async def test_a_socket_that_fails_is_logged(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the roof came down")

    monkeypatch.setattr(Connection, "show_chat", broken)
    async with open_house() as house:
        guest = await house.guest()
        table = (await guest.open_table())["id"]
        async with guest.at(table) as player:
            request = player.socket.response.headers["x-request-id"]
            await player.socket.wait_closed()
    (line,) = kept.told
    assert (line["event"], line["request"], line["person"], line["table"], line["cause"]) == (
        "a socket failed",
        request,
        guest.id,
        table,
        "RuntimeError: the roof came down",
    )


async def test_what_a_driver_does_is_about_its_table_and_nobody_s_request(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a bot has left")

    monkeypatch.setattr(Driver, "_move", broken)
    async with open_house() as house:
        guest = await house.guest()
        wish = {"game": "manitou", "seats": 2, "bot": "random"}
        table = (await guest.post("/tables/now", wish, 201))["id"]
        async with asyncio.timeout(5):
            while not kept.told:
                await asyncio.sleep(0.01)
    line = kept.told[0]
    assert line["event"] == "the driver of a table failed"
    assert line["table"] == table
    assert line["cause"] == "RuntimeError: a bot has left"
    assert "request" not in line
    assert len(kept.told) == 1  # not again and again


def test_every_log_call_has_a_constant_event() -> None:
    """Variable parts are facts, so that events can be counted and searched."""
    calls = re.compile(r'\b(?:LOG|_log)\.(?:debug|info|warning|error|exception)\(\s*(.)([^"]*)')
    wrong = [
        str(path)
        for path in Path(server_log.__file__).parent.rglob("*.py")
        for first, rest in calls.findall(path.read_text("utf-8"))
        if first != '"' or "%" in rest
    ]
    assert wrong == []


# --- processes


def question() -> Question:
    return Question("manitou", "nobody-plays-so", 0, Raw(b"{}"), (), ("a", "b"), 10, 1)


async def test_a_bot_that_fails_says_why(kept: Kept) -> None:
    pool = BotPool(1, 20_000, Metrics())
    try:
        with pytest.raises(BotFailed):
            await pool.think(question())
    finally:
        await pool.close()
    line = kept.told[0]
    assert (line["event"], line["bot"]) == ("a bot failed", "nobody-plays-so")
    assert "(" in line["cause"]
    assert ".py:" in line["cause"]


@pytest.mark.parametrize("module", ["prateria.server.bots.worker", "prateria.review"])
def test_a_process_whose_server_was_killed_ends_without_a_word(module: str) -> None:
    """Nobody reads its answer any more. The audit saw eight BrokenPipe tracebacks."""
    near, far = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-m", module], stdin=subprocess.PIPE, stdout=far, stderr=subprocess.PIPE
    )
    os.close(far)
    os.close(near)
    asked = b"{}\n" if "bots" in module else finished("manitou", 2).encode()
    _, wrong = process.communicate(asked, timeout=60)
    assert wrong == b""
    assert process.returncode == 0


@pytest.mark.slow
async def test_workers_sign_their_lines_and_json_is_all_they_write(
    cluster: Cluster, redis_server: RedisServer, tmp_path: Path
) -> None:
    url = cluster.new_schema()
    worker = Worker(tmp_path, url, redis_server.url(8), "--workers", "2", "--log", "json")
    try:
        await worker.ready()
        async with asyncio.timeout(30):
            while worker.log.count('"ready"') < 2:
                await asyncio.sleep(0.05)
    finally:
        worker.process.send_signal(signal.SIGTERM)
        worker.process.wait(20)
    _, *lines = worker.log.splitlines()  # the first tells people the address
    told = [json.loads(line) for line in lines]
    assert {line["event"] for line in told} == {"ready", "stopping"}
    assert len({line["worker"] for line in told}) == 2
    assert all(TIME.fullmatch(line["time"]) for line in told)


@pytest.mark.slow
async def test_a_request_keeps_its_id_at_the_worker_that_serves_it(
    cluster: Cluster, redis_server: RedisServer, tmp_path: Path
) -> None:
    url, bus = cluster.new_schema(), redis_server.url(6)
    async with workers(2, tmp_path, url, bus) as (first, second):
        anna = await Somebody.arrive(first)
        table = (await anna.post(first, "/tables", {"game": "manitou", "seats": 2}))["id"]
        before = await second.metric("prateria_forwarded_total")
        async with httpx.AsyncClient(base_url=second.url, verify=False) as web:
            answer = await web.get(f"/api/tables/{table}", headers=anna.headers)
        assert answer.status_code == 200
        assert await second.metric("prateria_forwarded_total") == before + 1
        names = [name.lower() for name, _ in answer.headers.raw]
        assert names.count(b"x-request-id") == names.count(b"content-security-policy") == 1
