"""Apache's words, letters and statements, for the fuzzing of its notation."""

from __future__ import annotations

from hypothesis import strategies as st

from prateria.games.apache.notation.write import CARD_WORDS, CHOICE_WORDS, ROLE_WORDS
from prateria.games.apache.rules.phases import PHASES
from tests.games.apache.table import GAME, fields, steps
from tests.games.apache.test_notation import positions
from tests.games.fuzzed import Fuzzed

WORDS = (
    *CARD_WORDS,
    *ROLE_WORDS,
    *CHOICE_WORDS,
    *PHASES,
    *("won=", "buffalo=", "marks=", "plays=", "powwow", "place", "claim", "choosing", "gone:"),
    *("turner", "newest", "phase", "up:", "deck:", "none", "a:hunter", "b:chief:412!", ":unsound"),
    *("reaction=400", "rtt=20-30", "arrived=425", "closes", "order", "a:", "b:", "*2", "*8"),
    *(",", ";", "\n", " ", ":", "=", "!", *map(str, range(20))),
)
LETTERS = "abcde0123456789:;,=*- \nlmrtz"


@st.composite
def facts(draw: st.DrawFn) -> str:
    """A position whose statements are each well formed, whether or not they fit together."""
    players = draw(st.integers(2, 5))
    who = st.sampled_from("abcde"[:players])
    cards = st.lists(st.sampled_from(CARD_WORDS), min_size=1, max_size=9).map(",".join)
    role = st.sampled_from(ROLE_WORDS)
    time = st.sampled_from(("", ":411", ":412", ":430!", ":unsound", ":412:unsound"))
    shown = st.lists(st.builds("{}:{}{}".format, who, role, time), min_size=1, max_size=3)
    times = st.sampled_from(("", "reaction=400 rtt=20-30 arrived=425"))
    statement = st.one_of(
        st.builds("turner {}".format, who),
        st.builds("newest {}".format, st.sampled_from(CARD_WORDS)),
        st.builds("choosing {}".format, st.lists(who, min_size=1, max_size=3).map(",".join)),
        st.builds("powwow {} place {}".format, shown.map(",".join), st.integers(0, 3)),
        st.builds("claim {}".format, st.sampled_from(CHOICE_WORDS)),
        st.builds("{}: {}".format, st.sampled_from(("up", "gone", "deck")), cards),
        st.builds("{}: won={}".format, who, cards),
        st.builds("{}: plays={} {}".format, who, role, times),
        st.builds("{}: buffalo={} marks={}".format, who, st.integers(0, 9), st.integers(0, 9)),
    )
    phase = f"phase {draw(st.sampled_from(PHASES))}; up: {draw(cards)}"
    head = f"apache {players}{draw(st.sampled_from(('', ' tempo=live', ' marriage division')))}"
    return "; ".join([head, phase, *draw(st.lists(statement, max_size=5))])


FUZZED = Fuzzed(
    game=GAME,
    words=WORDS,
    verbs=("a", "b", "f", "plays", "takes", "claims"),
    letters=LETTERS,
    facts=facts(),
    positions=positions,
    fields=fields,
    steps=steps,
)
