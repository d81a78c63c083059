"""The fast rules against the slow second implementation, on generated tables."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prateria.core.chance import Quick
from prateria.core.contract.game import CHANCE
from prateria.core.rules import rule
from prateria.games.apache.notation import NOTATION
from prateria.games.apache.notation.write import CARD_WORDS, ROLE_WORDS
from prateria.games.apache.rules.claims import claim_size, largest_claim, open_claims, persons
from prateria.games.apache.rules.components import CARDS, LOOT_OF, PRAIRIE, ROLES
from prateria.games.apache.rules.timing import UNTIMED, Grab, order_of, tie_groups
from tests.games.apache import oracle
from tests.games.apache.table import GAME

pytestmark = pytest.mark.untraced

WORDS = [word for word, number in zip(CARD_WORDS, PRAIRIE, strict=True) for _ in range(number)]


@st.composite
def tables(draw: st.DrawFn) -> tuple[oracle.Table, list[tuple[str, str]]]:
    """A table with much face up, and a pow-wow."""
    players = draw(st.integers(2, 5))
    colours = oracle.COLOURS[:players]
    rng = Quick(draw(st.integers(0, 10**9)))
    cards = WORDS[:]
    heaps: list[list[str]] = [[] for _ in range(players + 1)]
    for heap, most in zip(heaps, [22, 6, 6, 6, 6, 6], strict=False):
        for _ in range(rng.below(most + 1)):
            heap.append(cards.pop(rng.below(len(cards))))
    won = dict(zip(colours, heaps[1:], strict=True))
    options = [draw(st.booleans()) for _ in range(3)]
    table = oracle.Table(colours, heaps[0] or [cards.pop()], won, [], *options)
    for colour in colours:
        oracle.sink_buffalo(table, colour)
    plays = []
    for colour in draw(st.permutations(colours)):
        role = draw(st.sampled_from([None, *ROLE_WORDS]))
        mine = [card for card in table.up if card.startswith(colour)]
        likely: bool = draw(st.booleans())
        if mine and likely:
            role = mine[0].split("-")[1]
        if role is not None:
            plays.append((colour, role))
    return table, plays


def position(table: oracle.Table) -> str:
    names = ("warpath", "marriage", "division")
    on = [name for name in names if getattr(table, name)]
    lines = [" ".join(["apache", str(len(table.colours)), "tempo=live", *on])]
    lines.append(f"up: {','.join(table.up)}")
    for letter, colour in zip("abcde", table.colours, strict=False):
        won = [card for card in table.won[colour] if card != "buffalo"]
        buffalo = len(table.won[colour]) - len(won)
        line = f"{letter}: buffalo={buffalo}"
        lines.append(f"{line} won={','.join(won)}" if won else line)
    return "; ".join(lines)


@pytest.mark.slow
@rule("A4.1", "A4.5", "A4.6", "A4.8", "A5.1", "A5.2", "A7.1", "A7.2", "A7.3")
@settings(max_examples=400, deadline=None)
@given(tables(), st.integers(0, 10**9))
def test_pow_wows_end_as_the_slow_rules_say(
    case: tuple[oracle.Table, list[tuple[str, str]]], seed: int
) -> None:
    table, plays = case
    state = NOTATION.parse_state(position(table))
    rng = Quick(seed)
    for place, (colour, role) in enumerate(plays):
        seat = table.colours.index(colour)
        time = 400 + 5 * place
        text = f"{'abcde'[seat]} plays {role} reaction={time} rtt=0-0 arrived={time}"
        GAME.apply(state, NOTATION.parse_action(text))
    GAME.apply(state, GAME.legal(state, -2)[0])
    claims: list[tuple[str, oracle.Taking]] = []
    while GAME.actors(state) not in ((CHANCE,), ()) and GAME.view(state, None).claiming is not None:
        seat = GAME.actors(state)[0]
        claims.append((table.colours[seat], decide(state, seat, rng)))
    chosen = iter(claims)

    def choose(colour: str, options: list[oracle.Taking]) -> oracle.Taking:
        if len(options) == 1:
            return options[0]
        who, taking = next(chosen)
        assert who == colour
        assert taking in options
        return taking

    oracle.resolve(table, plays, choose)
    assert next(chosen, None) is None
    assert sorted(table.up) == words(state.up)
    assert sorted(table.gone) == words(state.gone)
    for seat, colour in enumerate(table.colours):
        above = [CARD_WORDS[card] for card in state.winnings[seat]]
        assert ["buffalo"] * state.buffalo[seat] + above == table.won[colour]


def decide(state: Any, seat: int, rng: Quick) -> oracle.Taking:
    """Make one claim with all its steps, at random; returns it in the slow rules' words."""
    role = ROLES[state.powwow[state.place][1]]
    choice = state.choice
    place = state.place
    before = state.winnings[seat]
    if GAME.view(state, None).phase == "claim":
        legal: Any = GAME.legal(state, seat)
        action = legal[rng.below(len(legal))]
        choice = int(action.choice)
        company = persons(state, seat, role, choice)
        person = company[0] if len(company) == 1 else None
        GAME.apply(state, action)
        what = CARD_WORDS[LOOT_OF[role]] if choice == 0 else "tepee"
        if person is not None:
            assert state.place > place
            return oracle.Taking(what, None if person < 0 else CARD_WORDS[person])
    what = CARD_WORDS[LOOT_OF[role]] if choice == 0 else "tepee"
    picks: Any = GAME.legal(state, seat)
    pick = picks[rng.below(len(picks))]
    GAME.apply(state, pick)
    assert len(state.winnings[seat]) > len(before)
    return oracle.Taking(what, CARD_WORDS[pick.card])


def words(heap: list[int]) -> list[str]:
    return sorted(CARD_WORDS[card] for card in CARDS for _ in range(heap[card]))


@rule("A3.2", "A9.1")
@settings(max_examples=300, deadline=None)
@given(tables(), st.sampled_from(ROLES))
def test_what_is_open_and_what_is_most_are_what_the_slow_rules_say(
    case: tuple[oracle.Table, list[tuple[str, str]]], role: Any
) -> None:
    table, _ = case
    state = NOTATION.parse_state(position(table))
    options = oracle.takings(table, "red", ROLE_WORDS[role])
    claims = open_claims(state, 0, role)
    assert bool(claims) == bool(options)
    sizes = []
    for option in options:
        after = oracle.Table(
            table.colours,
            table.up[:],
            {colour: cards[:] for colour, cards in table.won.items()},
            [],
            table.warpath,
            table.marriage,
            table.division,
        )
        oracle.claim(after, "red", ROLE_WORDS[role], option)
        sizes.append(len(after.won["red"]) - len(table.won["red"]))
    if claims:
        choice, person = largest_claim(state, 0, role, claims)
        assert claim_size(state, 0, role, choice, person) == max(sizes)


# --- time ---------------------------------------------------------------------------------

times = st.integers(0, 900)


@st.composite
def told(draw: st.DrawFn) -> list[oracle.Told]:
    seats = draw(st.lists(st.integers(0, 4), min_size=1, max_size=5, unique=True))
    rows = []
    for seat in seats:
        low = draw(st.integers(0, 300))
        high = low + draw(st.integers(0, 200))
        rows.append(oracle.Told(seat, draw(times), low, high, draw(times)))
    return rows


@rule("A9.2")
@settings(max_examples=500, deadline=None)
@given(told(), st.sampled_from([100, 150, 250]))
def test_the_order_is_what_the_slow_rules_say(plays: list[oracle.Told], cap: int) -> None:
    grabs = [Grab(row.seat, row.reaction, row.low, row.high, row.arrived) for row in plays]
    for by_bounds in (False, True):
        order = order_of(grabs, cap, by_bounds=by_bounds)
        assert list(order) == oracle.ranking(plays, cap, by_bounds=by_bounds)
        assert order_of(grabs[::-1], cap, by_bounds=by_bounds) == order


@rule("A9.3")
@given(st.lists(st.integers(0, 12), max_size=5).map(sorted), st.integers(0, 1))
def test_groups_of_level_plays_are_as_wide_as_a_tie_and_fill_the_order(
    rows: list[int], span: int
) -> None:
    sizes = tie_groups(rows, span)
    assert sum(sizes) == len(rows)
    start = 0
    for size in sizes:
        group = rows[start : start + size]
        assert group[-1] - group[0] <= span
        assert start + size == len(rows) or rows[start + size] - group[0] > span
        start += size


@rule("A9.2")
def test_a_play_without_measurements_comes_after_all_that_have_some() -> None:
    grabs = [Grab(0), Grab(1, 899, 0, 10, 905), Grab(2)]
    assert order_of(grabs, 250) == ((1, 899, False), (0, UNTIMED, False), (2, UNTIMED, False))
    assert tie_groups([899, UNTIMED, UNTIMED]) == [1, 2]
