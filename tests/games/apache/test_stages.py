"""A calm pow-wow is revealed on the table, and a slip says what it lacked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import prateria
from prateria.core.chance import Quick
from prateria.core.drawing.scene import Choice, Scene
from prateria.core.matches.story import see
from prateria.core.texts import ENGLISH
from prateria.games.apache.drawing import FACE
from prateria.games.apache.drawing.verdict import missing_for
from prateria.games.apache.rules.components import LOOT_OF, PERSON, ROLES, Card, Role
from prateria.games.apache.rules.events import CardTurned, Event, PowWowEnded, TribePlayed
from prateria.games.apache.rules.view import ShownPlay, View

NAMES = ("Ann", "Ben", "Cy")
SCENE = Scene(NAMES)


def steps(seed: int, **options: bool | int | str) -> Iterator[tuple[View, list[Event], View]]:
    """A random match as the first seat sees it: before, what happened, after."""
    match = prateria.new_match("apache", seats=3, seed=f"stages {seed}", options=options)
    rng = Quick(seed)
    while match.actors:
        before, n = match.view(0), match.version
        seat = match.actors[rng.below(len(match.actors))]
        legal = match.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
        entries = enumerate(match.log.after(n), n + 1)
        events = [e for k, entry in entries for e in see(match.game, k, entry, 0).events]
        yield before, events, match.view(0)


def test_the_cards_come_out_round_the_card_they_were_played_for() -> None:
    held = 0
    for before, events, after in steps(2):
        stages = FACE.stages(before, events, after, SCENE)
        plays = [event for event in events if isinstance(event, TribePlayed)]
        ended = any(isinstance(event, PowWowEnded) for event in events)
        assert len(stages) == bool(plays) + ended
        if plays:
            held += 1
            out = stages[0].view
            assert isinstance(out, View)
            assert [play.seat for play in out.powwow] == [play.seat for play in plays]
            assert out.newest == before.newest
            assert "slip" in FACE.draw(out, SCENE).act or all(play.is_sound for play in plays)
        if ended:
            done = stages[-1].view
            assert isinstance(done, View)
            assert done.newest == before.newest
            assert done.seats[0].cards == after.seats[0].cards
            turned = [event.card for event in events if isinstance(event, CardTurned)]
            assert sum(done.up) + len(turned) == sum(after.up)
            FACE.draw(done, SCENE)
    assert held > 20


def test_nothing_is_staged_while_cards_are_secret() -> None:
    before, events, after = next(steps(1))
    assert FACE.stages(before, events, after, SCENE) == []


def test_a_live_pow_wow_lies_there_by_itself() -> None:
    match = prateria.new_match("apache", seats=3, seed="live", options={"tempo": "live"})
    view = match.view(0)
    played = TribePlayed(1, Role.CHIEF, False, 300, False)
    assert FACE.stages(view, [played, PowWowEnded((0, 0, 0), 1)], view, SCENE) == []
    assert FACE.touched(view, played) == ()


def test_several_pow_wows_at_once_are_not_shown() -> None:
    view = lying()
    turned = CardTurned(0, Card.TEPEE, 2, 114)
    played = TribePlayed(1, Role.CHIEF, False, None, False)
    assert FACE.stages(view, [played, turned, played, turned], view, SCENE) == []


def slip(seat: int, role: Role) -> ShownPlay:
    return ShownPlay(seat, role, False, None, False, None, None)


def lying(*cards: Card) -> View:
    """The prairie with these cards face up."""
    view: View = prateria.new_match("apache", seats=3, seed="lying").view(0)
    up = [0] * len(view.up)
    for card in cards:
        up[card] += 1
    return replace(view, up=tuple(up), place=0)


def test_a_slip_lacked_the_own_people_card() -> None:
    told = missing_for(lying(), slip(0, Role.HUNTER), ENGLISH)
    assert told == "missing on the prairie: red hunter"


def test_a_slip_lacked_the_loot_of_its_role_and_tepees() -> None:
    for role in ROLES:
        view = lying(Card(PERSON[1][role]))
        told = missing_for(view, slip(1, role), ENGLISH)
        if role == Role.CHIEF:
            assert "a totem and a man to take prisoner" in told
        else:
            assert Card(LOOT_OF[role]).name.lower() in told
            assert "tepee" in told


def test_no_reason_is_given_where_a_claim_could_have_taken_it() -> None:
    sound = replace(slip(1, Role.CHIEF), is_sound=True)
    view = replace(lying(), powwow=(sound, slip(0, Role.HUNTER)), place=2)
    assert missing_for(view, view.powwow[1], ENGLISH) == ""
    assert missing_for(view, sound, ENGLISH) == ""
    early = replace(view, powwow=(slip(0, Role.HUNTER), sound), place=1)
    assert missing_for(early, early.powwow[0], ENGLISH) != ""


def test_the_strip_names_the_rule_beside_the_reason() -> None:
    view = replace(lying(), powwow=(slip(0, Role.HUNTER),), phase="order")
    act = FACE.draw(view, SCENE).act
    assert "Ann: missing on the prairie: red hunter" in act
    assert 'data-rule="A3.2"' in act


def test_the_page_is_told_where_nothing_can_be_claimed() -> None:
    idle = {True: 0, False: 0}
    match = prateria.new_match("apache", seats=3, seed="idle")
    rng = Quick(5)
    while match.actors:
        seat = match.actors[rng.below(len(match.actors))]
        legal = match.legal(seat)
        view = match.view(seat)
        if view.phase == "choose":
            choices = tuple(
                Choice(match.game.notation.format_action(a), FACE.path(view, a), "") for a in legal
            )
            act = FACE.draw(view, Scene(NAMES, choices=choices)).act
            assert 'data-wish="pass"' in act
            idle["data-idle" in act] += 1
        match.play(seat, legal[rng.below(len(legal))])
    assert min(idle.values()) > 5
