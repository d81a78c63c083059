"""Everything that can happen to a table is defined in one place, and a room is changed only
there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from prateria.server.rooms import messages
from prateria.server.rooms.room import Message

SERVER = Path(__file__).parents[2] / "src" / "prateria" / "server"
CHANGES = ("save", "start", "commit", "close_offer", "remember")
"""The methods of `Room` that only a message may reach."""
IN_TURN = ("rooms/messages.py", "rooms/room.py", "rooms/referee.py", "rooms/hints.py")
"""Modules whose code runs in the room's turn, or that explain why it need not."""


def kinds(cls: type[object]) -> Iterator[type[object]]:
    for kind in cls.__subclasses__():
        yield kind
        yield from kinds(kind)


def test_everything_that_can_happen_to_a_table_is_listed_in_one_module() -> None:
    ours = [kind for kind in kinds(Message) if kind.__module__.startswith("prateria.")]
    assert len(ours) > 20
    assert {kind.__module__ for kind in ours} == {messages.__name__}


def test_every_message_says_what_it_is_and_nothing_changes_in_it() -> None:
    for kind in kinds(Message):
        if kind.__module__ == messages.__name__ and kind is not messages.TableChange:
            assert kind.__doc__, kind
            assert getattr(kind, "__dataclass_params__").frozen, kind  # noqa: B009


def test_only_messages_change_a_room() -> None:
    found = [
        f"{path.relative_to(SERVER)}: room.{node.func.attr}"
        for path in SERVER.rglob("*.py")
        if str(path.relative_to(SERVER)) not in IN_TURN
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in CHANGES
        and ast.unparse(node.func.value) in ("room", "self.room", "self._room")
    ]
    assert found == []
