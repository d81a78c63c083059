"""Errors say what is wrong, in English by default and in a reader's language on request."""

from __future__ import annotations

import pytest

import prateria
from prateria.core.errors import LogError, SetupError
from prateria.core.texts import Texts


class _Loud(Texts):
    def lookup(self, text: str) -> str:
        return text.upper().replace("{NAME}", "{name}").replace("{KNOWN}", "{known}")


def test_an_error_is_told_with_its_facts_in_the_readers_language() -> None:
    with pytest.raises(SetupError) as raised:
        prateria.new_match("chess", seats=2, seed="s")
    assert str(raised.value).startswith("there is no game “chess”")
    assert raised.value.told(_Loud()).startswith("THERE IS NO GAME “chess”")


def test_an_error_of_a_log_names_its_line_and_keeps_the_detail_for_programmers() -> None:
    error = LogError(3, "the move cannot be read", "no such word: dances")
    assert str(error) == "line 3: the move cannot be read: no such word: dances"
    assert error.told(_Loud()) == "THE MOVE CANNOT BE READ"
