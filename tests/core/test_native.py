"""What the compiler takes away is restored."""

from __future__ import annotations

from typing import Any

from prateria.core.contract.face import Face
from prateria.core.contract.live import Live
from prateria.core.contract.notation import Notation
from prateria.core.contract.numbers import Numbers
from prateria.core.contract.words import Words
from prateria.core.native import make_subscriptable


def test_a_class_that_forgot_that_it_is_generic_can_be_subscripted() -> None:
    forgetful: Any = type("Forgetful", (), {})
    make_subscriptable(forgetful)
    assert forgetful[int, str].__origin__ is forgetful


def test_the_facets_of_a_game_can_be_written_with_their_types_at_run_time() -> None:
    """On compiled rules, too: `./play test` runs the games' tests there."""
    facets: list[tuple[Any, int]] = [(Notation, 2), (Words, 3), (Numbers, 4), (Face, 2), (Live, 2)]
    for facet, types in facets:
        assert facet[(int,) * types].__origin__ is facet
