"""Compiled and plain rules give the same games, to the last byte of their logs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import compiled

ROOT = Path(__file__).parents[2]
GAMES = 200

PLAY = f"""
import pickle
from hashlib import sha256
import prateria
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.errors import SetupError

def digest(game_id, number):
    meta, rng = registry.get(game_id).meta, Quick(number)
    seats = meta.least + number % (meta.most - meta.least + 1)
    options = {{o.name: o.values[rng.below(len(o.values))] for o in meta.options}}
    try:
        match = prateria.new_match(game_id, seats=seats, seed=str(number), options=options)
    except SetupError:  # an option that so few players cannot have
        match = prateria.new_match(game_id, seats=seats, seed=str(number))
    while match.actors:
        actor = match.actors[rng.below(len(match.actors))]
        legal = match.legal(actor)
        match.play(actor, legal[rng.below(len(legal))])
    for value in (match.outcome, match.view(0), *match.log.entries):
        assert pickle.loads(pickle.dumps(value)) == value
    views = "".join(prateria.to_json(match.view(seat)) for seat in range(seats))
    return sha256((match.log.dumps() + match.digest + views).encode()).hexdigest()

print(prateria.is_compiled())
for game_id in registry.ids():
    print(game_id, *(digest(game_id, number) for number in range({GAMES} // len(registry.ids()))))
"""


def played(path: Path) -> list[str]:
    """Which rules ran, and the digests of the games, in a process that imports from `path`."""
    done = subprocess.run(
        [sys.executable, "-c", PLAY],
        env={**os.environ, "PYTHONPATH": str(path)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


@pytest.mark.slow
def test_compiled_rules_play_the_same_games() -> None:
    lack = compiled.obstacle()
    if lack is not None:
        pytest.skip(lack)
    command = [sys.executable, str(ROOT / "play"), "compile", "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    compiled_run, plain_run = played(Path(done.stdout.strip())), played(ROOT / "src")
    assert (compiled_run[0], plain_run[0]) == ("True", "False")
    assert compiled_run[1:] == plain_run[1:]
