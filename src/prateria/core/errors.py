"""Every error that the rules, the match and the log can raise. Each says what is wrong and what to
do.

Nothing else may escape from `parse`, `decode`, the reading of a log or `Match.play`, whatever is
fed to them.
"""

from __future__ import annotations

from typing import Any

from prateria.core.texts import Texts


class PrateriaError(Exception):
    """The base of all errors that come from Prateria.

    `text` is English and, if marked for translation, the key of its translations; `facts` are
    inserted into it by name.
    """

    def __init__(self, text: str, **facts: Any) -> None:
        super().__init__(text.format(**facts) if facts else text)
        self.text = text
        self.facts = facts

    def told(self, texts: Texts) -> str:
        """The message in a reader's language."""
        return texts.say(self.text, **self.facts)


class SetupError(PrateriaError):
    """A match cannot be set up this way: unknown game or option, wrong number of players."""


class NotationError(PrateriaError):
    """A text is not a position or an action in this game's notation."""


class WireError(PrateriaError):
    """A value may not be sent, or the bytes received are not a value that may be."""


class ActionError(PrateriaError):
    """An action was not carried out. The match is unchanged."""


class UnknownAction(ActionError):
    """Not an action of this game, or not a seat at this table."""


class StaleAction(ActionError):
    """The action was meant for an earlier version of the match, or the match is over."""


class IllegalAction(ActionError):
    """The rules refuse the action. `rule` is the rule's number, `facts` is what the refusal is
    based on."""

    def __init__(self, rule: str, why: str, **facts: Any) -> None:
        super().__init__(f"{rule}: {why}")
        self.rule = rule
        self.why = why
        self.facts = facts


class LogError(PrateriaError):
    """A log cannot be trusted or understood. `line` is the first line that shows it.

    `detail` is for programmers, in English; the text is for everybody.
    """

    def __init__(self, line: int, text: str, detail: str = "", **facts: Any) -> None:
        super().__init__(text, **facts)
        self.line = line
        self.why = f"{self.args[0]}: {detail}" if detail else str(self.args[0])

    def __str__(self) -> str:
        return f"line {self.line}: {self.why}"


class LawBroken(PrateriaError):
    """A game breaks a law of the contract. `law` names it, `how` says how it is broken.

    `seed` and `step` say where in which random match, and `position` is the position there in
    notation, secrets included. `seat` is whose law it is: a letter, "spectator", or "" for nobody
    in particular.
    """

    def __init__(
        self,
        law: str,
        how: str,
        *,
        seat: str = "",
        seed: int = 0,
        step: int = 0,
        position: str = "",
    ) -> None:
        who = "" if not seat else f" for {seat}" if len(seat) > 1 else f" for seat {seat}"
        where = f"{who} at step {step} of seed {seed}, position\n{position}"
        super().__init__(f"{law}: {how}{where}")
        self.law = law
        self.how = how
        self.seat = seat
        self.seed = seed
        self.step = step
        self.position = position
