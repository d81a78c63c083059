"""`prateria serve`: which port, which messages, when a browser is opened."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

import pytest

from prateria.cli import main
from prateria.cli.host import serve as command
from prateria.server import run
from prateria.server.settings import shown_host
from prateria.server.store.sqlite.claim import FileClaim
from prateria.server.store.urls import default_path


class Calls:
    """Records what would have happened."""

    def __init__(self) -> None:
        self.ports: list[int] = []
        self.opened: list[str] = []


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> Calls:
    made = Calls()

    def serve(settings: Any, listening: socket.socket) -> None:
        assert listening.getsockname()[1] == settings.port
        made.ports.append(settings.port)

    monkeypatch.setattr(run, "serve", serve)
    monkeypatch.setattr("webbrowser.open", made.opened.append)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("DISPLAY", ":0")
    return made


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def test_it_prints_one_line_and_opens_the_browser_there(
    calls: Calls, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "PORT", 0)
    assert main(["serve", "--open"]) == 0
    printed = capsys.readouterr().out
    assert calls.opened == [f"http://127.0.0.1:{calls.ports[0]}"]
    assert calls.opened[0] in printed
    assert printed.count("\n") == 1


@pytest.mark.parametrize("words", [[], ["--open", "--no-browser"]], ids=" ".join)
def test_it_opens_no_browser_unasked(
    calls: Calls, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "PORT", 0)
    assert main(["serve", *words]) == 0
    assert calls.opened == []


def test_it_opens_no_browser_where_there_is_no_screen(
    calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "PORT", 0)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert main(["serve", "--open"]) == 0
    assert calls.opened == []


def test_a_taken_port_is_passed_over_unless_it_was_asked_for(
    calls: Calls, taken: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "PORT", taken)
    assert main(["serve"]) == 0
    assert calls.ports != [taken]
    assert main(["serve", "--port", str(taken)]) != 0
    assert f"port {taken}" in capsys.readouterr().err


def test_a_server_for_everyone_names_an_address_that_others_can_reach(
    calls: Calls, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--host", "0.0.0.0", "--port", "0", "--open"]) == 0
    assert "0.0.0.0" not in calls.opened[0]
    assert calls.opened[0] in capsys.readouterr().out


def test_without_a_network_it_is_reached_from_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(self: socket.socket, address: object) -> None:
        raise OSError("network is unreachable")

    monkeypatch.setattr("socket.socket.connect", unreachable)
    assert shown_host("0.0.0.0") == "127.0.0.1"
    assert shown_host("::1") == "[::1]"
    assert shown_host("games.example") == "games.example"


def test_the_address_stays_on_one_line_however_long_the_store_s(
    calls: Calls, capsys: pytest.CaptureFixture[str], tmp_path: Any
) -> None:
    store = f"sqlite:///{tmp_path}/{'long' * 30}.db"
    assert main(["serve", "--port", "0", "--store", store]) == 0
    assert capsys.readouterr().out.count("\n") == 1


@pytest.mark.parametrize("slot", ["a-b", "ninechars", "ü", "a/b"])
def test_a_slot_that_cannot_stand_in_an_address_is_refused(
    calls: Calls, capsys: pytest.CaptureFixture[str], slot: str
) -> None:
    assert main(["serve", "--port", "0", "--slot", slot]) == 2
    assert "--slot takes up to 8 letters and digits" in capsys.readouterr().err
    assert calls.ports == []


def test_a_second_server_on_one_store_is_refused_and_says_where_the_first_is(
    calls: Calls, capsys: pytest.CaptureFixture[str]
) -> None:
    first = FileClaim(str(default_path()), "http://127.0.0.1:8137", alone=True)
    assert main(["serve", "--port", "0"]) == 2
    error = capsys.readouterr().err
    assert "another Prateria serves this store already at http://127.0.0.1:8137." in error
    assert calls.ports == []
    first.release()
    assert main(["serve", "--port", "0"]) == 0


def test_a_second_start_opens_the_browser_where_the_first_is(
    calls: Calls, capsys: pytest.CaptureFixture[str]
) -> None:
    first = FileClaim(str(default_path()), "http://127.0.0.1:8137", alone=True)
    assert main(["serve", "--port", "0", "--open"]) == 0
    assert calls.opened == ["http://127.0.0.1:8137"]
    assert "already at http://127.0.0.1:8137" in capsys.readouterr().out
    first.release()
