"""The store's modules import each other in one direction only, inside functions too."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

from prateria.server import store

FOLDER = Path(store.__file__).parent


def name_of(module: Path) -> str:
    return ".".join(module.relative_to(FOLDER).with_suffix("").parts)


def imports(module: Path) -> set[str]:
    """The names of the store's modules that this one imports anywhere in its text."""
    found = (node for node in ast.walk(ast.parse(module.read_text())))
    names = {
        f"{node.module}.{alias.name}" if node.module == store.__name__ else node.module or ""
        for node in found
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    start = f"{store.__name__}."
    return {name.removeprefix(start) for name in names if name.startswith(start)}


def test_no_module_of_the_store_imports_itself_by_a_detour() -> None:
    graph = {name_of(module): imports(module) for module in FOLDER.rglob("*.py")}
    order = list(TopologicalSorter(graph).static_order())  # CycleError: there is a circle
    assert order.index("base") < order.index("backup") < order.index("sqlite.store")
    assert order.index("rows") < order.index("logs") < order.index("sql")
    assert order.index("sqlite.store") < order.index("urls")
