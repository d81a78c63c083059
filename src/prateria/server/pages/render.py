"""Renders a template for one reader: who they are, which language they read."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import Any, Final
from urllib.parse import quote

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from litestar import Response, get
from litestar.datastructures import Cookie
from litestar.params import FromPath, FromQuery
from markupsafe import Markup

from prateria.core import registry
from prateria.core.contract.game import AnyGame, face_of
from prateria.core.drawing.markup import asset, kit, medal
from prateria.core.drawing.scene import COLOURS
from prateria.core.texts import Texts, mark, mark_word
from prateria.i18n import LANGUAGES, PSEUDO, language_of, texts_in
from prateria.server.accounts import SignedIn, dot_of
from prateria.server.errors import not_found
from prateria.server.http import security
from prateria.server.http.deps import AnyRequest, server_of
from prateria.server.http.security import Caller
from prateria.server.pages.files import packed, static_url
from prateria.server.pages.labels import listed
from prateria.server.store.base import Person

LANGUAGE: Final = "language"
"""The cookie with the chosen language."""
HTML: Final = "text/html"


@dataclass(frozen=True, slots=True)
class Reader:
    """Who a page is for."""

    who: SignedIn
    language: str
    is_new: bool
    """A new guest, whose cookie the page sets."""

    @property
    def person(self) -> Person:
        return self.who.person

    def texts(self, game: AnyGame | None = None) -> Texts:
        return texts_in(self.language, game)


def language(request: AnyRequest) -> str:
    """The language requested in the URL, chosen before, or preferred by the browser."""
    for asked in (request.query_params.get("lang"), request.cookies.get(LANGUAGE)):
        if asked in LANGUAGES or (asked == PSEUDO and security.may_pseudo(request)):
            return str(asked)
    return language_of(request.headers.get("accept-language", ""))


def reader(request: AnyRequest) -> Reader:
    """The reader; somebody unknown becomes a guest."""
    caller: Caller | None = request.state.caller
    if caller is None:
        chosen = language(request)
        guest = server_of(request).accounts.new_guest(texts_in(chosen))
        return Reader(guest, chosen, is_new=True)
    return Reader(caller.who, language(request), is_new=False)


def all_games() -> list[AnyGame]:
    """Those of this house first, in the order of the first page; then the others."""
    return sorted(registry.games(), key=lambda game: (_order(game.meta.id), game.meta.id))


def _order(game_id: str) -> int:
    return _FIRST.index(game_id) if game_id in _FIRST else len(_FIRST)


_FIRST: Final = ("bison", "apache", "manitou")


@cache
def _environment() -> Environment:
    loader = PackageLoader("prateria.server.pages")
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    environment.globals["static"] = static_url
    environment.globals["languages"] = LANGUAGES
    environment.globals["all_games"] = all_games
    environment.globals["art"] = _art
    environment.globals["sign"] = _sign
    return environment


def templates() -> None:
    """Read and compile all templates now."""
    environment = _environment()
    for name in environment.list_templates():
        environment.get_template(name)


@cache
def _art(name: str) -> Markup:
    return Markup(asset(__package__, name))  # our own files


def _sign(colour: str) -> Markup:
    return Markup(medal(colour))  # built from our own strings


COLOUR_LETTERS: Final = {
    "blue": mark_word("letter of a colour", "B"),
    "red": mark_word("letter of a colour", "R"),
    "yellow": mark_word("letter of a colour", "Y"),
    "green": mark_word("letter of a colour", "G"),
    "violet": mark_word("letter of a colour", "V"),
}
"""The letters on a colour's pieces, unless a player's initial takes their place."""


def lettered(symbols: str, texts: Texts) -> Markup:
    """Our own symbols, with the colours' letters in the reader's language."""
    letters = tuple([texts.word(*word) for word in COLOUR_LETTERS.values()])
    return Markup(_lettered(symbols, letters))  # our own files and those of installed games


def letters_of(game: AnyGame, initials: Sequence[str]) -> str:
    """The colour and the letter of each seat, for the page to write on its pieces."""
    colour = face_of(game).colour
    pairs = [(colour(seat), letter) for seat, letter in enumerate(initials)]
    return msgspec.json.encode(pairs).decode()


@lru_cache(maxsize=64)
def _lettered(symbols: str, letters: tuple[str, ...]) -> str:
    of = dict(zip(COLOUR_LETTERS, letters, strict=True))

    def written(found: re.Match[str]) -> str:
        return f"{found[1]}{of.get(found[2], found[3])}"

    return re.sub(r'(data-letter="(\w+)"[^>]*>)([^<]*)', written, symbols)


def _signs_of(game: AnyGame | None) -> Callable[[int], Markup]:
    """The letter of a seat, in its colour in a game."""

    def sign(seat: int) -> Markup:
        return _sign(COLOURS[seat % len(COLOURS)] if game is None else face_of(game).colour(seat))

    return sign


def page(
    request: AnyRequest,
    reader: Reader,
    template: str,
    game: AnyGame | None = None,
    status: int = 200,
    **facts: Any,
) -> Response[bytes]:
    """Render a page. In it, `say`, `count` and `word` use the reader's language; strings that are
    already HTML must be `Markup`, everything else is escaped."""
    texts = reader.texts(game)
    html = (
        _environment()
        .get_template(template)
        .render(
            say=texts.say,
            count=texts.count,
            word=texts.word,
            medal=_signs_of(game),
            listed=partial(listed, texts=texts),
            kit=lettered(kit(), texts),
            language=reader.language,
            person=reader.person,
            dot=dot_of(reader.person),
            here=_here(request),
            origin=_origin(request),
            csrf=server_of(request).accounts.csrf(reader.who),
            theme=_chosen(request, "theme", ("light", "dark")),
            motion=_chosen(request, "motion", ("off",)),
            **facts,
        )
    )
    response = packed(request, HTML, html.encode())
    response.status_code = status
    response.headers["cache-control"] = "no-store"
    if reader.is_new:
        server = server_of(request)
        response.cookies.append(
            security.cookie(server.services.settings, server.accounts, reader.who)
        )
    return response


def _chosen(request: AnyRequest, cookie: str, values: tuple[str, ...]) -> str:
    """The settings stored in a cookie; "" if it makes no sense."""
    value = request.cookies.get(cookie, "")
    return value if value in values else ""


def _origin(request: AnyRequest) -> str:
    """This server as the reader has called it; what stands beside a shared link needs it whole."""
    is_secure = server_of(request).services.settings.secure
    return f"{'https' if is_secure else request.url.scheme}://{request.url.netloc}"


def _here(request: AnyRequest) -> str:
    """The URL of this page on this server, without a language in it."""
    query = "&".join(
        part for part in request.url.query.split("&") if part and not part.startswith("lang=")
    )
    return f"{request.url.path}?{query}" if query else request.url.path


def redirect(to: str) -> Response[bytes]:
    """Redirect to a page of our own; any other target goes to the home page instead.

    A browser takes //host for another server, and /\\host too if the backslash is not quoted.
    """
    is_own = to.startswith("/") and not to.startswith("//")
    location = quote(to, safe="/?&=%#~:;,+@!$'()*") if is_own else "/"
    return Response(b"", status_code=303, headers={"location": location})


@get("/language/{code:str}", include_in_schema=False)
async def choose_language(
    request: AnyRequest, code: FromPath[str], to: FromQuery[str] = "/"
) -> Response[bytes]:
    """Remember a language and go back to the page where it was chosen."""
    if code not in LANGUAGES:
        raise not_found(mark("There is no such language."))
    secure = server_of(request).services.settings.secure
    cookie = Cookie(
        key=LANGUAGE, value=code, max_age=security.YEAR, samesite="lax", secure=secure, path="/"
    )
    response = redirect(to)
    response.cookies.append(cookie)
    return response


HANDLERS = [choose_language]
