"""Many random games, each checked at every step: `python -m tests.games.bison.many 10000 [FIRST]`.

Invariants hold after each step, nobody is ever stuck, the stack runs out exactly at the end, and
the log replays and verifies. A slow test plays a few; running all of them is for a quiet hour.
"""

from __future__ import annotations

import sys

import prateria
from prateria.core.chance import Quick
from prateria.core.contract.game import CHANCE
from prateria.core.contract.meta import OptionValue
from prateria.games.bison.notation import NOTATION
from prateria.games.bison.rules.state import State
from tests.games.bison.table import GAME, VARIANTS

UNUSED = {2: 6, 3: 3, 4: 2}


def check_game(number: int) -> int:
    """Play one game, with a player count and variant derived from its number; return how many
    decisions it took."""
    players = 2 + number % 3
    options: dict[str, OptionValue] = {
        "variant": VARIANTS[number // 3 % 3],
        "final_limit": number // 9 % 2 == 1,
    }
    match = prateria.new_match("bison", seats=players, seed=f"many {number}", options=options)
    state = GAME.new(GAME.ruleset(players, options), players)
    follow(state, match, 0)
    rng = Quick(number)
    decisions = 0
    while match.actors:
        seat = match.actors[0]
        legal = match.legal(seat)
        assert legal, match.position
        known = match.version
        match.play(seat, legal[rng.below(len(legal))])
        follow(state, match, known)
        decisions += 1
    assert (state.stack & (1 << 18) - 1).bit_count() == UNUSED[players]
    assert NOTATION.format_state(state) == match.position
    again = prateria.replay(match.log.dumps())
    assert (again.outcome, again.digest) == (match.outcome, match.digest)
    return decisions


def follow(state: State, match: prateria.Match, known: int) -> None:
    """The same steps on a separate state, its invariants checked after each."""
    for entry in match.log.entries[known:]:
        GAME.apply(state, entry.action)
        wrong = GAME.invariants(state)
        assert not wrong, (wrong, NOTATION.format_state(state))
        assert bool(GAME.actors(state)) == (GAME.outcome(state) is None)
        if GAME.actors(state) == (CHANCE,):
            assert GAME.chance(state)


def main(games: int, first: int) -> None:
    decisions = sum(check_game(number) for number in range(first, first + games))
    print(f"{games} games, {decisions} decisions: nothing wrong")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
