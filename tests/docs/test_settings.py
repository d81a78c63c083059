"""Whatever can be set or called has its page: variables, settings of the server, ./play's words."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest

from prateria.server.settings import Settings
from tests.docs.markdown import ROOT

TEXT = "\n".join(page.read_text("utf-8") for page in sorted((ROOT / "docs").glob("*.md")))
SOURCES = [*(ROOT / "src").rglob("*.py"), *(ROOT / "tools").glob("*.py"), ROOT / "play"]
VARIABLES = sorted(
    {
        name
        for source in SOURCES
        for name in re.findall(r"\bPRATERIA_[A-Z_]+\b", source.read_text("utf-8"))
    }
)
FIXED = {
    "worker": "made by the server itself",
    "connections": "bounds against floods, written down in docs/security.md",
    "thinkers": "one for each process",
    "think_ms": "what a level is, is measured with it",
    "hang_ms": "follows from think_ms",
    "heartbeat_ms": "pages and server must agree on it",
    "idle_ms": "rooms come back in milliseconds, whatever it is",
    "bot_pause_ms": "taste",
    "countdown_ms": "taste",
}
"""Settings that tests set and nobody else: each with its reason."""
CALLED_OTHERWISE = {"secret": "PRATERIA_SECRET", "metrics_token": "PRATERIA_METRICS_TOKEN"}
CALLED_OTHERWISE |= {"pseudo": "PRATERIA_PSEUDO", "origins": "--origin", "proxies": "--proxy"}
CALLED_OTHERWISE |= {"proxy_rtt": "--proxy-rtt"}


@pytest.mark.parametrize("variable", VARIABLES)
def test_every_variable_is_explained(variable: str) -> None:
    assert f"`{variable}" in TEXT


@pytest.mark.parametrize("name", [field.name for field in fields(Settings)])
def test_every_setting_of_the_server_is_explained(name: str) -> None:
    assert name in FIXED or f"`{CALLED_OTHERWISE.get(name, f'--{name}')}" in TEXT


def test_every_command_of_play_is_explained() -> None:
    script = (ROOT / "play").read_text("utf-8")
    table = script.partition("commands = {")[2].partition("}")[0]
    commands = re.findall(r'"(\w+)":', table)
    assert len(commands) > 5
    section = TEXT.partition("\n## ./play\n")[2].partition("\n## ")[0]
    assert [name for name in commands if f"`./play {name}" not in section] == []
    shown = script.partition("HELP = ")[2].partition('"""\n\n')[0]
    assert [name for name in commands if f"\n./play {name} " not in shown] == []
