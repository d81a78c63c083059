"""The server's own log: each line has its time, level and event and, where there is one, the
request, person, table and cause. (A match's log is another thing: `core/matches/log.py`.)

Facts are passed as `extra=facts(...)`; what the current task is about is added automatically. Never
log a seed, an invitation, a cookie, a token, a password or what people say.
"""

from __future__ import annotations

import json
import logging
import secrets
import sys
from collections.abc import Mapping
from contextvars import Context, ContextVar
from datetime import UTC, datetime
from typing import Final, Literal, TypeAlias

Kind: TypeAlias = Literal["text", "json"]
KINDS: Final[tuple[Kind, ...]] = ("text", "json")
QUIET_S: Final = 10.0
"""The same warning of the web server is logged once in this time."""
MOST_TOLD: Final = 100
ORDER: Final = ("worker", "request", "person", "table", "cause")
"""The facts that many lines have, in their order; others come before the cause."""

_about: ContextVar[Mapping[str, str]] = ContextVar("prateria_log", default={})  # noqa: B039 never changed


def new_request_id() -> str:
    """Short enough to be read out loud by a person."""
    return secrets.token_hex(6)


def about(**known: str) -> None:
    """All lines of this task, and of tasks it starts, are about this from now on."""
    _about.set({**_about.get(), **known})


def context_of(**known: str) -> Context:
    """For a task that outlives the request that happened to start it."""
    made = Context()
    made.run(about, **known)
    return made


def facts(*, cause: BaseException | str | None = None, **more: object) -> dict[str, object]:
    """What a line is about, to be passed as `extra`."""
    found = {name: str(value) for name, value in more.items()}
    if cause is not None:
        found["cause"] = cause if isinstance(cause, str) else words_of(cause)
    return {"facts": found}


def words_of(error: BaseException) -> str:
    """An exception's class and message."""
    said = str(error)
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def facts_of(record: logging.LogRecord) -> dict[str, str]:
    """What a line is about: what it was given, and what its task is about."""
    found: dict[str, str] = {**_about.get(), **getattr(record, "facts", {})}
    if record.exc_info is not None and record.exc_info[1] is not None:
        found.setdefault("cause", words_of(record.exc_info[1]))
    return found


class _Lines(logging.Formatter):
    def __init__(self, worker: str = "") -> None:
        super().__init__()
        self._own = {"worker": worker} if worker else {}

    def _facts(self, record: logging.LogRecord) -> dict[str, str]:
        found = {**self._own, **facts_of(record)}
        cause = {"cause": found.pop("cause")} if "cause" in found else {}
        first: dict[str, str] = {name: found.pop(name) for name in ORDER if name in found}
        return {**first, **found, **cause}

    def _trace(self, record: logging.LogRecord) -> str:
        return self.formatException(record.exc_info) if record.exc_info else ""


class TextLines(_Lines):
    """For a terminal: `2026-11-18T09:30:00.125Z warning the store fails cause="…"`."""

    def format(self, record: logging.LogRecord) -> str:
        told = " ".join(f"{name}={_quoted(value)}" for name, value in self._facts(record).items())
        event = _on_one_line(record.getMessage())
        line = f"{_time(record)} {record.levelname.lower()} {event} {told}".rstrip()
        trace = self._trace(record)
        return f"{line}\n{trace}" if trace else line


class JsonLines(_Lines):
    """For programs: one object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **self._facts(record),
        }
        trace = self._trace(record)
        if trace:
            line["trace"] = trace
        return _shown(json.dumps(line, ensure_ascii=False))


def _time(record: logging.LogRecord) -> str:
    at = datetime.fromtimestamp(record.created, UTC)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _quoted(value: str) -> str:
    is_plain = value.isprintable() and value and not set(value) & set(' "=')
    return value if is_plain else _shown(json.dumps(value, ensure_ascii=False))


def _on_one_line(text: str) -> str:
    return text if text.isprintable() else _shown(json.dumps(text, ensure_ascii=False))


def _shown(written: str) -> str:
    """JSON escapes only the control characters of ASCII. Others, too, begin a line or a terminal
    command, or change the direction of writing."""
    if written.isprintable():
        return written
    return "".join(each if each.isprintable() else json.dumps(each)[1:-1] for each in written)


class _SoonAgain(logging.Filter):
    """Leaves out what uvicorn warns of when it has just done so. Each request that is none is worth
    a line to it, and anybody on the network can send thousands a second."""

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno != logging.WARNING or not record.name.startswith("uvicorn"):
            return True
        event = record.getMessage()
        if record.created - self._told.get(event, 0.0) < QUIET_S:
            return False
        if len(self._told) > MOST_TOLD:
            self._told.clear()
        self._told[event] = record.created
        return True


class _Handler(logging.StreamHandler):  # type: ignore[type-arg]
    """Our own class, so that a second `set_up` finds the first handler."""


def set_up(kind: Kind, worker: str = "") -> None:
    """Write the lines of this process to its standard error."""
    handler = _Handler(sys.stderr)
    handler.addFilter(_SoonAgain())
    handler.setFormatter(JsonLines(worker) if kind == "json" else TextLines(worker))
    root = logging.getLogger()
    for old in [each for each in root.handlers if isinstance(each, _Handler)]:
        root.removeHandler(old)
    root.addHandler(handler)
    logging.getLogger("prateria").setLevel(logging.INFO)
