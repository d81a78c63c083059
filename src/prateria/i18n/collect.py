"""Collects the texts of a package into `locale/*.po`, one per language, keeping the translations.

It collects the literals in calls of `say`, `count`, `word`, `mark` and `mark_word` in Python and in
templates, and the words by which a game names things: its options, their values and the reasons for
its end. The files hold no dates, paths or line numbers and are sorted alphabetically, so that a
diff shows what changed. `python -m prateria.i18n.collect` collects for all installed games and for
the pages; `./play texts` is short for it.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Final, TypeAlias

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment, nodes

from prateria.core import registry
from prateria.core.contract.game import AnyGame
from prateria.core.contract.meta import option_text
from prateria.i18n.catalogues import LANGUAGES, PAGES

Call: TypeAlias = tuple[str, list[object]]
"""The name of the function called, and the values of its arguments as far as they are literals."""
CollectedText: TypeAlias = tuple[str | tuple[str, str], str | None]
"""A text, or its singular and plural, and its context."""

KEYWORDS: Final = {"say": 1, "mark": 1, "count": 2, "word": 2, "mark_word": 2}
"""The functions that take texts, and how many of their first arguments are to be translated."""
PAGE_FOLDERS: Final = ("core", "server", "cli")
"""The packages whose texts belong to the catalogue of the pages."""
WIDTH: Final = 100


@dataclass(frozen=True, slots=True)
class Source:
    """A catalogue and what it is collected from."""

    locale: Path
    folders: tuple[Path, ...]
    game: AnyGame | None = None

    @property
    def name(self) -> str:
        return "pages" if self.game is None else self.game.meta.id


def sources() -> list[Source]:
    """The pages, and every installed game whose package has a `locale/` or could have one."""
    top = Path(str(files("prateria")))
    found = [Source(Path(str(files(PAGES))) / "locale", tuple(top / name for name in PAGE_FOLDERS))]
    for game in registry.games():
        package = registry.package_of(game)
        if package is not None:
            folder = Path(str(files(package)))
            found.append(Source(folder / "locale", (folder,), game))
    return found


def template_of(source: Source) -> Catalog:
    """All texts of a source, untranslated."""
    catalogue = Catalog(fuzzy=False)
    for text, context in _texts(source):
        catalogue.add(text, context=context)
    return catalogue


def _texts(source: Source) -> Iterator[CollectedText]:
    for folder in source.folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in READERS:
                calls = READERS[path.suffix](path.read_text("utf-8"))
                yield from filter(None, (_text_of(*call) for call in calls))
    if source.game is not None:
        yield from named_by(source.game)


def _in_python(source: str) -> Iterator[Call]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", "") or getattr(node.func, "id", "")
            yield name, [getattr(argument, "value", None) for argument in node.args]


def _in_template(source: str) -> Iterator[Call]:
    for node in Environment(autoescape=True).parse(source).find_all(nodes.Call):
        if isinstance(node.node, nodes.Name):
            yield node.node.name, [getattr(argument, "value", None) for argument in node.args]


READERS: Final = {".py": _in_python, ".html": _in_template}


def _text_of(name: str, arguments: list[object]) -> CollectedText | None:
    """The text to translate in a call; None if it is another function, or its text is not a
    literal."""
    size = KEYWORDS.get(name, 0)
    literals = [argument for argument in arguments[:size] if isinstance(argument, str)]
    if not size or len(literals) < size:
        return None
    if size == 1:
        return literals[0], None
    first, second = literals
    return (second, first) if name in ("word", "mark_word") else ((first, second), None)


def named_by(game: AnyGame) -> Iterator[tuple[str, str]]:
    """The words by which a game names things, each with its context."""
    for option in game.meta.offered:
        yield option.name, "option"
        yield option.name, "about option"
        yield from (
            (option_text(value), f"option {option.name}")
            for value in option.values
            if isinstance(value, str) and len(value) > 1  # a letter is a seat
        )
    yield from ((reason, "reason") for reason in game.reasons)


def merged(template: Catalog, language: str, known: bytes) -> bytes:
    """The catalogue of a language: all texts of the template, translated as far as possible."""
    catalogue = read_po(BytesIO(known), locale=language)
    fresh = Catalog(locale=language, fuzzy=False)
    for message in _messages(template):
        old = catalogue.get(message.id, context=message.context)
        fresh.add(message.id, _kept(old, message), context=message.context)
    out = BytesIO()
    write_po(out, fresh, width=WIDTH, no_location=True, omit_header=True, sort_output=True)
    header = _header(language, fresh)
    return (header + "\n" + out.getvalue().decode()).rstrip("\n").encode() + b"\n"


def _kept(old: Message | None, new: Message) -> str | tuple[str, ...] | list[str]:
    if old is None or old.fuzzy or old.pluralizable != new.pluralizable:
        return ("", "") if new.pluralizable else ""
    return old.string or ""


def _header(language: str, catalogue: Catalog) -> str:
    lines = (
        f"Language: {language}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
        f"Plural-Forms: {catalogue.plural_forms}",
    )
    return "\n".join(('msgid ""', 'msgstr ""', *(f'"{line}\\n"' for line in lines), ""))


def _messages(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


def is_changed(source: Source, *, write: bool) -> Iterator[Path]:
    """The files that differ from what collecting would produce; with `write` they are rewritten."""
    template = template_of(source)
    for language in LANGUAGES:
        path = source.locale / f"{language}.po"
        known = path.read_bytes() if path.exists() else b""
        wanted = merged(template, language, known)
        if wanted != known and (_messages(template) or known):
            if write:
                source.locale.mkdir(exist_ok=True)
                path.write_bytes(wanted)
            yield path


def main(arguments: Sequence[str]) -> int:
    """Collect, and report what changed and what is left to translate. Arguments: ids of games."""
    for source in _chosen(sources(), arguments):
        changed = list(is_changed(source, write=True))
        for path in changed:
            print(f"{source.name}: {path.name} written")
        for path in sorted(source.locale.glob("*.po")):
            _tell_missing(source, path)
    return 0


def _chosen(found: list[Source], names: Iterable[str]) -> list[Source]:
    wanted = set(names)
    return [source for source in found if not wanted or source.name in wanted]


def _tell_missing(source: Source, path: Path) -> None:
    from prateria.i18n.complete import faults

    left = faults(path.read_bytes(), path.stem)
    if left:
        print(f"{source.name}: {path.name} lacks {len(left)}, first: {left[0]}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
