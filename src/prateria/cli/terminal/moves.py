"""Turns words typed by a person into legal actions. It uses notation and knows no game.

Every legal action can be chosen by its label, by its notation, by the end of its notation ("chief
left" for "a plays chief left") or by any abbreviation that fits only one ("ch l").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any, Final

from prateria.core.chance import Quick
from prateria.core.contract.game import LETTERS, AnyGame
from prateria.core.errors import ActionError, NotationError, UnknownAction

_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz"
LONGEST_ECHO: Final = 40
_NUMBER: Final = re.compile(r"\b\d+\b")


class Choices:
    """The legal actions as a person sees them: a common beginning, and the differing rest."""

    def __init__(self, game: AnyGame, legal: Sequence[Any], *, letters: bool = False) -> None:
        self.actions = tuple(legal)
        self.texts = tuple(game.notation.format_action(action) for action in legal)
        self._words = [text.split() for text in self.texts]
        common = _common(self._words)
        self.lead = " ".join(self._words[0][:common][1:]) if legal else ""
        self.shorts = tuple(" ".join(words[common:]) for words in self._words)
        self.labels = _labels(len(self.shorts), letters=letters) if self.needs_labels else ()

    @property
    def needs_labels(self) -> bool:
        """False if every choice is a single word, which is as quick to type as a label."""
        return any(" " in short for short in self.shorts)

    def find(self, text: str) -> list[int]:
        """Which choices the text can mean: one, none, or several."""
        if text in self.labels:
            return [self.labels.index(text)]
        typed = text.lower().split()
        if not typed:
            return [0] if len(self.actions) == 1 else []
        for fits in (_ends_with, _is_short_for):
            found = [index for index, words in enumerate(self._words) if fits(words, typed)]
            if found:
                return found
        return [0] if text in ("1", "a") and len(self.actions) == 1 else []


def plan(game: AnyGame, view: Any, seat: int, line: str, *, letters: bool = False) -> list[Any]:
    """The actions a line asks for, all of them legal in turn, or ActionError.

    They are tried on a state that is consistent with the view. That is enough, since what is legal
    and why something is refused depend on the view alone, and it means that nothing is carried out
    halfway.
    """
    state = game.determinize(view, Quick(0))
    choices = Choices(game, game.legal(state, seat), letters=letters)
    parts = _parts(line, choices)
    actions: list[Any] = []
    for part in parts:
        if seat not in game.actors(state):
            raise UnknownAction(
                f"nothing was played: after {' '.join(parts[: len(actions)])} "
                f"the choice is no longer yours; leave out {' '.join(parts[len(actions) :])}"
            )
        choices = Choices(game, game.legal(state, seat), letters=letters)
        action = _one(game, state, seat, part, choices)
        actions.append(action)
        game.apply(state, action)
    return actions


def has_numbers(texts: Iterable[str]) -> bool:
    """Whether a game's own words contain numbers, so that letters make better labels."""
    return any(_NUMBER.search(text) for text in texts)


def _parts(line: str, choices: Choices) -> list[str]:
    """The parts of a line: one action, or several separated by commas, or one a word."""
    if choices.find(line):
        return [line]
    if "," in line:
        return [part.strip() for part in line.split(",") if part.strip()]
    words = line.split()
    if len(words) > 1 and not choices.needs_labels and choices.find(words[0]):
        return words
    return [line]


def _one(game: AnyGame, state: Any, seat: int, text: str, choices: Choices) -> Any:
    found = choices.find(text)
    if len(found) == 1:
        return choices.actions[found[0]]
    if found:
        several = ", ".join(choices.shorts[index] for index in found)
        raise UnknownAction(f"{shortened(text)!r} could be: {several}")
    raise _refusal(game, state, seat, text, choices)


def _refusal(game: AnyGame, state: Any, seat: int, text: str, choices: Choices) -> ActionError:
    """The rule that forbids it, if the text is an action at all; otherwise suggestions."""
    letter = LETTERS[seat]
    verbs = dict.fromkeys(words.split()[1] for words in choices.texts if " " in words)
    readings = [text, f"{letter} {text}", *(f"{letter} {verb} {text}" for verb in verbs)]
    for reading in readings:
        try:
            action = game.notation.parse_action(reading)
        except NotationError:
            continue
        return game.refuse(state, seat, action)
    close = get_close_matches(text.lower(), (*choices.shorts, *choices.texts), 1, cutoff=0.8)
    hint = f"did you mean {close[0]!r}?" if close else "type moves to see them, or ? for help"
    return UnknownAction(f"{shortened(text)!r} is not one of your moves; {hint}")


def shortened(text: str) -> str:
    return text if len(text) <= LONGEST_ECHO else text[: LONGEST_ECHO - 1] + "…"


def _common(rows: Sequence[Sequence[str]]) -> int:
    """How many words all rows begin with, leaving each at least one."""
    common = 0
    while all(len(row) > common + 1 and row[common] == rows[0][common] for row in rows):
        common += 1
    return common


def _labels(number: int, *, letters: bool) -> tuple[str, ...]:
    if not letters or number > len(_ALPHABET) ** 2:
        return tuple(str(label) for label in range(1, number + 1))
    if number <= len(_ALPHABET):
        return tuple(_ALPHABET[:number])
    return tuple(first + second for first in _ALPHABET for second in _ALPHABET)[:number]


def _ends_with(words: Sequence[str], typed: Sequence[str]) -> bool:
    return list(words[-len(typed) :]) == list(typed)


def _is_short_for(words: Sequence[str], typed: Sequence[str]) -> bool:
    """Whether the typed words, perhaps abbreviated, occur in this order; numbers must be
    complete."""
    rest = iter(words)
    return all(
        any(word == short or (word.startswith(short) and not short.isdigit()) for word in rest)
        for short in typed
    )
