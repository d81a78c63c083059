"""Drawings for painters that know little CSS: every element gets its own plain style.

Our drawings colour their parts by custom properties (`var(--a)`), which are inherited, also into
symbols that are used. resvg, which paints them, knows none of that. So uses are written out, the
style sheet's rules are matched (tags, classes, ids, descendants; that is all our sheets have for
pictures), and what remains is plain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Final, TypeAlias
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

SVG: Final = "http://www.w3.org/2000/svg"
HREFS: Final = ("href", "{http://www.w3.org/1999/xlink}href")
PAINTED: Final = ("fill", "stroke", "color", "stop-color", "flood-color")
_COMPOUND: Final = re.compile(r"([a-zA-Z][\w-]*|\*|:root)?((?:[.#][\w-]+)*)")
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_VAR: Final = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,\s*((?:[^()]|\([^()]*\))*))?\)")
_MIX: Final = re.compile(
    r"color-mix\(in srgb,\s*(#[0-9a-fA-F]{3,6})\s+([\d.]+)%,\s*(#[0-9a-fA-F]{3,6})\s*\)"
)
_LIGHT: Final = re.compile(r"light-dark\(\s*((?:[^(),]|\([^()]*\))*),(?:[^()]|\([^()]*\))*\)")

Values: TypeAlias = dict[str, str]


@dataclass(frozen=True, slots=True)
class Compound:
    """`g.tile`: what one element must be."""

    tag: str
    classes: frozenset[str]
    name: str

    def fits(self, element: Seen) -> bool:
        return (
            self.tag in ("", element.tag)
            and self.classes <= element.classes
            and self.name in ("", element.name)
        )


@dataclass(frozen=True, slots=True)
class Rule:
    """What elements get that stand below others in this way."""

    way: tuple[Compound, ...]
    values: Values
    rank: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Seen:
    """What selectors ask of an element."""

    tag: str
    classes: frozenset[str]
    name: str


def plain_colours(svg: str) -> str:
    """The same drawing with every colour written where it is used."""
    ElementTree.register_namespace("", SVG)
    root = ElementTree.fromstring(svg)
    sheets = [element for element in root.iter() if _tag(element) == "style"]
    rules = list(_rules("\n".join(sheet.text or "" for sheet in sheets)))
    named = {element.get("id", ""): element for element in root.iter() if element.get("id")}
    Painter(rules, named).paint(root, (), {})
    return ElementTree.tostring(root, encoding="unicode")


class Painter:
    """Goes through a drawing and leaves plain styles behind."""

    def __init__(self, rules: list[Rule], named: Mapping[str, Element]) -> None:
        self._rules = rules
        self._named = {name: deepcopy(element) for name, element in named.items()}

    def paint(self, element: Element, above: tuple[Seen, ...], known: Values) -> None:
        seen = _seen(element)
        values = self._values(element, seen, above)
        mine = {**known, **{name: value for name, value in values.items() if name[:2] == "--"}}
        mine = {name: resolved(value, {**known, **mine}) for name, value in mine.items()}
        plain = {name: resolved(text, mine) for name, text in values.items() if name[:2] != "--"}
        for name in PAINTED:
            if "var(" in element.get(name, ""):
                element.set(name, resolved(element.get(name, ""), mine))
        if plain:
            element.set("style", ";".join(f"{name}:{text}" for name, text in plain.items()))
        if seen.tag == "use":
            self._write_out(element)
        for child in list(element):
            if _tag(child) in ("style", "symbol"):
                element.remove(child)
            else:
                self.paint(child, (*above, seen), mine)

    def _values(self, element: Element, seen: Seen, above: tuple[Seen, ...]) -> Values:
        values: Values = {}
        for rule in sorted(
            (rule for rule in self._rules if _leads(rule.way, seen, above)), key=lambda r: r.rank
        ):
            values |= rule.values
        return values | _declarations(element.get("style", ""))

    def _write_out(self, use: Element) -> None:
        """A use becomes a group that holds what is used."""
        href = next((use.attrib.pop(name) for name in HREFS if name in use.attrib), "")
        target = self._named.get(href.removeprefix("#"))
        x, y = use.attrib.pop("x", "0"), use.attrib.pop("y", "0")
        size = {name: use.attrib.pop(name) for name in ("width", "height") if name in use.attrib}
        use.tag = f"{{{SVG}}}g"
        use.set("transform", f"{use.get('transform', '')} translate({x} {y})".strip())
        if target is None:
            return
        copy = deepcopy(target)
        copy.attrib.pop("id", None)
        if _tag(copy) == "symbol":
            copy.tag = f"{{{SVG}}}svg"
            for name, value in size.items():
                copy.set(name, value)
        use.append(copy)


def resolved(text: str, known: Values) -> str:
    """A value without custom properties and mixtures."""
    for _ in range(8):  # definitions may name others, a few deep
        new = _VAR.sub(lambda found: known.get(found[1], found[2] or "none"), text)
        new = _LIGHT.sub(lambda found: found[1].strip(), new)
        new = _MIX.sub(lambda found: _mixed(found[1], float(found[2]), found[3]), new)
        if new == text:
            break
        text = new
    return text


def _mixed(one: str, percent: float, other: str) -> str:
    rows = zip(_rgb(one), _rgb(other), strict=True)
    parts = [round(a * percent / 100 + b * (1 - percent / 100)) for a, b in rows]
    return "#" + "".join(f"{part:02x}" for part in parts)


def _rgb(colour: str) -> list[int]:
    digits = colour.removeprefix("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    return [int(digits[place : place + 2], 16) for place in (0, 2, 4)]


def _tag(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def _seen(element: Element) -> Seen:
    classes = frozenset(element.get("class", "").split())
    return Seen(_tag(element), classes, element.get("id", ""))


def _leads(way: tuple[Compound, ...], seen: Seen, above: tuple[Seen, ...]) -> bool:
    """Whether the element is what a selector ends with, below what comes before in it."""
    if not way[-1].fits(seen):
        return False
    waiting = list(way[:-1])
    for element in reversed(above):
        if waiting and waiting[-1].fits(element):
            waiting.pop()
    return not waiting


# --- style sheets -------------------------------------------------------------------------


def _rules(sheet: str) -> Iterator[Rule]:
    for order, (selectors, body) in enumerate(_blocks(_COMMENT.sub("", sheet))):
        values = _declarations(body)
        for selector in selectors.split(","):
            way = _way(selector)
            if way:
                names = sum(bool(part.name) for part in way)
                classes = sum(len(part.classes) for part in way)
                tags = sum(bool(part.tag) for part in way)
                yield Rule(way, values, (names, classes, tags, order))


def _blocks(sheet: str) -> Iterator[tuple[str, str]]:
    """Selectors and bodies; what stands in @media and the like is for pages."""
    start = 0
    while (opening := sheet.find("{", start)) >= 0:
        closing, depth = opening + 1, 1
        while depth and closing < len(sheet):
            depth += {"{": 1, "}": -1}.get(sheet[closing], 0)
            closing += 1
        selectors = sheet[start:opening].strip()
        if not selectors.startswith("@"):
            yield selectors, sheet[opening + 1 : closing - 1]
        start = closing


def _declarations(body: str) -> Values:
    pairs = (part.partition(":") for part in body.split(";"))
    return {name.strip(): value.strip() for name, colon, value in pairs if colon}


def _way(selector: str) -> tuple[Compound, ...]:
    """Empty for selectors of other kinds: states, attributes, neighbours."""
    way = []
    for word in selector.replace(">", " ").split():
        found = _COMPOUND.fullmatch(word)
        if found is None:
            return ()
        tag = {":root": "svg", "*": ""}.get(found[1] or "", found[1] or "")
        parts = re.findall(r"[.#][\w-]+", found[2])
        classes = frozenset(part[1:] for part in parts if part[0] == ".")
        name = next((part[1:] for part in parts if part[0] == "#"), "")
        way.append(Compound(tag, classes, name))
    return tuple(way)
