"""A small artificial checkout for the tests of ./play, and the path of the real one."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

FILES = {
    "play": "",
    "pyproject.toml": '[tool.prateria.compile]\ninclude = ["core/*.py"]\nexclude = []\n',
    "setup.py": "",
    "tools/build_backend.py": "",
    "requirements/run.txt": "rich==1\n",
    "requirements/test.txt": "pytest==1\n",
    "requirements/compile.txt": "mypy==1\n",
    "src/prateria/__init__.py": "",
    "src/prateria/core/chance.py": "FACES = 6\n",
    "src/prateria/games/manitou/rules.toml": "",
}


def make_checkout(root: Path) -> Path:
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def edit(file: Path) -> None:
    file.write_text(file.read_text() + "# edited\n")
