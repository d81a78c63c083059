"""What may not be done, and by which rule."""

from __future__ import annotations

import pytest

import prateria
from prateria.core.chance import Quick
from prateria.core.contract.game import CLOCK
from prateria.core.matches.match import Match
from prateria.core.rules import rule
from prateria.games.apache.notation import NOTATION
from prateria.games.apache.rules.actions import PLAY_TRIBE, Claim, TakePerson
from prateria.games.apache.rules.components import Card, Choice
from tests.games.apache.table import GAME, actor, race, refused, table, timed

CHOOSE = "apache 3; up: red-hunter,buffalo,tepee"
CLAIM = "apache 3; up: red-hunter,green-hunter,buffalo,tepee"


@rule("A1.3", "A1.5", "A9.3")
def test_only_luck_does_what_luck_does() -> None:
    match = table(CHOOSE)
    assert refused(match, "a begins") == "A1.5"
    assert refused(match, "turns up buffalo", by=0) == "A1.3"
    assert refused(match, "order a,b", by=0) == "A9.3"


@pytest.mark.parametrize(
    ("move", "number"),
    [
        ("a claims loot", "A9.4"),
        ("a takes red-hunter", "A9.4"),
        ("a turns", "A9.4"),
        ("closes a", "A9.2"),
        ("beat", "A9.1"),
        ("ends claim", "A9.1"),
    ],
)
def test_while_everyone_chooses_nothing_else_is_done(move: str, number: str) -> None:
    assert refused(table(CHOOSE), move) == number


@rule("A1.1", "A2.1", "A4.1")
def test_nobody_acts_for_another() -> None:
    """In neither tempo is it a rule about the tempo that forbids it."""
    for match in (table(CHOOSE), table(f"apache 3 tempo=live;{CHOOSE.split(';', 1)[1]}")):
        assert refused(match, "b plays chief", by=0) == "A1.1"
        assert refused(match, "b passes", by=0) == "A1.1"
        assert refused(match, "b turns", by=0) == "A2.1"
    assert refused(race(CLAIM, "a hunter"), "b plays chief", by=0) == "A1.1"
    assert refused(race(CLAIM, "a hunter"), "a claims loot", by=1) == "A4.1"
    assert refused(race(CLAIM, "a hunter"), "a claims loot", by=CLOCK) == "A4.1"


def told_why(match: Match, move: str) -> tuple[str, str]:
    with pytest.raises(prateria.IllegalAction) as caught:
        match.play(actor(move), move)
    return caught.value.rule, caught.value.why


@rule("A3.1")
@pytest.mark.parametrize("tempo", ["calm", "live"])
def test_after_a_play_there_is_no_second_one(tempo: str) -> None:
    match = table(f"apache 3 tempo={tempo}; up: red-hunter,buffalo", "a plays hunter")
    number, why = told_why(match, "a plays chief")
    assert (number, "one tribe card is all you may play" in why) == ("A3.1", True)
    assert told_why(match, "a passes") == ("A3.1", "you have played your tribe card for this card")


@rule("A9.4")
def test_calm_whoever_has_chosen_no_card_plays_none() -> None:
    match = table(CHOOSE, "a passes")
    why = "you have chosen to play no card on this one"
    assert told_why(match, "a plays hunter") == ("A9.4", why)
    assert told_why(match, "a passes") == ("A9.4", why)


@rule("A9.1")
@pytest.mark.parametrize("done", ["b passes", "b turns"])
def test_live_whoever_passes_or_turns_the_next_card_plays_none_on_this_one(done: str) -> None:
    match = table("apache 3 tempo=live; turner a; up: green-hunter,buffalo", done)
    why = "you have let this card go by, by a pass or by turning the next one"
    for move in ("b plays hunter", "b passes", "b turns"):
        assert told_why(match, move) == ("A9.1", why)


@pytest.mark.parametrize(
    ("move", "number"),
    [
        ("b claims loot", "A4.1"),
        ("b plays hunter", "A3.6"),
        ("a plays hunter", "A3.6"),
        ("a passes", "A4.1"),
        ("a turns", "A4.1"),
        ("a takes green-hunter", "A4.1"),
        ("beat", "A9.1"),
    ],
)
def test_while_somebody_claims_nothing_else_is_done(move: str, number: str) -> None:
    assert refused(race(CLAIM, "a hunter"), move) == number


@rule("A7.2")
def test_who_cannot_marry_may_not() -> None:
    assert refused(race(CLAIM, "a hunter"), "a claims marriage") == "A7.2"
    alone = "apache 3 marriage; up: red-hunter,green-hunter,buffalo,tepee"
    assert refused(race(alone, "a hunter"), "a claims marriage") == "A7.2"


@rule("A4.2", "A4.3", "A4.4", "A4.5")
@pytest.mark.parametrize(
    ("role", "spouse", "number"),
    [
        ("maiden", "blue-hunter", "A4.2"),
        ("warrior", "blue-maiden", "A4.3"),
        ("hunter", "blue-maiden", "A4.4"),
        ("chief", "blue-maiden", "A4.5"),
    ],
)
def test_own_loot_that_is_not_there_may_not_be_claimed(role: str, spouse: str, number: str) -> None:
    match = race(f"apache 2 marriage; up: red-{role},tepee,{spouse}", f"a {role}")
    assert refused(match, "a claims loot") == number


@rule("A4.5")
@pytest.mark.parametrize("card", ["red-chief", "green-maiden", "violet-hunter", "totem"])
def test_a_prisoner_is_a_face_up_male_and_not_the_claiming_chief(card: str) -> None:
    text = "apache 3; up: red-chief,totem,green-maiden,green-hunter,blue-warrior"
    match = race(text, "a chief")
    assert refused(match, f"a takes {card}") == "A4.5"
    assert refused(match, "a claims tepees") == "A4.1"


@rule("A7.2")
@pytest.mark.parametrize("card", ["green-hunter", "violet-maiden", "tepee"])
def test_a_spouse_is_a_face_up_maiden_for_a_male(card: str) -> None:
    text = "apache 2 marriage; up: red-hunter,tepee,green-maiden,blue-maiden,green-hunter"
    match = race(text, "a hunter", then=("a claims marriage",))
    assert refused(match, f"a takes {card}") == "A7.2"


@rule("A2.1")
def test_between_cards_nobody_plays() -> None:
    match = table("apache 2 tempo=live; phase beat; turner a")
    assert refused(match, "a plays hunter") == "A2.1"
    assert refused(match, "a passes") == "A2.1"
    assert refused(match, "b turns") == "A2.1"
    assert refused(match, "a claims loot") == "A2.1"


def test_actions_that_are_none_are_refused_like_others() -> None:
    match = race(CLAIM, "a hunter")
    for action in (Claim(9, Choice.LOOT), TakePerson(0, Card.TOTEM), PLAY_TRIBE[4][0]):
        with pytest.raises(prateria.ActionError):
            match.play(0, action)


def test_every_refusal_at_any_time_names_a_rule_of_the_game() -> None:
    """All actions at all positions of some games: legal, or refused with a number."""
    texts = ["b plays hunter", "b passes", "b turns", "b claims loot", "b takes blue-hunter"]
    texts += ["a begins", "beat", "ends claim", "order a,b", "turns up totem", "closes a b"]
    actions = [NOTATION.parse_action(text) for text in texts]
    for tempo in ("calm", "live"):
        match = prateria.new_match("apache", seats=3, seed="all", options={"tempo": tempo})
        rng = Quick(5)
        while match.actors:
            for seat in (0, 1, CLOCK):
                for action in actions:
                    if action not in match.legal(seat):
                        refusal = GAME.refuse(match._state, seat, action)
                        assert refusal.rule in GAME.rulebook.rules
            actor = match.actors[rng.below(len(match.actors))]
            legal = match.legal(actor)
            match.play(actor, timed(legal[rng.below(len(legal))], rng))
        over = GAME.refuse(match._state, 0, actions[0])
        assert over.rule == "A6.1"
