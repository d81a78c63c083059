"""The store's modules import each other in one direction only, inside functions too."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

from prateria.server import store

FOLDER = Path(store.__file__).parent


def imports(module: Path) -> set[str]:
    """The names of the store's modules that this one imports anywhere in its text."""
    found = (node for node in ast.walk(ast.parse(module.read_text())))
    names = [node.module or "" for node in found if isinstance(node, ast.ImportFrom)]
    return {name.removeprefix(f"{store.__name__}.") for name in names if store.__name__ in name}


def test_no_module_of_the_store_imports_itself_by_a_detour() -> None:
    graph = {module.stem: imports(module) for module in FOLDER.glob("*.py")}
    order = list(TopologicalSorter(graph).static_order())  # CycleError: there is a circle
    assert order.index("base") < order.index("backup") < order.index("sqlite")
    assert order.index("sqlite") < order.index("urls")
