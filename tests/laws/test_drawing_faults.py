"""The laws of drawings detect everything that would break a page."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from prateria.core.drawing.markup import plain_picture
from prateria.core.drawing.scene import Drawing, Scene
from prateria.core.errors import LawBroken
from prateria.core.laws import check_laws, drawing, words
from prateria.core.texts import ENGLISH, Texts
from tests.laws.drawn import BoardDuel, ConfirmedDuel, DrawnDuel, TappedDuel, ToggledDuel
from tests.laws.duel import Action, Choose, Duel, View


class Drawn(DrawnDuel):
    """Draws something else in addition."""

    board = head = side = ""

    def draw(self, view: View, scene: Scene) -> Drawing:
        drawing = super().draw(view, scene)
        return replace(drawing, board=self.board, head=self.head, side=self.side)


class DrawsBrokenTags(Drawn):
    board = "<p>"


class ClosesNothing(Drawn):
    board = "<p></p></p>"


class DrawsStyles(Drawn):
    head = '<p style="color:red">!</p>'


class DrawsEvents(Drawn):
    head = '<p onclick="boo()">!</p>'


class DrawsScripts(Drawn):
    head = "<script>boo()</script>"


class DrawsStrayBrackets(Drawn):
    side = "1 < 2"


class DrawsOneIdTwice(Drawn):
    """In two parts: the page is one document."""

    board = side = '<i id="x"/>'


class DrawsOneAttributeTwice(Drawn):
    board = '<i class="x" class="y"/>'


class DrawsByChance(DrawnDuel):
    def draw(self, view: View, scene: Scene) -> Drawing:
        return replace(super().draw(view, scene), head=f"<p>{random.random()}</p>")


class SaysNothing(DrawnDuel):
    def phrase(self, view: View, action: Action, texts: Texts = ENGLISH) -> str:
        return " "


class HidesACard(DrawnDuel):
    def card(self, view: View, scene: Scene, card: int) -> str:
        return "" if card == 3 else super().card(view, scene, card)


class DrawsWithoutCan(DrawnDuel):
    def card(self, view: View, scene: Scene, card: int) -> str:
        return f'<button id="card-{card}" class="cannot">{card}</button>'


class OnePathForAll(DrawnDuel):
    def path(self, view: View, action: Action) -> tuple[str, ...]:
        return ("hand",)


class PathGoesOnFromAPath(DrawnDuel):
    def path(self, view: View, action: Action) -> tuple[str, ...]:
        path = super().path(view, action)
        lowest = isinstance(action, Choose) and action.card == min(view.hand)
        return path if lowest else (f"card-{min(view.hand)}", *path)


class ProposesOnlyOne(ConfirmedDuel):
    """And offers no way to any other."""

    def draw(self, view: View, scene: Scene) -> Drawing:
        return replace(super().draw(view, scene), side='<p data-play="">yes</p>')


class NeverSaysYes(ConfirmedDuel):
    def draw(self, view: View, scene: Scene) -> Drawing:
        return replace(super().draw(view, scene), side='<p data-cycle="">R</p>')


class Pictured(DrawnDuel):
    """A picture of any kind."""

    svg = ""

    def picture(self, view: View, texts: Texts = ENGLISH) -> str:
        return self.svg


class PicturesNothing(Pictured):
    pass


class PicturesAPage(Pictured):
    svg = "<html></html>"


class PicturesWithoutANamespace(Pictured):
    svg = '<svg viewBox="0 0 9 9"></svg>'


class PicturesBrokenTags(Pictured):
    svg = '<svg xmlns="http://www.w3.org/2000/svg"><g></svg>'


class PicturesWhatIsElsewhere(Pictured):
    svg = '<svg xmlns="http://www.w3.org/2000/svg"><use href="#card"/></svg>'


class PicturesFromTheNet(Pictured):
    svg = '<svg xmlns="http://www.w3.org/2000/svg"><g id="ttp://x"/><use href="http://x"/></svg>'


class PicturesByChance(DrawnDuel):
    def picture(self, view: View, texts: Texts = ENGLISH) -> str:
        return plain_picture(f"{random.random()}")


FAULTS: list[tuple[type[Duel], set[str]]] = [
    (DrawsBrokenTags, {drawing.DRAWN}),
    (ClosesNothing, {drawing.DRAWN}),
    (DrawsStyles, {drawing.DRAWN}),
    (DrawsEvents, {drawing.DRAWN}),
    (DrawsScripts, {drawing.DRAWN}),
    (DrawsStrayBrackets, {drawing.DRAWN}),
    (DrawsOneIdTwice, {drawing.DRAWN}),
    (DrawsOneAttributeTwice, {drawing.DRAWN}),
    (DrawsByChance, {drawing.DRAWN_BY_VIEW}),
    (PicturesNothing, {drawing.PICTURED}),
    (PicturesAPage, {drawing.PICTURED}),
    (PicturesWithoutANamespace, {drawing.PICTURED}),
    (PicturesBrokenTags, {drawing.PICTURED}),
    (PicturesWhatIsElsewhere, {drawing.PICTURED}),
    (PicturesFromTheNet, {drawing.PICTURED}),
    (PicturesByChance, {drawing.DRAWN_BY_VIEW}),
    (SaysNothing, {words.PHRASED}),
    (HidesACard, {drawing.REACHABLE}),
    (DrawsWithoutCan, {drawing.REACHABLE}),
    (OnePathForAll, {drawing.REACHABLE}),
    (PathGoesOnFromAPath, {drawing.REACHABLE}),
    (ProposesOnlyOne, {drawing.REACHABLE}),
    (NeverSaysYes, {drawing.REACHABLE}),
]
NAMES = [fault.__name__ for fault, _ in FAULTS]
HONEST = [DrawnDuel(), ConfirmedDuel(), TappedDuel(), ToggledDuel(), BoardDuel()]


def inspect(game: Duel) -> None:
    for seed in range(12):
        check_laws(game, 2, {}, seed)


@pytest.mark.parametrize("game", HONEST, ids=lambda game: type(game).__name__)
def test_an_honest_drawing_breaks_no_law(game: Duel) -> None:
    for seed in range(5):
        assert check_laws(game, 2, {}, seed) > 4


@pytest.mark.parametrize(("fault", "caught_by"), FAULTS, ids=NAMES)
def test_a_fault_in_a_drawing_is_caught(fault: type[Duel], caught_by: set[str]) -> None:
    with pytest.raises(LawBroken) as broken:
        inspect(fault())
    assert broken.value.law in caught_by
