"""Refusals of the server, in one shape: a code for programs, a sentence for people."""

from __future__ import annotations

from typing import Any

from prateria.core.texts import ENGLISH, Texts, mark


class Refusal(Exception):
    """A request that the server does not fulfil.

    `status` is that of HTTP. `text` is a sentence marked for translation, `facts` are inserted into
    it by name. `detail` is for programmers, in English. A page never shows it.
    """

    def __init__(
        self, status: int, code: str, text: str, *, detail: str = "", **facts: Any
    ) -> None:
        self.status = status
        self.code = code
        self.text = text
        self.detail = detail
        self.facts = facts
        super().__init__(self.told(ENGLISH))

    def told(self, texts: Texts) -> str:
        """The sentence in a reader's language."""
        return texts.say(self.text, **self.facts)


def not_found(text: str) -> Refusal:
    return Refusal(404, "not_found", text)


def no_such_table() -> Refusal:
    return not_found(mark("There is no such table."))


def closed() -> Refusal:
    """A table that was closed before its end, by its host or an administrator."""
    return Refusal(410, "closed", mark("This table was closed."))


def removed() -> Refusal:
    """For a person whose seat the host has freed, and who has no invitation."""
    return Refusal(403, "removed", mark("The host has removed you from this table."))


def forbidden(text: str, **facts: Any) -> Refusal:
    return Refusal(403, "forbidden", text, **facts)


def conflict(code: str, text: str, *, detail: str = "") -> Refusal:
    return Refusal(409, code, text, detail=detail)


def bad(text: str, *, detail: str = "", **facts: Any) -> Refusal:
    return Refusal(400, "bad_request", text, detail=detail, **facts)


def too_fast() -> Refusal:
    return Refusal(429, "too_fast", mark("Too much at once; try again in a moment."))


def elsewhere() -> Refusal:
    """Answered while a table moves from one worker to another; retrying is right."""
    return Refusal(503, "elsewhere", mark("Another process serves this table; try again."))


def banned_here() -> Refusal:
    return Refusal(403, "banned", mark("You may no longer play here."))


def unknown_token() -> Refusal:
    return Refusal(401, "token", mark("This token is unknown."))


def signed_out() -> Refusal:
    return Refusal(403, "signed_out", mark("You were signed out in this browser."))


def store_unreachable() -> Refusal:
    """The store could not be read."""
    text = mark("The server cannot reach its data at the moment; try again.")
    return Refusal(503, "store", text)


def store_unwritable() -> Refusal:
    """The store could not be written, so nothing has happened."""
    text = mark("The server cannot write now. Nothing was done; try again.")
    return Refusal(503, "store", text)
