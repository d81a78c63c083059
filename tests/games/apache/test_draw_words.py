"""Apache in three languages: words bent as the sentence needs them, the right plurals."""

from __future__ import annotations

import pytest

from prateria.core.contract.game import LETTERS
from prateria.games.apache.rules.components import CARDS, Card, Choice, Role
from prateria.games.apache.rules.events import (
    BuffaloTaken,
    CardTurned,
    Claimed,
    Event,
    FirstNamed,
    PowWowEnded,
    Punished,
    TookNothing,
    TribePlayed,
)
from prateria.games.apache.words import WORDS
from prateria.games.apache.words.words import (
    card_name,
    cards_object,
    colour_name,
    loot_object,
    pile_name,
    seconds,
)
from prateria.i18n.catalogues import texts_in
from tests.games.apache.table import GAME, race, table, view

CZECH, ITALIAN = texts_in("cs", GAME), texts_in("it", GAME)
NAMES = ("Nora", "Tomáš", "Giulia")


@pytest.mark.parametrize(
    ("event", "english", "italian", "czech"),
    [
        (
            FirstNamed(0),
            "Nora is drawn to turn the first card.",
            "La sorte ha scelto: Nora scopre la prima carta.",
            "Los rozhodl: první kartu otáčí Nora.",
        ),
        (
            CardTurned(Card.RED_MAIDEN),
            "Turned up: red maiden.",
            "Scoperta: fanciulla rossa.",
            "Otočeno: červená dívka.",
        ),
        (
            TribePlayed(1, Role.HUNTER, True, 412, False),
            "Tomáš plays the hunter after 412 ms.",
            "Tomáš gioca il cacciatore dopo 412 ms.",
            "Tomáš hraje lovce po 412 ms.",
        ),
        (
            Claimed(2, Choice.LOOT, (Card.BUFFALO, Card.BUFFALO, Card.VIOLET_HUNTER)),
            "Giulia takes 2 buffalo, the violet hunter.",
            "Giulia prende 2 bisonti, il cacciatore viola.",
            "Giulia bere 2 bizony, fialového lovce.",
        ),
        (
            BuffaloTaken(0, 1, 1),
            "Nora is on the warpath and takes 1 buffalo from Tomáš.",
            "Nora è sul sentiero di guerra e prende 1 bisonte a Tomáš.",
            "Nora je na válečné stezce, Tomáš přichází o 1 bizona.",
        ),
        (
            TookNothing(0),
            "Nora comes too late and takes nothing.",
            "Nora arriva tardi e non prende nulla.",
            "Nora přichází pozdě a nebere nic.",
        ),
        (
            Punished(0, (Card.TEPEE,)),
            "Nora could not claim anything and loses 1 tepee.",
            "Nora non poteva reclamare nulla e perde 1 tepee.",
            "Nora si nemá co nárokovat a přichází o 1 týpí.",
        ),
        (
            PowWowEnded(2),
            "Giulia turns next.",
            "Giulia scopre la prossima carta.",
            "Další kartu otáčí Giulia.",
        ),
    ],
)
def test_what_happened_in_three_languages(
    event: Event, english: str, italian: str, czech: str
) -> None:
    assert WORDS.tell(event, NAMES) == english
    assert WORDS.tell(event, NAMES, ITALIAN) == italian
    assert WORDS.tell(event, NAMES, CZECH) == czech


def test_loot_is_counted_with_the_plurals_of_the_language() -> None:
    buffalo = [loot_object(CZECH, Card.BUFFALO, number) for number in (1, 2, 5)]
    assert buffalo == ["1 bizona", "2 bizony", "5 bizonů"]
    assert [pile_name(CZECH, Card.BUFFALO, number) for number in (0, 1, 2, 5)] == [
        "bizonů",
        "bizon",
        "bizoni",
        "bizonů",
    ]
    assert [loot_object(ITALIAN, Card.NECKLACE, number) for number in (1, 2)] == [
        "1 collana",
        "2 collane",
    ]


def test_several_people_of_a_kind_are_counted() -> None:
    cards = (Card.TOTEM, Card.RED_CHIEF, Card.YELLOW_CHIEF, Card.YELLOW_CHIEF)
    assert cards_object(CZECH, cards) == "1 totem, červeného náčelníka, žlutého náčelníka ×2"


def test_every_card_and_colour_has_a_name_of_its_own() -> None:
    for texts in (CZECH, ITALIAN):
        assert len({card_name(texts, card) for card in CARDS}) == len(CARDS)
        assert len({colour_name(texts, colour) for colour in range(5)}) == 5


def test_seconds_have_the_decimal_sign_of_the_language() -> None:
    assert seconds(CZECH, 4500) == "4,5 s"
    assert seconds(texts_in("en", GAME), 4500) == "4.5 s"


def test_moves_as_lines_of_a_list() -> None:
    match = table("apache 3 tempo=live; up: buffalo")
    lines = [WORDS.phrase(view(match, "b"), action, CZECH) for action in match.legal(1)]
    assert lines == [
        "Zahraj náčelníka",
        "Zahraj válečníka",
        "Zahraj dívku",
        "Zahraj lovce",
        "Nehraj žádnou kartu",
        "Otoč další kartu",
    ]
    match = race("apache 3; up: red-chief,totem*2,green-hunter,blue-warrior", "a chief")
    lines = [WORDS.phrase(view(match, LETTERS[0]), action, ITALIAN) for action in match.legal(0)]
    assert lines == ["Fai prigioniero il cacciatore verde", "Fai prigioniero il guerriero blu"]
