"""Duel in real time, honest and with planted faults: each is detected by its law."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from prateria.core.chance import Rng
from prateria.core.contract.live import Live, Measurement
from prateria.core.errors import LawBroken
from prateria.core.laws import check_laws
from prateria.core.laws import live as laws
from tests.laws.duel import Action, Choose, Duel, View


class LiveDuel(Duel):
    """It does not matter who chooses first, but it is measured."""

    def __init__(self) -> None:
        super().__init__()
        self.live = Live(
            is_live=self.is_live,
            is_race=self.is_race,
            is_hushed=self.is_race,
            is_silent=self.is_silent,
            measured=self.measured,
            due=self.due,
            first_known=self.first_known,
            reaction_ms=self.reaction_ms,
            duel=("high 15 23 00 - 00", (Choose(0, 5), Choose(1, 2))),
        )

    def is_live(self, view: View) -> bool:
        return True

    def is_race(self, view: View) -> bool:
        return True

    def is_silent(self, action: Action) -> bool:
        return False

    def measured(self, action: Action, measurement: Measurement) -> Action:
        return action

    def due(
        self, view: View, arrived: Sequence[tuple[int, Action]], lines: Mapping[int, int]
    ) -> int | None:
        return 1000

    def first_known(
        self, view: View, arrived: Sequence[tuple[int, Action]], lines: Mapping[int, int]
    ) -> int:
        return max(at for at, _ in arrived) + max(lines.values())

    def reaction_ms(self, level: str, rng: Rng) -> int:
        return 400


class PatientDuel(LiveDuel):
    """A player who waits for the bell plays the lowest card, so nobody need send it."""

    def is_silent(self, action: Action) -> bool:
        return isinstance(action, Choose) and action.card == 1


class NeverRings(LiveDuel):
    def due(
        self, view: View, arrived: Sequence[tuple[int, Action]], lines: Mapping[int, int]
    ) -> int | None:
        return None


class ForgetsToRing(LiveDuel):
    def due(
        self, view: View, arrived: Sequence[tuple[int, Action]], lines: Mapping[int, int]
    ) -> int | None:
        return None if arrived else 1000


class RacesInCalm(LiveDuel):
    def is_live(self, view: View) -> bool:
        return False


class MeasuresAnotherCard(LiveDuel):
    def measured(self, action: Action, measurement: Measurement) -> Action:
        return replace(action, card=6) if isinstance(action, Choose) else action


class ReactsBefore(LiveDuel):
    def reaction_ms(self, level: str, rng: Rng) -> int:
        return 0 if level == "hard" else 400


class DuelWithoutRace(LiveDuel):
    def is_race(self, view: View) -> bool:
        return False


class DuelWithAnIllegalPlay(LiveDuel):
    def __init__(self) -> None:
        super().__init__()
        assert self.live is not None
        self.live = replace(self.live, duel=("high 15 23 00 - 00", (Choose(0, 5), Choose(1, 4))))


class KnowsTheFirst(LiveDuel):
    """When it is known who was first, by three impossible rules."""

    def first_known(
        self, view: View, arrived: Sequence[tuple[int, Action]], lines: Mapping[int, int]
    ) -> int:
        return self.moment(arrived[0][0], max(lines.values()))

    def moment(self, arrived: int, trip: int) -> int:
        raise NotImplementedError


class KnowsTheFirstBefore(KnowsTheFirst):
    def moment(self, arrived: int, trip: int) -> int:
        return arrived - 1


class KnowsTheFirstTooLate(KnowsTheFirst):
    def moment(self, arrived: int, trip: int) -> int:
        return 1001


class KnowsTheFirstSoonerOnSlowLines(KnowsTheFirst):
    def moment(self, arrived: int, trip: int) -> int:
        return arrived + 100 - trip


class RingsTooSoon(LiveDuel):
    def due(
        self, view: View, arrived: Sequence[tuple[int, Action]], lines: Mapping[int, int]
    ) -> int | None:
        return -1 if not arrived and view.table else 1000


FAULTS: list[tuple[type[Duel], set[str]]] = [
    (NeverRings, {laws.DUE}),
    (ForgetsToRing, {laws.DUE}),
    (RacesInCalm, {laws.RACE}),
    (MeasuresAnotherCard, {laws.MEASURED}),
    (ReactsBefore, {laws.REACTION}),
    (RingsTooSoon, {laws.DUE}),
    (DuelWithoutRace, {laws.DUEL}),
    (DuelWithAnIllegalPlay, {laws.DUEL}),
    (KnowsTheFirstBefore, {laws.FIRST}),
    (KnowsTheFirstTooLate, {laws.FIRST}),
    (KnowsTheFirstSoonerOnSlowLines, {laws.FIRST}),
]
NAMES = [fault.__name__ for fault, _ in FAULTS]


@pytest.mark.parametrize("game", [LiveDuel(), PatientDuel()], ids=["live", "patient"])
def test_an_honest_live_game_breaks_no_law(game: Duel) -> None:
    for seed in range(5):
        check_laws(game, 2, {}, seed)


@pytest.mark.parametrize(("fault", "caught_by"), FAULTS, ids=NAMES)
def test_a_fault_in_real_time_is_caught(fault: type[Duel], caught_by: set[str]) -> None:
    with pytest.raises(LawBroken) as broken:
        check_laws(fault(), 2, {}, 1)
    assert broken.value.law in caught_by
