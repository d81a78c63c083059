"""What one visitor may use of the server: connections, time, the bots' thought."""

from __future__ import annotations

import asyncio
import weakref
from contextlib import suppress

import httpx
import pytest

import prateria
from prateria.server.http import bounded
from prateria.server.limits import Rate, place_of
from prateria.server.metrics import Metrics
from tests.server.house import FREELY, OpenHouse, open_house
from tests.server.test_messages import begun


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        b"POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{",
    ],
    ids=["nothing", "half a head", "half a body"],
)
async def test_a_request_that_never_becomes_whole_is_cut_off(
    sent: bytes, monkeypatch: pytest.MonkeyPatch, any_house: OpenHouse
) -> None:
    monkeypatch.setattr(bounded, "HEAD_S", 0.05)
    monkeypatch.setattr(bounded, "BODY_S", 0.05)
    async with any_house() as house:
        reader, writer = await asyncio.open_connection("127.0.0.1", house.ports[-1])
        writer.write(sent)
        async with asyncio.timeout(5):
            assert await reader.read() == b""
        writer.close()
        async with httpx.AsyncClient(verify=False) as web:
            counted = await web.get(f"http://127.0.0.1:{house.ports[-1]}/metrics")
        assert "slow request" in counted.text


@pytest.mark.parametrize(
    "sent",
    [
        b"GET /",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: ",
        b"POST /api/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: ",
    ],
    ids=["address", "header", "trailer"],
)
async def test_a_head_without_end_is_cut_off(sent: bytes) -> None:
    async with open_house() as house:
        _, writer = await asyncio.open_connection("127.0.0.1", house.port)
        writer.write(sent)
        taken = 0
        with suppress(OSError):  # cut off
            async with asyncio.timeout(5):
                while taken < 8_000_000:
                    writer.write(b"a" * 10_000)
                    await writer.drain()
                    taken += 10_000
                    await asyncio.sleep(0)
        assert taken < 8_000_000
        writer.close()
        async with httpx.AsyncClient(base_url=house.url, verify=False) as web:
            assert "long head" in (await web.get("/metrics")).text


async def test_what_fits_into_a_head_and_a_body_is_taken() -> None:
    async with open_house() as house:
        anna = await house.guest()
        for _ in range(3):  # on one connection
            answer = await anna.web.get("/api/me", headers={"x-long": "a" * 50_000})
            assert answer.status_code == 200
            long = {"name": "a" * 60_000, "colour": "red"}
            assert (await anna.web.post("/api/me", json=long)).status_code == 400


async def test_a_request_after_another_has_its_own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded, "HEAD_S", 0.2)
    async with open_house() as house:
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        for _ in range(3):
            writer.write(b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n")
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200")
            length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
            await reader.readexactly(length)
            await asyncio.sleep(0.12)
        writer.write(b"GET /api/games HTTP/1.1\r\n")
        async with asyncio.timeout(5):
            assert await reader.read() == b""
        writer.close()


async def test_a_table_s_socket_outlives_the_time_a_request_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bounded, "HEAD_S", 0.1)
    async with open_house() as house:
        anna, _, table = await begun(house)
        async with anna.at(table) as a:
            await a.until(type="state")
            await asyncio.sleep(0.3)
            assert (await a.ask(type="say", text="still here"))["type"] == "accepted"


async def test_one_address_has_so_many_connections_and_gets_them_back(any_house: OpenHouse) -> None:
    async with any_house(connections=3) as house:
        writers = []
        for port in house.ports * 3:  # that many at each worker
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writers.append(writer)
        await asyncio.sleep(0.05)
        async with house.client() as web:
            with pytest.raises(httpx.TransportError):
                await web.get("/api/games")
        for writer in writers:
            writer.close()
            await writer.wait_closed()
        await asyncio.sleep(0.05)
        async with house.client() as web:
            assert (await web.get("/api/games")).status_code == 200


@pytest.mark.parametrize(
    "proxies",
    [(), ("127.0.0.1",), ("127.0.0.0/8",)],
    ids=["none named", "named", "a network of them"],
)
async def test_a_forwarded_address_is_believed_from_a_named_proxy_only(
    proxies: tuple[str, ...],
) -> None:
    rates = {**FREELY, "logins": Rate(2, 1)}
    async with open_house(rates=rates, proxies=proxies) as house:
        eve = await house.guest()
        wrong = {"name": "anna", "password": "wrong password"}
        answers = [
            await eve.web.post(
                "/api/login", json=wrong, headers={"x-forwarded-for": f"198.51.100.{n}"}
            )
            for n in range(5)
        ]
        refused = sum(answer.status_code == 429 for answer in answers)
        assert refused == (0 if proxies else 3)


@pytest.mark.parametrize("proxy", ["127.0.0.1", "127.0.0.0/8"])
async def test_a_proxy_brings_as_many_connections_as_it_likes(proxy: str) -> None:
    async with open_house(connections=2, proxies=(proxy,)) as house:
        writers = [(await asyncio.open_connection("127.0.0.1", house.port))[1] for _ in range(5)]
        async with house.client() as web:
            assert (await web.get("/api/games")).status_code == 200
        for writer in writers:
            writer.close()


# --- no request causes an error of the server


@pytest.mark.parametrize(
    ("path", "location"),
    [
        ("/language/it?to=///evil.example", "/"),
        ("/language/it?to=//evil.example", "/"),
        ("/language/it?to=https://evil.example", "/"),
        ("/language/it?to=/%5Cevil.example", "/%5Cevil.example"),
        ("/language/it?to=/%09/evil.example", "/%09/evil.example"),
        ("/language/it?to=/%E2%82%AC", "/%E2%82%AC"),
        ("/language/it?to=/rules%3Fa%3Db", "/rules?a=b"),
        ("/tables/x%0d%0aSet-Cookie:%20a=b/replay", "/replays/x%0D%0ASet-Cookie%3A%20a%3Db"),
        ("/tables/x/replay?invite=%0d%0aX:y&at=3", "/replays/x?n=3&invite=%0D%0AX%3Ay"),
    ],
)
async def test_a_redirect_leads_to_a_page_of_ours(path: str, location: str) -> None:
    async with open_house() as house:
        guest = await house.guest()
        answer = await guest.web.get(path)
        assert answer.status_code == 303
        assert answer.headers["location"] == location
        assert "set-cookie" not in answer.headers or "a=b" not in answer.headers["set-cookie"]


async def test_an_origin_that_is_no_address_is_refused_in_words() -> None:
    async with open_house() as house:
        guest = await house.guest()
        for path in ("/api/login", "/api/me"):
            answer = await guest.web.post(
                path, json={"name": "a", "password": "x" * 9}, headers={"origin": "http://[::1"}
            )
            assert answer.status_code == 403
            assert answer.json()["error"]["code"] == "forbidden"


async def test_what_is_nested_too_deeply_is_refused_and_the_socket_stays_open(
    any_house: OpenHouse,
) -> None:
    deep = "[" * 100_000 + "]" * 100_000
    async with any_house() as house:
        anna, _, table = await begun(house)
        answer = await anna.web.post(
            "/api/me", content=deep[:60_000], headers={"content-type": "application/json"}
        )
        assert answer.status_code == 400
        async with anna.at(table) as a:
            await a.until(type="state")
            await a.socket.send("[" * 1500 + "]" * 1500)
            assert (await a.until(type="error"))["code"] == "unreadable"
            assert (await a.ask(type="say", text="still here"))["type"] == "accepted"


async def test_a_log_with_a_name_of_half_a_million_letters_is_refused() -> None:
    match = prateria.new_match("manitou", seats=2, seed="x", players=["A" * 500_000, "B"])
    async with open_house() as house:
        guest = await house.guest()
        answer = await guest.web.post("/api/logs", content=match.log.dumps().encode())
        assert answer.status_code == 400
        assert "name" in answer.json()["error"]["message"]


async def test_a_name_in_a_log_does_not_turn_the_page_around() -> None:
    """Nor does it order a terminal about, or break a line."""
    odd = "An\u202ena\x1b[2J\n\u2066\u200d"
    match = prateria.new_match("manitou", seats=2, seed="x", players=[odd, "B"])
    async with open_house() as house:
        guest = await house.guest()
        answer = await guest.web.post("/api/logs", content=match.log.dumps().encode())
        page = (await guest.web.get(f"/replays/{answer.json()['id']}")).text
        assert "Anna[2J" in page
        assert not set("\u202e\x1b\u2066\u200d") & set(page)


async def test_a_body_that_is_no_text_is_refused_in_words() -> None:
    async with open_house() as house:
        guest = await house.guest()
        answer = await guest.web.post(
            "/api/login",
            content=b'{"name": "An\xffna", "password": "correct horse"}',
            headers={"content-type": "application/json"},
        )
        assert answer.status_code == 400
        assert answer.json()["error"]["code"] == "bad_request"


async def test_a_spectator_with_a_wrong_invitation_is_not_told_the_right_one(
    any_house: OpenHouse,
) -> None:
    async with any_house() as house:
        _, _, table = await begun(house, watch="everyone", public=True)
        eve = await house.guest()
        answer = await eve.web.get(f"/join/{table}?invite=wrong")
        assert answer.headers["location"] == f"/tables/{table}?invite=wrong"


async def test_a_server_behind_https_says_so_to_browsers() -> None:
    async with open_house(secure=True) as house:
        answer = await (await house.guest()).web.get("/api/games")
        assert answer.headers["strict-transport-security"] == "max-age=31536000"
    async with open_house() as house:
        answer = await (await house.guest()).web.get("/api/games")
        assert "strict-transport-security" not in answer.headers


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("x" * 9000, "x" * 64),
        ("", ""),
    ],
)
def test_a_network_of_ipv6_is_one_place(address: str, place: str) -> None:
    assert place_of(address) == place


@pytest.mark.parametrize(
    ("forwarded", "counted"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("spoofed, 192.0.2.1, 198.51.100.7", "198.51.100.7"),
        ("spoofed, 198.51.100.7, 127.0.0.1", "198.51.100.7"),
        ("198.51.100.7:4711", "198.51.100.7"),
        ("[2001:db8::7]:4711", "2001:db8::/64"),
        ("2001:db8::7", "2001:db8::/64"),
        ("unknown", "unknown"),
        ("", "127.0.0.1"),
    ],
)
async def test_of_several_hops_the_last_that_is_no_proxy_of_ours_counts(
    forwarded: str, counted: str
) -> None:
    rates = {**FREELY, "logins": Rate(3, 0)}  # a bucket that refills would be forgotten
    async with open_house(proxies=("127.0.0.1",), rates=rates) as house:
        guest = await house.guest()
        head = {"x-forwarded-for": forwarded}
        await guest.web.post("/api/login", json={"name": "a", "password": "x" * 9}, headers=head)
        buckets = house.server.services.limits._buckets
        assert ("logins", f"address {counted}") in buckets


async def test_what_is_refused_leaves_nothing_in_memory() -> None:
    """However many names somebody tries, the server keeps only as many as were checked."""
    rates = {**FREELY, "logins": Rate(3, 0)}
    async with open_house(rates=rates) as house:
        eve = await house.guest()
        for n in range(9):
            await eve.web.post("/api/login", json={"name": f"a{n}", "password": "x" * 9})
        kept = [key for kind, key in house.server.services.limits._buckets if kind == "login"]
        assert len(kept) <= 3


class Caller(asyncio.Transport):
    """A connection from an address."""

    def __init__(self, address: str) -> None:
        super().__init__({"peername": (address, 1)})

    def is_closing(self) -> bool:
        return False


def test_a_connection_that_is_gone_is_freed_though_its_address_never_comes_back() -> None:
    bounds = bounded.Bounds(2, Metrics())
    callers = [Caller("192.0.2.1"), Caller("192.0.2.1"), Caller("192.0.2.2")]
    assert all(map(bounds.admits, callers))
    assert not bounds.admits(Caller("192.0.2.1"))
    freed = [weakref.ref(caller) for caller in callers]
    callers.clear()
    assert [ref() for ref in freed] == [None, None, None]


async def test_requests_that_are_refused_count_too(any_house: OpenHouse) -> None:
    """Whose token it is has been looked up in the store."""
    async with any_house(rates={**FREELY, "request": Rate(4, 1)}) as house, house.client() as web:
        guessed = {"authorization": "Bearer guessed"}
        got = [(await web.get("/api/tables", headers=guessed)).status_code for _ in range(12)]
        assert set(got[:4]) == {401}
        assert got[-1] == 429
