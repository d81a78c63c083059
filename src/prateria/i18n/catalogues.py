"""Sentences in the reader's language, out of `.po` files read when first asked for.

A game's own catalogue (`locale/` beside its class) is asked first, then the pages'; a text that
neither has stays English.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO
from typing import Final

from babel.core import negotiate_locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from prateria.core.contract.game import AnyGame
from prateria.core.texts import Texts
from prateria.i18n.pseudo import PSEUDO, Pseudo

LANGUAGES: Final = {"en": "English", "it": "Italiano", "cs": "Čeština"}
"""What the product speaks: each language by its own name."""

SOURCE: Final = "en"
"""The language of the texts in the code."""

PAGES: Final = __package__
"""The package whose `locale/` holds the texts of the pages."""


class Translated(Texts):
    """Texts looked up in gettext catalogues."""

    def __init__(self, language: str, translations: NullTranslations) -> None:
        self.language = language
        self._translations = translations

    def lookup(self, text: str) -> str:
        return self._translations.gettext(text)

    def lookup_count(self, one: str, many: str, number: int) -> str:
        return self._translations.ngettext(one, many, number)

    def lookup_word(self, context: str, word: str) -> str:
        return self._translations.pgettext(context, word)


@cache
def texts_in(language: str, game: AnyGame | None = None) -> Texts:
    """The texts of the pages, and of a game, in one of `LANGUAGES`, or in the pseudo-language."""
    if language == PSEUDO:
        return Pseudo()
    own = None if game is None else package_of(game)
    packages = [PAGES] if own is None else [own, PAGES]
    found = [each for package in packages for each in _read(package, language)]
    first = found[0] if found else NullTranslations()
    for further in found[1:]:
        first.add_fallback(further)
    return Translated(language, first)


def package_of(game: AnyGame) -> str | None:
    """The package that holds a game's class, and its `locale/`; None for a lone module."""
    return type(game).__module__.rpartition(".")[0] or None


def _read(package: str, language: str) -> Iterator[NullTranslations]:
    """The catalogue of a package, if it has one. A new object each time: fallbacks are added."""
    source = files(package) / "locale" / f"{language}.po"
    if source.is_file():
        with source.open("rb") as file:
            catalogue = read_po(file, locale=language)
        compiled = BytesIO()
        write_mo(compiled, catalogue)
        compiled.seek(0)
        yield GNUTranslations(compiled)


def language_of(accepted: str) -> str:
    """The language for a browser that sends this Accept-Language; English if we speak none."""
    parts = accepted.lower().replace("-", "_").split(",")
    wanted = [part.split(";")[0].strip() for part in parts]
    return negotiate_locale(wanted, LANGUAGES) or SOURCE
