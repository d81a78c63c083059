"""A game in the terminal: shows each person what they may know, asks them, plays the bots.

All output comes from `describe`, `seen` and `tell`; all input goes through `moves.plan` and then
`Match.play`. Nothing here depends on a particular game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import Any, Final

from prateria.bots import BotSeat, make
from prateria.cli.books import rulebook
from prateria.cli.common import seat_names
from prateria.cli.terminal import moves, saves
from prateria.cli.terminal.screen import Screen, clean, hang
from prateria.cli.terminal.seats import TerminalSeat, humans
from prateria.cli.terminal.story import told_to, write_story, write_told
from prateria.core.errors import (
    ActionError,
    IllegalAction,
    PrateriaError,
    SetupError,
    StaleAction,
)
from prateria.core.matches.log import TakeBack
from prateria.core.matches.match import Match

HELP: Final = """\
Type a move and press Enter: the label before it, its words, or an abbreviation
that fits no other move. Several moves at once: separate them with commas or, if
each is one word, with spaces; they are played only if all of them are legal.

  table         the whole table again
  moves         your legal moves again
  undo          take your last move back, while it has revealed nothing
  log           what has happened so far
  rules         all the rules
  rule NUMBER   one of them, by its number or its section's
  save FILE     a copy of the match as it is now
  quit          stop; the match is saved and can be continued
  ?             this help"""


class Left(Exception):
    """The person has left: with `quit`, or because the input has ended."""


@dataclass(frozen=True, slots=True)
class SavePlace:
    """Where a match is kept, and the language its rules are quoted in."""

    path: Path
    secret: saves.Secret
    language: str


class TerminalTable:
    """The match, the people and bots around it, and the screen between them."""

    def __init__(
        self, match: Match, chairs: Sequence[TerminalSeat], place: SavePlace, screen: Screen
    ) -> None:
        self.match = match
        self.place = place
        self._screen = screen
        self._people = humans(chairs)
        self._bots = {
            seat: BotSeat(make(chair.bot), seat, place.secret.seed)
            for seat, chair in enumerate(chairs)
            if chair.bot is not None
        }
        self._followed = {seat: _last_decision(match, seat) for seat in self._people}
        self._shown: list[str] = []
        self._at_keyboard: int | None = None

    def run(self) -> None:
        """Play until the match is over; raises Left if someone leaves."""
        self._save()
        while self.match.actors:
            seat = self._next_seat()
            if seat in self._bots:
                self.match.play(seat, self._bots[seat].decide(self.match))
            else:
                self._show(seat)
                self._turn(seat)
        self._save()
        self._tell_end()

    def _next_seat(self) -> int:
        """Bots first, then the person at the keyboard: one who chooses in secret need not wait."""
        actors = self.match.actors
        for seat in actors:
            if seat in self._bots:
                return seat
        if self._at_keyboard in actors:
            return self._at_keyboard
        for seat in self._people:
            if seat in actors:
                return seat
        raise SetupError(f"{self.match.game.meta.name} needs a clock; the terminal has none")

    # --- showing ------------------------------------------------------------------------------

    def _show(self, seat: int) -> None:
        if seat != self._at_keyboard:
            if len(self._people) > 1:
                self._curtain(seat)
            self._at_keyboard = seat
            self._shown = []
        news = self._tell_news(seat, since=self._followed[seat])
        self._followed[seat] = self.match.version
        self._draw_table(seat, whole=news or not self._shown)
        self._list_moves(seat)

    def _curtain(self, seat: int) -> None:
        self._screen.clear()
        name = seat_names(self.match.log.header)[seat]
        self._ask(f"Pass the keyboard to {name}. {name}: press Enter. ")
        self._screen.clear()

    def _tell_end(self) -> None:
        """Tell everybody what is left to tell; in a game without people that is all of it."""
        seat = self._people[0] if len(self._people) == 1 else None
        self._tell_news(seat, since=min(self._followed.values(), default=0))
        self._draw_table(seat, whole=True)

    def _tell_news(self, seat: int | None, *, since: int) -> bool:
        """Tell what a seat has seen since that entry; returns whether there was anything."""
        game, names = self.match.game, self._names(seat)
        entries = enumerate(self.match.log.entries[since:], since + 1)
        told = [told_to(game, number, entry, seat, names) for number, entry in entries]
        news = any(each.passages for each in told)
        if news:
            self._screen.heading("What happened")
        for each in told:
            write_told(self._screen, each)
        return news

    def _names(self, seat: int | None) -> tuple[str, ...]:
        return seat_names(self.match.log.header, seat)

    def _draw_table(self, seat: int | None, *, whole: bool) -> None:
        """The whole table, or within the same player's turn only the lines that are new."""
        lines = str(self.match.game.words.describe(self.match.view(seat))).split("\n")
        if whole:
            self._screen.heading(lines[0])
            self._screen.block(lines[1:])
        else:
            self._screen.block(line for line in lines if line not in self._shown)
        self._shown = lines

    def _choices(self, seat: int) -> moves.Choices:
        return moves.Choices(self.match.game, self.match.legal(seat), letters=self._letters(seat))

    def _letters(self, seat: int) -> bool:
        """Labels are letters where the game's own words contain numbers, and stay so for the whole
        game."""
        game = self.match.game
        played = [entry.action for entry in self.match.log.entries]
        texts = [game.notation.format_action(a) for a in played if not isinstance(a, TakeBack)]
        texts += [game.notation.format_action(action) for action in self.match.legal(seat)]
        return moves.has_numbers(texts)

    def _list_moves(self, seat: int) -> None:
        choices = self._choices(seat)
        self._screen.write()
        if len(choices.actions) == 1:
            only = f"{choices.lead} {choices.shorts[0]}".strip()
            self._screen.write(f"Your only move: {only} (press Enter)", "bold")
            return
        self._screen.write(f"Your move: {choices.lead} …" if choices.lead else "Your move:", "bold")
        self._screen.block(arranged(choices, self._screen.width))

    # --- asking -------------------------------------------------------------------------------

    def _ask(self, prompt: str) -> str:
        try:
            return self._screen.ask(prompt)
        except (EOFError, KeyboardInterrupt):
            self._save()
            raise Left from None

    def _turn(self, seat: int) -> None:
        """Ask until an action has been played."""
        while True:
            line = self._ask("> ")
            word, _, rest = line.partition(" ")
            command = self._commands().get(word.lower())
            if command is not None:
                command(seat, rest.strip())
            elif self._play(seat, line):
                return

    def _play(self, seat: int, line: str) -> bool:
        match = self.match
        try:
            letters = self._letters(seat)
            actions = moves.plan(match.game, match.view(seat), seat, line, letters=letters)
        except ActionError as error:
            self._refuse(error)
            return False
        for action in actions:
            match.play(seat, action)
        self._save()
        return True

    def _refuse(self, error: ActionError) -> None:
        if not isinstance(error, IllegalAction):
            self._screen.labelled("?", clean(str(error)))
            return
        self._screen.labelled("Not allowed:", error.why)
        self._rule(error.rule)

    def _rule(self, number: str) -> None:
        for found in rulebook.find(self.match.game, number):
            text = found.texts[self.place.language]
            self._screen.labelled(f"  rule {found.number}", text)

    # --- commands -----------------------------------------------------------------------------

    def _commands(self) -> dict[str, Callable[[int, str], None]]:
        return {
            "?": self._help,
            "help": self._help,
            "table": lambda seat, _: self._draw_table(seat, whole=True),
            "moves": lambda seat, _: self._list_moves(seat),
            "undo": self._undo,
            "log": self._log,
            "rules": self._rules,
            "rule": self._rules,
            "save": self._copy,
            "quit": self._quit,
            "exit": self._quit,
        }

    def _help(self, seat: int, _: str) -> None:
        self._screen.write(HELP)
        self._list_moves(seat)

    def _undo(self, seat: int, _: str) -> None:
        try:
            self.match.take_back(seat)
        except StaleAction as error:
            self._screen.labelled("?", str(error))
            return
        self._followed[seat] = self.match.version
        self._save()
        self._draw_table(seat, whole=True)
        self._list_moves(seat)

    def _log(self, seat: int, _: str) -> None:
        write_story(self._screen, self.match.log, seat, self._names(seat))

    def _rules(self, _: int, number: str) -> None:
        try:
            rulebook.write(
                self._screen, self.match.game, number.split(), language=self.place.language
            )
        except SetupError as error:
            self._screen.labelled("?", clean(str(error)))

    def _copy(self, _: int, name: str) -> None:
        if not name:
            self._screen.labelled("?", "save where? For example: save evening.jsonl")
            return
        path = Path(name).expanduser()
        try:
            if path.exists():
                raise SetupError(f"{path} already exists; choose another name")
            saves.save(path, self.match, self.place.secret)
        except (PrateriaError, OSError) as error:
            self._screen.labelled("?", clean(str(error)))
        else:
            self._screen.write(f"Saved. Play on with: prateria play --continue {quote(str(path))}")

    def _quit(self, *_: Any) -> None:
        self._save()
        raise Left

    def _save(self) -> None:
        saves.save(self.place.path, self.match, self.place.secret)


def _last_decision(match: Match, seat: int) -> int:
    """The entry up to which a seat has been told everything; 0 in a new match."""
    own = [number for number, entry in enumerate(match.log.entries, 1) if entry.by == seat]
    return max(own, default=0)


def arranged(choices: moves.Choices, width: int) -> list[str]:
    """The choices in columns; those that differ only in their last word share a line."""
    if not choices.labels:
        return hang("  " + "  ".join(choices.shorts), width)
    label_width = max(map(len, choices.labels))
    cells = [
        f"{label:>{label_width}}) {short}"
        for label, short in zip(choices.labels, choices.shorts, strict=True)
    ]
    cell_width = max(map(len, cells)) + 2
    lines: list[str] = []
    group = None
    for cell, short in zip(cells, choices.shorts, strict=True):
        start = short.rpartition(" ")[0]
        if start != group or len(lines[-1]) + cell_width > width:
            lines.append(" ")
            group = start
        lines[-1] += " " + cell.ljust(cell_width - 1)
    return [line.rstrip() for line in lines]
