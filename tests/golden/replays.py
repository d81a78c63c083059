"""The results of replaying the golden games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256

from prateria.core.contract.game import CHANCE
from prateria.core.matches.begin import replay
from prateria.core.matches.log import actor_name
from prateria.core.matches.match import Match
from tests.golden.games import changed_options
from tests.golden.layout import one_a_line


def replayed(text: str) -> Iterator[Match]:
    """The match a log tells, before each decision and at the end; always the same object."""
    whole = replay(text)
    match = Match(whole.game, whole.log.header, whole.log.ending.seed if whole.log.ending else None)
    match.draw()
    for entry in whole.log.entries:
        if entry.by != CHANCE:
            yield match
            match.play(entry.by, entry.action, at=entry.at)
    yield match


def order_of_moves(text: str) -> str:
    """A fingerprint of all lists of legal actions along a game, in their order."""
    digest = sha256()
    for match in replayed(text):
        for seat in match.actors:
            moves = [match.game.notation.format_action(action) for action in match.legal(seat)]
            digest.update(f"{actor_name(seat)}: {', '.join(moves)}\n".encode())
    return digest.hexdigest()


def index(logs: Mapping[str, str]) -> str:
    """The result of each golden game."""
    rows = {}
    for name in sorted(logs):
        match = replay(logs[name])
        assert match.outcome is not None
        rows[name] = {
            "options": changed_options(match),
            "reason": match.outcome.reason,
            "places": list(match.outcome.places),
            "scores": list(match.outcome.scores),
            "entries": match.version,
            "digest": match.digest,
            "legal": order_of_moves(logs[name]),
        }
    return one_a_line(rows)
