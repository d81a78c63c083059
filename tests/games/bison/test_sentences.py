"""Sentences: what happened and what may be done, in four languages with the right endings."""

from __future__ import annotations

from itertools import product

import pytest

import prateria
from prateria.core.chance import Quick
from prateria.games.bison.notation.write import SPACE
from prateria.games.bison.rules.actions import ACTIONS
from prateria.games.bison.rules.components import Animal, Piece
from prateria.games.bison.rules.events import (
    EVENTS,
    AnimalGained,
    AnimalsExchanged,
    AnimalsLost,
    AreaScored,
    Event,
    HunterMoved,
    HuntersSent,
    Paid,
    PieceBought,
    PieceBuilt,
    PieceEnlarged,
    PieceReduced,
    StocksCleared,
    TileDrawn,
    TileLaid,
)
from prateria.games.bison.words import WORDS
from prateria.i18n.catalogues import LANGUAGES, texts_in
from tests.games.bison.table import GAME, table

TILE = GAME.ruleset(2, {}).tiles[0]
P, M, R = SPACE["d3p"], SPACE["d3m"], SPACE["d3r"]


def told(event: Event, language: str = "en") -> str:
    return str(WORDS.tell(event, ("Rosa", "Yara"), texts_in(language, GAME)))


@pytest.mark.parametrize(
    ("event", "en", "it", "cs", "de"),
    [
        (
            HuntersSent(0, P, 1),
            "Rosa sends 1 hunter to the prairie d3.",
            "Rosa manda 1 cacciatore nella prateria d3.",
            "Rosa posílá 1 lovce na prérii d3.",
            "Rosa schickt 1 Jäger auf die Prärie d3.",
        ),
        (
            HuntersSent(0, M, 5),
            "Rosa sends 5 hunters to the mountain d3.",
            "Rosa manda 5 cacciatori sulla montagna d3.",
            "Rosa posílá 5 lovců na horu d3.",
            "Rosa schickt 5 Jäger ins Gebirge d3.",
        ),
        (
            HunterMoved(1, R, M),
            "Yara: a hunter goes from the river d3 to the mountain d3.",
            "Yara: un cacciatore va dal fiume d3 sulla montagna d3.",
            "Yara: lovec jde z řeky d3 na horu d3.",
            "Yara: Ein Jäger geht vom Fluss d3 ins Gebirge d3.",
        ),
        (
            PieceBuilt(0, R, 2),
            "Rosa builds a canoe 2 on the river d3.",
            "Rosa costruisce una canoa 2 sul fiume d3.",
            "Rosa staví kánoi 2 na řece d3.",
            "Rosa baut ein Kanu 2 auf dem Fluss d3.",
        ),
        (
            Paid(0, 1, 2, 5, (9, 8, 0)),
            (
                "Rosa pays 1 bison, 2 turkeys and 5 salmon. "
                "Left in stock: bison 9, turkeys 8, salmon 0."
            ),
            (
                "Rosa paga 1 bisonte, 2 tacchini e 5 salmoni. "
                "Restano: bisonti 9, tacchini 8, salmoni 0."
            ),
            "Rosa platí 1 bizona, 2 krocany a 5 lososů. Zbývá: bizoni 9, krocani 8, lososi 0.",
            "Rosa zahlt 1 Bison, 2 Truthähne und 5 Lachse. Übrig: Bisons 9, Truthähne 8, Lachse 0.",
        ),
        (
            AreaScored(0, M, 2, 3, level=False, strength=0x0102),
            "Rosa is second (tepee 2, hunters 2) and hunts half: 3 turkeys.",
            "Rosa è al secondo posto (tepee 2, cacciatori 2) e ne caccia la metà: 3 tacchini.",
            "Rosa je na druhém místě (týpí 2, lovci 2) a loví polovinu: 3 krocany.",
            (
                "Rosa liegt auf dem zweiten Platz (Tipi 2, Jäger 2) "
                "und erjagt die Hälfte: 3 Truthähne."
            ),
        ),
        (
            AnimalsExchanged(0, Animal.BISON, Animal.SALMON),
            "Rosa exchanges 3 bison for 1 salmon.",
            "Rosa scambia 3 bisonti con 1 salmone.",
            "Rosa směňuje 3 bizony za 1 lososa.",
            "Rosa tauscht 3 Bisons gegen 1 Lachs.",
        ),
        (
            PieceBought(1, Piece.CANOE_3),
            "Yara buys a canoe 3 for 3 bison, 3 turkeys and 3 salmon.",
            "Yara compra una canoa 3 per 3 bisonti, 3 tacchini e 3 salmoni.",
            "Yara kupuje kánoi 3 za 3 bizony, 3 krocany a 3 lososy.",
            "Yara kauft ein Kanu 3 für 3 Bisons, 3 Truthähne und 3 Lachse.",
        ),
        (
            AnimalsLost(0, Animal.TURKEY, 2),
            "Rosa has no room for more and loses 2 turkeys.",
            "Rosa non ha più posto e perde 2 tacchini.",
            "Rosa už nemá místo a přichází o 2 krocany.",
            "Rosa hat keinen Platz mehr und verliert 2 Truthähne.",
        ),
    ],
)
def test_events_read_as_sentences(event: Event, en: str, it: str, cs: str, de: str) -> None:
    assert [told(event, language) for language in ("en", "it", "cs", "de")] == [en, it, cs, de]


@pytest.mark.parametrize("language", LANGUAGES)
def test_tepees_and_canoes_are_built_enlarged_reduced_and_dismantled(language: str) -> None:
    sentences = {
        told(kind(0, space, size) if kind is PieceBuilt else kind(0, space, size, 1), language)
        for kind, space, size in product((PieceBuilt, PieceEnlarged, PieceReduced), (P, R), (0, 2))
    }
    assert len(sentences) == 12


def test_small_things_are_told_too() -> None:
    assert told(PieceBought(0, Piece.HUNTER)).startswith("Rosa buys a hunter for 1 bison, ")
    assert told(PieceBought(0, Piece.TEPEE_4), "it").startswith("Rosa compra un tepee 4 per 4")
    assert told(AnimalGained(0, Animal.SALMON), "cs") == "Rosa získává 1 lososa."
    assert told(TileDrawn(0, None, None)) == "Rosa draws a tile."
    assert told(TileDrawn(0, 0, TILE)) == (
        "Rosa draws a tile: bison 2, turkeys 1; prairie on 2 sides clockwise from the upper right."
    )
    assert told(TileLaid(0, 20, 0, 2, TILE), "de") == (
        "Rosa legt das Plättchen auf d3, um 240° gedreht: Bisons 2, Truthähne 1; "
        "Prärie an 2 Seiten im Uhrzeigersinn ab links."
    )
    assert "0" in told(StocksCleared(4), "cs")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_and_every_legal_move_has_its_words(language: str) -> None:
    texts = texts_in(language, GAME)
    events: set[type] = set()
    actions: set[type] = set()
    for seed, variant in enumerate(("none", "2")):
        match = prateria.new_match("bison", seats=2, seed=f"w {seed}", options={"variant": variant})
        rng = Quick(seed)
        while match.actors:
            seat = match.actors[0]
            view, legal = match.view(seat), match.legal(seat)
            phrases = [WORDS.phrase(view, action, texts) for action in legal]
            assert len(phrases) == len(set(phrases)), phrases
            actions.update(map(type, legal))
            match.play(seat, legal[rng.below(len(legal))])
        state = GAME.new(GAME.ruleset(2, {"variant": variant}), 2)
        for entry in match.log.entries:
            for event in GAME.apply(state, entry.action):
                events.add(type(event))
                assert "{" not in WORDS.tell(event, ("Rosa", "Yara"), texts)
    assert len(actions) == len(ACTIONS) - 3
    assert len(events) >= len(EVENTS) - 4


def test_lines_of_the_list() -> None:
    def lines(match: prateria.Match, language: str = "en") -> list[str]:
        view = match.view(0)
        texts = texts_in(language, GAME)
        return [WORDS.phrase(view, action, texts) for action in match.legal(0)]

    over = table("bison 2; phase overflow; scored prairie; a: stock=17/3/3")
    assert "Go on; anything over 15 is lost" in lines(over)
    building = table(
        "bison 2 variant=2; a: d3m=2+2 supply=hunter*4,tepee1,tepee4", "a chooses tepees"
    )
    assert "Enlarge on the mountain d3: tepee 4 (2 animals)" in lines(building)
    assert "Reduce on the mountain d3: tepee 1 (free)" in lines(building)
    assert "Smontare sulla montagna d3 (2 animali)" in lines(building, "it")
    choosing = lines(table("bison 2 variant=2"))
    assert "Build, enlarge, reduce or dismantle tepees" in choosing
    assert "Build or enlarge canoes" not in choosing
    assert "Build or enlarge tepees" in lines(table("bison 2 variant=1"))
    full = table("bison 2; a: stock=15/15/15", "a chooses gather")
    assert "No hunter: nothing to gain, your stocks are full" in lines(full)
    moving = table("bison 2; a: d3p=2", "a chooses move-one", "a picks d3p", "a moves d3r")
    assert "Dokončit (zdarma)" in lines(moving, "cs")
