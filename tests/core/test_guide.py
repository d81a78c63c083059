"""Guides: read, their pictures set up, every fault found; and the guides of all games hold."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files

import pytest

from prateria.core import registry
from prateria.core.contract.face import Face, no_figure
from prateria.core.contract.game import AnyGame, face_of
from prateria.core.drawing.scene import Scene
from prateria.core.lessons.guide import Guide, parse_guide
from prateria.core.lessons.pictures import faults, positions
from prateria.core.rules import LANGUAGES
from tests.laws.duel import Duel

OURS = ("apache", "bison", "manitou")
NAMES = ("Ada", "Bo", "Cy", "Di", "Eve")
GUIDE = """
[[part]]
rules = ["D1"]
title.en = "A trick"
title.de = "Ein Stich"
text.en = "The higher card takes it."
[[part.figure]]
position = "high 15 23 00 - 00"
caption.en = "Before."
[[part.figure]]
moves = ["a chooses 5", "b chooses 3"]
about = ["card-5"]
caption.en = "After."
"""
GAME = Duel()


@pytest.fixture(autouse=True)
def duel() -> Iterator[None]:
    registry.register(GAME)
    yield
    registry.forget("duel")


def test_a_guide_is_read_with_its_pictures() -> None:
    guide = parse_guide(GUIDE)
    (part,) = guide.parts
    assert part.title == {"en": "A trick", "it": "A trick", "cs": "A trick", "de": "Ein Stich"}
    assert part.rules == ("D1",)
    before, after = guide.figures
    assert (before.moves, after.about, after.position) == ((), ("card-5",), "")
    assert [match.position for match in positions(GAME, guide.figures)] == [
        "high 15 23 00 - 00",
        "high 1 2 00 53 10",
    ]
    assert faults(GAME, guide) == []


def test_each_fault_is_found() -> None:
    def wrong(old: str, new: str) -> str:
        return "; ".join(faults(GAME, parse_guide(GUIDE.replace(old, new))))

    assert wrong('"D1"', '"D9"') == "there is no rule D9"
    assert wrong('position = "high 15 23 00 - 00"', "").startswith("picture 1: the first picture")
    assert wrong("high 15 23 00 - 00", "low").startswith("picture 1: six words")
    assert wrong("b chooses 3", "b chooses 1") == "picture 2: 'b chooses 1' is not legal here"
    assert "cards" in wrong("high 15 23", "high 11 23")


def test_a_game_may_have_no_guide() -> None:
    face: Face[object, object] = face_of(GAME)
    assert face.guide() is None
    assert no_figure(None, Scene(())) == ""


def guide_of(game: AnyGame) -> Guide:
    guide = face_of(game).guide()
    assert guide is not None
    return guide


@pytest.mark.parametrize("game_id", OURS)
def test_the_guide_of_each_game_holds_and_is_told_in_every_language(game_id: str) -> None:
    game = registry.get(game_id)
    assert faults(game, guide_of(game)) == []
    source = (files(f"prateria.games.{game_id}") / "guide.toml").read_text("utf-8")
    for part in tomllib.loads(source)["part"]:
        captions = [figure["caption"] for figure in part.get("figure", ())]
        for row in (part["title"], part["text"], *captions):
            assert set(row) == set(LANGUAGES)
            assert len({*row.values()}) > 1


@pytest.mark.parametrize("game_id", OURS)
def test_a_guide_has_pictures_and_says_aim_turn_example_and_end(game_id: str) -> None:
    game = registry.get(game_id)
    guide, face = guide_of(game), face_of(game)
    assert 5 <= len(guide.parts) <= 8
    assert guide.parts[0].title["en"] == "The aim"
    assert any("turn" in part.title["en"] for part in guide.parts[1:3])
    assert any(part.title["en"].startswith("An example") for part in guide.parts)
    assert len(guide.figures) >= 4
    for figure, match in zip(guide.figures, positions(game, guide.figures), strict=True):
        scene = Scene(NAMES[: match.seats], picked=figure.about)
        drawn = face.figure(match.view(None), scene)
        assert "<svg" in drawn
        assert 'role="img" aria-label="' in drawn
        assert not re.search(r'\b(id|style|tabindex)="|role="button"', drawn)
        if figure.about:
            assert drawn != face.figure(match.view(None), Scene(scene.names))
