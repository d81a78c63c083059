"""Sentences in the reader's language, from `.po` files that are read on first use.

A game's own catalogue (`locale/` beside its class) is searched first, then the pages'; a text found
in neither stays English.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO
from typing import Final

from babel.core import negotiate_locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from prateria.core import registry
from prateria.core.contract.game import AnyGame
from prateria.core.texts import Texts
from prateria.i18n.pseudo import PSEUDO, Pseudo

LANGUAGES: Final = {"en": "English", "it": "Italiano", "cs": "Čeština", "de": "Deutsch"}
"""The supported languages, each by its own name."""

SOURCE: Final = "en"
"""The language of the texts in the code."""

PAGES: Final = __package__
"""The package whose `locale/` holds the texts of the pages."""


class Translated(Texts):
    """Texts looked up in gettext catalogues, of which the first has priority.

    Texts and words are kept in one flat dictionary each: a drawing looks up a hundred of them.
    """

    def __init__(self, language: str, catalogues: Sequence[Catalog]) -> None:
        self.language = language
        self._plurals = _plurals(catalogues)
        self._texts: dict[str, str] = {}
        self._words: dict[tuple[str, str], str] = {}
        for catalogue in reversed(catalogues):
            for message in catalogue:
                text, said = message.id, message.string
                if isinstance(text, str) and isinstance(said, str) and said and not message.fuzzy:
                    if message.context:
                        self._words[message.context, text] = said
                    else:
                        self._texts[text] = said

    def listed(self, words: Sequence[str]) -> str:
        """A list as in English, except for Italian, which says "ed" before an e."""
        if self.language == "it" and len(words) > 1 and words[-1][:1] in ("e", "E"):
            return f"{', '.join(words[:-1])} ed {words[-1]}"
        return super().listed(words)

    def lookup(self, text: str) -> str:
        return self._texts.get(text, text)

    def lookup_count(self, one: str, many: str, number: int) -> str:
        return self._plurals.ngettext(one, many, number)

    def lookup_word(self, context: str, word: str) -> str:
        return self._words.get((context, word), word)


@cache
def texts_in(language: str, game: AnyGame | None = None) -> Texts:
    """The texts of the pages, and of a game, in one of `LANGUAGES`, or in the pseudo-language."""
    if language == PSEUDO:
        return Pseudo()
    own = None if game is None else registry.package_of(game)
    packages = [PAGES] if own is None else [own, PAGES]
    return Translated(language, [each for package in packages for each in _read(package, language)])


def _read(package: str, language: str) -> Iterator[Catalog]:
    """The catalogue of a package, if it has one."""
    source = files(package) / "locale" / f"{language}.po"
    if source.is_file():
        with source.open("rb") as file:
            yield read_po(file, locale=language)


def _plurals(catalogues: Sequence[Catalog]) -> NullTranslations:
    """The catalogues as gettext knows them, for its plural rules."""
    found: list[NullTranslations] = []
    for catalogue in catalogues:
        compiled = BytesIO()
        write_mo(compiled, catalogue)
        compiled.seek(0)
        found.append(GNUTranslations(compiled))
    first = found[0] if found else NullTranslations()
    for further in found[1:]:
        first.add_fallback(further)
    return first


def language_of(accepted: str) -> str:
    """The language for a browser that sends this Accept-Language; English if none of its languages
    is supported."""
    parts = accepted.lower().replace("-", "_").split(",")
    wanted = [part.split(";")[0].strip() for part in parts]
    return negotiate_locale(wanted, LANGUAGES) or SOURCE
