"""The fast rules against the slow oracle, over random tables."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import prateria
from prateria.core.chance import Quick
from prateria.core.matches.match import Match
from prateria.games.manitou.notation import NOTATION
from tests.games.manitou import oracle
from tests.games.manitou.oracle import Ground, Played, Table
from tests.games.manitou.table import (
    GAME,
    WARRIORS,
    actors,
    face_down,
    face_up,
    gone,
    hand,
    holder,
    legal,
    loot,
    phase,
    play,
    table,
)

pytestmark = pytest.mark.untraced

GROUNDS = ("left", "middle", "right")
KINDS = (
    *(f"{kind}{number}" for kind in ("bison", "tepee") for number in (1, 2, 3)),
    "totem",
    "horse",
    "tomahawk",
)
MIX = {kind: 6 if kind[-1] in "123" else 8 for kind in KINDS}


HUNTS = {2: 4, 3: 3, 4: 4, 5: 5}
TILES_AT_GROUND = {2: 2, 3: 3, 4: 4, 5: 4}


@dataclass
class Bag:
    """Deals tiles while there are any of the kind."""

    left: dict[str, int] = field(default_factory=lambda: dict(MIX))

    def deal(self, wanted: list[str]) -> list[str]:
        dealt = []
        for kind in wanted:
            if self.left[kind]:
                self.left[kind] -= 1
                dealt.append(kind)
        return dealt


pieces_mostly = st.sampled_from((*KINDS, "totem", "horse", "tomahawk"))


@st.composite
def endings(draw: st.DrawFn) -> tuple[Table, str, str]:
    """A table at the end of a hunt, its position before the last card, and that card's move."""
    players = draw(st.integers(2, 5))
    letters = "abcde"[:players]
    dealer = draw(st.integers(0, players - 1))
    order = [letters[(dealer + 1 + place) % players] for place in range(players)]
    last = letters[dealer]
    hunt = draw(st.integers(1, HUNTS[players]))
    bag, size = Bag(), TILES_AT_GROUND[players]
    own: dict[str, list[str]] = {who: [] for who in letters}
    for _ in range(draw(st.integers(0, 3 * size * (hunt - 1)))):
        own[draw(st.sampled_from(letters))] += bag.deal([draw(pieces_mostly)])
    laid = st.lists(st.sampled_from(KINDS), max_size=size)
    grounds = [Ground(bag.deal(draw(laid)), {who: [] for who in letters}, []) for _ in "lmr"]
    for who in letters:
        placed = draw(st.dictionaries(st.integers(1, 9), st.integers(0, 2), max_size=4))
        for value, place in placed.items():
            grounds[place].hunters[who].append(value)
    for ground in grounds:
        for who in draw(st.lists(st.sampled_from(letters), unique=True, max_size=2)):
            kinds = [card for card in WARRIORS[:2] if not used(grounds, who, card)]
            if kinds and oracle.may_join(ground.warriors, who):
                ground.warriors.append((who, draw(st.sampled_from(kinds))))
    held = {piece: draw_holder(draw, own, piece) for piece in ("totem", "horse")}
    result = Table(hunt, order, grounds, own, held, [], draw(st.booleans()))
    text = position(result, letters, dealer)
    where = draw(st.integers(0, 2))
    if draw(st.booleans()):
        grounds[where].hunters[last].append(10)
        return result, f"{text}; {last}: hand=10", f"{last} plays 10 {GROUNDS[where]}"
    grounds[where].warriors.append((last, "medicine"))
    return result, f"{text}; {last}: hand=medicine", f"{last} plays medicine {GROUNDS[where]}"


def used(grounds: list[Ground], who: str, card: str) -> bool:
    return (who, card) in [row for ground in grounds for row in ground.warriors]


def draw_holder(draw: st.DrawFn, own: dict[str, list[str]], piece: str) -> str | None:
    most = max(tiles.count(piece) for tiles in own.values())
    if most == 0:
        return None
    return draw(st.sampled_from([who for who, tiles in own.items() if tiles.count(piece) == most]))


def position(result: Table, letters: str, dealer: int) -> str:
    """The table in notation, one card before the end of the hunt."""
    step = 7 * len(letters) - 1
    option = " tomahawks_next_hunt" if result.next_hunt else ""
    lines = [
        f"manitou {len(letters)}{option}",
        f"hunt {result.hunt} dealer {letters[dealer]} step {step}",
    ]
    for name, ground in zip(GROUNDS, result.grounds, strict=True):
        up, down = oracle.warriors(ground.warriors)
        words = [",".join(ground.tiles)] if ground.tiles else []
        for who in letters:
            cards = [str(value) for value in ground.hunters[who]]
            cards += [card for owner, card in up if owner == who]
            cards += [f"-{card}" for owner, card in down if owner == who]
            words += [f"{who}:{','.join(cards)}"] if cards else []
        lines.append(f"{name}: {' '.join(words)}")
    lines += [f"{who}: loot={','.join(own)}" for who, own in result.loot.items() if own]
    lines += [f"{piece} {who}" for piece, who in result.holder.items() if who]
    return "; ".join(lines)


@pytest.mark.slow
@settings(max_examples=250, deadline=None)
@given(endings(), st.permutations(KINDS), st.integers(0, 50))
def test_a_hunt_ends_as_the_oracle_says(
    ending: tuple[Table, str, str], likes: list[str], horse: int
) -> None:
    result, text, move = ending
    match = table(text, move)
    if phase(match) == "horse":
        ride(match, result, horse)

    expected: list[tuple[str, str, list[str]]] = []

    def choose(who: str, verb: str, tiles: list[str]) -> str:
        expected.append((who, verb, sorted(set(tiles), key=KINDS.index)))
        return min(tiles, key=likes.index)

    oracle.end_hunt(result, choose)
    asked = []
    while match.view(None).hunt == result.hunt and match.actors:
        who = actors(match)
        verb, tiles = legal(match, who)[0].split()[1], [row.split()[2] for row in legal(match, who)]
        asked.append((who, verb, tiles))
        play(match, f"{who} {verb} {min(tiles, key=likes.index)}")
    assert asked == expected
    for who in result.order:
        assert Counter(loot(match, who).split()) == Counter(result.loot[who])
    assert Counter(gone(match).split()) == Counter(result.gone)
    for piece in ("totem", "horse"):
        assert holder(match, piece) == (result.holder[piece] or "")


def ride(match: Match, result: Table, choice: int) -> None:
    """The horse moves a hunter or not, at the table and in the oracle."""
    who = actors(match)
    assert who == result.holder["horse"]
    moves = legal(match, who)
    move = moves[choice % len(moves)]
    play(match, move)
    if move != f"{who} passes":
        _, _, card, source, target = move.split()
        result.grounds[GROUNDS.index(source)].hunters[who].remove(int(card))
        result.grounds[GROUNDS.index(target)].hunters[who].append(int(card))


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 5), st.integers(0, 10**9), st.booleans())
def test_great_warriors_meet_as_the_oracle_says(players: int, seed: int, two_placed: bool) -> None:
    """A hunt with all great warriors; every card is checked."""
    options: dict[str, bool | int | str] = {"two_placed": two_placed}
    match = prateria.new_match("manitou", seats=players, seed=f"warriors {seed}", options=options)
    rng = Quick(seed)
    while phase(match) == "party":
        who = actors(match)[0]
        play(match, legal(match, who)[-1])  # great warriors come last
    played: dict[str, Played] = {ground: [] for ground in GROUNDS}
    while phase(match) == "play":
        who = actors(match)
        assert legal(match, who) == expected_plays(match, who, played, two_placed=two_placed)
        moves = legal(match, who)
        move = moves[rng.below(len(moves))]
        play(match, move)
        if phase(match) != "play":
            break
        if move.split()[1] == "plays" and move.split()[2] in WARRIORS:
            played[move.split()[3]].append((who, move.split()[2]))
        for ground in GROUNDS:
            up, down = oracle.warriors(played[ground])
            assert face_up(match, ground) == in_words(up)
            assert face_down(match, ground) == by_owner(down)


def expected_plays(
    match: Match, who: str, played: dict[str, Played], *, two_placed: bool
) -> list[str]:
    """M2.4 and M3.4 from the oracle, in the pinned order; a pass if there is nothing else."""
    plays = [
        f"{who} plays {card} {ground}"
        for card in dict.fromkeys(hand(match, who).split())
        for ground in GROUNDS
        if card not in WARRIORS or oracle.may_join(played[ground], who, two_placed=two_placed)
    ]
    return plays or [f"{who} passes"]


def in_words(up: Played) -> str:
    return f"{up[0][0]} {' '.join(card for _, card in up)}" if up else ""


def by_owner(down: Played) -> str:
    rows = []
    for who in sorted({owner for owner, _ in down}):
        cards = sorted((card for owner, card in down if owner == who), key=WARRIORS.index)
        rows.append(f"{who} {' '.join(cards)}")
    return ", ".join(rows)


@st.composite
def last_tables(draw: st.DrawFn) -> tuple[dict[str, list[str]], dict[str, str | None], bool]:
    """What everyone has at the end, often nearly tied; who holds which piece; mixed pairs or
    not."""
    letters = "abcde"[: draw(st.integers(2, 5))]
    bag = Bag()
    small = st.lists(st.sampled_from(("bison1", "bison2", "tepee1", "tepee2")), max_size=3)
    wanted = small if draw(st.booleans()) else st.lists(st.sampled_from(KINDS), max_size=12)
    own = {who: bag.deal(draw(wanted)) for who in letters}
    held = {piece: draw_holder(draw, own, piece) for piece in ("totem", "horse")}
    return own, held, draw(st.booleans())


@settings(max_examples=400, deadline=None)
@given(last_tables())
def test_points_places_and_reason_are_what_the_oracle_says(
    ending: tuple[dict[str, list[str]], dict[str, str | None], bool],
) -> None:
    own, held, mixed = ending
    lines = [f"manitou {len(own)}{' mixed_pairs' if mixed else ''}", "phase over"]
    lines += [f"hunt {GAME.ruleset(len(own), {}).hunts}"]
    lines += [f"{who}: loot={','.join(tiles)}" for who, tiles in own.items() if tiles]
    lines += [f"{piece} {who}" for piece, who in held.items() if who]
    outcome = GAME.outcome(NOTATION.parse_state("; ".join(lines)))
    scores = oracle.points(own, held, mixed=mixed)
    places, reason = oracle.placing(own, scores)
    assert outcome == prateria.Outcome(
        tuple(places[who] for who in own), tuple(scores[who] for who in own), reason
    )
