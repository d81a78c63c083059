"""An agent's observation is determined by its seat's view: states it cannot tell apart give equal
arrays."""

from __future__ import annotations

import numpy as np
import pytest

from prateria import research
from prateria.core.chance import Quick
from prateria.research.episode import EnvSetup, Episode
from tests.research.tables import EXTREMES, name
from tests.research.tables import Table as Kind


@pytest.mark.parametrize("kind", EXTREMES, ids=map(name, EXTREMES))
def test_states_that_a_seat_cannot_tell_apart_are_identical_arrays(kind: Kind) -> None:
    setup = EnvSetup(*kind)
    game, rng = setup.game, Quick(5)
    table = Episode(setup)
    table.start(11)
    varied = 0
    for step in range(70):
        if not table.actors:
            break
        for seat in range(setup.seats) if step % 9 == 0 else ():
            twin = Episode(setup)
            twin.start(1)
            twin._state = game.determinize(table.view(seat), rng)
            twin.actors = tuple(actor for actor in game.actors(twin._state) if actor >= 0)
            varied += game.notation.format_state(twin._state) != game.notation.format_state(
                table._state
            )
            here, there = table.observe(seat), twin.observe(seat)
            assert np.array_equal(here, setup.encode(table.view(seat)))
            assert np.array_equal(here, there)
            assert here.dtype == np.float32
            assert table.legal(seat) == twin.legal(seat)
        legal = table.legal(table.actors[0])
        table.play(table.actors[0], legal[rng.below(len(legal))])
    assert varied or not has_secrets(kind)


def has_secrets(kind: Kind) -> bool:
    """In Bison only the tile somebody has drawn is secret, and only for a moment."""
    return kind[0] == "manitou"


def test_a_secret_choice_changes_nothing_for_the_others() -> None:
    env = research.aec_env("apache", seats=3)
    after = []
    for place in range(4):
        env.reset(seed=2)
        env.step(place)
        after.append((env.observe("seat_1")["observation"], env.observe("seat_2")["observation"]))
    for one, two in after[1:]:
        assert np.array_equal(one, after[0][0])
        assert np.array_equal(two, after[0][1])
