"""A store left behind by Prateria 0.1.0: everything in it continues.

`earlier/` has a backup that 0.1.0 made of a store in use, and what was in it: two guests at a table
of each game, an account with a token, a table that waits with an option that no longer exists.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from prateria.server.accounts import COOKIE
from prateria.server.store.backup import restore
from prateria.server.store.urls import open_store
from tests.server.house import Guest, House, open_house

HERE = Path(__file__).parent / "earlier"
FACTS: dict[str, Any] = json.loads((HERE / "store-0.1.0.json").read_text("utf-8"))
SECRET = "x" * 40
PASSWORD = "correct horse"


@pytest.fixture
async def old_store(lasting_url: str, tmp_path: Path) -> str:
    """The URL of a store of each kind, filled from the backup; SQLite gets the original file."""
    backup = tmp_path / "store-0.1.0.db"
    backup.write_bytes(gzip.decompress((HERE / "store-0.1.0.db.gz").read_bytes()))
    if lasting_url.startswith("sqlite:///"):
        return f"sqlite:///{backup}"
    async with open_store(lasting_url) as store:
        await restore(str(backup), store)
    return lasting_url


async def returning(house: House, name: str, cookie: str = "cookie") -> Guest:
    """A person whose browser has kept its cookie."""
    guest = Guest(house)
    house.guests.append(guest)
    guest.web.headers["cookie"] = f"{COOKIE}={FACTS[name][cookie].strip(chr(34))}"
    return await guest.arrive()


async def test_what_0_1_0_stored_goes_on(old_store: str) -> None:
    async with open_house(open_store(old_store), secret=SECRET) as house:
        anna, ben = await returning(house, "anna"), await returning(house, "ben")
        assert (anna.id, ben.id) == (FACTS["anna"]["id"], FACTS["ben"]["id"])
        for game in ("bison", "manitou", "apache"):
            await plays_on(anna, ben, FACTS[game]["table"], FACTS[game]["n"])
        waiting = FACTS["waiting"]
        await anna.post(f"/tables/{waiting}/fill", {"bot": "random"})
        assert (await anna.post(f"/tables/{waiting}/start"))["status"] == "playing"
        await an_account_logs_in_again(house)


async def plays_on(anna: Guest, ben: Guest, table: str, n: int) -> None:
    async with (
        anna.at(table, cookie=anna.web.headers["cookie"]) as a,
        ben.at(table, cookie=ben.web.headers["cookie"]) as b,
    ):
        await a.until(type="state")
        await b.until(type="state")
        assert a.state()["n"] == n
        assert (await a.until(type="chat"))["text"] == "good luck!"
        player = a if a.state().get("legal") else b
        assert (await player.play(player.state()["legal"][0]))["type"] == "accepted"


async def an_account_logs_in_again(house: House) -> None:
    """Its old cookie could be one that was known before it became an account."""
    carla = await returning(house, "carla", "after")
    assert carla.id != FACTS["carla"]["id"]
    del carla.web.headers["cookie"]
    me = await carla.post("/login", {"name": "Carla", "password": PASSWORD})
    assert me["id"] == FACTS["carla"]["id"]
    head = {"authorization": f"Bearer {FACTS['token']}"}
    async with httpx.AsyncClient(base_url=house.url, headers=head, verify=False) as program:
        assert (await program.get("/api/me")).json()["id"] == me["id"]
