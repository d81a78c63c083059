"""Reviews a log, JSON Lines in and one JSON object out, in a process of its own."""

from __future__ import annotations

import sys

import msgspec

from prateria.core.matches.begin import replay
from prateria.review import review

if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode(review(replay(sys.stdin.buffer.read()))))
