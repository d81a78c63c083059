"""Every refusal of the server, and every fault of a log, is marked for translation."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

TEXT_AT = {
    "Refusal": 2,
    "not_found": 0,
    "forbidden": 0,
    "conflict": 1,
    "bad": 0,
    "LogError": 1,
    "SetupError": 0,
    "Problem": 2,
    "Refused": 3,
}
"""The calls that address somebody, and which of their arguments is the text."""
SAID = ("Problem", "Refused")
"""These are sent: their text is translated already, so it is no literal."""
TOP = Path(str(files("prateria")))
FOR_PROGRAMS = {
    ("server/client.py", "SetupError"),  # the command line's own: no page shows it
    ("server/run.py", "SetupError"),
    ("server/settings.py", "SetupError"),
    ("core/contract/game.py", "SetupError"),
    ("core/chance.py", "SetupError"),
    ("core/rules.py", "SetupError"),  # for who wrote the game: such a game is not on any page
    ("core/setup.py", "SetupError"),  # a detail, behind "cannot begin with these options"
    ("core/matches/match.py", "SetupError"),
    ("core/matches/begin.py", "SetupError"),
}
INTERNAL = "the checkpoint is not of this log"
"""A fault of a stored snapshot, which is dropped without a message."""


def modules() -> Iterator[Path]:
    yield from sorted((TOP / "server").rglob("*.py"))
    yield from sorted((TOP / "core").rglob("*.py"))


def is_marked(text: ast.expr, known: set[str]) -> bool:
    match text:
        case ast.Call(func=ast.Name(id="mark"), args=[ast.Constant(value=str())]):
            return True
        case ast.Name(id=name):
            return name in known
        case ast.Attribute(attr="text"):  # of another error, which is checked where it is created
            return True
        case ast.IfExp(body=body, orelse=orelse):
            return is_marked(body, known) and is_marked(orelse, known)
        case ast.Constant(value=value):
            return value == INTERNAL
        case _:
            return False


def marked_names(tree: ast.AST) -> set[str]:
    """The names that hold marked texts."""
    found: set[str] = set()
    for node in ast.walk(tree):
        targets: list[ast.expr] = []
        value: ast.expr | None = None
        if isinstance(node, ast.Assign):
            targets, value = node.targets, node.value
        elif isinstance(node, ast.AnnAssign):
            targets, value = [node.target], node.value
        for target in targets:
            found |= set(_marked(target, value))
    return found


def _marked(target: ast.expr, value: ast.expr | None) -> Iterator[str]:
    if isinstance(target, ast.Name) and value is not None and is_marked(value, set()):
        yield target.id
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, of_one in zip(target.elts, value.elts, strict=True):
            yield from _marked(one, of_one)


def unmarked(source: str, known: set[str]) -> Iterator[tuple[int, str]]:
    """The calls whose text is not marked: their lines and names."""
    tree = ast.parse(source)
    names = known | marked_names(tree)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", "")
        place = TEXT_AT.get(name)
        if place is None or any(isinstance(each, ast.Starred) for each in node.args):
            continue
        if name in SAID:
            if isinstance(node.args[place], ast.Constant | ast.JoinedStr):
                yield node.lineno, name
        elif not is_marked(node.args[place], names):
            yield node.lineno, name


def test_whatever_is_refused_is_marked_for_translation() -> None:
    known = {"NOT_SIGNED_IN", "text"}  # imported; and `text` is a parameter in server/errors.py
    found = [
        f"{path.relative_to(TOP)}:{line} {name}"
        for path in modules()
        for line, name in unmarked(path.read_text("utf-8"), known)
        if (path.relative_to(TOP).as_posix(), name) not in FOR_PROGRAMS
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        'raise forbidden("you may not")',
        'raise bad(f"not {this}")',
        'raise Refusal(404, "gone", "it is gone")',
        'raise conflict("code", str(error))',
        'send(Problem(0, "code", "what is wrong"))',
        'send(Refused(0, "id", "code", f"not {this}"))',
        'raise LogError(3, f"line {n}")',
    ],
)
def test_an_unmarked_text_is_found(source: str) -> None:
    assert list(unmarked(source, set()))
