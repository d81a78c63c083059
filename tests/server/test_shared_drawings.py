"""Who may see the same is drawn the same, once; who may not is not, whatever is mixed up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import prateria
from prateria.core.chance import Quick
from prateria.core.matches.match import Match
from prateria.i18n import texts_in
from prateria.server.painting import painter as module
from prateria.server.painting.choices import proposed_drawing
from prateria.server.painting.painter import Painter
from prateria.server.rooms.updates import update_of
from prateria.server.sockets.maker import Maker
from prateria.server.wire.frame import Frame, Update
from prateria.server.wire.protocol import ChairFace, TableFace

GAMES = ["apache", "bison", "manitou"]
SEATS = 3
EYES: Sequence[int | None] = (None, None, 0, 0, 1)
LANGUAGES = ("en", "it")
MOVES = 25


def moments(game: str) -> Iterator[tuple[Match, int]]:
    """A random match after each move, with the number of entries before it."""
    match = prateria.new_match(game, seats=SEATS, seed="shared")
    rng = Quick(1)
    yield match, 0
    for _ in range(MOVES):
        seat, before = match.actors[0], match.version
        legal = match.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
        yield match, before


def painters(match: Match) -> list[tuple[int | None, Painter]]:
    """Readers with different eyes and languages, two of each."""
    face = TableFace(
        n=0,
        table="t",
        game=match.game.meta.id,
        status="playing",
        host="p0",
        chairs=tuple(ChairFace(seat, f"Player {seat}", person=f"p{seat}") for seat in range(SEATS)),
    )
    made = []
    for seat in EYES:
        for language in LANGUAGES:
            painter = Painter(match.game, texts_in(language, match.game))
            own = () if seat is None else (seat,)
            painter.welcome(own, "somebody")
            painter.table(face)
            made.append((seat, painter))
    return made


def updates(match: Match, before: int) -> dict[int | None, Update]:
    eyes = dict.fromkeys(EYES)
    return {
        seat: update_of(match, seat, before, legal=() if seat is None else tuple(match.legal(seat)))
        for seat in eyes
    }


def check(game: str, *, is_mixed_up: bool = False) -> None:
    """Everybody is drawn what they would be drawn alone. With `is_mixed_up` all hear one frame, as
    if a room did not know its seats."""
    together: list[tuple[int | None, Painter]] = []
    alone: list[tuple[int | None, Painter]] = []
    for match, before in moments(game):
        together = together or painters(match)
        alone = alone or painters(match)
        sent = updates(match, before)
        frames = {seat: Frame(update) for seat, update in sent.items()}
        for (seat, one), (_, other) in zip(together, alone, strict=True):
            frame = frames[None if is_mixed_up else seat]
            assert one.take(sent[seat], frame.once) == other.take(sent[seat])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("is_mixed_up", [False, True])
def test_everybody_is_drawn_what_they_would_be_drawn_alone(game: str, is_mixed_up: bool) -> None:
    check(game, is_mixed_up=is_mixed_up)


@pytest.mark.parametrize("game", GAMES)
def test_a_frame_that_forgot_what_its_drawing_was_made_of_would_be_noticed(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    once = Frame.once

    def careless(self: Frame, of: Any, make: Any) -> Any:
        kind = of[0] if isinstance(of, tuple) else type(of)
        return once(self, kind, make)  # whoever looked, and in whichever language

    monkeypatch.setattr(Frame, "once", careless)
    for is_mixed_up in (False, True):
        with pytest.raises(AssertionError):
            check(game, is_mixed_up=is_mixed_up)


def test_spectators_in_one_language_are_drawn_and_packed_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[object] = []

    def counted(game: Any, view: Any, scene: Any) -> Any:
        drawn.append(scene)
        return proposed_drawing(game, view, scene)

    monkeypatch.setattr(module, "proposed_drawing", counted)
    makers: list[Maker] = []
    alike: set[bool] = set()
    for match, before in moments("manitou"):
        makers = makers or [Maker(painter) for seat, painter in painters(match) if seat is None]
        frame = Frame(update_of(match, None, before))
        drawn.clear()
        sent = [next(iter(maker.made(frame))) for maker in makers]
        assert len(drawn) == len(LANGUAGES)
        assert sent[0] is sent[2]
        assert sent[1] is sent[3]
        alike.add(sent[0] == sent[1])
    assert False in alike  # in another language it is another text


def test_no_more_is_kept_of_a_frame_than_there_are_readers_of_different_kinds() -> None:
    match = prateria.new_match("manitou", seats=SEATS, seed="shared")
    frame = Frame(update_of(match, None, 0))
    for number in range(100):
        assert frame.once(("n", number), lambda number=number: number) == number  # type: ignore[misc]
    assert len(frame._made) <= 16
