"""Bison's words, letters and statements, for the fuzzing of its notation."""

from __future__ import annotations

from hypothesis import strategies as st

from prateria.games.bison.notation.write import KIND_WORDS, PIECE_WORDS, TERRAIN_WORDS
from prateria.games.bison.rules.phases import PHASES
from tests.games.bison.table import GAME, fields, steps
from tests.games.bison.test_notation import positions
from tests.games.fuzzed import Fuzzed

TILES = ("pmmmpp021", "mmpppm210", "pppmmm102", "mppppm012", "ppmmmm210", "mmmmpp201", ".")
CELLS = ("d2", "d3", "c4", "d4", "e2", "b5", "a1")
SPACES = ("d3p", "d3m", "d3r", "c4p", "d4m", "d2r", "e2p", "a1p")
CAMPS = ("1", "2", "5", "+1", "2+1", "1+4", "+3")
WORDS = (
    *PHASES,
    *KIND_WORDS,
    *PIECE_WORDS,
    *TERRAIN_WORDS,
    *TILES,
    *CELLS,
    *(f"{space}={camp}" for space in SPACES for camp in CAMPS),
    *("stock=1/2/3", "stock=15/15/15", "stock=0/0/0", "supply=", "used=", "tile=", "row", "scored"),
    *("turn", "start", "season", "round", "phase", "action", "involved", "space", "moved"),
    *("a:", "b:", "*2", "*8", ",", ";", "\n", " ", ":", "=", "+", "/"),
    *map(str, range(8)),
)
LETTERS = "abcde0123456789:;,=*+/. \npmrtz"


@st.composite
def facts(draw: st.DrawFn) -> str:
    """A position whose statements are each well formed, whether or not they fit together."""
    players = draw(st.integers(2, 4))
    who = st.sampled_from("abcd"[:players])
    space, kind = st.sampled_from(SPACES), st.sampled_from(KIND_WORDS)
    kinds = st.lists(kind, min_size=1, max_size=4).map(",".join)
    pieces = st.lists(st.sampled_from(PIECE_WORDS), min_size=1, max_size=5).map(",".join)
    statement = st.one_of(
        st.builds("season {}".format, st.integers(1, 4)),
        st.builds("round {}".format, st.integers(1, 4)),
        st.builds("{} {}".format, st.sampled_from(("start", "turn")), who),
        st.builds("action {}".format, kind),
        st.builds("involved {}".format, st.integers(0, 5)),
        st.builds("space {}".format, space),
        st.builds("moved {}".format, st.lists(space, min_size=1, max_size=2).map(",".join)),
        st.builds("scored {}".format, st.sampled_from(TERRAIN_WORDS)),
        st.builds("{} {}".format, st.sampled_from(CELLS), st.sampled_from(TILES[:-1])),
        st.builds("{}: {}={}".format, who, space, st.sampled_from(CAMPS)),
        st.builds("{}: used={}".format, who, kinds),
        st.builds("{}: supply={}".format, who, pieces),
        st.builds("{}: tile={}".format, who, st.sampled_from(TILES[:-1])),
        st.builds("{}: stock={}/{}/{}".format, who, *[st.integers(0, 20)] * 3),
    )
    phase = f"phase {draw(st.sampled_from(PHASES))}"
    head = f"bison {players}{draw(st.sampled_from(('', ' variant=1', ' variant=2')))}"
    return "; ".join([head, phase, *draw(st.lists(statement, max_size=5))])


FUZZED = Fuzzed(
    game=GAME,
    words=WORDS,
    verbs=("a", "b", "f", "lays", "pays", "moves"),
    letters=LETTERS,
    facts=facts(),
    positions=positions,
    fields=fields,
    steps=steps,
)
