"""The results of a run of odd cases: counts by kind and answer, and everything that must not
happen."""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

CLOSING: Final = {1001, 1007, 1009, 1011, 1012, 4008, 4403}
"""The closing codes of docs/protocol.md that a client can cause itself."""
WATCHED: Final = ("prateria", "uvicorn", "litestar", "asyncio")


@dataclass
class Report:
    """Counts, by kind of case and by answer; and findings, each with its case."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    findings: list[str] = field(default_factory=list)

    @property
    def cases(self) -> int:
        return sum(self.counts.values())

    def count(self, kind: str, answer: object) -> None:
        self.counts[kind, str(answer)] += 1

    def find(self, what: str, case: object) -> None:
        self.findings.append(f"{what}: {case!r:.2000}")

    def of(self, kind: str) -> dict[str, int]:
        """The answers to one kind of case, the most frequent first."""
        return {answer: n for (name, answer), n in self.counts.most_common() if name == kind}

    def table(self) -> str:
        """The report as a Markdown table."""
        rows = ["| kind | cases | answers |", "| --- | ---: | --- |"]
        for kind in sorted({kind for kind, _ in self.counts}):
            answers = self.of(kind)
            told = ", ".join(f"{answer} {n}" for answer, n in answers.items())
            rows.append(f"| {kind} | {sum(answers.values())} | {told} |")
        return "\n".join(rows)


class Watch(logging.Handler):
    """Every traceback and every error that the server logs is a finding."""

    def __init__(self, report: Report) -> None:
        super().__init__(logging.WARNING)
        self._report = report
        self._loggers = [logging.getLogger(name) for name in WATCHED]
        self._loggers += [logging.getLogger("uvicorn.error")]

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info or record.levelno >= logging.ERROR:
            cause = "" if record.exc_info is None else repr(record.exc_info[1])
            self._report.find("in the log", f"{record.name}: {record.getMessage()} {cause}")

    def __enter__(self) -> Watch:
        for logger in self._loggers:
            logger.addHandler(self)
        return self

    def __exit__(self, *_: object) -> None:
        for logger in self._loggers:
            logger.removeHandler(self)
