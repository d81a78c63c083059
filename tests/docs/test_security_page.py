"""The security page names tests that exist, and answers every item of the audit."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
PAGE = (TESTS.parent / "docs" / "security.md").read_text("utf-8")
NAMED = sorted(set(re.findall(r"`((?:[\w/]+/)?test_\w+\.py(?:::\w+)?)`", PAGE)))
ITEMS = (
    *(f"H{n}" for n in range(1, 5)),
    *(f"M{n}" for n in range(1, 6)),
    *(f"L{n}" for n in range(1, 13)),
    *(f"D{n}" for n in range(1, 9)),
)


@pytest.mark.parametrize("named", NAMED)
def test_a_test_that_is_named_exists(named: str) -> None:
    path, _, name = named.partition("::")
    file = TESTS.parent / path if path.startswith("tests/") else TESTS / "server" / path
    tree = ast.parse(file.read_text("utf-8"))
    defined = {n.name for n in tree.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)}
    assert not name or name in defined


def test_every_item_of_the_audit_is_answered_with_a_test_or_called_a_limit() -> None:
    rows = dict(re.findall(r"^\| ([HMLD]\d+) \|(.*)\|$", PAGE, re.MULTILINE))
    assert tuple(rows) == ITEMS
    bare = [item for item, row in rows.items() if "test_" not in row and "limit" not in row]
    assert bare == []
