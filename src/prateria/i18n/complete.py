"""Whether a catalogue is complete: what a test demands, and what `./play texts` reports."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from prateria.i18n.catalogues import SOURCE
from prateria.i18n.typography import faults_of


def faults(po: bytes, language: str) -> list[str]:
    """What is wrong with a catalogue, a line each. English needs no translation: it is the key."""
    catalogue = read_po(BytesIO(po), locale=language)
    return [
        fault for message in catalogue if message.id for fault in _faults(catalogue, message)
    ] + [f"obsolete: {key}" for key in catalogue.obsolete]


def _faults(catalogue: Catalog, message: Message) -> Iterator[str]:
    ids, strings = _forms(message.id), _forms(message.string or "")
    name = f"{message.context}: {ids[0]}" if message.context else ids[0]
    if message.fuzzy:
        yield f"fuzzy: {name}"
    language = str(catalogue.locale)
    shown = ids if language == SOURCE and not any(strings) else strings
    yield from (f"{fault}: {name}" for text in shown for fault in faults_of(text, language))
    if not any(strings):
        if language != SOURCE:
            yield f"not translated: {name}"
        return
    for string in strings:
        if not string:
            yield f"a plural form is empty: {name}"
        elif _placeholders(string) != _placeholders(ids[-1]):
            yield f"other placeholders than in the source: {name}"


def _forms(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
