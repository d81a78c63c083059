"""Apache in four languages: words inflected as the sentence needs them, the right plurals."""

from __future__ import annotations

import pytest

from prateria.core.contract.game import LETTERS
from prateria.core.texts import ENGLISH
from prateria.games.apache.rules.components import CARDS, Card, Choice, Role
from prateria.games.apache.rules.events import (
    Began,
    BuffaloTaken,
    CardTurned,
    Claimed,
    Event,
    FirstNamed,
    OrderDrawn,
    PowWowEnded,
    Punished,
    TookNothing,
    TribePlayed,
    WinningsCounted,
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
from tests.games.apache.paper import drawn
from tests.games.apache.table import GAME, race, table, view

CZECH, ITALIAN, GERMAN = [texts_in(language, GAME) for language in ("cs", "it", "de")]
NAMES = ("Nora", "Tomáš", "Giulia")


@pytest.mark.parametrize(
    ("event", "english", "italian", "czech", "german"),
    [
        (
            Began(3, 114, ("warpath", "division")),
            (
                "Colours: Nora red, Tomáš green and Giulia violet. Without a player: yellow and "
                "blue. 114 prairie cards lie face down. Optional rules: warpath and division of "
                "spoils."
            ),
            (
                "Colori: Nora rosso, Tomáš verde e Giulia viola. Senza giocatore: giallo e blu. "
                "114 carte prateria sono coperte. Regole opzionali: sentiero di guerra e "
                "divisione del bottino."
            ),
            (
                "Barvy: Nora červená, Tomáš zelená a Giulia fialová. Bez hráče: žlutá a modrá. "
                "114 prérijních karet leží lícem dolů. Volitelná pravidla: válečná stezka a dělení "
                "kořisti."
            ),
            (
                "Farben: Nora Rot, Tomáš Grün und Giulia Violett. Ohne Spieler: Gelb und Blau. "
                "114 Präriekarten liegen verdeckt aus. Zusatzregeln: Kriegspfad und Beuteteilung."
            ),
        ),
        (
            FirstNamed(0),
            "Nora is drawn to turn the first card.",
            "Nora scopre la prima carta, per sorteggio.",
            "Nora otáčí první kartu, rozhodl los.",
            "Nora deckt die erste Karte auf; so hat es das Los entschieden.",
        ),
        (
            CardTurned(1, Card.RED_MAIDEN, 12, 114),
            "Tomáš turns up: red maiden.",
            "Tomáš scopre: fanciulla rossa.",
            "Tomáš otáčí: červená dívka.",
            "Tomáš deckt auf: rote junge Frau.",
        ),
        (
            OrderDrawn(timed=False),
            "The order is drawn by lot.",
            "L’ordine è estratto a sorte.",
            "Pořadí určuje los.",
            "Die Reihenfolge wird ausgelost.",
        ),
        (
            OrderDrawn(timed=True),
            "Equal times are decided by lot.",
            "Dove i tempi sono pari decide la sorte.",
            "O shodných časech rozhoduje los.",
            "Bei gleichen Zeiten entscheidet das Los.",
        ),
        (
            TribePlayed(1, Role.HUNTER, True, 412, False),
            "Tomáš plays the hunter after 412 ms.",
            "Tomáš gioca il cacciatore dopo 412 ms.",
            "Tomáš hraje lovce po 412 ms.",
            "Tomáš spielt den Jäger nach 412 ms.",
        ),
        (
            TribePlayed(1, Role.HUNTER, True, 412, True),
            "Tomáš plays the hunter after 412 ms (report cut).",
            "Tomáš gioca il cacciatore dopo 412 ms (tempo rettificato).",
            "Tomáš hraje lovce po 412 ms (čas upraven).",
            "Tomáš spielt den Jäger nach 412 ms (Zeit gekürzt).",
        ),
        (
            Claimed(2, Choice.LOOT, (Card.BUFFALO, Card.BUFFALO, Card.VIOLET_HUNTER)),
            "Giulia takes 2 buffalo and the violet hunter.",
            "Giulia prende 2 bufali e il cacciatore viola.",
            "Giulia bere 2 bizony a fialového lovce.",
            "Giulia nimmt 2 Büffel und den violetten Jäger.",
        ),
        (
            Claimed(0, Choice.MARRIAGE, (Card.TEPEE, Card.RED_MAIDEN, Card.GREEN_HUNTER)),
            "Nora takes 1 tepee and the red maiden, and by marriage the green hunter.",
            "Nora prende 1 tepee e la fanciulla rossa, e con il matrimonio il cacciatore verde.",
            "Nora bere 1 týpí a červenou dívku a sňatkem získává zeleného lovce.",
            "Nora nimmt 1 Tipi und die rote junge Frau, durch Heirat auch den grünen Jäger.",
        ),
        (
            Claimed(0, Choice.LOOT, (Card.TOTEM, Card.RED_CHIEF, Card.BLUE_WARRIOR)),
            "Nora takes 1 totem and the red chief, and takes the blue warrior prisoner.",
            "Nora prende 1 totem e il capo rosso, e fa prigioniero il guerriero blu.",
            "Nora bere 1 totem a červeného náčelníka a zajímá modrého válečníka.",
            "Nora nimmt 1 Totem und den roten Häuptling, als Gefangenen auch den blauen Krieger.",
        ),
        (
            Claimed(0, Choice.TEPEES, (Card.TEPEE, Card.RED_HUNTER, *[Card.BLUE_HUNTER] * 2)),
            (
                "Nora takes 1 tepee and the red hunter. "
                "Nora also gets the blue hunter ×2 by division of spoils."
            ),
            (
                "Nora prende 1 tepee e il cacciatore rosso. "
                "Nora ottiene anche il cacciatore blu ×2 per la divisione del bottino."
            ),
            "Nora bere 1 týpí a červeného lovce. Nora dělením kořisti získává i modrého lovce ×2.",
            (
                "Nora nimmt 1 Tipi und den roten Jäger. "
                "Nora erhält durch die Beuteteilung auch den blauen Jäger ×2."
            ),
        ),
        (
            BuffaloTaken(0, 1, 1),
            "Nora is on the warpath and takes 1 buffalo from Tomáš.",
            "Nora è sul sentiero di guerra e prende 1 bufalo a Tomáš.",
            "Nora je na válečné stezce a získává 1 bizona, Tomáš o něj přichází.",
            "Nora ist auf dem Kriegspfad und nimmt Tomáš 1 Büffel ab.",
        ),
        (
            TookNothing(0),
            "Nora comes too late and takes nothing.",
            "Nora arriva tardi e non prende nulla.",
            "Nora přichází pozdě a nebere nic.",
            "Nora kommt zu spät und nimmt nichts.",
        ),
        (
            Punished(0, (Card.TEPEE,)),
            "Nora can claim nothing and loses 1 tepee.",
            "Nora non può reclamare nulla e perde 1 tepee.",
            "Nora nemá na co vznést nárok a přichází o 1 týpí.",
            "Nora kann nichts beanspruchen und verliert 1 Tipi.",
        ),
        (
            PowWowEnded((7, 0, 3), 2),
            "Cards won: Nora 7, Tomáš 0, Giulia 3. Giulia turns next.",
            "Carte vinte: Nora 7, Tomáš 0, Giulia 3. Giulia scopre la prossima carta.",
            "Získané karty: Nora 7, Tomáš 0, Giulia 3. Giulia otáčí další kartu.",
            "Gewonnene Karten: Nora 7, Tomáš 0, Giulia 3. Giulia deckt die nächste Karte auf.",
        ),
        (
            PowWowEnded((7, 0, 3), None),
            "Cards won: Nora 7, Tomáš 0, Giulia 3.",
            "Carte vinte: Nora 7, Tomáš 0, Giulia 3.",
            "Získané karty: Nora 7, Tomáš 0, Giulia 3.",
            "Gewonnene Karten: Nora 7, Tomáš 0, Giulia 3.",
        ),
        (
            WinningsCounted(0, (5, 0, 2, 0, 1), 4),
            "Nora has 12 cards: 5 buffalo, 2 tomahawks, 1 tepee and 4 people.",
            "Nora ha 12 carte: 5 bufali, 2 tomahawk, 1 tepee e 4 persone.",
            "Nora má 12 karet: 5 bizonů, 2 tomahavky, 1 týpí a 4 postavy.",
            "Nora hat 12 Karten: 5 Büffel, 2 Tomahawks, 1 Tipi und 4 Personen.",
        ),
        (
            WinningsCounted(1, (0, 0, 0, 0, 0), 0),
            "Tomáš has no cards.",
            "Tomáš non ha carte.",
            "Tomáš nemá žádné karty.",
            "Tomáš hat keine Karten.",
        ),
    ],
)
def test_what_happened_in_four_languages(
    event: Event, english: str, italian: str, czech: str, german: str
) -> None:
    assert WORDS.tell(event, NAMES) == english
    assert WORDS.tell(event, NAMES, ITALIAN) == italian
    assert WORDS.tell(event, NAMES, CZECH) == czech
    assert WORDS.tell(event, NAMES, GERMAN) == german


def test_chapters_are_cards_and_the_count() -> None:
    turned = CardTurned(1, Card.RED_MAIDEN, 12, 114)
    told = [WORDS.heading(turned, NAMES, texts) for texts in (ENGLISH, ITALIAN, CZECH, GERMAN)]
    assert told == ["Card 12 of 114", "Carta 12 di 114", "Karta 12/114", "Karte 12 von 114"]
    counts = [WinningsCounted(seat, (1, 0, 0, 0, 0), 1) for seat in range(3)]
    assert [WORDS.heading(count, NAMES) for count in counts] == ["Final count", "", ""]
    assert WORDS.heading(TookNothing(0), NAMES) == ""


def test_twenty_cards_are_a_part_of_the_match() -> None:
    cards = [CardTurned(1, Card.RED_MAIDEN, number, 114) for number in (1, 2, 20, 21, 101)]
    told = [WORDS.part(card) for card in cards]
    assert told == ["Cards 1–20", "", "", "Cards 21–40", "Cards 101–114"]
    assert WORDS.part(TookNothing(0)) == ""


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


@pytest.mark.parametrize(
    ("language", "says"), [("en", "left"), ("it", "rimaste"), ("cs", "zbývá"), ("de", "übrig")]
)
def test_how_many_cards_are_left_is_said_in_the_order_of_the_language(
    language: str, says: str
) -> None:
    board = drawn(table("apache 3; up: totem"), 0, texts_in(language, GAME)).board
    said = f"{says} <b>113</b>" if language == "cs" else f"<b>113</b> {says}"
    assert f"</svg>{said}</p>" in board


def test_several_people_of_a_kind_are_counted() -> None:
    cards = (Card.TOTEM, Card.RED_CHIEF, Card.YELLOW_CHIEF, Card.YELLOW_CHIEF)
    assert cards_object(CZECH, cards) == "1 totem, červeného náčelníka a žlutého náčelníka ×2"


def test_every_card_and_colour_has_a_name_of_its_own() -> None:
    for texts in (CZECH, ITALIAN, GERMAN):
        assert len({card_name(texts, card) for card in CARDS}) == len(CARDS)
        assert len({colour_name(texts, colour) for colour in range(5)}) == 5


def test_seconds_have_the_decimal_sign_of_the_language() -> None:
    assert seconds(CZECH, 4500) == "4,5 s"
    assert seconds(texts_in("en", GAME), 4500) == "4.5 s"


def test_moves_as_lines_of_a_list() -> None:
    match = table("apache 3 tempo=live; up: buffalo")
    lines = [WORDS.phrase(view(match, "b"), action, CZECH) for action in match.legal(1)]
    assert lines == [
        "Zahrát náčelníka",
        "Zahrát válečníka",
        "Zahrát dívku",
        "Zahrát lovce",
        "Nezahrát žádnou kartu",
        "Otočit další kartu",
    ]
    match = race("apache 3; up: red-chief,totem*2,green-hunter,blue-warrior", "a chief")
    lines = [WORDS.phrase(view(match, LETTERS[0]), action, ITALIAN) for action in match.legal(0)]
    assert lines == ["Fare prigioniero il cacciatore verde", "Fare prigioniero il guerriero blu"]
    lines = [WORDS.phrase(view(match, LETTERS[0]), action, GERMAN) for action in match.legal(0)]
    assert lines == ["Den grünen Jäger gefangen nehmen", "Den blauen Krieger gefangen nehmen"]
