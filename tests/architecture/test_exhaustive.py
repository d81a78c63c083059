"""No kind of action or event is forgotten: a match over them has no default.

`assert_never` after such a match, or at the end of a chain of `isinstance`, makes mypy name the
kind that is missing. A default would swallow it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from itertools import zip_longest
from pathlib import Path

import pytest

from prateria.core import registry

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "prateria"
MODULES = sorted([*PACKAGE.glob("games/**/*.py"), *PACKAGE.glob("core/**/*.py")])
GAMES = ("apache", "bison", "manitou")
KINDS = {
    kind.__name__
    for game_id in GAMES
    for kind in (*registry.get(game_id).actions, *registry.get(game_id).events)
}
PROVED = {
    "notation/write.py": ("format_action",),
    "words/sentences.py": ("tell", "phrase"),
    "drawing/ids.py": ("path",),
}


@cache
def parsed(source: str) -> ast.Module:
    return ast.parse(source)


def is_over_kinds(match: ast.Match) -> bool:
    """Whether a match tells actions or events apart."""
    if isinstance(match.subject, ast.Name) and match.subject.id in ("action", "event"):
        return True
    patterns = [node for case in match.cases for node in ast.walk(case.pattern)]
    names = {
        node.cls.id
        for node in patterns
        if isinstance(node, ast.MatchClass) and isinstance(node.cls, ast.Name)
    }
    return bool(names & KINDS)


def defaults(source: str) -> list[int]:
    """The lines with a case that takes any action or event."""
    return [
        case.pattern.lineno
        for match in ast.walk(parsed(source))
        if isinstance(match, ast.Match) and is_over_kinds(match)
        for case in match.cases
        if isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None
    ]


def unproved(source: str) -> list[int]:
    """The lines of matches over actions or events that are not followed by `assert_never`."""
    return [
        first.lineno
        for body in bodies(parsed(source))
        for first, then in zip_longest(body, body[1:])
        if isinstance(first, ast.Match) and is_over_kinds(first) and not is_assert_never(then)
    ]


def bodies(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if isinstance(body, list):
                yield body


def is_assert_never(statement: ast.stmt | None) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Call)
        and isinstance(statement.value.func, ast.Name)
        and statement.value.func.id == "assert_never"
    )


def test_no_match_over_actions_or_events_has_a_default() -> None:
    for module in MODULES:
        assert not defaults(module.read_text("utf-8")), module


def test_an_assert_never_follows_each_of_them() -> None:
    for module in MODULES:
        assert not unproved(module.read_text("utf-8")), module


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("module", [*PROVED])
def test_what_must_know_every_kind_is_proved_to(game_id: str, module: str) -> None:
    tree = ast.parse((PACKAGE / "games" / game_id / module).read_text("utf-8"))
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    for name in PROVED[module]:
        assert is_assert_never(functions[name].body[-1]), name


@pytest.mark.parametrize("case", ["_", "other", "_ if names"])
def test_a_default_is_found(case: str) -> None:
    source = f"match event:\n  case Passed():\n    pass\n  case {case}:\n    pass\n"
    assert defaults(source) == [4]


def test_a_match_is_known_by_its_kinds_too() -> None:
    assert defaults("match thing:\n  case EndTurn() | Pass():\n    pass\n  case _:\n    pass\n")
    assert not defaults("match thing:\n  case Fish():\n    pass\n  case _:\n    pass\n")


def test_a_match_without_its_proof_is_found() -> None:
    match = "match event:\n  case Passed():\n    pass\n"
    assert unproved(match) == [1]
    assert unproved(f"{match}print(event)\n") == [1]
    assert not unproved(f"{match}assert_never(event)\n")
