"""Pages tell of whichever games are installed: no title and no designer is written into them."""

from __future__ import annotations

from pathlib import Path

from prateria.core import registry

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "prateria"
ENDINGS = (".py", ".html", ".js", ".css", ".po", ".toml")
SHELLS = [
    path
    for path in PACKAGE.rglob("*")
    if path.suffix in ENDINGS and not path.is_relative_to(PACKAGE / "games")
]
TEMPLATES = [path for path in SHELLS if path.suffix in (".html", ".js", ".css")]


def test_no_designer_is_named_outside_their_game() -> None:
    names = {name for game in registry.games() for name in game.meta.designers}
    assert len(names) == 4
    for path in SHELLS:
        text = path.read_text("utf-8")
        assert [name for name in names if name in text] == [], path


def test_no_title_is_named_in_a_template_a_script_or_a_style_sheet() -> None:
    titles = [game.meta.name for game in registry.games()]
    assert len(titles) >= 3
    for path in TEMPLATES:
        text = path.read_text("utf-8")
        assert [name for name in titles if name in text] == [], path
