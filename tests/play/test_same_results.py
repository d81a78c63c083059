"""Compiled rules give the same games as plain ones, to the last byte of their logs, and people can
play on them. The slow tests in `laws`, which run on them, show that they keep the laws."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
import websockets

from prateria.core import registry
from tests.server.house import Json, Player
from tests.server.process import Process
from tools import compiled

ROOT = Path(__file__).parents[2]
GAMES = 200

PLAY = f"""
import pickle
from hashlib import sha256
import prateria
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.errors import SetupError

def digest(game_id, number):
    meta, rng = registry.get(game_id).meta, Quick(number)
    seats = meta.least + number % (meta.most - meta.least + 1)
    options = {{o.name: o.values[rng.below(len(o.values))] for o in meta.options}}
    try:
        match = prateria.new_match(game_id, seats=seats, seed=str(number), options=options)
    except SetupError:  # an option that so few players cannot have
        match = prateria.new_match(game_id, seats=seats, seed=str(number))
    while match.actors:
        actor = match.actors[rng.below(len(match.actors))]
        legal = match.legal(actor)
        match.play(actor, legal[rng.below(len(legal))])
    for value in (match.outcome, match.view(0), *match.log.entries):
        assert pickle.loads(pickle.dumps(value)) == value
    views = "".join(prateria.to_json(match.view(seat)) for seat in range(seats))
    return sha256((match.log.dumps() + match.digest + views).encode()).hexdigest()

print(prateria.is_compiled())
for game_id in registry.ids():
    print(game_id, *(digest(game_id, number) for number in range({GAMES} // len(registry.ids()))))
"""


def ran(program: str, path: Path) -> list[str]:
    """The output of a program in a process that imports from `path`."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def compiled_rules() -> Path:
    """Where the compiled rules are."""
    lack = compiled.obstacle()
    if lack is not None:
        pytest.skip(lack)
    command = [sys.executable, str(ROOT / "play"), "compile", "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.strip())


@pytest.mark.slow
def test_compiled_rules_play_the_same_games(compiled_rules: Path) -> None:
    compiled_run, plain_run = ran(PLAY, compiled_rules), ran(PLAY, ROOT / "src")
    assert (compiled_run[0], plain_run[0]) == ("True", "False")
    assert compiled_run[1:] == plain_run[1:]


@pytest.mark.slow
async def test_a_table_on_compiled_rules_is_drawn_and_its_bot_plays(
    compiled_rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(compiled_rules))
    process = Process(f"sqlite:///{tmp_path}/games.db", tmp_path, fresh=True)
    await process.start()
    try:
        async with httpx.AsyncClient(base_url=process.url, timeout=20) as web:
            web.headers["x-csrf-token"] = (await web.get("/api/me")).json()["csrf"]
            for game in registry.ids():
                table = f"/tables/{await begun(web, game)}"
                page = await web.get(table)
                assert page.status_code == 200, process.log
                assert "<svg" in page.text
                await until_the_bot_plays(process, web, table)
    finally:
        process.kill()
    assert "failed" not in process.log, process.log


async def begun(web: httpx.AsyncClient, game: str) -> str:
    """A table with a bot in the second seat, begun."""
    table: str = (await web.post("/api/tables", json={"game": game, "seats": 2})).json()["id"]
    await web.post(f"/api/tables/{table}/fill", json={"bot": "level:2"})
    assert (await web.post(f"/api/tables/{table}/start")).status_code == 200
    return table


async def until_the_bot_plays(process: Process, web: httpx.AsyncClient, table: str) -> None:
    url = f"{process.url.replace('http', 'ws')}/api{table}/socket?after=0"
    cookie = "; ".join(f"{name}={value}" for name, value in web.cookies.items())
    async with websockets.connect(url, additional_headers={"cookie": cookie}) as socket:
        player = Player(socket)
        await player.until(type="state")
        while not has_played("b", player.frames):
            legal = player.state().get("legal")
            if legal:
                await player.play(legal[0])
            else:
                await player.next()


def has_played(seat: str, frames: list[Json]) -> bool:
    return any(entry["by"] == seat for frame in frames for entry in frame.get("entries", ()))
