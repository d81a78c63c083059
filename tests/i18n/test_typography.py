"""Texts follow the typography of their language, and none is left in English by mistake."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from prateria.i18n import LANGUAGES
from prateria.i18n.collect import sources
from prateria.i18n.typography import faults_of

SOURCES = {source.name: source for source in sources()}
SAME = tomllib.loads((Path(__file__).parent / "same.toml").read_text("utf-8"))
"""By language: texts that are the same in English, names and loanwords."""


def books() -> Iterator[Path]:
    """The files that contain texts in all languages side by side."""
    yield Path(str(files("prateria.i18n") / "glossary.toml"))
    for source in SOURCES.values():
        if source.game is not None:
            yield source.locale.parent / "rules.toml"
            yield source.locale.parent / "lesson.toml"
            yield source.locale.parent / "guide.toml"


BOOKS = {f"{path.parent.name}/{path.name}": path for path in books()}


def rows(value: Any) -> Iterator[dict[str, str]]:
    """Every table in a file that has a text in each language."""
    if isinstance(value, list):
        for each in value:
            yield from rows(each)
    elif isinstance(value, dict):
        if LANGUAGES.keys() <= value.keys():
            yield {language: value[language] for language in LANGUAGES}
        for each in value.values():
            yield from rows(each)


@pytest.mark.parametrize("name", BOOKS)
def test_books_are_set_as_each_language_sets_them(name: str) -> None:
    found = list(rows(tomllib.loads(BOOKS[name].read_text("utf-8"))))
    assert found
    wrong = [
        f"{language}: {fault}: {text}"
        for row in found
        for language, text in row.items()
        for fault in faults_of(text, language)
    ]
    assert wrong == []


@pytest.mark.parametrize("name", BOOKS)
def test_no_text_of_a_book_is_left_in_english(name: str) -> None:
    same = [
        f"{language}: {text}"
        for row in rows(tomllib.loads(BOOKS[name].read_text("utf-8")))
        for language, text in row.items()
        if language != "en" and is_left(text, row["en"], language)
    ]
    assert same == []


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
@pytest.mark.parametrize("name", SOURCES)
def test_no_text_of_a_catalogue_is_left_in_english(name: str, language: str) -> None:
    path = SOURCES[name].locale / f"{language}.po"
    catalogue = read_po(BytesIO(path.read_bytes()), locale=language)
    same = [
        message.id
        for message in catalogue
        if message.id and is_left(first(message.string), first(message.id), language)
    ]
    assert same == []


def first(text: Any) -> str:
    return text if isinstance(text, str) else text[0]


def is_left(text: str, english: str, language: str) -> bool:
    """Whether a text is the English one, though it has words that could be translated."""
    bare = "".join(part.partition("}")[2] for part in f"}}{english}".split("{"))
    return text == english and any(map(str.isalpha, bare)) and english not in SAME[language]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("It's yours", "en"),
        ('The "chief"', "en"),
        ("„The chief“", "en"),
        ("Ready …", "en"),
        ("Ready...", "en"),
        ("L'ultimo", "it"),
        ("Il “capo”", "it"),
        ("Náčelník ”první“", "cs"),
        ("„Náčelník”", "cs"),
        ("„Der Häuptling", "de"),
    ],
)
def test_each_fault_is_found(text: str, language: str) -> None:
    assert list(faults_of(text, language))


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Whose turn? It’s “yours”…", "en"),
        ("a seat is a letter: a, b, …", "en"),
        ("a card every … seconds", "en"),
        ("L’ultimo «capo»", "it"),
        ("„Náčelník“", "cs"),
        ("„Häuptling“", "de"),
    ],
)
def test_what_is_right_passes(text: str, language: str) -> None:
    assert not list(faults_of(text, language))
