"""`./play golden [GAME ...] [--check]`: rewrite the golden files, or report what would change."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from tests.golden import files
from tests.golden.games import own_games


def parsed(arguments: list[str]) -> Namespace:
    """The games and whether only to check."""
    parser = ArgumentParser(prog="./play golden", description="Write the golden files anew.")
    games = ", ".join(own_games())
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of these only: {games}")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; tell what would change"
    )
    chosen = parser.parse_args(arguments)
    for game_id in chosen.games:
        if game_id not in own_games():
            parser.error(f"no game {game_id!r}; the games are: {games}")
    return chosen


def main(arguments: list[str]) -> int:
    """Print each file that differs; return 1 if that was a check and a file did."""
    chosen = parsed(arguments)
    total = 0
    for game_id in chosen.games or own_games():
        fresh = files.wanted(game_id)
        found = files.differences(fresh, files.present(game_id))
        for name, what in found.items():
            print(f"{what:<9}  {game_id}/{name}")
        if not chosen.check:
            files.write(game_id, fresh)
        total += len(found)
    print(f"{total} golden files {'would change' if chosen.check else 'changed'}.")
    return int(chosen.check and total > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
