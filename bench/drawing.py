"""How long a table takes to draw, and how much a move sends: `python bench/drawing.py [GAME …]`.

Random games of every game, or of the named ones, with the most players. Before each decision and
at the end the table is drawn for one seat in turn, in each language in turn, as the painter of a
page would: with all choices, with their first step picked and with the whole path picked. Times are
CPU time in plain Python, without the garbage collector, as in `timeit`: a full collection takes up
to 18 ms here, wherever it falls; the server has its own way with it (`server/gc_policy.py`). Sizes
are those of the parts that changed since this seat's last drawing, packed as the socket packs them.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

if __name__ == "__main__":
    ROOT = Path(__file__).resolve().parents[1]
    sys.path[:0] = [str(ROOT), str(ROOT / "src")]

import prateria
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.contract.game import AnyGame, face_of
from prateria.core.drawing.scene import PARTS, Choice, Drawing, Scene
from prateria.core.matches.match import Match
from prateria.i18n import LANGUAGES, texts_in

GAMES = 3
"""Random games of each game."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The measurements for one game."""

    game: str
    seats: int
    drawings: int
    ms_median: float
    ms_p99: float
    ms_most: float
    changed_bytes_median: int
    changed_bytes_most: int
    art_bytes: int
    """Style and symbols, compressed: loaded once."""


def scenes(match: Match, seat: int, language: str) -> Iterator[Scene]:
    """What a reader might do now: nothing picked, a first step, a complete path."""
    game, view = match.game, match.view(seat)
    texts = texts_in(language, game)
    legal = match.legal(seat) if seat in match.actors else []
    choices = tuple(
        Choice(
            game.notation.format_action(action),
            face_of(game).path(view, action),
            game.words.phrase(view, action, texts),
            face_of(game).confirms(view, action),
        )
        for action in legal
    )
    names = tuple(f"Player {number}" for number in range(match.seats))
    path = choices[len(choices) // 2].path if choices else ()
    for picked in dict.fromkeys(((), path[:1], path)):
        yield Scene(names, texts, choices, picked)


def moments(game_id: str, seats: int, seed: int) -> Iterator[Match]:
    """A random game before each decision, and at its end; always the same object."""
    match = prateria.new_match(game_id, seats=seats, seed=f"drawing {seed}")
    rng = Quick(seed)
    while match.actors:
        yield match
        seat = match.actors[rng.below(len(match.actors))]
        if seat < 0:
            break
        legal = match.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
    yield match


def changed(drawing: Drawing, before: Drawing | None) -> int:
    """The compressed size of the parts that have changed."""
    parts = [getattr(drawing, part) for part in PARTS]
    old = [""] * len(parts) if before is None else [getattr(before, part) for part in PARTS]
    text = "".join([now for now, then in zip(parts, old, strict=True) if now != then])
    return len(zlib.compress(text.encode(), 3))


def timed(game: AnyGame, view: Any, scene: Scene) -> tuple[Drawing, float]:
    """A drawing, and the milliseconds it took."""
    gc.disable()
    start = process_time()
    drawing = face_of(game).draw(view, scene)
    ms = 1000 * (process_time() - start)
    gc.enable()
    return drawing, ms


def measure(game: AnyGame, games: int) -> Figures:
    seats = game.meta.most
    times: list[float] = []
    sizes: list[int] = []
    for number in range(games):
        before: dict[int, Drawing] = {}
        for place, match in enumerate(moments(game.meta.id, seats, number)):
            seat = match.actors[0] if match.actors and place % 2 else place % seats
            for scene in scenes(match, max(seat, 0), list(LANGUAGES)[place % 3]):
                drawing, ms = timed(game, match.view(max(seat, 0)), scene)
                times.append(ms)
                if seat in before:
                    sizes.append(changed(drawing, before[seat]))
                before[seat] = drawing
    art = face_of(game).art()
    times.sort()
    return Figures(
        game=game.meta.id,
        seats=seats,
        drawings=len(times),
        ms_median=round(median(times), 3),
        ms_p99=round(times[len(times) * 99 // 100], 3),
        ms_most=round(times[-1], 3),
        changed_bytes_median=int(median(sizes)),
        changed_bytes_most=max(sizes),
        art_bytes=len(zlib.compress((art.style + art.symbols).encode(), 9)),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=registry.ids())
    parser.add_argument("--games", dest="number", type=int, default=GAMES, metavar="N")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    options = parser.parse_args()
    rows = [measure(registry.get(game_id), options.number) for game_id in options.games]
    if options.json:
        print(json.dumps({row.game: asdict(row) for row in rows}))
        return
    for row in rows:
        print(
            f"{row.game}, {row.seats} seats, {row.drawings} drawings: "
            f"{row.ms_median} ms median, {row.ms_p99} ms p99, {row.ms_most} ms most; "
            f"changed parts {row.changed_bytes_median} bytes median, "
            f"{row.changed_bytes_most} most; art {row.art_bytes} bytes"
        )


if __name__ == "__main__":
    main()
