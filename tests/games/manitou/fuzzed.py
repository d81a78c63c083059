"""Manitou's words, letters and statements, for the fuzzing of its notation."""

from __future__ import annotations

from hypothesis import strategies as st

from prateria.games.manitou.notation.write import CARD_WORDS, GROUND_WORDS, TILE_WORDS
from prateria.games.manitou.rules.phases import PHASES
from tests.games.fuzzed import Fuzzed
from tests.games.manitou.table import GAME, fields, steps
from tests.games.manitou.test_notation import positions

WORDS = (
    *CARD_WORDS,
    *TILE_WORDS,
    *GROUND_WORDS,
    *PHASES,
    *("hand=", "stack=", "spent=", "loot=", "takings", "thieves", "choosing", "gone", "step"),
    *("turn", "dealer", "hunt", "phase", "totem a", "horse b", "left:a:2", "right:b:all"),
    *("left:a:1:warrior", "left:b:all:second", "uncovered left"),
    *("a:", "b:", "-chief", "*2", "*8", ",", ";", "\n", " ", ":", "="),
    *map(str, range(20)),
)
LETTERS = "abcde0123456789:;,=*- \nlmrtz"


@st.composite
def facts(draw: st.DrawFn) -> str:
    """A position whose statements are each well formed, whether or not they fit together."""
    players = draw(st.integers(2, 5))
    who = st.sampled_from("abcde"[:players])
    cards = st.lists(st.sampled_from(CARD_WORDS), min_size=1, max_size=9).map(",".join)
    tiles = st.lists(st.sampled_from(TILE_WORDS), min_size=1, max_size=4).map(",".join)
    taking = st.builds("{}:{}:{}".format, st.sampled_from(GROUND_WORDS), who, st.integers(0, 3))
    some = st.lists(who, min_size=1, max_size=3).map(",".join)
    statement = st.one_of(
        st.builds("hunt {}".format, st.integers(1, 3)),
        st.builds("dealer {}".format, who),
        st.builds("step {}".format, st.integers(0, 7 * players)),
        st.builds("turn {}".format, who),
        st.builds("{} {}".format, st.sampled_from(("totem", "horse")), who),
        st.builds("gone {}".format, tiles),
        st.builds("{} {}".format, st.sampled_from(("choosing", "thieves")), some),
        st.builds("takings {}".format, st.lists(taking, min_size=1, max_size=3).map(",".join)),
        st.builds("{}: {} {}:{}".format, st.sampled_from(GROUND_WORDS), tiles, who, cards),
        st.builds("{}: {}={}".format, who, st.sampled_from(("hand", "stack", "spent")), cards),
        st.builds("{}: loot={}".format, who, tiles),
    )
    phase = f"phase {draw(st.sampled_from(PHASES))}"
    head = f"manitou {players}{draw(st.sampled_from(('', ' quick')))}"
    return "; ".join([head, phase, *draw(st.lists(statement, max_size=5))])


FUZZED = Fuzzed(
    game=GAME,
    words=WORDS,
    verbs=("a", "b", "f", "plays", "takes", "moves"),
    letters=LETTERS,
    facts=facts(),
    positions=positions,
    fields=fields,
    steps=steps,
)
