"""Texts: collected, translated, complete; and the pseudo-language."""

from __future__ import annotations

from pathlib import Path

import pytest

from prateria.core import registry
from prateria.i18n import LANGUAGES, PSEUDO, language_of, texts_in
from prateria.i18n.collect import Source, is_changed, main, merged, sources, template_of
from prateria.i18n.complete import faults
from prateria.i18n.pseudo import GROWTH, stretched

SOURCES = {source.name: source for source in sources()}
MODULE = """
texts.say("{name} passes", name=name)
texts.count("{number} card", "{number} cards", 2)
TABLE = [mark("nothing"), mark_word("object", "chief")]
raw.count(b"\\n")
texts.say(unknown)
row.count("a")
"""
TEMPLATE = (
    '<p>{{ say("Hello {name}", name=me) }}</p>{{ count("{number} seat", "{number} seats", n) }}'
)


@pytest.fixture
def source(tmp_path: Path) -> Source:
    (tmp_path / "text.py").write_text(MODULE, "utf-8")
    (tmp_path / "page.html").write_text(TEMPLATE, "utf-8")
    return Source(tmp_path / "locale", (tmp_path,))


@pytest.mark.parametrize("name", SOURCES)
def test_the_catalogues_hold_exactly_what_the_code_says(name: str) -> None:
    late = [path.name for path in is_changed(SOURCES[name], write=False)]
    assert not late, "run ./play texts"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SOURCES)
def test_nothing_is_left_untranslated(name: str, language: str) -> None:
    path = SOURCES[name].locale / f"{language}.po"
    assert faults(path.read_bytes(), language) == []


def test_texts_are_found_in_modules_and_templates(source: Source) -> None:
    found = {(message.id, message.context) for message in template_of(source) if message.id}
    assert found == {
        ("{name} passes", None),
        (("{number} card", "{number} cards"), None),
        ("nothing", None),
        ("chief", "object"),
        ("Hello {name}", None),
        (("{number} seat", "{number} seats"), None),
    }


def test_options_and_reasons_of_a_game_are_texts_too() -> None:
    found = {(message.id, message.context) for message in template_of(SOURCES["apache"])}
    assert {("tempo", "option"), ("live", "option tempo"), ("shared", "reason")} <= found
    assert ("a", "option first") not in found


def test_collecting_keeps_translations_and_drops_what_is_gone(source: Source) -> None:
    known = b'msgid "nothing"\nmsgstr "niente"\n\nmsgid "gone"\nmsgstr "andato"\n'
    first = merged(template_of(source), "it", known)
    assert b'msgid "nothing"\nmsgstr "niente"' in first
    assert b"gone" not in first
    assert merged(template_of(source), "it", first) == first
    assert b"Date" not in first
    assert b"text.py" not in first


def test_a_guess_is_no_translation(source: Source) -> None:
    known = b'#, fuzzy\nmsgid "nothing"\nmsgstr "niente?"\n'
    assert b"niente" not in merged(template_of(source), "it", known)


def test_files_are_written_once_and_then_left_alone(source: Source) -> None:
    assert [path.name for path in is_changed(source, write=True)] == [
        "en.po",
        "it.po",
        "cs.po",
        "de.po",
    ]
    assert list(is_changed(source, write=True)) == []


@pytest.mark.parametrize(
    ("po", "fault"),
    [
        ('msgid "a"\nmsgstr ""', "not translated: a"),
        ('#, fuzzy\nmsgid "a"\nmsgstr "b"', "fuzzy: a"),
        ('msgid "{name} goes"\nmsgstr "jde {nome}"', "other placeholders"),
        ('msgid "1"\nmsgid_plural "n"\nmsgstr[0] "x"\nmsgstr[1] "y"', "a plural form is empty"),
        ('msgid "1"\nmsgid_plural "n"\nmsgstr[0] "x"\nmsgstr[1] ""\nmsgstr[2] "z"', "is empty"),
        ('msgctxt "object"\nmsgid "a"\nmsgstr ""', "not translated: object: a"),
        ('#~ msgid "old"\n#~ msgstr "starý"', "obsolete: old"),
    ],
)
def test_each_fault_of_a_catalogue_is_found(po: str, fault: str) -> None:
    (found,) = faults(po.encode(), "cs")
    assert fault in found


def test_english_may_stay_as_it_is() -> None:
    assert faults(b'msgid "a"\nmsgstr ""', "en") == []


def test_the_command_tells_what_is_not_translated(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["no-such-game"]) == 0
    assert capsys.readouterr().out == ""


def test_the_pseudo_language_is_longer_and_keeps_its_facts() -> None:
    texts = texts_in(PSEUDO, registry.get("manitou"))
    said = texts.say("{name} passes and waits", name="Rosa")
    assert said.startswith("Rosa pášš")
    assert len(said) > (1 + GROWTH) * len("Rosa passes")
    assert texts.count("{number} card", "{number} cards", 2).startswith("2 čárdš")
    assert stretched("no") == "ňó"


def test_a_browser_gets_the_first_language_we_speak() -> None:
    assert language_of("fr-FR,cs;q=0.8,en;q=0.5") == "cs"
    assert language_of("it-IT") == "it"
    assert language_of("de-CH,fr;q=0.9") == "de"
    assert language_of("fr") == "en"


def test_italian_says_ed_before_an_e() -> None:
    italian = texts_in("it")
    assert italian.listed(["d4", "e5"]) == "d4 ed e5"
    assert italian.listed(["d4", "d5"]) == "d4 e d5"
    assert italian.listed(["e5"]) == "e5"
