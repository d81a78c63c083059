"""Every code that the server can send is documented on the protocol page, and no other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from prateria.server import app
from prateria.server.sockets import connection

SERVER = Path(str(files("prateria.server")))
PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
CODE_AT = {"Refusal": 1, "conflict": 0, "Refused": 2, "Problem": 1, "notice": 0, "Notice": 1}
"""The calls that carry a code, and which of their arguments it is."""
NOTICES = ("notice", "Notice")
PASSED_ON = {
    "error.code", "refusal.code", "why.code",  # of a Refusal that was made elsewhere
    "code", "*_INTERNAL", "*_BAD_REQUEST",  # of the function's own argument, of a table below
}  # fmt: skip
"""What may appear in place of a code."""
FROM_BELOW = {"1002", "1007", "1009", "1012", "4500"}
"""Closing codes of the libraries below us: invalid frames, a stop, an error."""


def calls(source: str) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            yield node.func.id if isinstance(node.func, ast.Name) else node.func.attr, node


def codes_in(source: str, *, notices: bool = False) -> set[str]:
    """The codes that a module sends; AssertionError for one that cannot be determined."""
    found = set()
    for name, call in calls(source):
        if name in CODE_AT and (name in NOTICES) == notices:
            found |= set(_codes(_code_of(call, CODE_AT[name])))
    return found


def _code_of(call: ast.Call, at: int) -> ast.expr:
    named = [keyword.value for keyword in call.keywords if keyword.arg == "code"]
    starred = [each for each in call.args[: at + 1] if isinstance(each, ast.Starred)]
    return (named or starred or call.args[at : at + 1])[0]


def _codes(code: ast.expr) -> Iterator[str]:
    if isinstance(code, ast.Constant) and isinstance(code.value, str):
        yield code.value
    elif isinstance(code, ast.IfExp):
        yield from _codes(code.body)
        yield from _codes(code.orelse)
    else:
        text = ast.unparse(code)
        assert text in PASSED_ON, f"write the code itself, not {text}, where it is sent"


def sources() -> list[str]:
    return [file.read_text("utf-8") for file in sorted(SERVER.rglob("*.py"))]


def table_of(first_row: str) -> set[str]:
    text = PAGE.read_text("utf-8")
    table = text[text.index(first_row) :].partition("\n\n")[0]
    return set(re.findall(r"^\| `?(\w+)`? \|", table, re.MULTILINE))


def test_every_code_is_on_the_page_and_no_other() -> None:
    sent = {code for source in sources() for code in codes_in(source)}
    sent |= {code for code, _ in (*app._HTTP_ERRORS.values(), app._INTERNAL, app._BAD_REQUEST)}
    assert table_of("| `bad_request` |") == sent


def test_every_notice_is_on_the_page() -> None:
    sent = {code for source in sources() for code in codes_in(source, notices=True)}
    text = " ".join(PAGE.read_text("utf-8").split())
    told = text[text.index("`notice` with a `code`") : text.index("A chair's `trace`")]
    assert set(re.findall(r"`(\w+)` \(", told)) == sent


@pytest.mark.parametrize(
    "source",
    [
        "raise Refusal(400, 'new', text)",
        "raise errors.Refusal(400, 'new', text)",
        "raise Refusal(400, code='new', text=text)",
        "raise conflict('new' if late else 'new', text)",
        "self.send(protocol.Problem(0, 'new', told))",
    ],
)
def test_a_code_is_found_however_it_is_written(source: str) -> None:
    assert codes_in(source) == {"new"}


@pytest.mark.parametrize("source", ["Refusal(400, name, text)", "conflict(f'not_{x}', text)"])
def test_a_code_that_is_put_together_is_refused(source: str) -> None:
    with pytest.raises(AssertionError, match="write the code itself"):
        codes_in(source)


def test_every_closing_code_is_on_the_page_and_no_other() -> None:
    own = {connection.TOO_BIG, connection.MOVED, connection.SLOW, connection.NOT_FOR_YOU}
    written = {
        str(argument.value)
        for source in sources()
        for name, call in calls(source)
        if name in ("hang_up", "finish", "send_close")
        for argument in call.args
        if isinstance(argument, ast.Constant)
    }
    assert table_of("| 1001 |") == {str(code) for code in own} | written | FROM_BELOW
