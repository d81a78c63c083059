"""The layout of JSON and markup in a golden file: broken into lines, so that a diff can be read.

For golden files and tests only; the product sends compact data.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

# --- JSON ---------------------------------------------------------------------------------


def one_a_line(rows: Mapping[str, Any]) -> str:
    """A JSON object with one entry a line."""
    lines = [f"{compact(key)}: {compact(value, ', ', ': ')}" for key, value in rows.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def one_field_a_line(fields: Mapping[str, Any]) -> str:
    """A JSON object with one field a line, and in it one object a line where it lists objects."""
    lines = [f"  {compact(name)}: {_field(value)}" for name, value in fields.items()]
    return "{\n" + ",\n".join(lines) + "\n}"


def _field(value: Any) -> str:
    if isinstance(value, list) and any(isinstance(item, dict) for item in value):
        return "[\n" + ",\n".join(f"    {compact(item)}" for item in value) + "\n  ]"
    return compact(value)


def compact(value: Any, comma: str = ",", colon: str = ":") -> str:
    """JSON on one line."""
    return json.dumps(value, ensure_ascii=False, separators=(comma, colon))


# --- markup -------------------------------------------------------------------------------

SPACE: Final = "&#32;"
"""A space at the edge of a text, which nobody would see at the end of a line."""

_TOKEN: Final = re.compile(r"""<(?:"[^"]*"|[^">])*>|[^<]+""")
_TAG: Final = re.compile(r"</?([A-Za-z][\w-]*)")
_VOID: Final = frozenset({"br", "hr", "img", "input", "link", "meta", "wbr"})


def one_element_a_line(markup: str) -> str:
    """HTML or SVG with one element a line, indented.

    An element with nothing or only text in it stays on its line, and so do all attributes. Nothing
    is lost but the markup's own line breaks between elements: `on_one_line` gives the rest back.
    """
    lines: list[str] = []
    depth, tokens = 0, _TOKEN.findall(markup)
    assert "".join(tokens) == markup, "not well-formed"
    for piece in _leaves_joined([token for token in tokens if not _is_line_break(token)]):
        depth -= piece.startswith("</")
        lines.append("  " * depth + _with_visible_edges(piece))
        depth += _is_opening(piece)
    assert depth == 0, "not well-formed"
    return "\n".join(lines) + "\n"


def on_one_line(lines: str) -> str:
    """The markup that `one_element_a_line` broke into lines, if it had no line breaks itself."""
    return re.sub(r"\n *", "", lines).replace(SPACE, " ")


def _is_line_break(token: str) -> bool:
    return token.isspace() and "\n" in token


def _leaves_joined(tokens: list[str]) -> Iterator[str]:
    """The tokens, but an element without children as one piece."""
    place = 0
    while place < len(tokens):
        length = _leaf_length(tokens, place) if _is_opening(tokens[place]) else 1
        yield "".join(tokens[place : place + length])
        place += length


def _leaf_length(tokens: list[str], place: int) -> int:
    """How many tokens the element that opens here has: more than 1 only without children."""
    for length, token in enumerate(tokens[place + 1 : place + 3], start=2):
        if token.startswith("</"):
            return length
        if token.startswith("<"):
            break
    return 1


def _is_opening(piece: str) -> bool:
    """Whether the following tokens are inside the element that starts here."""
    tag = _TAG.match(piece)
    if tag is None or piece.startswith("</") or piece.endswith("/>"):
        return False
    return not (piece.endswith(f"</{tag[1]}>") or tag[1] in _VOID)


def _with_visible_edges(piece: str) -> str:
    """A text between elements, with the spaces at its edges written as references."""
    text = piece.strip(" ")
    before = len(piece) - len(piece.lstrip(" "))
    after = len(piece) - before - len(text)
    return SPACE * before + text + SPACE * after
