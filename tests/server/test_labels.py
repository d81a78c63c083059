"""Numbers, lists and the words of rulebooks in the style of each language."""

from __future__ import annotations

import pytest

from prateria.core import registry
from prateria.i18n import LANGUAGES, texts_in
from prateria.i18n.glossary import sorting_key, terms
from prateria.server.pages.labels import listed, options_of, percent
from prateria.server.pages.render import COLOUR_LETTERS, lettered
from prateria.server.painting.names import initials
from tests.server.house import open_house


@pytest.mark.parametrize(
    ("language", "share", "names", "time"),
    [
        ("en", "13%", "Ada, Bo, and Cy", "4.5 s"),
        ("it", "13%", "Ada, Bo e Cy", "4,5 s"),
        ("cs", "13\xa0%", "Ada, Bo a\xa0Cy", "4,5 s"),
        ("de", "13\xa0%", "Ada, Bo und Cy", "4,5 s"),
    ],
)
def test_numbers_and_lists_are_written_as_the_language_writes_them(
    language: str, share: str, names: str, time: str
) -> None:
    texts = texts_in(language, registry.get("apache"))
    assert percent(0.134, texts) == share
    assert listed(["Ada", "Bo", "Cy"], texts) == names
    beats = next(
        each for each in options_of(registry.get("apache"), texts) if each.name == "beat_ms"
    )
    assert time in dict(beats.values).values()
    assert "ms" not in beats.label.split()


def test_czech_words_are_sorted_as_in_a_czech_dictionary() -> None:
    words = ["zvěd", "území", "chata", "hora", "kánoe", "kořist", "čaj", "cukr", "žena", "válečník"]
    wanted = [
        "cukr",
        "čaj",
        "hora",
        "chata",
        "kánoe",
        "kořist",
        "území",
        "válečník",
        "zvěd",
        "žena",
    ]
    assert sorted(words, key=lambda word: sorting_key(word, "cs")) == wanted
    assert sorting_key("Übermut", "de") == "ubermut"


async def test_the_number_of_players_takes_the_right_plural() -> None:
    async with open_house() as house:
        guest = await house.guest()
        for language, players in (("cs", "2–4 hráči"), ("cs", "2–5 hráčů"), ("de", "2–4 Personen")):
            assert players in (await guest.web.get(f"/?lang={language}")).text


async def test_the_rules_name_rulebooks_and_designers_in_the_readers_language() -> None:
    async with open_house() as house:
        guest = await house.guest()
        page = (await guest.web.get("/rules/bison?lang=cs")).text
        assert "Wolfgang Kramer a\xa0Michael Kiesling, Phalanx" in page
        assert "(italština)" in page
        assert "(Italian)" not in page
        german = (await guest.web.get("/rules/manitou?lang=de")).text
        assert "Unsere Festlegung" in german
        assert "Ruling" not in german


def test_the_glossary_has_each_word_and_note_in_each_language() -> None:
    for term in terms():
        assert all(term.words.values())
        assert len(set(term.note.values())) == 4, term.words["en"]
    areas = next(term for term in terms() if term.words["en"] == "area")
    assert areas.books["cs"] == ("území", "oblast")
    assert areas.differs("cs")


def test_every_seat_has_a_letter_of_its_name_and_no_two_the_same() -> None:
    assert initials(["Žofie", "Zdeněk", "Anna", "ann", "  ", "A"]) == ("Ž", "Z", "A", "N", "5", "6")
    assert initials(["Anna 1", "Anna 2", "李"]) == ("A", "N", "李")


def test_symbols_have_the_letters_of_the_colours_in_the_readers_language() -> None:
    symbol = '<g><text data-letter="yellow" x="1">Y</text><text data-letter="red">R</text></g>'
    assert ">Ž</text>" in lettered(symbol, texts_in("cs"))
    assert ">Č</text>" in lettered(symbol, texts_in("cs"))
    assert ">G</text>" in lettered(symbol, texts_in("it"))
    assert lettered(symbol, texts_in("en")) == symbol


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_colours_have_one_letter(language: str) -> None:
    letters = [texts_in(language).word(*word) for word in COLOUR_LETTERS.values()]
    assert len({*letters}) == len(letters)
