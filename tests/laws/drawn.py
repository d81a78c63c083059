"""Duel with a picture: three honest ways to pick a card in it."""

from __future__ import annotations

from dataclasses import replace

from prateria.core.contract.face import Face
from prateria.core.drawing.markup import PLAIN_ART, plain_picture
from prateria.core.drawing.scene import Art, Drawing, Scene
from prateria.core.texts import ENGLISH, Texts
from tests.laws.duel import Action, Choose, Duel, View


class DrawnDuel(Duel):
    """The cards of a player's hand, picked by a click."""

    def make_face(self) -> Face[View, Action]:
        return Face(
            draw=self.draw,
            picture=self.picture,
            path=self.path,
            confirms=self.confirms,
            propose=self.propose,
            art=self.art,
            lesson=self.lesson,
        )

    def picture(self, view: View, texts: Texts = ENGLISH) -> str:
        return plain_picture(self.describe(view))

    def confirms(self, view: View, action: Action) -> bool:
        return False

    def propose(self, view: View, scene: Scene) -> tuple[str, ...]:
        return scene.picked

    def art(self) -> Art:
        return PLAIN_ART

    def path(self, view: View, action: Action) -> tuple[str, ...]:
        return (f"card-{action.card}",) if isinstance(action, Choose) else ()

    def draw(self, view: View, scene: Scene) -> Drawing:
        cards = "".join(self.card(view, scene, card) for card in view.hand)
        return Drawing("", "", f"<p>{view.tricks[0]}:{view.tricks[1]}<br></p>", cards, "")

    def card(self, view: View, scene: Scene, card: int) -> str:
        kind = "can" if f"card-{card}" in scene.next_ids else "no"
        return f'<button id="card-{card}" class="card {kind}" data-move="" hidden>{card}</button>'


class ConfirmedDuel(DrawnDuel):
    """A chosen card waits for confirmation; the first is proposed, the others are a turn away."""

    def confirms(self, view: View, action: Action) -> bool:
        return True

    def propose(self, view: View, scene: Scene) -> tuple[str, ...]:
        return scene.picked or tuple(sorted(scene.next_ids)[:1])

    def draw(self, view: View, scene: Scene) -> Drawing:
        drawing = super().draw(view, scene)
        yes = '<button data-play="">yes</button>' if scene.chosen else ""
        return replace(drawing, side=f'{yes}<p data-cycle="">R</p>')


class TappedDuel(ConfirmedDuel):
    """The same, and the others are a tap away."""

    def draw(self, view: View, scene: Scene) -> Drawing:
        drawing = DrawnDuel.draw(self, view, scene)
        yes = '<button data-play="">yes</button>' if scene.chosen else ""
        return replace(drawing, side=yes)

    def card(self, view: View, scene: Scene, card: int) -> str:
        return f'<button data-pick="card-{card}">{card}</button>'


class ToggledDuel(DrawnDuel):
    """Cards are put into the picks and taken out again."""

    def card(self, view: View, scene: Scene, card: int) -> str:
        return f'<button data-toggle="card-{card}">{card}</button>'


class BoardDuel(DrawnDuel):
    """A picture with much that a page can do: cards to drag to a place of an SVG board that can be
    moved and zoomed, the highest with a confirmation; everything also by keys."""

    def __init__(self) -> None:
        super().__init__()
        self.meta = replace(self.meta, id="board", name="Board")

    def path(self, view: View, action: Action) -> tuple[str, ...]:
        return (f"card-{action.card}", "place-1") if isinstance(action, Choose) else ()

    def confirms(self, view: View, action: Action) -> bool:
        return isinstance(action, Choose) and action.card == max(view.hand)

    def draw(self, view: View, scene: Scene) -> Drawing:
        drawing = super().draw(view, scene)
        can = "can" if "place-1" in scene.next_ids else "no"
        laid = next((name for name in scene.picked if name.startswith("card-")), "")
        looked = f'<text y="14">{scene.looked}</text>'
        board = (
            '<svg class="board" viewBox="0 0 200 100" width="400" height="200" data-pan="">'
            f'<g id="place-1" class="{can}" transform="translate(60 10)"><title>the place</title>'
            f'<rect width="80" height="80"/><text y="40">{laid}</text></g>{looked}</svg>'
        )
        yes = '<button data-play="" data-key="y">yes</button>' if scene.chosen else ""
        return replace(drawing, board=board, side=f'{yes}<button data-zoom="in">+</button>')

    def card(self, view: View, scene: Scene, card: int) -> str:
        kind = "can" if f"card-{card}" in scene.next_ids else "no"
        kind += " picked" if f"card-{card}" in scene.picked else ""
        return (
            f'<button id="card-{card}" class="card {kind}" data-move="" data-key="{card}" '
            f'data-race="">{card}</button>'
        )

    def art(self) -> Art:
        return replace(PLAIN_ART, style=STYLE)


STYLE = """
.board rect { fill: var(--paper-2); stroke: var(--ink); }
.board .can rect { stroke: var(--sun); stroke-width: 4; }
.card { width: 60px; height: 90px; border: 2px solid var(--ink); }
.card.picked { outline: 3px solid var(--sun); }
"""
