"""What Bison's golden files show of it; those of every game are in tests/games/test_golden.py."""

from __future__ import annotations

from prateria.games.bison.notation import NOTATION
from prateria.games.bison.rules.actions import ACTIONS
from tests.games.bison.table import GAME
from tests.golden import files
from tests.golden.perft import perft


def test_perft_by_hand() -> None:
    """Two hunters on d3's prairie, whose only way out is the river; one move is free, two cost
    2."""
    state = NOTATION.parse_state("bison 2; a: d3p=2 stock=0/0/2; phase pick; action move-one")
    # pick or be done; then the move, or a gain of one of three kinds
    assert perft(GAME, state, 1) == 2
    assert perft(GAME, state, 2) == 1 + 3
    # after the move: pick the other or be done; after a gain: end, or with 3 salmon 2 exchanges
    assert perft(GAME, state, 3) == 2 + (1 + 1 + 3)


def test_the_playthroughs_show_decisions_of_many_kinds() -> None:
    paths = files.folder("bison").glob("*-playthrough.txt")
    text = "\n".join(path.read_text("utf-8") for path in paths)
    listed = [line for line in text.splitlines() if line.startswith("legal: ")]
    verbs = {
        part.split()[1] for line in listed for part in line.removeprefix("legal: ").split(", ")
    }
    assert {"chooses", "buys", "exchanges", "lays", "sends"} <= verbs
    assert len(ACTIONS) == 19
