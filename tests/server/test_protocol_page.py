"""The examples in docs/protocol.md, sent and compared; and the page's completeness."""

from __future__ import annotations

import json
import re
import typing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from prateria.server.wire import protocol
from tests.server.house import open_house, text_of
from tests.server.test_messages import begun

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")


def lines_of(kind: str) -> list[tuple[str, Any]]:
    return [
        (line[0], json.loads(line[1:]))
        for block in re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)
        for line in block.splitlines()
    ]


def fits(shown: Any, sent: Any) -> bool:
    """Whether a frame is as the page shows it; … matches anything."""
    if shown == "…":
        return True
    if isinstance(shown, dict) and isinstance(sent, dict):
        return all(name in sent and fits(value, sent[name]) for name, value in shown.items())
    if isinstance(shown, list) and isinstance(sent, list):
        return len(shown) == len(sent) and all(map(fits, shown, sent))
    return bool(shown == sent)


@pytest.mark.parametrize(("kind", "query"), [("dialogue", ""), ("page", "page=1")])
async def test_the_examples_are_what_happens(kind: str, query: str) -> None:
    async with open_house() as house:
        anna, _, table = await begun(house)
        async with anna.at(table, query) as a:
            for who, message in lines_of(kind):
                if who == "→":
                    await a.socket.send(json.dumps(message))
                else:
                    frame = json.loads(text_of(await a.socket.recv()))
                    while frame["type"] == "ping" and message["type"] != "ping":
                        # Heartbeats come when they are due; on a busy machine, in between.
                        frame = json.loads(text_of(await a.socket.recv()))
                    assert fits(message, frame), f"shown {message}, sent {frame}"


def test_every_message_is_on_the_page() -> None:
    kinds = (*typing.get_args(protocol.Incoming), *typing.get_args(protocol.Outgoing))
    for kind in kinds:
        tag = msgspec.inspect.type_info(kind).tag  # type: ignore[attr-defined]
        assert f'"type": "{tag}"' in PAGE or f"`{tag}`" in PAGE, tag
