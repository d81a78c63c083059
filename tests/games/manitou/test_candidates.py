"""The actions that bots consider: the best tile of a kind, and no wasted great warrior."""

from __future__ import annotations

from prateria.games.manitou.game import Manitou
from prateria.games.manitou.notation import NOTATION
from prateria.games.manitou.numbers import NUMBERS

GAME = Manitou()


def looked_at(text: str) -> list[str]:
    """The actions that the first seat considers, in notation."""
    state = NOTATION.parse_state(text)
    found = NUMBERS.candidates(state, 0, GAME.legal(state, 0))
    return [NOTATION.format_action(action).removeprefix("a ") for action in found]


def test_of_each_kind_the_largest_tile_is_taken() -> None:
    share = "manitou 2; hunt 2; phase share; left: bison1,bison3,tepee2,totem,horse a:5; "
    assert looked_at(share + "takings left:a:2") == [
        "takes bison3",
        "takes tepee2",
        "takes totem",
        "takes horse",
    ]


def test_of_each_kind_the_smallest_tile_is_paid() -> None:
    thief = "manitou 2; hunt 2; phase discard; left: a:10; a: loot={}; thieves a"
    assert looked_at(thief.format("bison2,bison3,tepee1,tepee3,tomahawk")) == [
        "discards bison2",
        "discards tepee1",
    ]


def test_no_great_warrior_is_thrown_away_while_there_is_anything_else_to_play() -> None:
    text = "manitou 2; left: b:{}; middle: a:{}; turn a; a: hand={},3"

    def at_left(theirs: str, card: str) -> bool:
        return f"plays {card} left" in looked_at(text.format(theirs, "mother", card))

    assert not at_left("chief", "scout")
    assert not at_left("scout,chief", "scout")
    assert at_left("chief,scout", "scout")
    assert at_left("chief", "chief")
    assert at_left("chief", "mother")
    assert "plays scout middle" in looked_at(text.format("chief", "mother", "scout"))
    assert "plays scout right" in looked_at(text.format("chief", "mother", "scout"))
    assert "plays 3 left" in looked_at(text.format("chief", "mother", "scout"))


def test_what_is_the_only_play_is_looked_at() -> None:
    everywhere = "left: b:chief; middle: b:chief; right: b:mother,scout; turn a"
    assert len(looked_at(f"manitou 2; {everywhere}; a: hand=rainmaker")) == 1
    assert len(looked_at(f"manitou 2; {everywhere}; a: hand=medicine")) == 3


def test_parties_and_the_horse_are_chosen_from_all_there_is() -> None:
    horse = "manitou 2; hunt 2; phase horse; left: bison1 a:5; turn a; horse a; a: loot=horse"
    for text in ("manitou 2; phase party", horse):
        state = NOTATION.parse_state(text)
        assert len(looked_at(text)) == len(GAME.legal(state, 0))


def test_grounds_are_overlooked_and_nothing_else() -> None:
    def topics(text: str) -> list[object]:
        state = NOTATION.parse_state(text)
        return [NUMBERS.topic(state, 0, action) for action in GAME.legal(state, 0)]

    assert topics("manitou 2; turn a; a: hand=3,chief") == [0, 1, 2, 0, 1, 2]
    horse = "manitou 2; hunt 2; phase horse; left: bison1 a:5; turn a; horse a; a: loot=horse"
    assert topics(horse) == [1, 2, None]
    thief = "manitou 2; hunt 2; phase discard; left: a:10; a: loot=bison2,tepee1; thieves a"
    assert topics(thief) == [None, None]
