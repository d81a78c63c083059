"""What is public is documented: a page in docs/reference, and a docstring on every name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import prateria
from tests.docs.markdown import ROOT

SOURCE = ROOT / "src"
MODULES = sorted(
    module
    for page in (ROOT / "docs" / "reference").glob("*.md")
    for module in re.findall(r"^::: (\S+)$", page.read_text("utf-8"), re.MULTILINE)
)
CONTRACT = SOURCE / "prateria" / "core" / "contract"


def file_of(module: str) -> Path:
    path = SOURCE.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def is_text(node: ast.stmt | None) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def undocumented(body: list[ast.stmt], inside: str = "") -> Iterator[str]:
    """The public names of a module or class without a text; a class tells of its own fields."""
    for node, after in zip(body, [*body[1:], None], strict=True):
        name = ""
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = "" if ast.get_docstring(node) else node.name
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and not inside:
            name = "" if is_text(after) else node.target.id
        if name and not name.startswith("_"):
            yield inside + name
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from undocumented(node.body, f"{node.name}.")


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_of_the_reference_is_documented(module: str) -> None:
    tree = ast.parse(file_of(module).read_text("utf-8"))
    assert ast.get_docstring(tree), "the module itself"
    assert [*undocumented(tree.body)] == []


def test_an_undocumented_name_is_found() -> None:
    tree = ast.parse(
        'A: int = 1\nB: int = 2\n"""Told."""\n_C: int = 3\n'
        'class D:\n    """Told."""\n    field: int\n    def method(self): ...\n'
        "def function(): ...\n"
    )
    assert [*undocumented(tree.body)] == ["A", "D.method", "function"]


def test_each_module_of_the_contract_is_in_the_reference_once() -> None:
    assert len(MODULES) == len(set(MODULES))
    facets = {f"prateria.core.contract.{path.stem}" for path in CONTRACT.glob("[!_]*.py")}
    assert facets | {"prateria", "prateria.core.laws", "prateria.research"} <= {*MODULES}


def test_everything_stable_has_a_text_of_its_own() -> None:
    """But for the two actors that are numbers, and the version."""
    for name in prateria.__all__:
        value = getattr(prateria, name)
        assert isinstance(value, int | str) or value.__doc__, name
