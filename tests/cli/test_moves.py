"""Typed words become moves, whatever the game's words are."""

from __future__ import annotations

from typing import cast

import pytest

from prateria.cli.terminal.moves import Choices, has_numbers
from prateria.cli.terminal.terminal_table import arranged
from prateria.core.contract.game import AnyGame


class PlainNotation:
    """Actions that are their own notation."""

    def format_action(self, action: str) -> str:
        return action


class PlainGame:
    """Just enough of a game for the choices."""

    notation = PlainNotation()


def choices(*texts: str, letters: bool = False) -> Choices:
    return Choices(cast(AnyGame, PlainGame()), texts, letters=letters)


CARDS = ("a plays 1 left", "a plays 1 right", "a plays 10 left", "a moves chief left", "a passes")


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("a plays 1 left", [0]),
        ("plays 10 left", [2]),
        ("10 left", [2]),
        ("1 left", [0]),
        ("1 l", [0]),
        ("10", [2]),
        ("1", [0, 1]),
        ("pass", [4]),
        ("p", [0, 1, 2, 4]),
        ("ch", [3]),
        ("left", [0, 2, 3]),
        ("left 1", []),
        ("", []),
        ("queen", []),
    ],
)
def test_a_text_finds_the_moves_it_can_mean(typed: str, found: list[int]) -> None:
    assert choices(*CARDS, letters=True).find(typed) == found


def test_labels_are_numbers_or_letters() -> None:
    assert choices(*CARDS).labels == ("1", "2", "3", "4", "5")
    assert choices(*CARDS).find("4") == [3]
    assert choices(*CARDS, letters=True).labels == ("a", "b", "c", "d", "e")
    many = [f"a plays {n} left" for n in range(30)]
    assert choices(*many, letters=True).labels[-1] == "bd"


def test_one_word_choices_have_no_labels() -> None:
    words = choices("a takes bison1", "a takes totem")
    assert words.labels == ()
    assert words.lead == "takes"
    assert words.shorts == ("bison1", "totem")


def test_the_only_move_needs_no_words() -> None:
    assert choices("a passes").find("") == [0]
    assert choices("a passes").find("1") == [0]
    assert choices("a passes", "a knocks").find("1") == []


def test_numbers_are_noticed_as_words_only() -> None:
    assert has_numbers(["a picks 7"])
    assert not has_numbers(["a takes bison2", "a passes"])


def test_moves_that_differ_in_their_last_word_share_a_line() -> None:
    assert arranged(choices(*CARDS, letters=True), 80) == [
        "  a) plays 1 left      b) plays 1 right",
        "  c) plays 10 left",
        "  d) moves chief left",
        "  e) passes",
    ]
    assert len(arranged(choices(*CARDS, letters=True), 40)) == 5
