"""The figures of docs/environments.md: `python -m tools.environments` measures and writes them.

The part between the two marks of that page is rewritten; the rest of it is prose. Speed is by CPU
time, with compiled rules if PYTHONPATH leads to them (`./play compile`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final

import prateria
from bench.env_loop import steps_per_second
from bench.env_ours import MATCHES, vector_steps_per_second
from bench.machine import cpu_model, load, python_version
from examples.learn import wilson
from prateria.bots import BotSeat, make
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.contract.game import CHANCE
from prateria.core.contract.meta import Outcome
from prateria.core.matches.begin import new_match
from prateria.core.playout import positions
from prateria.research import aec_env, vector_env
from prateria.research.episode import EnvSetup
from tools.small_games import small_rows

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "environments.md"
BEGIN: Final = "<!-- figures: python -m tools.environments -->"
END: Final = "<!-- end of figures -->"
GAMES: Final = 100
"""Random games played for sizes and lengths."""
CONTESTS: Final = 60
"""Games for each baseline, in every seat in turn."""
SECONDS: Final = 0.5
SEEDS: Final = range(1, 6)
"""The best of several runs counts: anything else the machine does only slows it down."""


def kinds() -> Iterator[tuple[str, int]]:
    for game_id in registry.ids():
        meta = registry.get(game_id).meta
        for seats in range(meta.least, meta.most + 1):
            yield game_id, seats


def spread(values: list[float]) -> str:
    """The mean with its 95 % interval."""
    half = 1.96 * stdev(values) / len(values) ** 0.5
    return f"{fmean(values):.1f} ± {half:.1f}"


def walked(setup: EnvSetup, games: int) -> dict[str, Any]:
    """Random games, step by step."""
    game, rng = setup.game, Quick(1)
    lengths, choices, draws, together, points = [], [], 0, 0, []
    for _ in range(games):
        state = game.new(setup.ruleset, setup.seats)
        length = 0
        for position in positions(game, state, rng):
            actors = game.actors(position)
            if actors[0] == CHANCE:
                draws += 1
                continue
            choices.append(len(game.legal(position, actors[0])))
            together += sum(actor >= 0 for actor in actors) > 1
            length += 1
        lengths.append(length)
        outcome = game.outcome(state)
        assert outcome is not None
        points += [float(score) for score in outcome.scores]
    return {
        "length": f"{fmean(lengths):.0f} ({min(lengths)}–{max(lengths)})",
        "branching": f"{fmean(choices):.1f} (to {max(choices)})",
        "draws": f"{draws / games:.0f}",
        "together": f"{together / len(choices):.0%}",
        "points": spread(points),
    }


def size_rows() -> Iterator[str]:
    yield (
        "| game | seats | observation | actions | decisions a game | choices a decision"
        " | draws a game | chosen at once |"
    )
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for game_id, seats in kinds():
        setup = EnvSetup(game_id, seats, None)
        found = walked(setup, GAMES)
        yield (
            f"| {game_id} | {seats} | {setup.width} | {setup.size} | {found['length']}"
            f" | {found['branching']} | {found['draws']} | {found['together']} |"
        )


def speed_rows() -> Iterator[str]:
    yield f"| game | seats | AEC steps a second | {MATCHES} matches at once |"
    yield "| --- | --- | --- | --- |"
    for game_id, seats in kinds():
        turn_by_turn = aec_env(game_id, seats=seats)
        at_once = vector_env(game_id, MATCHES, seats=seats)
        turns = max(steps_per_second(turn_by_turn, SECONDS, seed) for seed in SEEDS)
        many = max(vector_steps_per_second(at_once, SECONDS, seed) for seed in SEEDS)
        yield f"| {game_id} | {seats} | {turns:,.0f} | {many:,.0f} |"


def played(game_id: str, bots: list[str], number: int) -> Outcome:
    match = new_match(game_id, seats=len(bots), seed=f"environments {number}", players=bots)
    seats = [BotSeat(make(spec), seat, str(number)) for seat, spec in enumerate(bots)]
    while (outcome := match.outcome) is None:
        seat = match.actors[0]
        match.play(seat, seats[seat].decide(match))
    return outcome


def baseline_rows() -> Iterator[str]:
    yield (
        "| game | seats | random: points | one greedy among random: share of victories"
        " (95 % interval) | fair | its points |"
    )
    yield "| --- | --- | --- | --- | --- | --- |"
    for game_id, seats in kinds():
        won, points = 0.0, []
        for number in range(CONTESTS):
            own = number % seats
            bots = ["greedy" if seat == own else "random" for seat in range(seats)]
            outcome = played(game_id, bots, number)
            points.append(float(outcome.scores[own]))
            won += 1 / len(outcome.winners) if own in outcome.winners else 0
        share, low, high = wilson(won, CONTESTS)
        plain = walked(EnvSetup(game_id, seats, None), GAMES)["points"]
        yield (
            f"| {game_id} | {seats} | {plain} | {share:.0%} ({low:.0%}–{high:.0%})"
            f" | {1 / seats:.0%} | {spread(points)} |"
        )


def figures() -> str:
    how = "compiled" if prateria.is_compiled() else "plain"
    parts = [
        BEGIN,
        f"{python_version()} on {cpu_model()}, {how} rules, load {load()}.",
        f"Steps by CPU time, the best of {len(SEEDS)} runs.",
        "",
        "### Sizes, from random play",
        "",
        *size_rows(),
        "",
        "### Speed",
        "",
        *speed_rows(),
        "",
        "### Baselines",
        "",
        *baseline_rows(),
        "",
        "### Small games",
        "",
        *small_rows(),
        END,
    ]
    return "\n".join(parts)


def main() -> None:
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(before + figures() + after, encoding="utf-8")
    sys.stdout.write(f"{PAGE}\n")


if __name__ == "__main__":
    main()
