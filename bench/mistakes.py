"""How often bots hurt themselves by something legal: `python bench/mistakes.py [GAME ...]`.

    PYTHONPATH=$(./play compile --quiet) .venv/bin/python bench/mistakes.py apache --games 12
    python bench/mistakes.py bison --bots level:1,greedy --players 2,4 --json

Bots of one kind play whole matches, and every choice of theirs is looked at with the rules of the
game in hand: plays that are punished, trades that lead to nothing, actions begun for nothing. What
counts as one is written down here once more and does not ask what bots look at (`candidates`).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

if __name__ == "__main__":
    ROOT = Path(__file__).resolve().parents[1]
    sys.path[:0] = [str(ROOT)]
    try:
        import prateria  # compiled, if PYTHONPATH leads to it
    except ImportError:
        sys.path[:0] = [str(ROOT / "src")]

import prateria
from prateria.arena.bout import play_turns
from prateria.arena.network import NetworkLine
from prateria.arena.timeline import LiveSeat, TimeLine
from prateria.bots import BotSeat, make
from prateria.bots.levels import pace_of
from prateria.cli.study.arena import split_bots
from prateria.core.chance import Quick
from prateria.core.contract.game import CLOCK
from prateria.core.matches.match import Match
from prateria.games.apache.rules import actions as apache
from prateria.games.apache.rules.claims import open_claims
from prateria.games.apache.rules.events import Punished, TribePlayed
from prateria.games.bison.rules import actions as bison
from prateria.games.bison.rules.components import HUNTERS, LIMIT
from prateria.games.manitou.rules import actions as manitou
from prateria.games.manitou.rules.events import WarriorsMet
from prateria.games.manitou.rules.warriors import FALLS, WASTED

BOTS: Final = ("level:1", "level:2", "level:3", "level:4", "greedy")
TABLES: Final[dict[str, tuple[int, dict[str, Any]]]] = {
    "apache": (5, {}),
    "apache live": (5, {"tempo": "live"}),
    "bison": (4, {}),
    "bison final limit": (4, {"final_limit": True}),
    "manitou": (5, {}),
}
"""The largest table of each game, and its options."""


class Witness:
    """Sees every choice of a match before it is made, and counts."""

    def __init__(self, game: str) -> None:
        self._look: Callable[..., None] = LOOKS[game]
        self.counts: Counter[str] = Counter()
        self.turn: list[Any] = []
        """The trades of the seat to move since the last action: in Bison."""

    def of(self, seat: BotSeat, place: int) -> Callable[[Match], Any]:
        def decide(match: Match) -> Any:
            action = seat.decide(match)
            legal = match.legal(place)
            if len(legal) > 1:
                self._look(self, match, place, action, legal)
            return action

        return decide


def look_at_apache(seen: Witness, match: Match, seat: int, action: Any, legal: list[Any]) -> None:
    """Chances to claim something, and whether they were taken. Plays are read from the log."""
    if not isinstance(legal[0], apache.PlayTribe):
        return
    state = match.peek()
    could = [one for one in legal if _role(one) is not None and open_claims(state, seat, one.role)]
    seen.counts["chances"] += bool(could)
    seen.counts["taken"] += action in could


def _role(action: Any) -> Any:
    return action.role if isinstance(action, apache.PlayTribe) else None


def look_at_bison(seen: Witness, match: Match, seat: int, action: Any, _legal: list[Any]) -> None:
    state, counts = match.peek(), seen.counts
    last = state.season == state.ruleset.seasons
    match action:
        case bison.ChooseAction(kind=kind):
            _settle(seen)
            counts["actions"] += 1
            hunters = [space for space in state.camps[seat] if state.pieces[space] & HUNTERS]
            counts["no hunter"] += kind > 0 and len(hunters) <= (kind == 3)
        case bison.Gain():
            counts["for one animal"] += 1
        case bison.Exchange(give=give):
            counts["exchanges"] += 1
            over = match.view(seat).phase == "overflow" and state.terrain == give
            if not (over and state.stock[3 * seat + give] >= LIMIT + 3):
                seen.turn.append(action)
        case bison.Buy(piece=piece):
            counts["bought"] += 1
            seen.turn.clear()  # so the exchanges before were useful
            if last and match.view(seat).phase == "overflow":
                counts["of no use"] += 1
            elif last:
                counts[f"last {seat} {int(piece)}"] += 1
        case bison.EndTurn() | bison.Done():
            _settle(seen)
        case _:
            pass


def _settle(seen: Witness) -> None:
    """Exchanges after which nothing was bought, and nothing saved."""
    seen.counts["idle exchanges"] += len(seen.turn)
    seen.turn.clear()


def end_of_bison(seen: Witness, match: Match) -> None:
    """Pieces bought in the last season that are still in the supply."""
    _settle(seen)
    for seat, other in enumerate(match.view(None).seats):
        for piece, number in enumerate(other.supply):
            seen.counts["of no use"] += min(number, seen.counts.pop(f"last {seat} {piece}", 0))


def look_at_manitou(
    seen: Witness, _match: Match, _seat: int, action: Any, legal: list[Any]
) -> None:
    counts = seen.counts
    match action:
        case manitou.TakeTile(tile=tile) | manitou.DiscardTile(tile=tile):
            taking = isinstance(action, manitou.TakeTile)
            alike = [int(one.tile) for one in legal if tile < 6 and int(one.tile) // 3 == tile // 3]
            counts["tiles"] += 1
            counts["worse tile"] += bool(alike) and tile != (max if taking else min)(alike)
        case _:
            pass


LOOKS: Final[Mapping[str, Callable[..., None]]] = {
    "apache": look_at_apache,
    "bison": look_at_bison,
    "manitou": look_at_manitou,
}


def watch(table: str, bot: str, players: int, number: int, seed: str) -> Counter[str]:
    """One match of a bot against itself, counted."""
    game, options = table.split()[0], TABLES[table][1]
    text = f"{seed} {table} {players} {number}"
    match = prateria.new_match(game, seats=players, seed=text, options=options)
    seen = Witness(game)
    decides = [seen.of(BotSeat(make(bot), seat, f"{text} {bot}"), seat) for seat in range(players)]
    if CLOCK in match.actors:
        lives = [LiveSeat(decide, pace_of(bot), NetworkLine(0)) for decide in decides]
        TimeLine(match, lives, Quick(number)).run()
    else:
        play_turns(match, decides)
    if game == "bison":
        end_of_bison(seen, match)
    for entry in match.log.entries:
        for event in entry.events:
            if isinstance(event, TribePlayed):
                seen.counts["plays"] += 1
                seen.counts["unsound"] += not event.is_sound
            elif isinstance(event, Punished):
                seen.counts["lost"] += len(event.cards)
            elif isinstance(event, WarriorsMet):
                seen.counts["great warriors"] += 1
                seen.counts["thrown away"] += event.meeting in (FALLS, WASTED)
    return seen.counts


def told(game: str, counts: Counter[str], seats: int) -> dict[str, float]:
    """The figures of a row; `seats` are all seats of all matches."""

    def share(part: str, whole: str) -> float:
        return round(100 * counts[part] / max(1, counts[whole]), 1)

    def each(what: str) -> float:
        return round(counts[what] / seats, 2)

    if game == "apache":
        return {
            "plays": each("plays"),
            "unsound %": share("unsound", "plays"),
            "cards lost": each("lost"),
            "chances taken %": share("taken", "chances"),
        }
    if game == "bison":
        return {
            "for one animal %": share("for one animal", "actions"),
            "without a hunter %": share("no hunter", "actions"),
            "bought": each("bought"),
            "of no use": each("of no use"),
            "exchanges": each("exchanges"),
            "idle exchanges": each("idle exchanges"),
        }
    return {
        "worse tile %": share("worse tile", "tiles"),
        "great warriors thrown away %": share("thrown away", "great warriors"),
    }


def measure(args: argparse.Namespace) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    tables = [table for table in TABLES if not args.tables or table.split()[0] in args.tables]
    for table in tables:
        most = TABLES[table][0]
        asked = [int(number) for number in args.players.split(",")]
        for players in [number for number in asked if number <= most]:
            for bot in split_bots(args.bots) if args.bots else BOTS:
                counts: Counter[str] = Counter()
                for number in range(args.games):
                    counts += watch(table, bot, players, number, args.seed)
                game = table.split()[0]
                figures = told(game, counts, players * args.games)
                rows.append({"table": table, "players": players, "bot": bot, **figures})
                if not args.json:
                    print(line(rows), flush=True)
    return rows


def line(rows: list[dict[str, Any]]) -> str:
    """The last row, under a heading where another game begins."""
    row = rows[-1]
    cells = "| " + " | ".join([str(value) for value in row.values()]) + " |"
    if len(rows) > 1 and rows[-2].keys() == row.keys():
        return cells
    head = "| " + " | ".join(row) + " |\n|" + " --- |" * len(row)
    return f"\n{head}\n{cells}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("tables", nargs="*", metavar="GAME", help="apache, bison, manitou")
    parser.add_argument("--bots", default="", help="specs between commas; levels 1 to 4 and greedy")
    parser.add_argument("--players", default="2,3,4,5", help="how many sit at the table")
    parser.add_argument("--games", type=int, default=6, help="matches for each row")
    parser.add_argument("--seed", default="mistakes")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows = measure(args)
    if args.json:
        print(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
