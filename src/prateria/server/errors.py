"""What the server refuses, in one shape: a code for programs, a sentence for people."""

from __future__ import annotations

from prateria.core.texts import mark


class Refusal(Exception):
    """Something asked of the server that it will not do. `status` is that of HTTP."""

    def __init__(self, status: int, code: str, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.rule = rule


def not_found(what: str) -> Refusal:
    return Refusal(404, "not_found", f"there is no such {what}")


def forbidden(message: str) -> Refusal:
    return Refusal(403, "forbidden", message)


def conflict(code: str, message: str) -> Refusal:
    return Refusal(409, code, message)


def bad(message: str) -> Refusal:
    return Refusal(400, "bad_request", message)


def too_fast() -> Refusal:
    return Refusal(429, "too_fast", mark("too much at once; try again in a moment"))


def elsewhere() -> Refusal:
    """Answered while a table goes from one worker to another; to try again is right."""
    return Refusal(503, "elsewhere", mark("another process serves this table; try again"))
