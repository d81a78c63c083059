"""Every error the rules, the match and the log can give. Each says what is wrong and what to do.

Nothing else may escape from `parse`, `decode`, the reading of a log or `Match.play`, whatever
is fed to them.
"""

from __future__ import annotations


class PrateriaError(Exception):
    """The base of all errors that come from Prateria."""


class SetupError(PrateriaError):
    """A match cannot be set up like this: unknown game or option, wrong number of players."""


class NotationError(PrateriaError):
    """A text is not a position or an action in this game's notation."""


class WireError(PrateriaError):
    """A value may not be sent, or bytes received are not a value that may be."""


class ActionError(PrateriaError):
    """An action was not carried out. The match is as it was before."""


class UnknownAction(ActionError):
    """Not an action of this game, or not a seat at this table."""


class StaleAction(ActionError):
    """The action was meant for an earlier version of the match, or the match is over."""


class IllegalAction(ActionError):
    """The rules refuse the action. `rule` is the rule's number, `facts` what it looked at."""

    def __init__(self, rule: str, why: str, **facts: object) -> None:
        super().__init__(f"{rule}: {why}")
        self.rule = rule
        self.why = why
        self.facts = facts


class LogError(PrateriaError):
    """A log cannot be trusted or understood. `line` is the first line that shows it."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


class LawBroken(PrateriaError):
    """A game breaks a law of the contract. `law` names it."""

    def __init__(self, law: str, facts: str) -> None:
        super().__init__(f"{law}: {facts}")
        self.law = law
