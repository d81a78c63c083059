"""No rule without code and test; no number that is not in the rules; a text in every language."""

from __future__ import annotations

import ast
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from prateria.core import registry
from prateria.core.rules import LANGUAGES, carriers

TESTS = Path(__file__).parents[1]
OUR_GAMES = [game_id for game_id in registry.ids() if game_id in ("apache", "bison", "manitou")]


@cache
def rules_in_tests() -> set[str]:
    """Every number that a test carries as `@rule("…")`."""
    return {
        argument.value
        for path in TESTS.rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        for decorator in node.decorator_list
        if isinstance(decorator, ast.Call) and getattr(decorator.func, "id", "") == "rule"
        for argument in decorator.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }


def code_of(game_id: str) -> Iterator[str]:
    """Import all modules of a game, so that the ledger knows all of its code."""
    package = import_module(f"prateria.games.{game_id}")
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        yield import_module(module.name).__name__


@pytest.mark.parametrize("game_id", OUR_GAMES)
def test_every_rule_has_code_and_test(game_id: str) -> None:
    assert list(code_of(game_id))
    rules = registry.get(game_id).rulebook.rules
    in_tests = rules_in_tests()
    assert [n for n in rules if not any(game_id in place for place in carriers(n))] == []
    assert [number for number in rules if number not in in_tests] == []


@pytest.mark.parametrize("game_id", OUR_GAMES)
def test_code_and_tests_carry_only_rules_that_exist(game_id: str) -> None:
    rules = registry.get(game_id).rulebook.rules
    letter = next(iter(rules))[0]
    carried = {n for n in rules_in_tests() if re.fullmatch(rf"{letter}[0-9.]+", n)}
    assert carried - rules.keys() == set()
    sources = (TESTS.parent / "src/prateria/games" / game_id).rglob("*.py")
    written = {
        number
        for path in sources
        for row in re.findall(r"@rule\(([^)]*)\)", path.read_text())
        for number in re.findall(r'"([^"]+)"', row)
    }
    assert written - rules.keys() == set()


@pytest.mark.parametrize("game_id", OUR_GAMES)
def test_every_rule_stands_in_every_language(game_id: str) -> None:
    for rule in registry.get(game_id).rulebook.rules.values():
        texts = [rule.texts[language] for language in LANGUAGES]
        assert all(texts), rule.number
        assert len({*texts}) == len(LANGUAGES), rule.number


@pytest.mark.parametrize("game_id", OUR_GAMES)
def test_every_option_names_its_rule(game_id: str) -> None:
    game = registry.get(game_id)
    for option in game.meta.options:
        assert option.rule in game.rulebook.rules
        assert option.default in option.values


SHARED = TESTS.parents[1] / "shared" / "rules"


@pytest.mark.parametrize("game_id", OUR_GAMES)
def test_the_numbers_are_those_of_the_normative_rules(game_id: str) -> None:
    """Checked if the normative text is present beside the project; the product does not need it."""
    source = SHARED / f"{game_id}.md"
    if source.exists():
        numbers = set(re.findall(r"^- \*\*([A-Z]\d+\.\d+)", source.read_text(), re.MULTILINE))
        ours = {number for number in registry.get(game_id).rulebook.rules if "." in number}
        assert ours == numbers
