"""Pages to read: the rules of each game, the glossary, about, accessibility; settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from babel.core import Locale
from litestar import Response, get
from litestar.params import FromPath

from prateria.core import registry
from prateria.core.contract.game import AnyGame, face_of
from prateria.core.drawing.scene import COLOURS
from prateria.core.texts import capital, mark_word
from prateria.core.version import __version__
from prateria.i18n import LANGUAGES, SOURCE
from prateria.i18n.glossary import sorting_key, terms
from prateria.server.http.deps import AnyRequest, server_of
from prateria.server.pages.files import style_url
from prateria.server.pages.guides import guide_of
from prateria.server.pages.labels import ago, browser_label, listed, written
from prateria.server.pages.lobby import face, game_of
from prateria.server.pages.render import Reader, all_games, lettered, page, reader

COLOUR_NAMES: Final = (
    mark_word("colour", "red"),
    mark_word("colour", "yellow"),
    mark_word("colour", "green"),
    mark_word("colour", "blue"),
    mark_word("colour", "violet"),
)


@dataclass(frozen=True, slots=True)
class RuleText:
    number: str
    text: str
    heading: str
    """The rulebook's own heading, for those who read its language; else ""."""
    ruling: bool


@dataclass(frozen=True, slots=True)
class Section:
    number: str
    title: str
    rules: tuple[RuleText, ...]


def sections(game: AnyGame, language: str) -> list[Section]:
    """The rules of a game under their headings."""
    book = game.rulebook
    has_headings = book.headings in ("", language)
    return [
        Section(
            number,
            titles[language],
            tuple(
                RuleText(
                    rule.number,
                    rule.texts[language],
                    rule.section if has_headings else "",
                    rule.ruling,
                )
                for rule in book.rules.values()
                if rule.number.partition(".")[0] == number or rule.number == number
            ),
        )
        for number, titles in book.sections.items()
    ]


def _source(source: str, game: AnyGame, who: Reader) -> str:
    """A printed rulebook, its authors and its language, in the reader's language."""
    own, english = Locale(written(who.language)), Locale(SOURCE)
    designers = game.meta.designers
    told = source.replace(" and ".join(designers), listed(designers, who.texts()))
    for code in LANGUAGES:
        told = told.replace(f"({english.languages[code]})", f"({own.languages[code]})")
    return told


@get("/rules", include_in_schema=False)
async def all_rules(request: AnyRequest) -> Response[bytes]:
    who = reader(request)
    return page(request, who, "rulebooks.html", games=[face(game, who) for game in all_games()])


@get("/rules/{game_id:str}", include_in_schema=False)
async def rules(request: AnyRequest, game_id: FromPath[str]) -> Response[bytes]:
    who, game = reader(request), game_of(game_id)
    return page(
        request,
        who,
        "rules.html",
        game,
        shown=face(game, who),
        guide=guide_of(game, who),
        style=style_url(game.meta.id),
        symbols=lettered(face_of(game).art().symbols, who.texts(game)),
        meta=game.meta,
        ruling=capital(who.texts().say("our ruling")),
        sources=[_source(source, game, who) for source in game.rulebook.sources],
        sections=sections(game, written(who.language)),
    )


@get("/glossary", include_in_schema=False)
async def glossary(request: AnyRequest) -> Response[bytes]:
    who = reader(request)
    language = written(who.language)
    names = {game.meta.id: game.meta.name for game in registry.games()}
    known = sorted(terms(), key=lambda term: sorting_key(term.words[language], language))
    return page(request, who, "glossary.html", terms=known, names=names, read=language)


@dataclass(frozen=True, slots=True)
class SessionLine:
    """A browser in which somebody is signed in."""

    id: str
    browser: str
    seen: str
    is_here: bool


@get("/settings", include_in_schema=False)
async def settings(request: AnyRequest) -> Response[bytes]:
    who, server = reader(request), server_of(request)
    now, texts = server.services.clock.wall(), who.texts()
    sessions = [
        SessionLine(
            each.hash,
            browser_label(each.agent, texts),
            ago(each.seen, now, texts),
            is_here=each.hash == who.who.hash,
        )
        for each in await server.accounts.sessions(who.person)
    ]
    return page(request, who, "settings.html", colours=COLOURS, sessions=sessions)


@get("/account", include_in_schema=False)
async def account(request: AnyRequest) -> Response[bytes]:
    return page(request, reader(request), "account.html")


@get("/about", include_in_schema=False)
async def about(request: AnyRequest) -> Response[bytes]:
    games = [game.meta for game in all_games()]
    return page(request, reader(request), "about.html", games=games, version=__version__)


@get("/accessibility", include_in_schema=False)
async def accessibility(request: AnyRequest) -> Response[bytes]:
    return page(request, reader(request), "accessibility.html")


HANDLERS = [all_rules, rules, glossary, settings, account, about, accessibility]
