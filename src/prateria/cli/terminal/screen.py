"""The terminal: output and input. Colour is never the only sign."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.text import Text

try:
    from readline import clear_history  # importing it gives `input` arrow keys and a history
except ImportError:  # pragma: no cover  (Windows)

    def clear_history() -> None:
        pass


class Screen:
    """Writes text and asks for lines. Without a terminal both are plain streams."""

    def __init__(self) -> None:
        self._out = Console(highlight=False, markup=False, emoji=False)
        self.width = max(40, self._out.width)
        self.has_terminal = self._out.is_terminal

    def write(self, text: str = "", style: str = "") -> None:
        """Write a paragraph, wrapped at the width of the terminal."""
        self._out.print(Text(text, style), soft_wrap=False)

    def write_raw(self, text: str) -> None:
        """Text for another program: never wrapped, never coloured."""
        self._out.print(Text(text), soft_wrap=True)

    def heading(self, text: str) -> None:
        self._out.print()
        self._out.print(Text(text, "bold"))

    def block(self, lines: Iterable[str]) -> None:
        """Lines with a layout of their own; one that is too long continues below, indented."""
        for line in lines:
            for row in hang(line, self.width):
                self._out.print(Text(row), soft_wrap=True)

    def points(self, sentences: Iterable[str]) -> None:
        for sentence in sentences:
            self.block([f"  - {sentence}"])

    def labelled(self, label: str, text: str) -> None:
        """A bold label, and text with a hanging indent to its right."""
        indent = " " * (len(label) + 2)
        rows = wrapped(text, self.width - len(indent))
        self._out.print(Text.assemble((label, "bold"), "  ", rows[0]), soft_wrap=True)
        for row in rows[1:]:
            self._out.print(Text(indent + row), soft_wrap=True)

    def clear(self) -> None:
        """Make sure nothing shown or typed can be read again, by scrolling back or with the arrow
        keys."""
        clear_history()
        if self.has_terminal:
            self._out.file.write("\033[H\033[2J\033[3J")
            self._out.file.flush()
        else:
            self._out.rule(characters="-")

    def ask(self, prompt: str) -> str:
        """Read a line from the person at the keyboard; EOFError when there is nobody any more."""
        line = input(prompt)
        if not sys.stdin.isatty():
            self._out.print(Text(clean(line)))
        return line.strip()


def clean(text: str) -> str:
    """Text from outside without anything that a terminal would interpret."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def hang(line: str, width: int) -> list[str]:
    """A line that is too long, wrapped with a hanging indent."""
    if len(line) <= width:
        return [line]
    indent = " " * (len(line) - len(line.lstrip()))
    return wrapped(line, width, indent + "    ")


def wrapped(text: str, width: int, rest: str = "") -> list[str]:
    """The text wrapped, all lines but the first indented by `rest`; pow-wow is not split."""
    rows = textwrap.wrap(text, width, subsequent_indent=rest, break_on_hyphens=False)
    return rows or [""]


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def counted(number: int, thing: str) -> str:
    """`1 entry`, `2 entries`."""
    if number == 1:
        return f"1 {thing}"
    return f"{number} {thing[:-1]}ies" if thing.endswith("ry") else f"{number} {thing}s"
