"""Languages: gettext catalogues of the pages and of each game, plural rules, completeness."""

from prateria.i18n.catalogues import LANGUAGES, SOURCE, language_of, texts_in
from prateria.i18n.pseudo import PSEUDO

__all__ = ["LANGUAGES", "PSEUDO", "SOURCE", "language_of", "texts_in"]
