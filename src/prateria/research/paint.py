"""Drawings for renderers that support little CSS: every element gets its own plain style.

Our drawings colour their parts with custom properties (`var(--a)`), which are inherited, even into
symbols that are used. The renderer, resvg, supports none of that. So uses are expanded, the style
sheet is applied (tinycss2 reads it, cssselect2 matches its selectors), and its values are computed;
the result is plain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import lru_cache
from typing import Any, Final, TypeAlias
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import tinycss2  # type: ignore[import-untyped]
from cssselect2 import (  # type: ignore[import-untyped]
    ElementWrapper,
    Matcher,
    SelectorError,
    compile_selector_list,
)
from tinycss2.color4 import parse_color  # type: ignore[import-untyped]

SVG: Final = "http://www.w3.org/2000/svg"
HREFS: Final = ("href", "{http://www.w3.org/1999/xlink}href")
PAINTED: Final = ("fill", "stroke", "color", "stop-color", "flood-color")

Values: TypeAlias = dict[str, str]


def plain_colours(svg: str) -> str:
    """The same drawing with every colour written where it is used."""
    ElementTree.register_namespace("", SVG)
    root = ElementTree.fromstring(svg)
    sheet = "\n".join(element.text or "" for element in root.iter(f"{{{SVG}}}style"))
    named = {element.get("id", ""): deepcopy(element) for element in root.iter()}
    _write_out(root, named)
    _paint(ElementWrapper.from_xml_root(root), _matcher(sheet), {})
    for use in list(root.iter(f"{{{SVG}}}use")):
        use.tag = f"{{{SVG}}}g"
    return ElementTree.tostring(root, encoding="unicode")


# --- uses ---------------------------------------------------------------------------------


def _write_out(element: Element, named: Mapping[str, Element]) -> None:
    """Replace each use by its content; style sheets and symbols are then no longer needed."""
    if _tag(element) == "use":
        _fill_use(element, named)
    for child in list(element):
        if _tag(child) in ("style", "symbol"):
            element.remove(child)
        else:
            _write_out(child, named)


def _fill_use(use: Element, named: Mapping[str, Element]) -> None:
    """Turn a use into the equivalent group: its content, moved by a transform."""
    href = next((use.attrib.pop(name) for name in HREFS if name in use.attrib), "")
    x, y = use.attrib.pop("x", "0"), use.attrib.pop("y", "0")
    size: Values = {
        name: use.attrib.pop(name) for name in ("width", "height") if name in use.attrib
    }
    use.set("transform", f"{use.get('transform', '')} translate({x} {y})".strip())
    if (target := named.get(href.removeprefix("#"))) is None:
        return
    copy = deepcopy(target)
    copy.attrib.pop("id", None)
    if _tag(copy) == "symbol":
        copy.tag = f"{{{SVG}}}svg"
        copy.attrib.update(size)
    use.append(copy)


def _tag(element: Element) -> str:
    return element.tag.rpartition("}")[2]


# --- the cascade --------------------------------------------------------------------------


def _matcher(sheet: str) -> Any:
    """The rules of a style sheet, without @media and similar blocks, which only pages need."""
    matcher = Matcher()
    for rule in tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True):
        if rule.type == "qualified-rule":
            declarations = _declarations(rule.content)
            for selector in _selectors(rule.prelude):
                matcher.add_selector(selector, declarations)
    return matcher


def _selectors(prelude: list[Any]) -> list[Any]:
    """The selectors of a rule; if one cannot be parsed there are none, as in a browser."""
    try:
        return list(compile_selector_list(prelude))
    except SelectorError:
        return []


def _declarations(content: list[Any] | str) -> list[tuple[bool, str, str]]:
    """Importance, name and value of each declaration."""
    parsed = tinycss2.parse_declaration_list(content, skip_comments=True, skip_whitespace=True)
    return [
        (one.important, one.name, tinycss2.serialize(one.value).strip())
        for one in parsed
        if one.type == "declaration"
    ]


def _paint(wrapper: Any, matcher: Any, inherited: Values) -> None:
    """Give an element and all its descendants their plain styles."""
    element: Element = wrapper.etree_element
    values = _cascaded(wrapper, matcher)
    known = _custom(values, inherited)
    for name in PAINTED:
        if "var(" in element.get(name, ""):
            element.set(name, resolved(element.get(name, ""), known))
    plain = [f"{name}:{resolved(values[name], known)}" for name in values if name[:2] != "--"]
    if plain:
        element.set("style", ";".join(plain))
    for child in wrapper.iter_children():
        _paint(child, matcher, known)


def _cascaded(wrapper: Any, matcher: Any) -> Values:
    """The declared values of an element: the sheet's by specificity and order, then its own."""
    found = [
        one
        for _, _, pseudo, declarations in matcher.match(wrapper)
        if pseudo is None
        for one in declarations
    ]
    found += _declarations(wrapper.etree_element.get("style", ""))
    return {name: value for _, name, value in sorted(found, key=lambda one: one[0])}


def _custom(values: Values, inherited: Values) -> Values:
    """The custom properties an element has, resolved; each may name others of the element."""
    own = {name: value for name, value in values.items() if name[:2] == "--"}
    raw = inherited | own
    return inherited | {name: resolved(own[name], _without(raw, name)) for name in own}


# --- values -------------------------------------------------------------------------------


def resolved(text: str, known: Values) -> str:
    """A value with its custom properties, colour mixtures and light-or-dark choices worked out."""
    if "(" not in text:
        return text
    return "".join(_plain(token, known) for token in _tokens(text)).strip()


@lru_cache(maxsize=4096)
def _tokens(text: str) -> list[Any]:
    return list(tinycss2.parse_component_value_list(text, skip_comments=True))


def _plain(token: Any, known: Values) -> str:
    if token.type != "function":
        return str(token.serialize())
    arguments = list(_arguments(token, known))
    if token.lower_name == "var":
        name = arguments[0]
        if name in known:  # without it: a property that refers to itself has no value
            return resolved(known[name], _without(known, name) if "(" in known[name] else known)
        return ", ".join(arguments[1:]) or "none"
    if token.lower_name == "light-dark":
        return arguments[0]
    if token.lower_name == "color-mix":
        return _mixed(*arguments[1:])
    return f"{token.name}({', '.join(arguments)})"


def _arguments(token: Any, known: Values) -> Iterator[str]:
    """The comma-separated arguments of a function, resolved."""
    text = ""
    for part in token.arguments:
        if part == ",":
            yield text.strip()
            text = ""
        else:
            text += _plain(part, known)
    yield text.strip()


def _mixed(one: str, other: str) -> str:
    """`#fbf6ea 62%` and `transparent`, mixed as color-mix(in srgb, …) does."""
    colour, percent = one.removesuffix("%").rsplit(" ", 1) if one.endswith("%") else (one, "50")
    share = float(percent) / 100
    first, second = parse_color(colour), parse_color(other)
    weights = first.alpha * share, second.alpha * (1 - share)
    alpha = sum(weights)
    channels = [
        round(255 * (a * weights[0] + b * weights[1]) / (alpha or 1))
        for a, b in zip(first.coordinates, second.coordinates, strict=True)
    ]
    return f"rgba({', '.join(map(str, channels))}, {alpha:.4g})"


def _without(known: Values, name: str) -> Values:
    return {key: value for key, value in known.items() if key != name}
