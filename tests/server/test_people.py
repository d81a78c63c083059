"""The page of a person: counted rightly, and telling nothing that its reader could not look at."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count

import pytest
from msgspec import structs

from prateria.server.pages import past
from prateria.server.pages.past import Past, Rival, by_game, by_rival, chosen
from prateria.server.rooms.clocks import ClockRule
from prateria.server.rooms.tables import Chair, Setup, Table, make_table, row_of
from prateria.server.store.base import Audit, Status
from tests.server.house import Guest, House, open_house
from tests.server.test_security import account

ANN, BEA, BOT = Chair("ann", "Ann"), Chair("bea", "Bea"), Chair(name="level:2", bot="level:2")
_numbers = count(1)


def table(
    *chairs: Chair, game: str = "manitou", watch: str = "everyone", imported: bool = False
) -> Table:
    """A table that is over, later than those before it."""
    setup = Setup(
        seats=len(chairs),
        options={},
        tempo="quick",
        clock=ClockRule(),
        watch=watch,
        hints=True,
        bot="level:2",
        invite="i",
        imported=imported,
    )
    made = make_table(game, setup, chairs, chairs[0].person or "", now=next(_numbers), public=False)
    return structs.replace(made, row=row_of(made, status=Status.OVER, changed=made.row.created))


def played(*chairs: Chair, places: Sequence[int], game: str = "manitou") -> Past:
    return past.past(table(*chairs, game=game), "ann", tuple(places))


@pytest.mark.parametrize(
    ("places", "result"), [((1, 2), "won"), ((1, 1), "shared"), ((2, 1), "lost"), ((), "")]
)
def test_the_first_place_is_a_victory_unless_it_is_shared(
    places: tuple[int, ...], result: str
) -> None:
    assert played(ANN, BEA, places=places).result == result


def test_who_gave_up_has_lost_whatever_their_bot_won() -> None:
    gone = structs.replace(ANN, resigned=True)
    lost = played(gone, BEA, places=(1, 2))
    assert lost.result == "lost"
    assert lost.ahead == {Rival("bea", "Bea"): -1}
    won = played(ANN, structs.replace(BEA, resigned=True), places=(2, 1))
    assert won.ahead == {Rival("bea", "Bea"): 1}


def test_at_one_screen_nobody_knows_who_was_who() -> None:
    here = played(ANN, structs.replace(ANN, name="Ida"), BOT, places=(1, 2, 3))
    assert here.result == ""
    assert here.ahead == {Rival("bot:level:2", "level:2"): 0}


def test_matches_are_counted_by_game_and_by_rival() -> None:
    matches = [
        played(ANN, BEA, places=(1, 2)),
        played(ANN, structs.replace(BEA, name="Beatrix"), BOT, places=(2, 1, 3), game="bison"),
        played(ANN, BEA, places=(1, 1)),
        played(ANN, ANN, places=(1, 2)),
    ]
    games = by_game(matches)
    assert list(games) == ["manitou", "bison"]
    assert games["manitou"].played == 3
    assert games["manitou"].results == {"won": 1, "shared": 1, "lost": 0}
    assert games["manitou"].share == 1.0
    assert games["bison"].share == 0.0
    assert by_game([matches[3]])["manitou"].share is None
    rivals = by_rival(matches)
    assert [
        (rival.name, duel.played, duel.ahead, duel.behind) for rival, duel in rivals.items()
    ] == [
        ("Bea", 3, 1, 1),
        ("level:2", 1, 1, 0),
    ]


def test_matches_are_looked_up_by_game_rival_and_result() -> None:
    one, other = played(ANN, BEA, places=(1, 2)), played(ANN, BOT, places=(2, 1), game="bison")
    both = [one, other]
    assert chosen(both) == both
    assert chosen(both, game="bison") == [other]
    assert chosen(both, against="bea") == [one]
    assert chosen(both, result="lost") == [other]
    assert chosen(both, game="bison", result="won") == []


# --- the page


async def keep(house: House, made: Table, places: Sequence[int]) -> None:
    store = house.server.services.store
    await store.create_table(made.row)
    await store.append(made.id, 0, ['{"prateria":1}\n', f'{{"places":{[*places]}}}\n'])


def chair(guest: Guest) -> Chair:
    return Chair(guest.id, guest.name)


def titles(html: str) -> list[str]:
    return re.findall(r"<h3>([^<]*)</h3>", html)


async def profile(reader: Guest, person: str = "me", query: str = "", status: int = 200) -> str:
    answer = await reader.web.get(f"/people/{person}{query}")
    assert answer.status_code == status, answer.text
    return answer.text


async def test_a_profile_tells_results_opponents_and_past_matches() -> None:
    async with open_house() as house:
        anna, ugo = await house.guest(), await house.guest()
        await keep(house, table(chair(anna), chair(ugo)), (1, 2))
        await keep(house, table(chair(anna), BOT, game="bison", watch="nobody"), (2, 1))
        await keep(house, table(chair(anna), chair(ugo), imported=True), (1, 2))
        await ugo.open_table()  # a guest is kept from their first table on
        html = await profile(anna)
        assert len(titles(html)) == 2
        assert f'href="/people/{ugo.id}"' in html
        assert "Bot, level 2" in html
        assert "2 matches" in html
        assert len(titles(await profile(anna, query="?game=bison&result=lost"))) == 1
        nothing = await profile(anna, query="?result=shared")
        assert "No match is like that." in nothing
        assert await profile(anna, anna.id, "?against=bot:level:2") != html
        newcomer = await house.guest()
        assert "None yet." in await profile(newcomer)


async def test_of_an_account_others_see_what_they_may_look_at() -> None:
    async with open_house() as house:
        anna, ugo = await account(house, "Anna"), await house.guest()
        own = Chair(anna.id, "Anna")
        for watch, rival in (("everyone", "Ada"), ("link", "Bo"), ("nobody", "Cy")):
            await keep(house, table(own, Chair("x", rival), watch=watch), (1, 2))
        await keep(house, table(own, chair(ugo), watch="nobody"), (2, 1))
        assert len(titles(await profile(anna))) == 4
        assert titles(await profile(ugo, anna.id)) == ["Anna", "Anna, Ada"]
        stranger = await profile(await house.guest(), anna.id)
        assert titles(stranger) == ["Anna, Ada"]
        assert "/people/x" not in stranger


async def test_of_a_guest_others_see_what_they_have_played_together() -> None:
    async with open_house() as house:
        anna, ugo, ida = await house.guest(), await house.guest(), await house.guest()
        await anna.open_table()
        await keep(house, table(chair(anna), chair(ugo)), (1, 2))
        await keep(house, table(chair(anna), BOT), (1, 2))
        assert titles(await profile(ugo, anna.id)) == [anna.name]
        await profile(ida, anna.id, status=404)
        await profile(ida, "nobody", status=404)


async def test_of_somebody_banned_there_is_no_page_and_no_name() -> None:
    async with open_house() as house:
        anna, bad = await house.guest(), await account(house, "Badname")
        await keep(house, table(chair(anna), Chair(bad.id, "Badname")), (1, 2))
        assert f"/people/{bad.id}" in await profile(anna)
        store = house.server.services.store
        await store.set_banned(bad.id, Audit(0, "ban", bad.id, None, ""), banned=True)
        shown = await profile(anna)
        assert f"/people/{bad.id}" not in shown
        assert "Badname" not in shown
        assert len(titles(shown)) == 1
        await profile(anna, bad.id, status=404)


async def test_a_long_past_is_read_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "MOST", 70)
    async with open_house() as house:
        anna = await house.guest()
        for _ in range(75):
            await keep(house, table(chair(anna), BOT), (1, 2))
        first = await profile(anna)
        assert (len(titles(first)), "page=2" in first, "Newer" in first) == (30, True, False)
        last = await profile(anna, query="?game=manitou&page=3")
        assert (len(titles(last)), "page=4" in last) == (10, False)
        assert "game=manitou&amp;page=2" in last
        assert titles(await profile(anna, query="?page=9")) == []
        await profile(anna, query="?page=0", status=400)
