"""A person at the terminal, for tests: types lines, or reads the screen and answers."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Sequence

import pytest

from prateria.cli import main

Answer = Callable[[str], str | None]


class Keyboard(io.TextIOBase):
    """Stdin that reads what was written to stdout before it answers."""

    def __init__(self, screen: io.StringIO, answer: Answer) -> None:
        self._screen = screen
        self._answer = answer
        self._read = 0

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        new = self._screen.getvalue()[self._read :]
        self._read += len(new)
        line = self._answer(new)
        return "" if line is None else line + "\n"


class Terminal:
    """Runs one command with a person at the keyboard; `screen` is what they saw."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch
        self.screen = ""

    def run(self, arguments: Sequence[str], answer: Answer) -> int:
        screen = io.StringIO()
        with self._monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", screen)
            patch.setattr(sys, "stdin", Keyboard(screen, answer))
            code = main(arguments)
        self.screen = screen.getvalue()
        return code

    def type(self, arguments: Sequence[str], *lines: str) -> int:
        """Type these lines; after that the input ends."""
        rest = iter(lines)
        return self.run(arguments, lambda _: next(rest, None))


def first_move(screen: str) -> str:
    """The input of a person who always takes the first move on the list."""
    if "press Enter" in screen.splitlines()[-1] or "Your only move" in screen:
        return ""
    moves = screen.rpartition("Your move:")[2].split("\n", 1)[1]
    found = re.match(r"\s*(\w+)", moves)
    assert found is not None, f"no moves on the screen: {screen}"
    return found.group(1)
