"""In the pseudo-language no English reaches anybody: not in a refusal, not in a toast, not on an
error page, not when a log cannot be opened.

Every letter that can have an accent has one in the pseudo-language; a word without was not marked.
"""

from __future__ import annotations

import html
import re
from typing import Any

import pytest

from prateria.core import registry
from prateria.i18n import PSEUDO
from tests.core.test_log import edit, rewritten
from tests.server.house import Guest, House, open_house
from tests.server.memory import MemoryStore
from tests.server.test_around import finished, keep
from tests.server.test_messages import begun, state

WHOLE = finished("manitou", 2)
ACCENTED = set("aceinosuyACEINOSUY")


OPTIONS = tuple(option.name for option in registry.get("manitou").meta.options)


def english_in(text: str, *facts: str) -> list[str]:
    """The words of a text that have no accents though they could."""
    for fact in facts:
        text = text.replace(fact, "")
    words = re.findall(r"[^\W\d_]{2,}", text)
    return [word for word in words if word.isascii() and ACCENTED & set(word)]


def test_an_unmarked_text_would_be_found() -> None:
    assert english_in("you may not") == ["you", "may", "not"]
    assert english_in("ýóú máý ňót žluť") == []


async def pseudo(house: House) -> Guest:
    guest = await house.guest()
    guest.web.cookies.set("language", PSEUDO)
    return guest


async def refused(guest: Guest, path: str, body: Any = None) -> str:
    answer = await guest.web.post(f"/api{path}", json=body)
    assert answer.status_code >= 400, answer.text
    message: str = answer.json()["error"]["message"]
    return message


async def test_what_the_api_refuses() -> None:
    async with open_house(pseudo=True) as house:
        anna, ugo = await pseudo(house), await pseudo(house)
        table = (await anna.open_table())["id"]
        over = (await keep(anna, WHOLE))["id"]
        await anna.post("/account", {"name": "Anna", "password": "a long password"})
        asked: list[tuple[Guest, str, Any]] = [
            (anna, f"/tables/{table}/start", None),
            (ugo, f"/tables/{table}/start", None),
            (anna, "/tables/nowhere/sit", {}),
            (anna, f"/tables/{table}/unseat", {"seat": 7}),
            (anna, f"/tables/{table}/fill", {"bot": "deep thought"}),
            (anna, f"/tables/{table}/rematch", None),
            (anna, "/account", {"name": "Anna", "password": "a long password"}),
            (ugo, "/account", {"name": "Anna", "password": "a long password"}),
            (ugo, "/account", {"name": "A" * 30, "password": "a long password"}),
            (ugo, "/account", {"name": "", "password": "short"}),
            (ugo, "/login", {"name": "Anna", "password": "another password"}),
            (ugo, "/me", {"name": "Ugo", "colour": "pink"}),
            (anna, "/tokens", {"name": "bot", "scopes": ["everything"]}),
            (ugo, "/tokens", {"name": "bot"}),
            (anna, "/tables", {"game": "chess", "seats": 2}),
            (anna, "/tables", {"game": "manitou", "seats": 9}),
            (anna, "/tables", {"game": "manitou", "seats": 2, "options": {"speed": 1}}),
            (anna, "/tables", {"game": "manitou", "seats": 2, "options": {"quick": "maybe"}}),
            (anna, "/tables", {"seats": "two"}),
            (anna, f"/replays/{over}/on", {"n": 10**5}),
            (anna, f"/replays/{over}/on", {"n": 3, "seat": 7}),
            (anna, f"/replays/{table}/on", {"n": 0}),
            (anna, "/lessons/manitou/look?step=99", {}),
            (anna, "/nowhere", {}),
            (anna, "/me", {"name": "x" * 100_000, "colour": "red"}),
        ]
        facts = ("chess", "Manitou", "manitou", "bison", "apache", "speed", "maybe", "quick")
        more = ("false", "true", "duel", "board", "plain", *OPTIONS)
        for guest, path, body in asked:
            message = await refused(guest, path, body)
            assert english_in(message, *facts, *more) == [], (path, body, message)


async def test_what_programs_are_told() -> None:
    async with open_house(pseudo=True) as house:
        stranger = await pseudo(house)
        for headers in ({"authorization": "Basic x"}, {"authorization": "Bearer x"}):
            answer = await stranger.web.get("/api/me", headers=headers)
            assert english_in(answer.json()["error"]["message"], "Authorization: Bearer") in (
                [],
                ["TOKEN"],
            )
        answer = await stranger.web.post("/api/me", headers={"x-csrf-token": "wrong"}, json={})
        assert answer.json()["error"]["code"] in ("csrf", "bad_request")
        assert english_in(answer.json()["error"]["message"]) == []


def forged(line: int, **fields: Any) -> str:
    """A complete log with other fields in one of its lines, and the chain recomputed."""
    return rewritten(WHOLE, edit(line, **fields))


LOGS = {
    "empty": "",
    "no log": "no log\n",
    "no header": '{"prateria":1}\n',
    "cut off": WHOLE[:-40],
    "another format": forged(1, prateria=7),
    "another game": forged(1, game="chess"),
    "another version": forged(1, rules="99"),
    "too many": forged(1, seats=9, players=["a"] * 9),
    "a name missing": forged(1, players=["a"]),
    "an unknown option": forged(1, options={"speed": 1}),
    "a strange option": forged(1, options={"quick": [1]}),
    "other tables": forged(1, data={}),
    "an unknown field": forged(1, weather="fine"),
    "a field missing": forged(2, at=None),
    "nobody": forged(2, by="nobody"),
    "another number": forged(2, n=9),
    "no move": forged(30, do="dances"),
    "an early date": forged(40, at=-5),
    "somebody else": forged(30, by="clock"),
    "luck": forged(2, do="draws nothing"),
    "taken back": forged(30, back=900, do=None),
    "another seed": forged(0, seed="another"),
}


@pytest.mark.parametrize("name", LOGS)
async def test_what_is_wrong_with_a_log(name: str) -> None:
    async with open_house(pseudo=True) as house:
        answer = await keep(await pseudo(house), LOGS[name], 400)
        message = answer["error"]["message"]
        facts = ("chess", "Manitou", "apache", "bison", "manitou", "duel", "board", "plain")
        more = ("speed", "weather", "clock", "chance", *OPTIONS)
        kinds = ("prateria", "“at”", "int", "options", "“by”", "players")
        assert english_in(message, *facts, *more, *kinds) == [], message


async def test_what_is_refused_at_a_table() -> None:
    async with open_house(pseudo=True) as house:
        anna, ugo, table = await begun(house, hints=False, watch="everyone")
        watcher = await house.guest()
        async with anna.at(table, f"language={PSEUDO}") as a:
            await state(a)
            n = a.state()["n"]
            asked: list[dict[str, Any]] = [
                {"type": "play", "move": "dances", "based_on": n},
                {"type": "play", "move": "plays 7 left", "based_on": n},
                {"type": "play", "move": "picks 7", "based_on": n, "seat": 1},
                {"type": "take_back", "based_on": n},
                {"type": "take_back", "based_on": n + 9},
                {"type": "offer_back", "entry": 900},
                {"type": "answer_back", "entry": 1, "agree": True},
                {"type": "report", "number": 9, "text": "this"},
                {"type": "hint"},
            ]
            for message in asked:
                answer = await a.ask(**message)
                assert answer["type"] == "refused", answer
                assert english_in(answer["message"]) == [], answer
            for raw in ("no JSON", '{"type":"dance"}'):
                await a.socket.send(raw)
                problem = await a.until(type="error")
                assert english_in(problem["message"]) == [], problem
            await a.send(type="look", n=1, picked=[])
            assert english_in((await a.until(type="error"))["message"]) == []
        async with watcher.at(table, f"language={PSEUDO}") as w:
            await state(w)
            for message in ({"type": "say", "text": "hello"}, {"type": "take_back", "based_on": 1}):
                answer = await w.ask(**message)
                assert english_in(answer["message"]) == [], answer
        async with ugo.at("nowhere", f"language={PSEUDO}") as nobody:
            assert english_in((await nobody.until(type="error"))["message"]) == []


async def test_the_table_itself_is_drawn_in_the_pseudo_language_by_the_socket() -> None:
    async with open_house(pseudo=True) as house:
        anna, _, table = await begun(house)
        async with anna.at(table, f"page=1&language={PSEUDO}") as a:
            drawn = await a.until(type="drawn")
        assert "Ýóúr túrň" in drawn["parts"]["turn"]


async def test_error_pages() -> None:
    store = MemoryStore()
    async with open_house(store, pseudo=True) as house:
        anna = await pseudo(house)
        running = (await anna.open_table())["id"]
        paths = ("/nowhere", "/rules/chess", "/lessons/manitou?step=99", f"/replays/{running}")
        for path in (*paths, "/lists/all", "/language/tlh", f"/replays/{running}?n=many"):
            answer = await anna.web.get(path, headers={"accept": "text/html"})
            assert answer.status_code >= 400, path
            assert english_in(shown(answer.text), "Prateria", "GET") == [], path


def shown(page: str) -> str:
    """The message on an error page."""
    main = page.partition("<main")[2].partition("</main>")[0]
    return html.unescape(re.sub(r"<[^>]*>", " ", f"<main{main}"))
