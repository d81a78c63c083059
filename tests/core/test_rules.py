from __future__ import annotations

import sys
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from prateria.core.errors import SetupError
from prateria.core.lessons.lesson import parse_lesson
from prateria.core.rules import LANGUAGES, carriers, read_rulebook, rule

OURS = ("apache", "bison", "manitou")
BOOK = """
version = "1"
rulebooks = ["Heap"]
[[section]]
number = "H"
en = "The game"
[[rule]]
number = "H1"
section = "H"
ruling = false
en = "Take one."
de = "Nimm eins."
"""


def test_a_rule_knows_who_carries_it() -> None:
    @rule("X1", "X2")
    def enforce() -> None:
        pass

    rule("X1")(enforce)
    assert carriers("X1") == carriers("X2") == (f"{__name__}.{enforce.__qualname__}",)
    assert carriers("X3") == ()


def test_a_rulebook_has_the_text_in_each_language() -> None:
    book = read_rulebook("prateria.games.manitou")
    assert book.rules["M3.6"].ruling
    assert book.text("M3.4") != book.text("M3.4", "it") != book.text("M3.4", "cs")
    assert book.sections["M1"]["en"]
    assert book.sources


@pytest.mark.parametrize("game", OURS)
def test_our_books_and_lessons_are_written_in_every_language(game: str) -> None:
    package = files(f"prateria.games.{game}")
    book = tomllib.loads((package / "rules.toml").read_text("utf-8"))
    steps = tomllib.loads((package / "lesson.toml").read_text("utf-8"))["step"]
    texts = [book["line"], *book["section"], *book["rule"], *(step["text"] for step in steps)]
    texts += [step["after"] for step in steps if "after" in step]
    for row in texts:
        assert set(LANGUAGES) <= set(row)


def outside_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | None) -> str:
    """The name of a package with such a `rules.toml`."""
    package = tmp_path / "heap_of_somebody"
    package.mkdir()
    (package / "__init__.py").write_text("")
    if text is not None:
        (package / "rules.toml").write_text(text, "utf-8")
    monkeypatch.delitem(sys.modules, package.name, raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    return package.name


def test_languages_beyond_english_are_optional(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = read_rulebook(outside_book(tmp_path, monkeypatch, BOOK))
    assert book.text("H1", "de") == "Nimm eins."
    assert book.text("H1", "cs") == "Take one."
    lesson = parse_lesson('[[step]]\nseat = 0\nrules = ["H1"]\ntext = {en = "Look."}')
    assert lesson.steps[0].text["it"] == "Look."


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('version = "1"', "", "rules.toml of heap_of_somebody has no “version”"),
        ('en = "Take one."', "", "[[rule]] H1 in rules.toml of heap_of_somebody has no “en”"),
        ('number = "H1"', "", "[[rule]] 1 in rules.toml of heap_of_somebody has no “number”"),
        ("[[rule]]", "[[rule", "cannot be read"),
    ],
)
def test_a_book_says_what_it_lacks(
    old: str, new: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = outside_book(tmp_path, monkeypatch, BOOK.replace(old, new))
    with pytest.raises(SetupError) as caught:
        read_rulebook(package)
    assert told in str(caught.value)


def test_a_package_without_a_book_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SetupError, match=r"rules.toml of heap_of_somebody cannot be read"):
        read_rulebook(outside_book(tmp_path, monkeypatch, None))
