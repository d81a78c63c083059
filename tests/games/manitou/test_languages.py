"""Manitou in four languages: sentences of the log, moves, rulings, the lesson."""

from __future__ import annotations

import pytest

from prateria.core.contract.game import face_of
from prateria.core.rules import rule
from prateria.core.texts import ENGLISH
from prateria.games.manitou.notation import NOTATION
from prateria.games.manitou.rules.components import Card, Claim, Ground, Tile
from prateria.games.manitou.rules.events import (
    Event,
    GroundCounted,
    GroundLaid,
    MatchWon,
    PartyReady,
    ThievesNamed,
    TileTaken,
    WarriorsMet,
)
from prateria.games.manitou.rules.warriors import Meeting
from prateria.games.manitou.words import WORDS
from prateria.games.manitou.words.words import cards_word
from prateria.i18n import texts_in
from tests.games.manitou.drawn import drawn, words
from tests.games.manitou.table import GAME, legal, table

NAMES = ("Ann", "Ben", "Cy")
LAID = GroundLaid(Ground.LEFT, (Tile.BISON_2, Tile.BISON_2, Tile.TEPEE_1, Tile.TOTEM))
PARTY = PartyReady(0, (Card.HUNTER_3, Card.HUNTER_7, Card.CHIEF, Card.SCOUT))
WASTED = WarriorsMet(0, Card.SCOUT, Ground.RIGHT, 1, (Card.RAINMAKER, Card.CHIEF), Meeting.WASTED)
BEATS = WarriorsMet(1, Card.CLAN_MOTHER, Ground.MIDDLE, 0, (Card.CHIEF,), Meeting.BEATS)
STRENGTHS = GroundCounted(Ground.LEFT, ((2, 10, 2), (0, 9, 0), (1, 9, 0)))
THIEVES = ThievesNamed((0, 1), 17, (1,))
SACRIFICED = WarriorsMet(0, Card.CHIEF, Ground.LEFT, 1, (Card.SCOUT, Card.CHIEF), Meeting.SACRIFICE)
TAKEN = TileTaken(2, Ground.LEFT, Tile.TEPEE_3, Claim.SECOND)


@pytest.mark.parametrize(
    ("language", "event", "sentence"),
    [
        (
            "it",
            LAID,
            (
                "Territorio sinistro: 2 tessere con 2 bisonti, 1 tessera con 1 tepee e 1 tessera "
                "totem."
            ),
        ),
        (
            "cs",
            LAID,
            "Levé loviště: 2 destičky se 2 bizony, 1 destička s 1 týpí a 1 destička s totemem.",
        ),
        (
            "de",
            LAID,
            (
                "Linker Jagdgrund: 2 Plättchen mit 2 Bisons, 1 Plättchen mit 1 Tipi und 1 "
                "Totemplättchen."
            ),
        ),
        (
            "it",
            PARTY,
            "Ann ha la squadra pronta: cacciatori 3 e 7; capo e scout.",
        ),
        (
            "cs",
            PARTY,
            "Ann má vybranou výpravu: lovci 3 a 7; náčelník a zvěd.",
        ),
        (
            "de",
            PARTY,
            "Ann hat den Jagdtrupp bereit: Jäger 3 und 7; Häuptling und Kundschafter.",
        ),
        (
            "it",
            BEATS,
            (
                "Prova di forza nel territorio centrale: la madre del clan di Ben batte il capo di "
                "Ann e ne gira la carta a faccia in giù."
            ),
        ),
        (
            "cs",
            WASTED,
            "V pravém lovišti zvěd (Ann) nestačí na náčelníka (Ben) a otáčí se lícem dolů.",
        ),
        (
            "de",
            WASTED,
            (
                "Der Kundschafter von Ann ist im rechten Jagdgrund zu schwach für den Häuptling "
                "von Ben und wird umgedreht."
            ),
        ),
        (
            "de",
            STRENGTHS,
            (
                "Jägerstärke im linken Jagdgrund: Cy 12 (10 + 2 durch Tomahawks), Ann 9 und Ben 9. "
                "Gleichstand, daher scheiden aus: Ann und Ben."
            ),
        ),
        (
            "it",
            THIEVES,
            (
                "Ladro di pelli, con la somma più alta di cacciatori (17): Ann e Ben. "
                "Nessuna tessera da scartare: Ben."
            ),
        ),
        (
            "cs",
            TAKEN,
            "Cy s druhou nejvyšší silou bere destičku se 3 týpí z levého loviště.",
        ),
        (
            "cs",
            BEATS,
            (
                "Zkouška síly v prostředním lovišti: klanová matka (Ben) poráží náčelníka (Ann) "
                "a otáčí poraženou kartu lícem dolů."
            ),
        ),
        (
            "de",
            BEATS,
            (
                "In der Kraftprobe im mittleren Jagdgrund schlägt die Clanmutter von Ben den "
                "Häuptling von Ann und dreht die geschlagene Karte um."
            ),
        ),
        (
            "de",
            SACRIFICED,
            (
                "Durch das Opfer im linken Jagdgrund werden der Häuptling von Ann und der "
                "Häuptling von Ben beide umgedreht, der Kundschafter von Ben bleibt."
            ),
        ),
        ("it", MatchWon((0,), "points"), "Ann vince ai punti."),
        ("cs", MatchWon((0,), "points"), "Ann vítězí na body."),
        ("de", MatchWon((0,), "tepees"), "Ann gewinnt durch mehr Tipis bei gleich vielen Punkten."),
        ("it", MatchWon((0, 2), "shared"), "Ann e Cy condividono la vittoria."),
        ("cs", MatchWon((0, 2), "shared"), "Ann a Cy se dělí o vítězství."),
    ],
)
def test_an_event_is_told_in_the_reader_s_language(
    language: str, event: Event, sentence: str
) -> None:
    assert WORDS.tell(event, NAMES, texts_in(language, GAME)) == sentence


@pytest.mark.parametrize(
    ("language", "moves"),
    [
        ("en", ["Play hunter 9 at the left ground", "Play the chief at the right ground"]),
        (
            "it",
            [
                "Giocare il cacciatore 9 nel territorio sinistro",
                "Giocare il capo nel territorio destro",
            ],
        ),
        ("cs", ["Zahrát lovce 9 do levého loviště", "Zahrát náčelníka do pravého loviště"]),
        (
            "de",
            [
                "Den Jäger 9 in den linken Jagdgrund spielen",
                "Den Häuptling in den rechten Jagdgrund spielen",
            ],
        ),
    ],
)
def test_moves_are_named_in_one_mood(language: str, moves: list[str]) -> None:
    match = table("manitou 2; a: hand=9,chief; turn a")
    view, texts = match.view(0), texts_in(language, GAME)
    said = [WORDS.phrase(view, action, texts) for action in match.legal(0)]
    assert [said[0], said[-1]] == moves


def test_every_decision_of_ours_is_marked_as_a_ruling() -> None:
    rulings = {number for number, each in GAME.rulebook.rules.items() if each.ruling}
    assert rulings == {
        *("M3.1", "M3.4", "M3.6", "M3.8", "M4.5", "M5.4", "M5.6", "M5.7"),
        *("M6.4", "M7.2", "M7.3", "M7.4", "M9"),
    }


@rule("M9")
def test_the_lesson_lays_as_many_tiles_as_the_players_get() -> None:
    lesson = face_of(GAME).lesson()
    assert lesson is not None
    for step in lesson.steps:
        state = NOTATION.parse_state(step.position)
        for ground in GAME.view(state, None).grounds:
            assert len(ground.tiles) in (0, state.ruleset.tiles_at_ground)


@rule("M4.1")
def test_the_lesson_tells_the_thief_s_sum() -> None:
    lesson = face_of(GAME).lesson()
    assert lesson is not None
    step = next(step for step in lesson.steps if "M4.1" in step.rules)
    assert legal(table(step.position), "a")
    for text, said in (("en", "add up to 15"), ("it", "somma dei tuoi cacciatori è 15"),
                       ("cs", "součet 15"), ("de", "Summe 15")):  # fmt: skip
        assert said in step.text[text]


@rule("M4.1")
@pytest.mark.parametrize(
    ("language", "hunter", "says"),
    [
        ("it", 4, "Se la battuta finisse ora, Ben scarterebbe una tessera (somma: 5)"),
        ("it", 5, "Se la battuta finisse ora, Ann e Ben scarterebbero una tessera ciascuno"),
        ("cs", 4, "Skončí-li lov teď, Ben odhazuje destičku (součet: 5)"),
        ("cs", 5, "Skončí-li lov teď, Ann a Ben odhazují po destičce (součet: 5)"),
        ("de", 4, "Endete die Jagd jetzt, würde Ben ein Plättchen abwerfen (Summe: 5)"),
        ("de", 5, "Endete die Jagd jetzt, würden Ann und Ben je ein Plättchen abwerfen"),
    ],
)
def test_one_or_several_would_be_the_hide_thief(language: str, hunter: int, says: str) -> None:
    match = table(f"manitou 2; hunt 2; left: bison1,bison2 a:{hunter} b:5; a: hand=7; step 2")
    assert says in words(drawn(match, "a", texts=texts_in(language, GAME)).side)


def test_cards_are_listed_with_and_without_hunters() -> None:
    cards = [Card.HUNTER_3, Card.HUNTER_7, Card.CHIEF, Card.SCOUT]
    assert cards_word(cards, ENGLISH) == "hunters 3 and 7; chief and scout"
    assert cards_word(cards[:1], ENGLISH) == "hunter 3"
    assert cards_word(cards[2:], ENGLISH) == "chief and scout"
