"""What Manitou's golden files show of it; those of every game are in tests/games/test_golden.py."""

from __future__ import annotations

from prateria.games.manitou.notation import NOTATION
from tests.games.manitou.table import GAME
from tests.golden import files
from tests.golden.perft import perft


def test_the_playthroughs_show_every_kind_of_decision() -> None:
    paths = files.folder("manitou").glob("*-playthrough.txt")
    text = "\n".join(path.read_text("utf-8") for path in paths)
    for verb in ("picks", "plays", "moves", "discards", "takes", "passes"):
        assert any(
            line.startswith("legal: ") and f" {verb}" in line for line in text.splitlines()
        ), verb


def test_perft_by_hand() -> None:
    """Each chooses the party's last card; either may be first."""
    state = NOTATION.parse_state(
        "manitou 2; phase party; a: stack=1,2,3,4,5,6,7; b: stack=1,2,3,4,5,6"
    )
    # a has 8 9 10 and five kinds of great warriors left, b has the 7 too.
    assert perft(GAME, state, 0) == 1
    assert perft(GAME, state, 1) == 8 + 9
    assert perft(GAME, state, 2) == 8 * 9 + 9 * 8
