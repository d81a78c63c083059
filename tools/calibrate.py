"""Calibrates the learned nets: `python -m tools.calibrate [GAME ...] [--games 200]`.

The net predicts shares of victory and score together. Here it plays against itself, and at every
rest its shares are compared with the final winner. The power that maximizes the winners' likelihood
goes to learned/GAME.calibration.json in the game's package.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from typing import Any, Final

import numpy as np

import prateria
from prateria.arena.simulate import simulate
from prateria.bots.learned_files import CALIBRATION, learned_path
from prateria.bots.net import weights_digest
from prateria.core import registry
from prateria.core.matches.match import Match
from prateria.review.review import review
from prateria.review.win_model import WinModel, calibrated, won

BOT: Final = "learned:temperature=0.7"
"""Nearly its best play, but not the same game again and again."""
SEED: Final = "sharpen"
"""The seed of the shipped figures, named after this tool's former name."""
POWERS: Final = np.arange(0.5, 6.01, 0.05)


def measure(game_id: str, players: int, games: int) -> dict[str, Any]:
    """The power for a number of players, and its log loss in bits on held-out games."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        simulate(game_id, players=players, games=games, seed=SEED, bots=[BOT] * players, out=out)
        matches = [prateria.replay(path.read_bytes()) for path in sorted(out.iterdir())]
    told = []
    for match in matches:
        assert match.outcome is not None
        told.append((_shares(match), won(match.outcome)))
    half = len(told) // 2
    power = min(POWERS, key=lambda each: _bits(told[:half], each))
    return {
        "power": round(float(power), 2),
        "bits": round(_bits(told[half:], power), 3),
        "bits_as_told": round(_bits(told[half:], 1.0), 3),
        "bits_of_nothing_known": round(float(np.log2(players)), 3),
    }


def _shares(match: Match) -> Any:
    """The net's raw shares at each rest except the last."""
    told = review(match, WinModel(match.game, match.seats, 1.0))
    return np.array([told.chances[entry] for entry in told.rests[:-1]])


def _bits(told: list[tuple[Any, Any]], power: float) -> float:
    """The mean surprise at the winner, over all rests; each match has the same weight."""
    means = []
    for shares, winners in told:
        chances = calibrated(shares, power)
        means.append(float(-(np.log2(chances) * winners).sum(axis=-1).mean()))
    return float(np.mean(means))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("titles", nargs="*", default=registry.ids(), metavar="GAME")
    parser.add_argument("--games", type=int, default=200)
    options = parser.parse_args()
    for game_id in options.titles:
        meta = registry.get(game_id).meta
        counts = range(meta.least, min(meta.most, 4) + 1)
        found = {players: measure(game_id, players, options.games) for players in counts}
        form = {
            "powers": {str(players): row["power"] for players, row in found.items()},
            "story": {
                "command": f"python -m tools.calibrate {game_id} --games {options.games}",
                "bot": BOT,
                "weights": weights_digest(game_id),
                "players": {str(players): row for players, row in found.items()},
            },
        }
        path = learned_path(game_id, CALIBRATION)
        path.write_text(json.dumps(form, indent=1) + "\n", "utf-8")
        print(game_id, form["story"]["players"], flush=True)


if __name__ == "__main__":
    main()
