"""The rules as people read them: a guide with pictures first, no word of the workshop, no heading
in a language that is not the reader's; options in a sentence each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from prateria.core import registry
from prateria.core.contract.game import face_of
from prateria.core.contract.meta import OptionValue
from prateria.core.lessons.guide import parse_guide
from prateria.core.texts import ENGLISH
from prateria.i18n import LANGUAGES, texts_in
from prateria.server.pages import guides
from prateria.server.pages.labels import changed_options, options_of
from prateria.server.pages.rules import sections
from tests.core.test_guide import GUIDE
from tests.laws.duel import Duel
from tests.server.house import open_house

OURS = ("apache", "bison", "manitou")


@pytest.fixture(autouse=True)
def duel() -> Iterator[None]:
    registry.register(Duel())
    yield
    registry.forget("duel")


async def test_the_rules_begin_with_a_guide_in_the_reader_s_language() -> None:
    async with open_house() as house:
        anna = await house.guest()
        for game_id in OURS:
            guide = face_of(registry.get(game_id)).guide()
            assert guide is not None
            for language in LANGUAGES:
                html = (await anna.web.get(f"/rules/{game_id}?lang={language}")).text
                for part in guide.parts:
                    assert part.title[language] in html
                assert html.count("<figure>") == len(guide.figures) >= 4
                assert html.index('id="guide"') < html.index('class="rulebook"')
                assert html.count("<li>- ") == 0
                ids = re.findall(r'\bid="([^"]+)"', html)
                assert len(ids) == len({*ids})
        assert 'id="guide"' not in (await anna.web.get("/rules/duel")).text


async def test_without_a_guide_that_holds_the_rules_stand_alone(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    guide = parse_guide(GUIDE.replace("high 15 23 00 - 00", "low"))
    broken = replace(face_of(Duel()), guide=lambda: guide)
    monkeypatch.setattr(guides, "face_of", lambda _: broken)
    async with open_house() as house:
        anna = await house.guest()
        html = (await anna.web.get("/rules/duel")).text
        assert 'class="rulebook"' in html
        assert 'id="guide"' not in html
    assert "a guide was left out" in caplog.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", OURS)
def test_headings_of_the_rulebook_are_shown_to_those_who_read_them(
    game_id: str, language: str
) -> None:
    game = registry.get(game_id)
    shown = [rule.heading for section in sections(game, language) for rule in section.rules]
    assert any(shown) == (game.rulebook.headings == language)


def test_headings_in_no_named_language_are_shown_to_all() -> None:
    game = Duel()
    rule = replace(game.rulebook.rules["D1"], section="Tricks")
    titles = {"D1": game.rulebook.sections["D"]}
    game.rulebook = replace(game.rulebook, sections=titles, rules={"D1": rule})
    assert sections(game, "cs")[0].rules[0].heading == "Tricks"


@pytest.mark.parametrize("game_id", OURS)
def test_rules_are_told_without_words_of_the_workshop(game_id: str) -> None:
    book = registry.get(game_id).rulebook
    texts = [*book.sections.values(), *(rule.texts for rule in book.rules.values())]
    shop = re.compile(r"(?i)\b(client|server|data|dati|daten|file|token|klient\w*|datov\w*)\b")
    assert [text for row in texts for text in row.values() if shop.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", OURS)
def test_each_option_is_told_in_a_sentence_of_its_own(game_id: str, language: str) -> None:
    game = registry.get(game_id)
    for option in options_of(game, texts_in(language, game)):
        assert option.about != game.rulebook.text(option.rule, language)
        assert option.about.endswith(".")
        assert len(option.about) < 200
        assert option.rule_url == f"/rules/{game_id}#{option.rule}"
    (own,) = options_of(Duel(), ENGLISH)
    assert own.about == Duel().rulebook.text(own.rule)


def test_times_are_written_as_people_write_them() -> None:
    game = registry.get("apache")
    chosen: dict[str, OptionValue] = {"beat_ms": 4500, "tempo": "live"}
    assert changed_options(game, chosen, texts_in("en", game)) == [
        ("Tempo:", "Live", "A9.4"),
        ("A card every", "4.5 s", "A9.1"),
    ]
    italian = changed_options(game, chosen, texts_in("it", game))
    assert ("Una carta ogni", "4,5 s", "A9.1") in italian
