"""The outcome and fingerprint of a whole game for every player count, variant and limit."""

from __future__ import annotations

from hashlib import sha256

from tests.games.bison.table import VARIANTS, random_match
from tests.golden.layout import one_a_line


def tables() -> str:
    """Scores and the digest of the log of a game at each table, as JSON."""
    rows = {}
    for players in (2, 3, 4):
        for variant in VARIANTS:
            for limit in (False, True):
                match = random_match(players, 1, variant=variant, final_limit=limit)
                assert match.outcome is not None
                name = f"{players} players, variant {variant}{', final limit' * limit}"
                digest = sha256(match.log.dumps().encode()).hexdigest()
                rows[name] = [match.version, list(match.outcome.scores), digest]
    return one_a_line(rows)
