"""Replays: whose eyes and whose moves may be asked for, turns, what a review says, going on."""

from __future__ import annotations

import asyncio
import re
from itertools import pairwise
from pathlib import Path
from urllib.parse import quote

import pytest

import prateria
from prateria.core import registry
from prateria.core.drawing.scene import Scene
from prateria.core.matches.begin import new_match
from prateria.core.matches.match import Match
from prateria.core.texts import ENGLISH
from prateria.i18n import texts_in
from prateria.review import Grade, JudgedTurn, Review, is_judged, review
from prateria.server.pages.replays.chart import Part, chart
from prateria.server.pages.replays.parts import open_parts
from prateria.server.pages.replays.remarks import GRADES, reviewed
from prateria.server.rooms.replays import Replay
from tests.review.matches import played
from tests.server.house import Guest, open_house
from tests.server.test_messages import begun
from tests.server.test_tables import alone, played_out

GAMES = [game for game in registry.ids() if is_judged(game)]
EARLIER = Path(__file__).parents[1] / "core/earlier"
"""Logs that engine 0.1.0 wrote."""
WHAT_IS_SECRET = ("eyes=x", "eyes=b", "eyes=x&n=3", "n=3&eyes=a&moves=a+picks+7")


def replay_of(match: Match) -> Replay:
    return Replay(match.game, match.log.dumps().splitlines(keepends=True))


async def keep(guest: Guest, match: Match) -> str:
    answer = await guest.web.post("/api/logs", content=match.log.dumps().encode())
    return str(answer.json()["id"])


# --- whose eyes


@pytest.mark.parametrize("asked", WHAT_IS_SECRET)
async def test_while_a_match_runs_nobody_looks_through_all_eyes_or_tries_moves(asked: str) -> None:
    async with open_house() as house:
        anna, _, table = await begun(house)
        await anna.get(f"/replays/{table}?{asked}", 403)
        page = await anna.web.get(f"/replays/{table}?{asked.replace('moves', 'tried')}")
        assert page.status_code == (200 if "moves" in asked else 403)
        page = await anna.web.get(f"/replays/{table}")
        assert "eyes=x" not in page.text


async def test_at_one_screen_nobody_looks_through_all_eyes_while_the_match_runs() -> None:
    async with open_house() as house:
        anna = await house.guest()
        table = (await anna.open_table(hot_seat=True, names=["Nora", "Ida"]))["id"]
        await anna.post(f"/tables/{table}/start")
        for asked in (*WHAT_IS_SECRET, "eyes=a"):
            await anna.get(f"/replays/{table}?{asked}", 403)


async def test_all_eyes_stay_shut_while_the_same_deal_is_to_be_played_again() -> None:
    async with open_house() as house:
        anna = await house.guest()
        table = await alone(anna, duplicate=True)
        await played_out(house, anna, table)
        for asked in WHAT_IS_SECRET:
            await anna.get(f"/replays/{table}?{asked}", 403)
        await anna.post(f"/replays/{table}/on", {"n": 3, "seat": 0, "move": "a picks 7"}, 403)


async def test_when_a_match_is_over_everybody_may_use_all_eyes_at_once() -> None:
    async with open_house() as house:
        anna, eve = await house.guest(), await house.guest()
        table = await alone(anna)
        await anna.post(f"/tables/{table}/leave")
        while (await anna.get(f"/tables/{table}"))["status"] != "over":
            await asyncio.sleep(0.05)
        shown = await eve.get(f"/replays/{table}?eyes=x&n=20")
        assert shown["parts"]["act"].count('class="hand-of"') == 2
        page = (await eve.web.get(f"/replays/{table}?eyes=x&n=20")).text
        assert re.search(r'data-eyes="x"[^>]*aria-current="true"', page)
        assert "My mistakes only" not in page
        assert "My mistakes only" in (await anna.web.get(f"/replays/{table}")).text


def test_only_what_a_seat_keeps_to_itself_is_shown_beside_what_all_see() -> None:
    match = played("bison", ("learned", "random"))
    replay = replay_of(match)
    hands = set()
    for n in range(20, 60):
        views = [replay.view(n, seat)[0] for seat in range(2)]
        watched, _ = replay.view(n, None)
        parts = open_parts(match.game, watched, views, Scene(("Anna", "Ugo")))
        hands.add(parts["act"].count('class="hand-of"'))
        ids = re.findall(r'\bid="([^"]+)"', "".join(parts.values()))
        assert len(ids) == len(set(ids))
    assert hands == {0, 1, 2}


# --- steps


@pytest.mark.parametrize("game", GAMES)
def test_turns_begin_where_somebody_else_is_to_act(game: str) -> None:
    match = played(game, ("learned", "random"))
    replay = replay_of(match)
    acting = [frozenset(a for a in replay.view(n, None)[1] if a >= 0) for n in replay.turns]
    assert all(acting)
    assert len(replay.turns) < match.version / 2
    if game == "bison":  # one after the other, and again whoever begins a season
        alike = sum(one == other for one, other in pairwise(acting))
        assert alike == 0


# --- other moves


async def test_a_better_move_is_drawn_as_if_it_were_about_to_be_made() -> None:
    async with open_house() as house:
        anna = await house.guest()
        match = played("manitou", ("learned", "random", "random"))
        table = await keep(anna, match)
        slip = next(each for each in review(match).slips if len(each.better) == 1)
        asked = f"n={slip.entry - 1}&eyes={'abc'[slip.seat]}"
        before = await anna.get(f"/replays/{table}?{asked}")
        moves = quote(slip.better[0])
        tried = await anna.get(f"/replays/{table}?{asked}&moves={moves}")
        assert tried["n"] == before["n"]
        assert tried["parts"]["board"] != before["parts"]["board"]
        twice = f"{moves};{moves}"
        for wrong in ("nonsense", twice, "", ";", "b plays 99 left"):
            refused = await anna.get(f"/replays/{table}?{asked}&moves={wrong}", 400)
            assert refused["error"]["code"] == "bad_request"
        other = "abc"[(slip.seat + 1) % 3]
        for eyes in (other, "w", "x"):
            path = f"/replays/{table}?n={slip.entry - 1}&eyes={eyes}&moves={moves}"
            await anna.get(path, 400)


async def test_a_better_move_is_tried_at_a_table_where_it_is_in_the_log() -> None:
    async with open_house() as house:
        anna = await house.guest()
        match = played("manitou", ("learned", "random"))
        table = await keep(anna, match)
        slip = review(match).slips[0]
        wish = {"n": slip.entry - 1, "seat": slip.seat, "move": slip.better[0]}
        await anna.post(f"/replays/{table}/on", {**wish, "move": "no such move"}, 400)
        await anna.post(f"/replays/{table}/on", {**wish, "seat": 1 - slip.seat}, 400)
        on = await anna.post(f"/replays/{table}/on", wish, 201)
        first = await anna.get(f"/tables/{on['id']}/replay?n=1&seat={'ab'[slip.seat]}")
        assert first["entries"][0]["by"] == "ab"[slip.seat]
        assert on["chairs"][slip.seat]["person"] == anna.id


# --- what a review says


@pytest.mark.parametrize("language", ["en", "it", "cs", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_a_review_is_told_in_every_language(game: str, language: str) -> None:
    match = played(game, ("learned", "random"))
    found, texts = review(match), texts_in(language, match.game)
    told = reviewed(replay_of(match), found, ("Anna", "Ugo"), texts)
    slips = [note for note in told.notes if note.kind == "slip"]
    assert len(slips) == len(found.slips)
    for note in slips:
        assert note.steps
        assert all(step.text for step in note.steps)
        assert ("Anna", "Ugo")[note.seat] in note.text
    assert told.played.count("<li>") == 2
    assert "{" not in told.played + told.curve + "".join(note.text for note in told.notes)
    assert told.curve.count('class="band"') >= 3
    assert told.curve.count('class="end"') == 2


def test_every_grade_has_its_word() -> None:
    assert set(GRADES) == set(Grade)


def test_a_name_is_no_markup_in_what_a_review_says() -> None:
    match = played("manitou", ("learned", "random"))
    told = reviewed(replay_of(match), review(match), ("<b>", "<i>"), ENGLISH)
    assert "<i>" not in told.played
    assert "<b><b>" not in told.played


def test_the_signs_at_the_ends_of_the_lines_never_lie_over_each_other() -> None:
    chances = ((0.2,) * 5, (1.0, 0.0, 0.0, 0.0, 0.0))
    found = Review(chances, (0, 1), (JudgedTurn(0, 1, "a", ("b",), 0.9, 0.5),))
    colours = ("blue", "red", "yellow", "green", "violet")
    drawn = chart(found, (Part(0, "Season <1>"),), colours, ENGLISH)
    tops = [float(top) for top in re.findall(r'class="end" x="100%" y="([\d.]+)%"', drawn)]
    assert tops == sorted(tops)
    assert all(below - above >= 15 for above, below in pairwise(tops))
    assert all(0 <= top <= 101 for top in tops)
    assert "Season &lt;1&gt;" in drawn
    assert drawn.count('class="slip blunder blue"') == 1


@pytest.mark.parametrize("log", sorted(EARLIER.glob("*-*.jsonl"))[:6], ids=lambda log: log.name)
def test_a_match_of_an_earlier_version_of_the_rules_is_reviewed(log: Path) -> None:
    match = prateria.replay(log.read_bytes())
    told = reviewed(
        replay_of(match), review(match), [f"p{seat}" for seat in range(match.seats)], ENGLISH
    )
    assert len(told.chances) == match.version + 1


def test_a_match_in_which_nothing_was_played_has_no_turns() -> None:
    assert replay_of(new_match("apache", seats=5, seed="five")).turns != ()
