"""Every code that the server can send is on the page about the protocol, and no other is."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from prateria.server import app
from prateria.server.sockets import connection

SERVER = Path(str(files("prateria.server")))
PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
CODE_AT = {"Refusal": 1, "conflict": 0, "Refused": 2, "Problem": 1}
"""What carries a code, and which of its arguments it is."""
FROM_HELPERS = {"not_found", "forbidden", "bad_request", "too_fast", "elsewhere", "banned", "store"}


def calls() -> Iterator[ast.Call]:
    for file in sorted(SERVER.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield node


def codes_in_source() -> set[str]:
    found = set(FROM_HELPERS)
    for call in calls():
        at = CODE_AT.get(call.func.id) if isinstance(call.func, ast.Name) else None
        if at is not None and len(call.args) > at:
            code = call.args[at]
            if isinstance(code, ast.Constant) and isinstance(code.value, str):
                found.add(code.value)
    return found | {
        code for code, _ in (*app._HTTP_ERRORS.values(), app._INTERNAL, app._BAD_REQUEST)
    }


def table_of(first_row: str) -> set[str]:
    text = PAGE.read_text("utf-8")
    table = text[text.index(first_row) :].partition("\n\n")[0]
    return set(re.findall(r"^\| `?(\w+)`? \|", table, re.MULTILINE))


def test_every_code_is_on_the_page_and_no_other() -> None:
    assert table_of("| `bad_request` |") == codes_in_source()


def test_every_closing_code_is_on_the_page() -> None:
    own = {connection.TOO_BIG, connection.MOVED, connection.SLOW, connection.NOT_FOR_YOU}
    assert {str(code) for code in own} < table_of("| 1001 |")
    written = {
        str(argument.value)
        for file in SERVER.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("hang_up", "finish")
        for argument in node.args
        if isinstance(argument, ast.Constant)
    }
    assert written < table_of("| 1001 |")
