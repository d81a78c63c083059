"""The page of a person: results by game and by opponent, and past matches to look up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeAlias
from urllib.parse import urlencode

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from prateria.core import registry
from prateria.core.errors import SetupError
from prateria.core.texts import Texts, capital, mark
from prateria.server.accounts import dot_of
from prateria.server.errors import Refusal, not_found
from prateria.server.http import security
from prateria.server.http.deps import AnyRequest, server_of
from prateria.server.pages.labels import percent
from prateria.server.pages.past import (
    MOST,
    Duel,
    Past,
    Rival,
    Tally,
    by_game,
    by_rival,
    chosen,
    past_of,
)
from prateria.server.pages.render import Reader, page, reader
from prateria.server.pages.table_lists import PAGE, Listing, rows_of
from prateria.server.painting.names import bot_label
from prateria.server.server import Server
from prateria.server.store.base import Person

ME: Final = "me"
"""In an address: whoever reads."""
RIVALS: Final = 20
"""How many opponents are listed."""
Choice: TypeAlias = Annotated[str, QueryParameter(max_length=80)]
PageNumber: TypeAlias = Annotated[int, QueryParameter(name="page", ge=1, le=MOST)]


@dataclass(frozen=True, slots=True)
class GameLine:
    game: str
    tally: Tally
    share: str


@dataclass(frozen=True, slots=True)
class RivalLine:
    name: str
    url: str
    """Of their page; "" if there is none for the reader."""
    duel: Duel


def game_name(game: str) -> str:
    """What a game is called; its id, if its package is not installed any more."""
    try:
        return registry.get(game).meta.name
    except SetupError:
        return game


def rival_name(rival: Rival, texts: Texts) -> str:
    return capital(bot_label(rival.name, texts)) if rival.is_bot else rival.name


def result_words(texts: Texts) -> dict[str, str]:
    return {"won": texts.say("won"), "shared": texts.say("shared"), "lost": texts.say("lost")}


@get("/people/{person_id:str}", include_in_schema=False)
async def profile(
    request: AnyRequest,
    person_id: FromPath[str],
    game: Choice = "",
    against: Choice = "",
    result: Choice = "",
    number: PageNumber = 1,
) -> Response[bytes]:
    who, server = reader(request), server_of(request)
    security.limit(server.services.limits, "message", request, who.person.id)
    person = await _shown(server, person_id, who)
    played = await past_of(server, person, who.person.id)
    is_own = person.id == who.person.id
    if person.password is None and not is_own and not played:
        raise _nobody()
    wanted = {"game": game, "against": against, "result": result}
    found = chosen(played, **wanted)
    return page(
        request,
        who,
        "profile.html",
        shown=person,
        shown_dot=dot_of(person),
        is_own=is_own,
        is_full=len(played) == MOST,
        most=MOST,
        wanted=wanted,
        results=result_words(who.texts()),
        **await _counted(server, played, who.texts(), is_own=is_own),
        **await _listed(server, who, found, number, wanted),
    )


async def _shown(server: Server, person_id: str, who: Reader) -> Person:
    """Whose page it is. Of somebody who is banned there is none."""
    if person_id in (ME, who.person.id):
        return who.person
    person = await server.services.store.person(person_id)
    if person is None or person.banned:
        raise _nobody()
    return person


def _nobody() -> Refusal:
    return not_found(mark("There is no such person."))


async def _counted(
    server: Server, played: list[Past], texts: Texts, *, is_own: bool
) -> dict[str, Any]:
    """The tables of the page, and what may be chosen from. Names lead on to pages that the reader
    may look at: those of accounts, and of guests they have played with."""
    games, rivals = by_game(played), by_rival(played)
    ids = [rival.key for rival in rivals if not rival.is_bot]
    people = await server.services.store.persons(ids)
    pages = {key for key, each in people.items() if is_own or each.password is not None}
    lines = [
        GameLine(game_name(game), tally, _share(tally, texts)) for game, tally in games.items()
    ]
    against = [
        RivalLine(
            rival_name(rival, texts), f"/people/{rival.key}" if rival.key in pages else "", duel
        )
        for rival, duel in rivals.items()
    ]
    return {
        "games": lines,
        "rivals": against[:RIVALS],
        "game_choices": [(game, game_name(game)) for game in games],
        "rival_choices": [(rival.key, rival_name(rival, texts)) for rival in rivals],
    }


def _share(tally: Tally, texts: Texts) -> str:
    return "" if tally.share is None else percent(tally.share, texts)


async def _listed(
    server: Server, who: Reader, found: list[Past], number: int, wanted: Mapping[str, str]
) -> dict[str, Any]:
    """A page of the matches that were asked for, and the ways to the next ones."""
    texts, first = who.texts(), PAGE * (number - 1)
    tables = [each.table for each in found[first : first + PAGE]]
    rows = await rows_of(server, tables, who.person.id, texts, "done")
    none = texts.say("No match is like that.") if any(wanted.values()) else texts.say("None yet.")
    listing = Listing("done", texts.say("Past matches"), none, rows, more=False)
    has_older = len(found) > first + PAGE
    return {
        "lists": [listing],
        "older": _address(number + 1, wanted) if has_older else "",
        "newer": _address(number - 1, wanted) if number > 1 else "",
        "found": len(found),
    }


def _address(number: int, wanted: Mapping[str, str]) -> str:
    query = {key: value for key, value in wanted.items() if value}
    return "?" + urlencode({**query, "page": number})


HANDLERS = [profile]
