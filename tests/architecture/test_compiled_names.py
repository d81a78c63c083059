"""What the compiler rejects and plain Python accepts.

In compiled code a local name has one type. If two handlers in one function use the same name for
their errors, the second one fails with a TypeError when it is needed.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "prateria"
MODULES = sorted([*PACKAGE.glob("games/**/*.py"), *PACKAGE.glob("core/**/*.py")])
Function = ast.FunctionDef | ast.AsyncFunctionDef


def names_of_errors(function: Function) -> list[tuple[str, str]]:
    """The names a function gives to the errors it handles, each with its class, once."""
    handlers = [node for node in ast.walk(function) if isinstance(node, ast.ExceptHandler)]
    found = {(h.name, ast.unparse(h.type)) for h in handlers if h.name and h.type is not None}
    return sorted(found)


def clashes(source: str) -> list[str]:
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, Function)]
    return [
        f"{function.name}: {name}"
        for function in functions
        for name in {name for name, _ in names_of_errors(function)}
        if [known for known, _ in names_of_errors(function)].count(name) > 1
    ]


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_function_calls_errors_of_two_classes_by_two_names(module: Path) -> None:
    assert not clashes(module.read_text("utf-8"))


def test_a_clash_is_found() -> None:
    source = """
def read(text):
    try:
        begin(text)
    except SetupError as error:
        raise NotationError(error)
    try:
        finish(text)
    except NotationError as error:
        raise LogError(error)
"""
    assert clashes(source) == ["read: error"]
