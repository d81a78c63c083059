"""Pages to read: the rules of each game, the glossary, what this is, how to reach it; settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from litestar import Response, get
from litestar.params import FromPath

from prateria.core import registry
from prateria.core.contract.game import AnyGame
from prateria.core.texts import mark_word
from prateria.core.version import __version__
from prateria.i18n.glossary import terms
from prateria.server.accounts import COLOURS
from prateria.server.http.deps import AnyRequest
from prateria.server.pages.labels import written
from prateria.server.pages.lobby import all_games, face, game_of
from prateria.server.pages.render import page, reader

COLOUR_NAMES: Final = (
    mark_word("colour", "red"),
    mark_word("colour", "yellow"),
    mark_word("colour", "green"),
    mark_word("colour", "blue"),
    mark_word("colour", "violet"),
    mark_word("colour", "orange"),
)


@dataclass(frozen=True, slots=True)
class RuleText:
    number: str
    text: str
    heading: str
    """The rulebook's own heading."""
    ruling: bool


@dataclass(frozen=True, slots=True)
class Section:
    number: str
    title: str
    rules: tuple[RuleText, ...]


def sections(game: AnyGame, language: str) -> list[Section]:
    """The rules of a game under their headings."""
    book = game.rulebook
    return [
        Section(
            number,
            titles[language],
            tuple(
                RuleText(rule.number, rule.texts[language], rule.section, rule.ruling)
                for rule in book.rules.values()
                if rule.number.partition(".")[0] == number or rule.number == number
            ),
        )
        for number, titles in book.sections.items()
    ]


@get("/rules", include_in_schema=False)
async def all_rules(request: AnyRequest) -> Response[bytes]:
    who = await reader(request)
    return page(request, who, "rulebooks.html", games=[face(game, who) for game in all_games()])


@get("/rules/{game_id:str}", include_in_schema=False)
async def rules(request: AnyRequest, game_id: FromPath[str]) -> Response[bytes]:
    who, game = await reader(request), game_of(game_id)
    return page(
        request,
        who,
        "rules.html",
        game,
        shown=face(game, who),
        meta=game.meta,
        sources=game.rulebook.sources,
        sections=sections(game, written(who.language)),
    )


@get("/glossary", include_in_schema=False)
async def glossary(request: AnyRequest) -> Response[bytes]:
    who = await reader(request)
    language = written(who.language)
    names = {game_id: registry.get(game_id).meta.name for game_id in registry.ids()}
    known = sorted(terms(), key=lambda term: term.words[language])
    return page(request, who, "glossary.html", terms=known, names=names, read=language)


@get("/settings", include_in_schema=False)
async def settings(request: AnyRequest) -> Response[bytes]:
    return page(request, await reader(request), "settings.html", colours=COLOURS)


@get("/account", include_in_schema=False)
async def account(request: AnyRequest) -> Response[bytes]:
    return page(request, await reader(request), "account.html")


@get("/about", include_in_schema=False)
async def about(request: AnyRequest) -> Response[bytes]:
    games = [game.meta for game in all_games()]
    return page(request, await reader(request), "about.html", games=games, version=__version__)


@get("/accessibility", include_in_schema=False)
async def accessibility(request: AnyRequest) -> Response[bytes]:
    return page(request, await reader(request), "accessibility.html")


HANDLERS = [all_rules, rules, glossary, settings, account, about, accessibility]
