"""Which code and which tests carry each rule: imports the code, parses the tests."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import prateria
from prateria.core import registry
from prateria.core.contract.game import AnyGame
from prateria.core.rules import Rule, carriers

Proofs: TypeAlias = Mapping[str, tuple[str, ...]]
"""Rule number -> the tests that carry it."""


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One rule of the matrix. `tests` is None where no tests could be read."""

    rule: Rule
    code: tuple[str, ...]
    tests: tuple[str, ...] | None

    @property
    def is_missing(self) -> bool:
        return not self.code or self.tests == ()


def matrix(game: AnyGame, proofs: Proofs | None) -> list[RuleRow]:
    """Every rule of the game with its code and its tests."""
    package = import_all(game)
    own = (f"{package}.", "prateria.core.")
    return [
        RuleRow(
            rule,
            tuple(place for place in carriers(rule.number) if place.startswith(own)),
            None if proofs is None else proofs.get(rule.number, ()),
        )
        for rule in game.rulebook.rules.values()
    ]


def import_all(game: AnyGame) -> str:
    """Import every module of the game, so that all its code has registered the rules it carries."""
    package = registry.package_of(game)
    if package is None:
        return type(game).__module__
    path = importlib.import_module(package).__path__
    for found in pkgutil.walk_packages(path, f"{package}."):
        importlib.import_module(found.name)
    return package


def strangers(game: AnyGame, proofs: Proofs) -> dict[str, tuple[str, ...]]:
    """Numbers in the tests that look like this game's rules but do not exist."""
    known = game.rulebook.rules.keys()
    initials = {number.rstrip("0123456789.") for number in known}
    return {
        number: places
        for number, places in sorted(proofs.items())
        if number not in known and number.rstrip("0123456789.") in initials
    }


def find_tests(folder: Path | None) -> tuple[Path, Proofs] | None:
    """The tests that carry rules: in this folder, or in the first likely one that has any."""
    beside = Path(prateria.__file__ or ".").resolve().parents[2] / "tests"
    for place in (Path("tests"), beside) if folder is None else (folder,):
        proofs = read_tests(place)
        if proofs:
            return place, proofs
    return None


def read_tests(folder: Path) -> Proofs:
    """Every `@rule("…")` below a folder. The files are parsed, not run."""
    proofs: dict[str, tuple[str, ...]] = {}
    for path in sorted(folder.rglob("*.py")):
        source = path.read_bytes()
        if b"rule(" not in source:
            continue  # parsing takes a thousand times as long as searching
        for number, name in _marks(ast.parse(source, str(path))):
            place = f"{path.relative_to(folder).as_posix()}::{name}"
            proofs[number] = (*proofs.get(number, ()), place)
    return proofs


def _marks(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if not node.name.lower().startswith("test"):
                continue
            for decorator in node.decorator_list:
                for number in _numbers(decorator):
                    yield number, node.name


def _numbers(decorator: ast.expr) -> list[str]:
    if not isinstance(decorator, ast.Call):
        return []
    name = decorator.func
    called = name.attr if isinstance(name, ast.Attribute) else getattr(name, "id", "")
    if called != "rule":
        return []
    return [
        argument.value
        for argument in decorator.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]
