"""Races on a running server: a short version of what `docs/fairness.md` promises."""

from __future__ import annotations

import asyncio
import json

import pytest

from prateria.arena.network import NetworkLine
from prateria.arena.races.measure import RaceReport, Races, as_text, race
from prateria.arena.races.proxy import delaying
from prateria.cli import main
from prateria.core.errors import SetupError
from prateria.core.rules import rule

RACES = 24


@pytest.fixture(scope="module")
def report() -> RaceReport:
    return race(Races("apache", (20, 120), RACES, ("presend", "lie-150"), bot_plays=0, cards=6))


@pytest.mark.slow
@rule("A9.2")
def test_on_a_real_server_a_slow_line_is_no_handicap(report: RaceReport) -> None:
    honest = report.rows[0]
    assert honest.races >= RACES
    # Each pair of times is raced twice, with the seats swapped; a busy machine decides one or two
    # close ones.
    assert honest.share[0] == pytest.approx(0.5, abs=0.15)
    assert honest.refused == 0


@pytest.mark.slow
@rule("A9.6")
def test_a_play_sent_before_its_card_is_refused_on_a_real_server(report: RaceReport) -> None:
    rows = [row for row in report.rows if row.attack == "presend"]
    assert [row.attacker for row in rows] == [0, 1]
    assert all(row.refused > 0 for row in rows)
    assert all(row.gain < 0.2 for row in rows)


@pytest.mark.slow
@rule("A9.2")
def test_a_lie_is_cut_on_a_real_server(report: RaceReport) -> None:
    rows = [row for row in report.rows if row.attack == "lie-150"]
    for row in rows:
        assert row.attacker is not None
        # The number is measured on a quiet machine: on a busy one long trips excuse much.
        assert row.marked[row.attacker] >= row.marked[1 - row.attacker]
        assert row.gain < 0.25


@pytest.mark.slow
def test_five_pages_have_a_card_at_about_the_same_time(report: RaceReport) -> None:
    assert report.skew_ms is not None
    assert report.skew_ms < 100


@pytest.mark.slow
def test_the_report_as_text_has_a_line_for_each_row(report: RaceReport) -> None:
    text = as_text(report)
    assert "honest" in text
    assert "120 ms: reports 150 ms too little" in text
    assert "five pages have a card within" in text


async def test_a_line_delays_each_way_and_keeps_the_order() -> None:
    got: list[bytes] = []

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(100):
            got.append(data)
            writer.write(data)
        writer.close()

    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    loop = asyncio.get_running_loop()
    async with server, delaying(NetworkLine(80), port, seed=1) as proxied:
        reader, writer = await asyncio.open_connection("127.0.0.1", proxied)
        began = loop.time()
        writer.write(b"GET / HTTP/1.1\r\n\r\n")
        await reader.read(100)
        assert loop.time() - began >= NetworkLine(80).shortest / 1000
        for number in range(5):
            writer.write(f"{number}".encode())
            await asyncio.sleep(0.001)
        echoed = await reader.readexactly(5)
        writer.close()
    head = b"".join(got).split(b"\r\n")
    assert head[0] == b"GET / HTTP/1.1"
    assert head[1] == f"X-Tcpinfo-Rtt: {round(1000 * NetworkLine(80).shortest)}".encode()
    assert echoed == b"01234"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["manitou", "--server"], "not played in real time"),
        (["apache", "--server", "--races", "1"], "--races takes at least 2"),
    ],
)
def test_what_cannot_be_raced_is_said(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fairness", *arguments]) == 2
    assert said in " ".join(capsys.readouterr().err.split())


def test_an_attack_that_nobody_knows_is_refused() -> None:
    with pytest.raises(SetupError, match="attacks are presend, volley"):
        race(Races("apache", (30, 230), 2, ("steal",)))


@pytest.mark.slow
def test_the_command_measures_bots_of_every_level(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["fairness", "apache", "--server", "--races", "2", "--attack", "none"]
    assert main([*command, "--bots", "4", "--json"]) == 0
    bots = json.loads(capsys.readouterr().out)["bots"]
    assert [row["level"] for row in bots] == ["1", "2", "3", "4", "5"]
    assert all(row["plays"] >= 4 and row["median_ms"] >= 250 for row in bots)
