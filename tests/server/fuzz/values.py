"""Odd values, and ways to make a right value slightly wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, Final

TEXTS: Final = (
    "", " ", "a", "\0", "a\0b", "\n", "\r\n", "\x7f", "\x1b[31m", "🐎" * 50, "é", "e\u0301", "ﬁ",
    "\u202eabc", "\u200b", "\ufeff", "Ａｄｍｉｎ", "ß", "İ", "²", "٧", "１２", "--",
    "'; DROP TABLE lines;--", "%00", "%s", "{0}", "{name}", "${x}", "../../etc/passwd",
    "<script>", "\\", '"', "x" * 64, "x" * 65, "x" * 500, "x" * 501, "x" * 8000,
    "NaN", "null", "true", "0", "-1", "1e9", "9" * 30, "\uffff",
    "𐍈", "a\u0300" * 40,
)  # fmt: skip
NUMBERS: Final = (
    0, 1, -1, 2, 7, 8, 10**7, 10**7 + 1, 2**31, 2**53, 2**63 - 1, 2**63, 2**64, 2**70, -(2**63),
    1.5, 1e308, -0.0, 1e-320,
)  # fmt: skip
OTHERS: Final[tuple[Any, ...]] = (
    None, True, False, [], {}, [[]], {"a": 1}, [None], {"": {}}, [0] * 300, {"type": "play"},
)  # fmt: skip


def odd_value(rng: Random) -> Any:
    return rng.choice(rng.choice((TEXTS, NUMBERS, OTHERS)))


def _swapped(text: str, rng: Random) -> str:
    at = rng.randrange(len(text))
    return text[:at] + rng.choice(TEXTS)[:20] + text[at + 1 :]


def _repeated(text: str, rng: Random) -> str:
    return " ".join([text] * rng.randrange(2, 4))


def _digits(text: str, rng: Random) -> str:
    """Unusual digits, which `str.isdigit` accepts and `int` may not."""
    zero = ord(rng.choice("٠۰०０𝟎"))
    return "".join(chr(zero + int(c)) if c in "0123456789" else c for c in text)


def _words(text: str, rng: Random) -> str:
    words = text.split(" ")
    rng.shuffle(words)
    return " ".join(words)


def _number(text: str, rng: Random) -> str:
    return "".join(
        rng.choice(("99999999999999999999", "-1", "²", "0")) if c.isdigit() else c for c in text
    )


CHANGES: Final[tuple[Callable[[str, Random], str], ...]] = (
    _swapped,
    _repeated,
    _digits,
    _words,
    _number,
    lambda text, _: text.upper(),
    lambda text, _: text[: len(text) // 2],
    lambda text, _: text + " ",
    lambda text, rng: text + rng.choice(TEXTS)[:100],
    lambda text, _: text[::-1],
)


def odd_text(text: str, rng: Random) -> str:
    """Almost the same text."""
    return rng.choice(CHANGES)(text, rng) if text else rng.choice(TEXTS)


def odd_object(body: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Almost the same object: a field changed, missing, or one too many; deep down, too."""
    made = dict(body)
    name = rng.choice(list(made)) if made else "x"
    match rng.randrange(6):
        case 0:
            made.pop(name, None)
        case 1:
            made[rng.choice(("x", "type", "id", "seat", "__proto__", "a\0b"))] = odd_value(rng)
        case 2 if isinstance(made.get(name), str):
            made[name] = odd_text(made[name], rng)
        case 3 if isinstance(made.get(name), dict):
            made[name] = odd_object(made[name], rng)
        case _:
            made[name] = odd_value(rng)
    return made


def odd_json(text: str, rng: Random) -> str | bytes:
    """A JSON text, or almost one."""
    match rng.randrange(9):
        case 0:
            return text[: rng.randrange(len(text) + 1)]
        case 1:
            return text.encode()
        case 2:
            return text.replace('"', "'", 1)
        case 3:
            return text[:-1] + ',"x":' + "[" * 1500 + "]" * 1500 + "}"
        case 4:
            return (
                text[:-1]
                + ',"x":'
                + rng.choice(("NaN", "Infinity", "1e999", "01", "\\u0000"))
                + "}"
            )
        case 5:
            return text.replace(":", ':"\\ud800",', 1) if rng.random() < 0.5 else text + text
        case 6:
            return "\ufeff" + text
        case 7:
            at = rng.randrange(len(text) + 1)
            return text[:at].encode() + bytes([rng.randrange(128, 256)]) + text[at:].encode()
        case _:
            return json.dumps(json.loads(text), indent=4)
