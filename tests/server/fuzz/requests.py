"""Odd HTTP requests, as bytes: every route with right and wrong parts; logs; a program's moves."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final
from urllib.parse import quote

from prateria.server.http.access import ROUTES
from tests.server.fuzz.report import Report
from tests.server.fuzz.values import NUMBERS, TEXTS, odd_json, odd_object, odd_text
from tests.server.house import Guest, House, Json

ANSWER_S: Final = 30.0
NAMES: Final = (
    "invite", "n", "seat", "before", "limit", "status", "mine", "language", "lang", "to", "at",
    "page", "after", "step", "game", "x", "code",
)  # fmt: skip
BODIES: Final[dict[str, Json]] = {
    "/api/me": {"name": "Anna", "colour": "red"},
    "/api/account": {"name": "Anna", "password": "correct horse"},
    "/api/account/password": {"password": "correct horse", "new": "another horse"},
    "/api/login": {"name": "Anna", "password": "correct horse"},
    "/api/tokens": {"name": "b", "scopes": ["bot"]},
    "/api/tables": {
        "game": "manitou", "seats": 2, "options": {"quick": True}, "tempo": "calm", "watch": "link",
        "clock": {"kind": "days", "days": 1}, "hints": True, "bot": "level:2", "names": ["A", "B"],
        "hot_seat": True, "sit_in": 60, "duplicate": True, "learning": True, "public": True,
    },
    "/api/tables/now": {"game": "bison", "seats": 3, "bot": "random"},
    "sit": {"seat": 1, "invite": "x"},
    "fill": {"bot": "random", "seat": 1},
    "ready": {"ready": True},
    "unseat": {"seat": 1},
    "call": {"name": "Anna", "seat": 1},
    "on": {"n": 3, "seat": "a"},
    "look": {"step": 1, "picked": [], "looked": ""},
    "play": {"step": 1, "move": "picks 7"},
    "moves": {"id": "1", "based_on": 7, "move": "picks 7", "seat": 0},
}  # fmt: skip
OFTEN: Final = ("POST /api/logs", "POST /api/bot/tables/{table_id}/moves")
"""These hide more than others."""
HEADERS: Final = (
    "Accept-Language", "Accept", "Origin", "Referer", "Content-Type", "If-None-Match", "Range",
    "Cookie", "Authorization", "X-Forwarded-For", "X-Forwarded-Proto", "Content-Encoding",
    "User-Agent", "x-csrf-token", "If-Modified-Since", "Accept-Encoding", "X-HTTP-Method-Override",
)  # fmt: skip
HEADER_VALUES: Final = (
    b"", b"*", b"it", b"xx;q=a, cs;q=0.1", b"text/html", b"application/json; charset=\xff",
    b"multipart/form-data", b"multipart/form-data; boundary=" + b"-" * 200, b"http://[::1", b"null",
    b"http://evil.example", b"bytes=0-", b"bytes=9-1", b"gzip", b"Bearer", b"Bearer prt_x",
    b"Basic eDp5", b"prateria=", b"prateria=..", b"prateria=\xff.\xff",
    b'prateria="a.b"; prateria=c', b"a" * 4000,
    b"\xc3\xa9", b"\xf0\x9f\x90\x8e", b'W/"x"', b"Thu, 01 Jan 1970 00:00:00 GMT",
    b"1.2.3.4, ::1", b"=;=;", b"language=xx", b"language=\xff",
)  # fmt: skip


@dataclass(frozen=True)
class Known:
    """What exists: tables, a person's cookie and csrf, a token, the log of a match."""

    tables: tuple[str, ...]
    cookie: str
    csrf: str
    token: str
    log: str


@dataclass(frozen=True)
class Asked:
    method: str
    target: bytes
    headers: tuple[tuple[str, bytes], ...]
    body: bytes

    def raw(self, host: str) -> bytes:
        rows = [(b"Host", host.encode()), (b"Connection", b"close")]
        rows += [(name.encode(), value) for name, value in self.headers]
        if self.body or self.method in ("POST", "DELETE"):
            rows.append((b"Content-Length", str(len(self.body)).encode()))
        head = b"\r\n".join(name + b": " + value for name, value in rows)
        return b"%s %s HTTP/1.1\r\n%s\r\n\r\n%s" % (
            self.method.encode(),
            self.target,
            head,
            self.body,
        )


def odd_request(rng: Random, known: Known) -> tuple[str, Asked]:
    """A request to one of our routes, or near one, and what kind it is."""
    route = rng.choice((*ROUTES, *OFTEN * 8))
    method, _, path = route.partition(" ")
    method = "GET" if method == "WEBSOCKET" else method
    kind = "api" if path.startswith("/api") else "page"
    if rng.random() < 0.05:
        method = rng.choice(("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE"))
    headers = [
        ("x-csrf-token", known.csrf.encode()),
        ("Cookie", f"prateria={known.cookie}".encode()),
    ]
    if "/bot/" in path and "stream" not in path and rng.random() < 0.8:
        kind, headers = "bot", [("Authorization", f"Bearer {known.token}".encode())]
    body, content = _body(rng, path, known) if method not in ("GET", "HEAD") else (b"", b"")
    if content:
        headers.append(("Content-Type", content))
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        headers.append((rng.choice(HEADERS), rng.choice(HEADER_VALUES)))
    if path == "/api/logs" and method == "POST":
        kind = "log"
    return kind, Asked(method, _target(rng, path, known), tuple(headers), body)


def _target(rng: Random, path: str, known: Known) -> bytes:
    def part(match: re.Match[str]) -> str:
        name = match[0].strip("{}")
        if rng.random() < 0.75:
            fitting: dict[str, tuple[str, ...]] = {
                "table_id": known.tables,
                "game_id": ("manitou", "bison", "apache"),
                "code": ("it", "xx", "en"),
                "name": ("mine", "watch", "over", "site.css", "table.js"),
            }
            return quote(rng.choice(fitting.get(name, ("x",))))
        return quote(rng.choice(TEXTS)[:300], safe=rng.choice(("", "/", "%")))

    made = re.sub("{[^}]*}", part, path)
    if rng.random() < 0.03:
        made = rng.choice(("//", "/..", "/%2e%2e/", "/static/..%2f", "/%ff%fe", "/é")) + made
    query = "&".join(
        f"{rng.choice(NAMES)}={quote(str(rng.choice((*TEXTS, *NUMBERS)))[:300], safe='')}"
        for _ in range(rng.choice((0, 0, 1, 2)))
    )
    if rng.random() < 0.05:
        query += rng.choice(("&n=%ff", "&&&==", "&seat=%00", "&to=%0d%0aX:y", "&n=1&n=2", "&[]=1"))
    return (
        f"{made}?{query}".encode("latin-1", "replace")
        if query
        else made.encode("latin-1", "replace")
    )


def _body(rng: Random, path: str, known: Known) -> tuple[bytes, bytes]:
    if path == "/api/logs":
        return odd_log(known.log, rng), b"application/x-ndjson"
    last = path.rpartition("/")[2]
    body: dict[str, Any] = BODIES.get(path) or BODIES.get(last) or {}
    if rng.random() < 0.75:
        body = odd_object(body, rng)
    text = json.dumps(body, ensure_ascii=rng.random() < 0.5)
    made = odd_json(text, rng) if rng.random() < 0.15 else text
    content = b"application/json" if rng.random() < 0.95 else rng.choice(HEADER_VALUES)
    return made if isinstance(made, bytes) else made.encode("utf-8", "surrogatepass"), content


# --- logs


def odd_log(log: str, rng: Random) -> bytes:
    """A log with a line changed, missing, doubled; usually with the chain recomputed, so that it is
    read."""
    lines = log.splitlines()
    at = rng.randrange(len(lines)) if rng.random() < 0.7 else 0
    match rng.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[rng.randrange(len(lines))])
        case 2:
            lines = lines[: at + 1]
        case _:
            row = json.loads(lines[at])
            row.pop("chain", None)
            if isinstance(row.get("do"), str) and rng.random() < 0.5:
                row["do"] = odd_text(row["do"], rng)
            else:
                row = odd_object(row, rng)
            lines[at] = json.dumps({**row, "chain": ""}, ensure_ascii=False, separators=(",", ":"))
    if rng.random() < 0.9:
        lines = rechained(lines)
    text = "\n".join(lines) + rng.choice(("\n", "\n", "\n", "", "\n\n"))
    made = text.encode("utf-8", "surrogatepass")
    if rng.random() < 0.05:
        cut = rng.randrange(len(made))
        made = made[:cut] + bytes([rng.randrange(256)]) + made[cut:]
    return made


def rechained(lines: list[str]) -> list[str]:
    chain, made = "", []
    for line in lines:
        body = re.sub(r',"chain":"[^"]*"}$', "", line)
        chain = hashlib.sha256(f"{chain}\n{body}".encode("utf-8", "surrogatepass")).hexdigest()[:32]
        made.append(f'{body},"chain":"{chain}"}}')
    return made


# --- sending


async def ask(house: House, asked: Asked) -> tuple[int, bytes]:
    """The status and the body of the answer; 0 if the connection was dropped without one."""
    reader, writer = await asyncio.open_connection("127.0.0.1", house.next_port())
    try:
        writer.write(asked.raw(f"127.0.0.1:{house.port}"))
        async with asyncio.timeout(ANSWER_S):
            head = await reader.readuntil(b"\r\n\r\n")
            if b"application/x-ndjson" in head.lower():
                return int(head.split(b" ", 2)[1]), b""
            body = await reader.read()
        return int(head.split(b" ", 2)[1]), body
    except (asyncio.IncompleteReadError, ConnectionError, TimeoutError):
        return 0, b""
    finally:
        writer.close()


async def send_odd(house: House, report: Report, rng: Random, cases: int) -> None:
    known = await met(house)
    for _ in range(cases):
        kind, asked = odd_request(rng, known)
        status, body = await ask(house, asked)
        report.count(f"http {kind}", status or "dropped")
        if status == 403 and b"Not signed in" in body:
            known = await _again(house, known)
        if status == 0 or status >= 500:
            report.find(f"answered {status} {body[:300]!r}", asked)


async def _again(house: House, known: Known) -> Known:
    """A person signed out by what they sent comes back, with either of the passwords."""
    anna = await house.guest()
    for password in ("correct horse", "another horse"):
        answer = await anna.web.post("/api/login", json={"name": "Anna", "password": password})
        if answer.status_code == 200:
            break
    else:
        return await met(house, f"Anna {anna.name[-3:]}{len(house.guests)}")
    cookie = anna.web.cookies["prateria"]
    return replace(known, cookie=cookie, csrf=answer.json()["csrf"])


async def met(house: House, name: str = "Anna") -> Known:
    """People, tables in every state, a log: the objects of odd requests."""
    anna = await house.guest()
    await anna.post("/account", {"name": name, "password": "correct horse"})
    await anna.arrive()
    token = (await anna.post("/tokens", {"name": "t", "scopes": ["bot", "play"]}, 201))["token"]
    gathering = (await anna.open_table())["id"]
    playing = (await anna.open_table(hot_seat=True))["id"]
    await anna.post(f"/tables/{playing}/start")
    over = await _played_out(anna)
    log = await anna.get(f"/tables/{over}/log")
    cookie = anna.web.cookies["prateria"]
    return Known((gathering, playing, over), cookie, anna.web.headers["x-csrf-token"], token, log)


async def _played_out(anna: Guest) -> str:
    wish = {"game": "manitou", "seats": 2, "options": {"quick": True}, "bot": "random"}
    table = str((await anna.post("/tables/now", wish, 201))["id"])
    await anna.post(f"/tables/{table}/resign")
    while (await anna.get(f"/tables/{table}"))["status"] != "over":
        await asyncio.sleep(0.05)
    return table
