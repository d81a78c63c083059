"""The client side of the bot API: plays for a program, with the standard library alone."""

from __future__ import annotations

import http.client
import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

from prateria.bots import Observation
from prateria.core import registry
from prateria.core.errors import SetupError
from prateria.core.wire import Codec, load_json

Choose: TypeAlias = Callable[[Observation, Sequence[Any]], Any]
Announce: TypeAlias = Callable[[str], None]
RETRY_S: Final = 2.0
SILENCE_S: Final = 30.0
"""The server sends something every few seconds; after this long without a word it is gone."""


class BotClient:
    """A connection to one server with one token."""

    def __init__(self, url: str, token: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise SetupError(f"a server is given as http://host:port, not {url!r}")
        self._https = parts.scheme == "https"
        self._host = parts.netloc
        self._headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}

    def _connect(self) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self._https else http.client.HTTPConnection
        return kind(self._host, timeout=SILENCE_S)

    def lines(self, path: str) -> Iterator[dict[str, Any]]:
        """The objects of a stream as they arrive."""
        connection = self._connect()
        try:
            connection.request("GET", path, headers=self._headers)
            response = connection.getresponse()
            _check(response)
            while line := response.readline():
                if line.strip():
                    yield load_json(line)
        finally:
            connection.close()

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        connection = self._connect()
        try:
            connection.request("POST", path, json.dumps(body), self._headers)
            response = connection.getresponse()
            _check(response)
            answer: dict[str, Any] = load_json(response.read())
            return answer
        finally:
            connection.close()


def _check(response: http.client.HTTPResponse) -> None:
    if response.status >= 400:
        said = load_json(response.read() or b"{}")
        error = said.get("error", {}) if isinstance(said, dict) else {}
        raise SetupError(f"the server answers {response.status}: {error.get('message', '')}")


class Program:
    """Plays at every table where it is given a seat."""

    def __init__(self, client: BotClient, choose: Choose, say: Announce) -> None:
        self._client = client
        self._choose = choose
        self._say = say
        self._playing: set[str] = set()
        self._finished = 0
        self._change = threading.Condition()

    def run(self, matches: int | None = None) -> None:
        """Play forever, or a given number of matches."""
        threading.Thread(target=self._listen, daemon=True).start()
        with self._change:
            self._change.wait_for(lambda: matches is not None and self._finished >= matches)

    def _listen(self) -> None:
        while True:
            try:
                for frame in self._client.lines("/api/bot/stream"):
                    self._hear(frame)
            except (OSError, http.client.HTTPException, SetupError) as error:
                self._say(f"{error}; trying again")
            time.sleep(RETRY_S)

    def _hear(self, frame: dict[str, Any]) -> None:
        table = frame["table"]
        if frame["status"] != "playing" or table in self._playing:
            return
        self._playing.add(table)
        self._say(f"playing at {table}")
        threading.Thread(target=self._play, args=(table, frame["game"]), daemon=True).start()

    def _play(self, table: str, game_id: str) -> None:
        while True:
            try:
                if self._follow(table, game_id):
                    break
            except (OSError, http.client.HTTPException, SetupError) as error:
                self._say(f"{table}: {error}; trying again")
            time.sleep(RETRY_S)
        self._say(f"{table} is over")
        with self._change:
            self._playing.discard(table)
            self._finished += 1
            self._change.notify_all()

    def _follow(self, table: str, game_id: str) -> bool:
        """Play at a table from its stream; True when the match is over."""
        game = registry.get(game_id)
        codec = Codec((*game.views, *game.events))
        rules: dict[str, Any] = {}
        for frame in self._client.lines(f"/api/bot/tables/{table}/stream"):
            if frame["type"] != "state":
                continue
            if "ruleset" in frame:  # sent at the beginning; views leave it out
                rules = {"ruleset": frame["ruleset"]}
            if frame.get("outcome") is not None:
                return True
            if not frame.get("legal"):
                continue
            legal = [game.notation.parse_action(text) for text in frame["legal"]]
            events = tuple(
                codec.decode(json.dumps(event))
                for entry in frame["entries"]
                for event in entry.get("events", ())
            )
            view = codec.decode(json.dumps({**frame["view"], **rules}))
            chosen = self._choose(Observation(game, frame["seat"], view, events), legal)
            body = {
                "id": secrets.token_hex(8),
                "based_on": frame["n"],
                "move": game.notation.format_action(chosen),
                "seat": frame["seat"],
                "token": frame.get("token", ""),
            }
            self._client.post(f"/api/bot/tables/{table}/moves", body)
        return False
