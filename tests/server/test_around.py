"""What the pages around the table ask of the server: one click to a match, names at a hot seat,
being ready, replays, playing on, logs from files, lessons."""

from __future__ import annotations

import re
from typing import Any

import pytest

from prateria.core import registry
from prateria.core.contract.game import face_of
from prateria.core.matches.begin import new_match, replay
from prateria.server.pages import sharing
from prateria.server.pages.labels import options_of
from prateria.server.painting.names import bot_label
from prateria.server.settings import Settings
from tests.laws.duel import Duel
from tests.server.house import FakeTimes, Guest, House, Player, open_house


@pytest.fixture(autouse=True)
def duel() -> Any:
    registry.register(Duel())
    yield
    registry.forget("duel")


def finished(game: str, seats: int) -> str:
    match = new_match(game, seats=seats, seed="told", players=["Anna", "Ugo", "Eva"][:seats])
    while match.actors:
        seat = match.actors[0]
        match.play(seat, match.legal(seat)[0])
    return match.log.dumps()


async def keep(guest: Guest, text: str, status: int = 201) -> Any:
    answer = await guest.web.post("/api/logs", content=text.encode())
    assert answer.status_code == status, answer.text
    return answer.json()


async def test_one_request_opens_fills_and_deals() -> None:
    async with open_house() as house:
        anna = await house.guest()
        table = await anna.post("/tables/now", {"game": "manitou", "seats": 3}, 201)
        assert table["status"] == "playing"
        assert [chair.get("bot") for chair in table["chairs"]] == [None, "level:2", "level:2"]


def chosen(page: str, game: str) -> list[str]:
    """The preselected setup beside a game's first button."""
    form = page.partition(f'id="{game}-form"')[2].partition("</form>")[0]
    return re.findall(r'<option value="(\w+)" selected>', form)


async def test_beside_the_first_button_stand_the_opponents_of_the_last_time() -> None:
    async with open_house() as house:
        anna = await house.guest()
        page = (await anna.web.get("/")).text
        assert chosen(page, "manitou") == ["3", "1"]
        assert page.count("First time?") == len(registry.ids())
        options = {"tempo": "live"}
        wish = {"game": "apache", "seats": 4, "bot": "4", "options": options}
        await anna.post("/tables/now", wish, 201)
        await anna.post("/tables", {"game": "manitou", "seats": 2}, 201)
        page = (await anna.web.get("/")).text
        assert chosen(page, "apache") == ["4", "4"]
        assert re.search('value="live" form="apache-form" checked', page)
        assert chosen(page, "manitou") == ["3", "2"]
        assert chosen(page, "bison") == ["3", "1"]
        assert page.count("First time?") == len(registry.ids()) - 2


async def test_a_page_can_ask_for_the_lines_before_those_it_shows() -> None:
    async with open_house() as house:
        anna = await house.guest()
        table = await anna.post("/tables/now", {"game": "bison", "seats": 2, "bot": "1"}, 201)
        path = f"/tables/{table['id']}/log"
        async with anna.at(table["id"]) as a:
            await a.until(type="state")
            while not a.state().get("legal"):
                await a.next()
            await a.play(a.state()["legal"][0])
            back = await a.ask(type="take_back", based_on=a.state()["n"], seat=0)
            assert back["type"] == "accepted"
        lines = (await anna.web.get(path, params={"before": 1000})).text
        numbers = [int(n) for n in re.findall('id="entry-([0-9]+)"', lines)]
        assert numbers == sorted(numbers, reverse=True)
        assert "struck" in lines
        last = numbers[0]
        fewer = (await anna.web.get(path, params={"before": last})).text
        assert fewer == lines[lines.index("</li>") + len("</li>") :]


async def test_names_at_a_hot_seat_and_bots_on_the_rest() -> None:
    async with open_house() as house:
        anna = await house.guest()
        wish = {"game": "manitou", "seats": 3, "hot_seat": True, "names": ["Nora", " Ugo "]}
        table = await anna.post("/tables/now", wish, 201)
        assert [chair["name"] for chair in table["chairs"]] == ["Nora", "Ugo", "level:2"]
        assert [chair.get("person") for chair in table["chairs"]] == [anna.id, anna.id, None]
        too_many = {**wish, "seats": 2, "names": ["a", "b", "c"]}
        assert "more names" in (await anna.post("/tables/now", too_many, 400))["error"]["message"]


async def test_where_the_lesson_says_that_no_card_glows_none_does() -> None:
    async with open_house() as house:
        anna = await house.guest()
        glows = []
        for step in range(9):
            shown = await anna.post(f"/lessons/apache/look?step={step}", {})
            glows.append(" glow" in shown["parts"]["act"])
        assert any(glows[:8])
        assert not glows[8]


@pytest.mark.parametrize("game_id", ["apache", "bison", "manitou"])
async def test_the_spotlight_leads_through_each_step_of_a_lesson(game_id: str) -> None:
    """Whoever presses what it shows, and nothing else, makes the move that is meant."""
    lesson = face_of(registry.get(game_id)).lesson()
    assert lesson is not None
    async with open_house() as house:
        anna = await house.guest()
        for number, step in enumerate(lesson.steps):
            path = f"/lessons/{game_id}/look?step={number}"
            shown = await anna.post(path, {})
            if step.unaided or not step.moves:
                assert shown["spot"] == ""
                continue
            ways = {tuple(way["path"]): way["move"] for way in shown["ways"]}
            made = shown["spot"] if shown["spot"] in step.moves else None
            for _ in range(4):
                if made is not None:
                    break
                spot, picked = shown["spot"], tuple(shown["picked"])
                assert spot == "play" or f'{spot}"' in "".join(shown["parts"].values())
                made = ways.get(picked if spot == "play" else (*picked, spot))
                shown = await anna.post(path, {"picked": (*picked, spot)})
            done = await anna.post(path.replace("look", "play"), {"moves": [made]})
            assert (number, done["verdict"], done["shown"]["spot"]) == (number, "right", "")


async def test_a_replay_says_what_goes_on_while_nobody_acts() -> None:
    async with open_house() as house:
        anna = await house.guest()
        match = new_match("manitou", seats=2, seed="told")
        kept = (await keep(anna, match.log.dumps()))["id"]
        start = (await anna.get(f"/replays/{kept}?n=0"))["parts"]
        assert "Luck decides" in start["turn"]
        assert "The lot names the dealer" in start["act"]
        last = (await anna.get(f"/replays/{kept}"))["parts"]
        assert "Luck decides" not in last["turn"]


async def test_in_a_log_from_a_file_bots_are_called_as_at_their_table() -> None:
    async with open_house() as house:
        anna = await house.guest()
        players = ["Anna", "level:2", "level:5"]
        match = new_match("manitou", seats=3, seed="told", players=players)
        kept = (await keep(anna, match.log.dumps()))["id"]
        page = (await anna.web.get(f"/replays/{kept}")).text
        assert "level:" not in page
        assert all(name in page for name in ("Anna", "Cedar", "Flint"))


async def test_a_bot_on_one_seat_and_who_is_ready() -> None:
    async with open_house() as house:
        anna, ugo = await house.guest(), await house.guest()
        table = await anna.open_table(seats=3)
        await ugo.post(f"/tables/{table['id']}/sit", {"invite": table["invite"], "seat": 2})
        path = f"/tables/{table['id']}"
        shown = await anna.post(f"{path}/fill", {"bot": "1", "seat": 1})
        assert [chair.get("bot") for chair in shown["chairs"]] == [None, "level:1", None]
        await anna.post(f"{path}/fill", {"bot": "1", "seat": 1}, 409)
        shown = await ugo.post(f"{path}/ready", {})
        assert [chair.get("ready", False) for chair in shown["chairs"]] == [False, False, True]
        shown = await ugo.post(f"{path}/ready", {"ready": False})
        assert not any(chair.get("ready") for chair in shown["chairs"])
        stranger = await house.guest()
        await stranger.post(f"{path}/ready", {}, 404)


async def test_the_host_sets_a_table_up_anew_and_people_keep_their_seats() -> None:
    async with open_house() as house:
        anna, ugo = await house.guest(), await house.guest()
        table = await anna.open_table(seats=4)
        path = f"/tables/{table['id']}"
        await ugo.post(f"{path}/sit", {"invite": table["invite"], "seat": 3})
        await ugo.post(f"{path}/ready", {})
        await anna.post(f"{path}/fill", {"bot": "1", "seat": 2})
        wish = {"game": table["game"], "seats": 3, "bot": "4", "watch": "nobody"}
        assert (await ugo.post(f"{path}/setup", wish, 403))["error"]["code"] == "forbidden"
        shown = await anna.post(f"{path}/setup", wish)
        assert [chair.get("person") for chair in shown["chairs"]] == [anna.id, ugo.id, None]
        assert [chair.get("bot") for chair in shown["chairs"]] == [None, None, "level:1"]
        assert not any(chair.get("ready") for chair in shown["chairs"])
        assert shown["invite"] == table["invite"]
        shown = await anna.post(f"{path}/setup", {**wish, "seats": 5})
        assert [chair.get("person") for chair in shown["chairs"][:2]] == [anna.id, ugo.id]
        assert len(shown["chairs"]) == 5
        await anna.post(f"{path}/setup", {**wish, "game": "bison"}, 400)
        await anna.post(f"{path}/setup", {**wish, "hot_seat": True}, 409)
        await anna.post(f"{path}/setup", {**wish, "seats": 9}, 400)
        shown = await anna.post(f"{path}/setup", {**wish, "seats": 2})
        assert [chair.get("person") for chair in shown["chairs"]] == [anna.id, ugo.id]
        await anna.post(f"{path}/start")
        await anna.post(f"{path}/setup", wish, 409)
        await anna.post(f"{path}/close", None, 409)


async def test_the_host_closes_a_table_before_it_begins() -> None:
    async with open_house() as house:
        anna, ugo = await house.guest(), await house.guest()
        table = await anna.open_table(seats=3)
        path = f"/tables/{table['id']}"
        await ugo.post(f"{path}/sit", {"invite": table["invite"]})
        await ugo.post(f"{path}/close", None, 403)
        async with ugo.at(table["id"]) as b:
            assert (await anna.post(f"{path}/close"))["status"] == "closed"
            await b.until(type="notice", code="closed")
        for page in ("tables", "join"):
            answer = await ugo.web.get(f"/{page}/{table['id']}", follow_redirects=True)
            assert answer.status_code == 410
            assert "This table was closed." in answer.text
        await ugo.post(f"{path}/ready", {}, 409)


async def test_a_table_that_gathers_for_nobody_is_not_offered_any_more() -> None:
    times = FakeTimes()
    async with open_house(clock=times) as house:
        anna, ugo = await house.guest(), await house.guest()
        table = await anna.open_table(seats=3, public=True)
        link = f"/join/{table['id']}"
        assert link in (await ugo.web.get("/lobby/tables")).text
        await times.go_on(3_600_001)
        assert link not in (await ugo.web.get("/lobby/tables")).text
        async with anna.at(table["id"]):
            assert link in (await ugo.web.get("/lobby/tables")).text


async def test_the_host_is_told_who_is_not_ready_before_beginning_anyway() -> None:
    async with open_house() as house:
        anna, ugo = await house.guest(), await house.guest()
        table = await anna.open_table(seats=2)
        path, join = f"/tables/{table['id']}", f"/join/{table['id']}"
        await ugo.post(f"{path}/sit", {"invite": table["invite"]})
        page = (await anna.web.get(join)).text
        assert f"Not ready yet: {ugo.name}" in page
        assert "Begin anyway</button>" in page
        await ugo.post(f"{path}/ready", {})
        page = (await anna.web.get(join)).text
        assert "Not ready yet" not in page
        assert "Begin</button>" in page


@pytest.mark.parametrize("game", ["bison", "apache", "manitou"])
async def test_bots_play_at_the_level_the_host_chose_for_the_table(game: str) -> None:
    async with open_house() as house:
        anna = await house.guest()
        table = await anna.open_table(game=game, seats=3, bot="5")
        page = (await anna.web.get(f"/join/{table['id']}")).text
        assert page.count('<option value="5" selected>') == 2
        assert len(re.findall(r'<select class="field small"[^>]*>.*? selected>', page)) == 2
        whole = page.partition('id="fill"')[0].rpartition("<form")[2]
        assert "name=" not in whole  # the table knows
        shown = await anna.post(f"/tables/{table['id']}/fill", {})
        assert [chair.get("bot") for chair in shown["chairs"]] == [None, "level:5", "level:5"]


async def test_a_refusal_is_told_in_the_readers_language() -> None:
    async with open_house() as house:
        anna = await house.guest()
        table = await anna.open_table(seats=3)
        answer = await anna.web.post(
            f"/api/tables/{table['id']}/start", headers={"accept-language": "it"}
        )
        assert answer.json()["error"]["message"].startswith("Alcuni posti sono liberi")


async def _running(house: House) -> tuple[Guest, Guest, str]:
    """A match of Manitou between two people, each having chosen a card for the party."""
    anna, ugo = await house.guest(), await house.guest()
    table = await anna.open_table()
    await ugo.post(f"/tables/{table['id']}/sit", {"invite": table["invite"]})
    await anna.post(f"/tables/{table['id']}/start")
    for guest, move in ((anna, "picks 7"), (ugo, "picks chief")):
        async with guest.at(table["id"]) as player:
            await player.until(type="state")
            assert (await player.play(move))["type"] == "accepted"
    return anna, ugo, table["id"]


async def test_a_browser_gets_an_icon_and_a_shared_link_a_picture() -> None:
    async with open_house() as house:
        anna = await house.guest()
        icon = await anna.web.get("/favicon.ico")
        assert icon.headers["content-type"] == "image/x-icon"
        assert icon.content.startswith(b"\0\0\1\0")
        page = (await anna.web.get("/")).text
        address = re.findall(r'property="og:image" content="([^"]+)"', page)[0]
        assert address.startswith(f"http://127.0.0.1:{house.port}/static/")
        picture = await anna.web.get(address)
        assert picture.headers["content-type"] == "image/jpeg"
        assert picture.content.startswith(b"\xff\xd8")


async def test_of_a_running_match_everybody_sees_again_what_they_saw() -> None:
    async with open_house() as house:
        anna, ugo, table = await _running(house)
        own = await anna.get(f"/replays/{table}?eyes=a")
        assert own["n"] == own["last"]
        assert (await anna.get(f"/replays/{table}?eyes=b", 403))["error"]["code"] == "forbidden"
        watched = await anna.get(f"/replays/{table}?eyes=w&n=1")
        assert watched["n"] == 1
        await anna.get(f"/replays/{table}?n=1000", 404)
        beyond = await anna.web.get(f"/replays/{table}?n=1000")
        assert beyond.status_code == 200
        assert f'data-n="{own["last"]}"' in beyond.text
        await anna.get(f"/replays/{table}?eyes=y", 400)
        page = await ugo.web.get(f"/replays/{table}")
        assert page.status_code == 200
        assert (await ugo.web.get(f"/replays/{table}/log")).status_code == 403
        await ugo.post(f"/replays/{table}/on", {"n": 1}, 403)
        assert (await anna.get(f"/replays/{table}/review", 403))["error"]["code"] == "forbidden"


async def test_what_others_chose_in_secret_is_in_no_replay_of_a_running_match() -> None:
    async with open_house() as house:
        anna, _, table = await _running(house)
        theirs = await anna.get(f"/replays/{table}?eyes=a")
        last = theirs["last"]
        # Anna's picture is the same whichever card Ugo chose: here, before and after he did.
        before = await anna.get(f"/replays/{table}?eyes=a&n={last - 1}")
        own, other = before["parts"], theirs["parts"]
        assert own["act"] == other["act"]
        assert own["board"] == other["board"]
        told = (await anna.web.get(f"/replays/{table}")).text
        assert "chief" not in told.partition('id="log"')[2].lower()


async def _play_to_the_end(player: Player, seats: int) -> None:
    """One person plays all seats, with any moves."""
    for _ in range(seats):
        await player.until(type="state")
    while player.state().get("outcome") is None:
        seat = next(at for at in range(seats) if player.state(at).get("legal"))
        assert (await player.play(player.state(seat)["legal"][0], seat))["type"] == "accepted"
        await player.quiet()


async def test_while_a_match_runs_at_one_screen_no_replay_has_a_players_eyes() -> None:
    async with open_house() as house:
        anna, ugo = await house.guest(), await house.guest()
        wish = {"game": "manitou", "seats": 2, "hot_seat": True, "names": ["Nora", "Ugo"]}
        table = (await anna.post("/tables/now", wish, 201))["id"]
        async with anna.at(table) as player:
            for _ in range(2):
                await player.until(type="state")
            assert (await player.play("picks chief", seat=0))["type"] == "accepted"
        last = (await anna.get(f"/replays/{table}"))["last"]
        for n in range(last + 1):
            watched = await ugo.get(f"/replays/{table}?n={n}")
            assert await anna.get(f"/replays/{table}?n={n}") == watched
            assert await anna.get(f"/replays/{table}?n={n}&eyes=w") == watched
            state = await ugo.get(f"/tables/{table}/replay?n={n}")
            assert await anna.get(f"/tables/{table}/replay?n={n}") == state
            for seat in ("a", "b"):
                for path in (
                    f"/replays/{table}?eyes={seat}",
                    f"/tables/{table}/replay?seat={seat}",
                ):
                    assert (await anna.get(f"{path}&n={n}", 403))["error"]["code"] == "forbidden"
        for path in (f"/replays/{table}", f"/replays/{table}?n={last}", f"/tables/{table}/replay"):
            page = await anna.web.get(path, follow_redirects=True)
            assert page.status_code == 200
            assert 'data-eyes="a"' not in page.text
            assert "chief" not in page.text.partition('id="log"')[2].lower()
            refused = await anna.web.get(page.url.copy_add_param("eyes", "a"))
            assert refused.status_code == 403
        await anna.get(f"/tables/{table}/log", 403)
        assert (await anna.web.get(f"/replays/{table}/log")).status_code == 403
        await anna.get(f"/replays/{table}/review", 403)
        await anna.post(f"/replays/{table}/on", {"n": 1}, 403)


async def test_when_a_match_at_one_screen_is_over_all_eyes_are_open() -> None:
    async with open_house() as house:
        anna = await house.guest()
        wish = {"game": "duel", "seats": 2, "hot_seat": True}
        table = (await anna.post("/tables/now", wish, 201))["id"]
        async with anna.at(table) as player:
            await _play_to_the_end(player, 2)
        for seat in ("a", "b"):
            await anna.get(f"/replays/{table}?eyes={seat}")
            await anna.get(f"/tables/{table}/replay?n=1&seat={seat}")


async def test_a_log_is_kept_and_looked_at_through_all_eyes() -> None:
    async with open_house() as house:
        anna, ugo = await house.guest(), await house.guest()
        table = (await keep(anna, finished("manitou", 3)))["id"]
        for eyes in ("a", "b", "c", "w"):
            assert "parts" in await anna.get(f"/replays/{table}?eyes={eyes}&n=40")
        page = (await anna.web.get(f"/replays/{table}")).text
        assert "Anna" in page
        invite = page.partition('data-invite="')[2].partition('"')[0]
        await ugo.get(f"/replays/{table}", 404)
        assert (await ugo.get(f"/replays/{table}?invite={invite}&eyes=c"))["last"] > 100
        log = await anna.web.get(f"/replays/{table}/log")
        assert replay(log.text).outcome is not None
        # It is not a table: there is no room, no socket, nothing to play.
        await anna.get(f"/tables/{table}", 404)
        lists = (await anna.web.get("/lobby/tables")).text
        assert "from a file" in lists


async def test_a_log_without_an_end_is_looked_at_too() -> None:
    async with open_house() as house:
        anna = await house.guest()
        lines = finished("manitou", 2).splitlines(keepends=True)[:60]
        table = (await keep(anna, "".join(lines)))["id"]
        assert (await anna.get(f"/replays/{table}?eyes=b"))["last"] == 59


@pytest.mark.parametrize(
    "text", ["", "no log\n", '{"prateria":1}\n', finished("manitou", 2)[:-40] + "\n"]
)
async def test_what_is_no_log_is_refused_with_the_line(text: str) -> None:
    async with open_house() as house:
        anna = await house.guest()
        refused = await keep(anna, text, 400)
        assert "This log is incomplete or damaged (line " in refused["error"]["message"]


async def test_playing_on_begins_a_match_from_the_position_with_bots_around() -> None:
    async with open_house() as house:
        anna = await house.guest()
        text = finished("duel", 2)
        source = (await keep(anna, text))["id"]
        await anna.post(f"/replays/{source}/on", {"n": 6, "seat": 5}, 400)
        last = len(text.splitlines()) - 2
        refused = await anna.post(f"/replays/{source}/on", {"n": last, "seat": 0}, 409)
        assert refused["error"]["code"] == "over"
        table = await anna.post(f"/replays/{source}/on", {"n": 5, "seat": 1}, 201)
        assert [chair.get("bot") for chair in table["chairs"]] == ["level:2", None]
        lines = await house.server.services.store.lines(table["id"])
        begun = replay("".join(lines), seed=None)
        assert begun.log.header.position is not None
        moment = replay("".join(text.splitlines(keepends=True)[:6]))
        assert begun.log.header.position == moment.position


async def test_a_table_goes_on_with_the_tables_its_log_had() -> None:
    async with open_house() as house:
        anna = await house.guest()
        game = registry.get("manitou")
        match = new_match("manitou", seats=2, seed="old tables")
        while match.actors:
            match.play(match.actors[0], match.legal(match.actors[0])[0])
        source = (await keep(anna, match.log.dumps()))["id"]
        table = await anna.post(f"/replays/{source}/on", {"n": 30}, 201)
        lines = await house.server.services.store.lines(table["id"])
        assert replay("".join(lines)).log.header.data == game.data


async def test_a_lesson_judges_moves() -> None:
    async with open_house() as house:
        anna = await house.guest()
        path = "/lessons/duel/play?step=0"
        right = await anna.post(path, {"moves": ["a chooses 5"]})
        assert (right["verdict"], right["text"]) == ("right", "Well done.")
        assert right["shown"]["ways"] == []
        other = await anna.post(path, {"moves": ["chooses 1"]})
        assert other["verdict"] == "other"
        assert [rule["number"] for rule in other["rules"]] == ["D1"]
        refused = await anna.post(path, {"moves": ["a chooses 4"]})
        assert refused["verdict"] == "refused"
        assert refused["rules"][0]["text"] == "A card of the own hand, once."
        nonsense = await anna.post(path, {"moves": ["dances"]})
        assert (nonsense["verdict"], nonsense["rules"]) == ("refused", [])
        shown = await anna.post("/lessons/duel/look?step=1", {"picked": ["nothing"]})
        assert "chooses 1" in shown["parts"]["moves"]
        await anna.post("/lessons/duel/look?step=9", {}, 404)
        await anna.post("/lessons/nothing/look?step=0", {}, 404)


async def test_every_page_is_found_and_errors_are_pages_too() -> None:
    async with open_house() as house:
        guest = await house.guest()
        pages = ("/", "/rules", "/glossary", "/settings", "/account", "/about", "/accessibility")
        more = ("/open", "/lessons", "/lists/yours", "/lists/watch", "/lists/done", "/new/bison")
        for path in (*pages, *more, "/here/duel", "/rules/duel", "/lessons/duel"):
            answer = await guest.web.get(path, headers={"accept": "text/html"})
            assert answer.status_code == 200, path
            assert "unsafe" not in answer.headers["content-security-policy"]
        for path in ("/new/chess", "/rules/chess", "/lists/all", "/lessons/chess", "/nowhere"):
            answer = await guest.web.get(path, headers={"accept": "text/html"})
            assert answer.status_code == 404, path
            assert "There is nothing here" in answer.text
        as_program = await guest.web.get("/nowhere")
        assert as_program.json()["error"]["code"] == "not_found"


async def test_pages_name_whichever_games_are_installed() -> None:
    async with open_house() as house:
        guest = await house.guest()
        page = (await guest.web.get("/")).text
        assert f"{len(registry.games())} games. No account, no waiting." in page
        assert "Duel is by nobody." in page
        assert "Bison is by Wolfgang Kramer and Michael Kiesling." in page
        assert 'content="Bison, Apache, Manitou, and Duel in the browser:' in page
        told = (await guest.web.get("/accessibility")).text
        assert "Apache is a game of quick reactions." in told
        assert "Manitou is a game of quick reactions." not in told


async def test_the_pseudo_language_is_for_tests_only() -> None:
    async with open_house() as house:
        guest = await house.guest()
        assert "Plá" not in (await guest.web.get("/?lang=xx")).text
    async with open_house(pseudo=True) as house:
        guest = await house.guest()
        assert "Pláý ňów" in (await guest.web.get("/?lang=xx")).text


class _Asked:
    """A request, as far as its URL is concerned."""

    def __init__(self, url: str) -> None:
        self.base_url = url


def test_others_are_sent_to_an_address_that_they_can_reach(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: Any = _Asked("http://localhost:8137/")
    here, all_over = Settings(secret="s"), Settings(secret="s", host="0.0.0.0")
    assert sharing.is_only_here(sharing.base_url(asked, here))
    monkeypatch.setattr(sharing, "own_address", lambda: "192.168.1.7")
    assert sharing.base_url(asked, all_over) == "http://192.168.1.7:8137"
    monkeypatch.setattr(sharing, "own_address", lambda: None)
    assert sharing.base_url(asked, all_over) == "http://localhost:8137"
    proxied: Any = _Asked("https://play.example/")
    assert sharing.base_url(proxied, all_over) == "https://play.example"


def test_the_code_is_a_picture_without_style() -> None:
    svg = sharing.qr_code("https://play.example/join/abc?invite=def")
    assert svg.startswith("<svg")
    assert "style" not in svg


def test_options_of_a_game_of_somebody_else_are_readable() -> None:
    from prateria.core.texts import ENGLISH

    (option,) = options_of(Duel(), ENGLISH)
    assert (option.label, option.is_switch) == ("Low wins", True)
    assert bot_label("greedy", ENGLISH) == "bot greedy"
    assert bot_label("level:1", ENGLISH) == "bot, level 1"
    assert bot_label("theirs", ENGLISH) == "bot theirs"


def test_what_a_first_visitor_needs_is_read_ahead(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from prateria.server.pages import preload as warm

    warm.warm()
    assert caplog.text == ""

    def broken(game_id: str) -> None:
        raise RuntimeError(f"{game_id} is not well")

    monkeypatch.setattr(warm, "style_of", broken)
    warm.warm()
    assert "not everything could be preloaded" in caplog.text


async def test_a_match_that_is_over_is_reviewed_in_the_readers_language() -> None:
    async with open_house() as house:
        anna = await house.guest()
        text = finished("manitou", 3)
        table = (await keep(anna, text))["id"]
        told = await anna.get(f"/replays/{table}/review")
        last = replay(text).version
        assert len(told["chances"]) == last + 1
        assert all(98 <= sum(row) <= 102 for row in told["chances"])
        assert told["curve"].count("<polyline") == 3
        assert {note["kind"] for note in told["notes"]} == {"turn", "slip"}
        assert any("Better" in note["better"] for note in told["notes"])
        again = await anna.web.get(
            f"/api/replays/{table}/review", headers={"accept-language": "cs"}
        )
        assert "Lépe" in again.text


async def test_there_is_no_review_without_a_learned_bot() -> None:
    async with open_house() as house:
        anna = await house.guest()
        table = (await keep(anna, finished("duel", 2)))["id"]
        assert (await anna.get(f"/replays/{table}/review", 409))["error"]["code"] == "no_review"


async def test_a_review_that_fails_can_be_asked_for_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with open_house() as house:
        anna = await house.guest()
        table = (await keep(anna, finished("manitou", 2)))["id"]
        with monkeypatch.context() as broken:
            broken.setattr("prateria.server.bots.reviews.LONGEST_S", 0)
            answer = await anna.get(f"/replays/{table}/review", 503)
            assert answer["error"]["code"] == "no_review"
        assert (await anna.get(f"/replays/{table}/review"))["chances"]


async def test_what_links_and_phones_ask_of_a_site_is_answered() -> None:
    async with open_house() as house:
        web = (await house.guest()).web
        head, whole = await web.head("/"), await web.get("/")
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-type"] == "text/html; charset=utf-8"
        assert (await web.head("/api/me")).status_code == 405
        assert re.search('<meta property="og:title" content="[^"]*Prateria', whole.text)
        style = re.findall(r'href="(/static/[^"]*\.css)"', whole.text)[0]
        assert (await web.get(style)).headers["content-type"] == "text/css; charset=utf-8"
        robots = await web.get("/robots.txt")
        assert robots.headers["content-type"].startswith("text/plain")
        assert "Disallow: /tables/" in robots.text
        facts = (await web.get("/manifest.webmanifest")).json()
        assert (await web.get(facts["icons"][0]["src"])).status_code == 200
