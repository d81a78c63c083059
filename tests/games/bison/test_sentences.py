"""Sentences: what happened and what may be done, in three languages with the right endings."""

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
)
from prateria.games.bison.words import WORDS
from prateria.i18n.catalogues import LANGUAGES, texts_in
from tests.games.bison.table import GAME, table

P, M, R = SPACE["d3p"], SPACE["d3m"], SPACE["d3r"]


def told(event: Event, language: str = "en") -> str:
    return str(WORDS.tell(event, ("Rosa", "Yara"), texts_in(language, GAME)))


@pytest.mark.parametrize(
    ("event", "en", "it", "cs"),
    [
        (
            HuntersSent(0, P, 1),
            "Rosa sends 1 hunter to the prairie d3.",
            "Rosa manda 1 cacciatore nella prateria d3.",
            "Rosa posílá 1 lovce na prérii d3.",
        ),
        (
            HuntersSent(0, M, 5),
            "Rosa sends 5 hunters to the mountain d3.",
            "Rosa manda 5 cacciatori sulla montagna d3.",
            "Rosa posílá 5 lovců na horu d3.",
        ),
        (
            HunterMoved(1, R, M),
            "Yara: a hunter goes from the river d3 to the mountain d3.",
            "Yara: un cacciatore va dal fiume d3 sulla montagna d3.",
            "Yara: lovec jde z řeky d3 na horu d3.",
        ),
        (
            PieceBuilt(0, R, 2),
            "Rosa builds a canoe 2 on the river d3.",
            "Rosa costruisce una canoa 2 sul fiume d3.",
            "Rosa staví kánoi 2 na řece d3.",
        ),
        (
            Paid(0, 1, 2, 5),
            "Rosa pays 1 bison, 2 turkeys, 5 salmon.",
            "Rosa paga 1 bisonte, 2 tacchini, 5 salmoni.",
            "Rosa platí 1 bizona, 2 krocany, 5 lososů.",
        ),
        (
            AreaScored(0, M, 2, 3),
            "Rosa is second on the mountain d3 and hunts 3 turkeys.",
            "Rosa è al secondo posto sulla montagna d3 e caccia 3 tacchini.",
            "Rosa je na druhém místě na hoře d3 a loví 3 krocany.",
        ),
        (
            AnimalsExchanged(0, Animal.BISON, Animal.SALMON),
            "Rosa exchanges 3 bison for 1 salmon.",
            "Rosa scambia 3 bisonti con 1 salmone.",
            "Rosa směňuje 3 bizony za 1 lososa.",
        ),
        (
            PieceBought(1, Piece.CANOE_3),
            "Yara buys a canoe 3.",
            "Yara compra una canoa 3.",
            "Yara kupuje kánoi 3.",
        ),
        (
            AnimalsLost(0, Animal.TURKEY, 2),
            "Rosa has no room for more and loses 2 turkeys.",
            "Rosa non ha più posto e perde 2 tacchini.",
            "Rosa už nemá místo a přichází o 2 krocany.",
        ),
    ],
)
def test_events_read_as_sentences(event: Event, en: str, it: str, cs: str) -> None:
    assert (told(event), told(event, "it"), told(event, "cs")) == (en, it, cs)


@pytest.mark.parametrize("language", LANGUAGES)
def test_tepees_and_canoes_are_built_enlarged_reduced_and_dismantled(language: str) -> None:
    sentences = {
        told(kind(0, space, size) if kind is PieceBuilt else kind(0, space, size, 1), language)
        for kind, space, size in product((PieceBuilt, PieceEnlarged, PieceReduced), (P, R), (0, 2))
    }
    assert len(sentences) == 12


def test_small_things_are_told_too() -> None:
    assert told(PieceBought(0, Piece.HUNTER)) == "Rosa buys a hunter."
    assert told(PieceBought(0, Piece.TEPEE_4), "it") == "Rosa compra un tepee 4."
    assert told(AnimalGained(0, Animal.SALMON), "cs") == "Rosa získává 1 lososa."
    assert told(TileDrawn(0, 3)) == told(TileDrawn(0, None)) == "Rosa draws a tile."
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
    assert "Go on; what is over 15 is lost" in lines(over)
    building = table(
        "bison 2 variant=2; a: d3m=2+2 supply=hunter*4,tepee1,tepee4", "a chooses tepees"
    )
    assert "Enlarge on the mountain d3: tepee 4 (2 animals)" in lines(building)
    assert "Reduce on the mountain d3: tepee 1" in lines(building)
    assert "Smontare sulla montagna d3" in lines(building, "it")
    moving = table("bison 2; a: d3p=2", "a chooses move-one", "a picks d3p", "a moves d3r")
    assert "Dokončit (zdarma)" in lines(moving, "cs")
