"""`./play add PATH` and `./play remove PATH`: other people's games and bots beside ours.

The added packages are listed in `added.txt`, outside the environment, so that they are reinstalled
when it is rebuilt. One that can no longer be installed is named and left out.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from tools.environment import Environment, Failure, added_packages, tell, to_run, write_added

OFFERS = """
import json, sys
from importlib.metadata import distributions
from pathlib import Path
from urllib.parse import unquote, urlsplit
from prateria.core import registry
from prateria.core.errors import SetupError

found = {"name": "", "games": [], "bots": [], "faults": []}
for package in distributions():
    url = json.loads(package.read_text("direct_url.json") or "{}").get("url", "")
    if url.startswith("file:") and Path(unquote(urlsplit(url).path)) == Path(sys.argv[1]):
        found["name"] = package.name
        found["bots"] = [p.name for p in package.entry_points if p.group == "prateria.bots"]
        for point in package.entry_points:
            if point.group == "prateria.games":
                try:
                    found["games"].append(registry.get(point.name).meta.id)
                except SetupError as error:
                    found["faults"].append(str(error))
print(json.dumps(found))
"""


def add(root: Path, arguments: list[str]) -> int:
    path = _one_path(arguments, "add")
    if not any((path / name).is_file() for name in ("pyproject.toml", "setup.py")):
        raise Failure(f"{path} is not a package: it has no pyproject.toml (docs/add-a-game.md).")
    home = to_run(root)
    home.ensure()
    known = added_packages(root)
    write_added(root, [*known, path] if path not in known else known)
    home.ensure()
    offers = _offers(home, path)
    if not offers["name"]:
        write_added(root, known)
        raise Failure(f"{path} was not added; pip's message is above.")
    for fault in offers["faults"]:
        tell(fault)
    new = [f"game {name}" for name in offers["games"]] + [f"bot {name}" for name in offers["bots"]]
    if not new and not offers["faults"]:
        tell("it offers no game and no bot: is there an entry point? (docs/add-a-game.md)")
    tell(f"added {path}: {', '.join(new) or 'nothing that can be played yet'}")
    return 1 if offers["faults"] else 0


def remove(root: Path, arguments: list[str]) -> int:
    path = _one_path(arguments, "remove")
    known = added_packages(root)
    if path not in known:
        told = ", ".join(map(str, known)) or "none"
        raise Failure(f"{path} was not added; there are: {told}.")
    home = to_run(root)
    home.ensure()
    name = _offers(home, path)["name"]
    if name:
        home.uninstall(name)
    write_added(root, [each for each in known if each != path])
    home.forget_added(path)
    tell(f"removed {path}")
    return 0


def _one_path(arguments: list[str], word: str) -> Path:
    if len(arguments) != 1:
        raise Failure(f"./play {word} PATH: the folder of one package.")
    return Path(arguments[0]).expanduser().resolve()


def _offers(home: Environment, path: Path) -> dict[str, Any]:
    """What the package in a folder offers, and what is wrong with it."""
    command = [str(home.python), "-P", "-c", OFFERS, str(path)]
    told = subprocess.run(command, capture_output=True, text=True)
    if told.returncode != 0:
        raise Failure(f"the environment is broken: {told.stderr.strip().splitlines()[-1]}")
    offers: dict[str, Any] = json.loads(told.stdout)
    return offers
