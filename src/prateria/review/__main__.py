"""Reviews a log, JSON Lines in and one JSON object out, in a process of its own."""

from __future__ import annotations

import os
import signal
import sys

import msgspec

from prateria.core.matches.begin import replay
from prateria.review import review

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process of the terminal
    try:
        sys.stdout.buffer.write(msgspec.json.encode(review(replay(sys.stdin.buffer.read()))))
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        os._exit(0)  # nobody is waiting for it any more
