"""The search uses its budget and no more, uses only what its seat may know, and is repeatable."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from time import perf_counter, process_time
from typing import Any

import pytest

import prateria
from prateria.bots import BotSeat, Budget, Observation, make
from prateria.bots.base import Bot
from prateria.bots.levels import LEVELS
from prateria.bots.search import SearchBot, least_of
from prateria.core.chance import Quick, Rng
from prateria.core.matches.match import Match

GAMES = ("apache", "bison", "manitou")


def decisions(game: str, number: int, seats: int = 2, guide: str = "learned") -> Iterator[Any]:
    """Positions with a choice in the course of some games."""
    found, count = 0, 0
    while True:
        match = prateria.new_match(game, seats=seats, seed=f"decisions {count}")
        players = [BotSeat(make(guide), seat, "x") for seat in range(seats)]
        count += 1
        while match.actors:
            seat = match.actors[0]
            legal = match.legal(seat)
            if len(legal) > 1:
                yield Observation(match.game, seat, match.view(seat), ()), legal
                found += 1
                if found == number:
                    return
            match.play(seat, players[seat].decide(match))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 4])
def test_a_search_plays_a_whole_game_legally(game: str, seats: int) -> None:
    match = prateria.new_match(game, seats=seats, seed="x")
    names = ["search:sims=2", *["random"] * (seats - 1)]
    players = [BotSeat(make(name), seat, "x") for seat, name in enumerate(names)]
    while match.actors:
        seat = match.actors[0]
        match.play(seat, players[seat].decide(match))
    assert match.outcome is not None


@pytest.mark.parametrize("game", GAMES)
def test_the_same_luck_gives_the_same_choice(game: str) -> None:
    for observation, legal in decisions(game, 3):
        bots = [make("search:sims=8,horizon=2") for _ in range(2)]
        choices = [bot.choose(observation, legal, Budget(), Quick(3)) for bot in bots]
        assert choices[0] == choices[1]


def test_simulations_are_counted_and_the_smaller_limit_holds() -> None:
    observation, legal = next(decisions("manitou", 1))
    bot = SearchBot(simulations=40)
    bot.choose(observation, legal, Budget(simulations=7), Quick(1))
    assert bot.simulations == 7
    assert least_of(None, 3) == 3
    assert least_of(3, None) == 3
    assert least_of(4, 3) == 3
    assert least_of(None, None) is None


def test_a_search_uses_the_time_it_is_given() -> None:
    for observation, legal in decisions("manitou", 3):
        began = perf_counter()
        make("search:ms=80").choose(observation, legal, Budget(), Quick(1))
        assert perf_counter() - began > 0.06


def test_the_tree_is_kept_while_the_own_turn_goes_on() -> None:
    """A pick of a party is followed by the next one; the second search starts from the first."""
    match = prateria.new_match("manitou", seats=2, seed="x")
    seat = match.actors[0]
    bot = SearchBot(simulations=60)
    for _ in range(3):
        observation = Observation(match.game, seat, match.view(seat), ())
        kept = bot._node_for(match.game, seat, observation.view)
        match.play(seat, bot.choose(observation, match.legal(seat), Budget(), Quick(2)))
    assert kept is not None
    assert kept.visits > 0


@pytest.fixture
def a_process_of_its_own() -> Iterator[None]:
    """Where bots think, the garbage collector must not scan the objects of a thousand tests: right
    after a bot has thought that would take 200 ms."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def overrun(bot: Bot, observation: Observation, legal: Sequence[Any], ms: int) -> float:
    """By how much a decision was late, not counting the time the machine gave to other
    processes."""
    wall, own = perf_counter(), process_time()
    bot.choose(observation, legal, Budget(milliseconds=ms), Quick(1))
    wall, own = perf_counter() - wall, process_time() - own
    return 1000 * min(wall, own) - ms


@pytest.mark.slow
@pytest.mark.usefixtures("a_process_of_its_own")
@pytest.mark.parametrize(
    ("bot", "ms", "moves"),
    [("search:sims=100000", 25, 200), ("greedy", 2, 100), ("learned", 2, 50)],
)
@pytest.mark.parametrize("game", GAMES)
def test_a_budget_is_kept_in_a_thousand_moves(game: str, bot: str, ms: int, moves: int) -> None:
    """Never over by more than 20 % or 50 ms, whichever is more."""
    late = [
        overrun(make(bot), observation, legal, ms) for observation, legal in decisions(game, moves)
    ]
    assert len(late) == moves
    assert max(late) <= max(0.2 * ms, 50)


@pytest.mark.parametrize("bot", ["greedy", "learned", "search"])
def test_without_any_time_a_bot_still_answers(bot: str) -> None:
    for observation, legal in decisions("bison", 12):
        assert make(bot).choose(observation, legal, Budget(milliseconds=0), Quick(1)) in legal


def test_a_simulation_ends_after_what_others_choose_at_the_same_time() -> None:
    """In calm Apache all choose at once: behind the first one's choice a tree contains nothing."""
    first = 0
    for observation, legal in decisions("apache", 6):
        game = observation.game
        if len(game.actors(game.determinize(observation.view, Quick(1)))) > 1:
            bot = SearchBot(simulations=40, knobs={"rounds": 0})
            assert bot.choose(observation, legal, Budget(), Quick(1)) in legal
            assert bot._node is None or not bot._node.edges
            first += 1
    assert first > 1


def test_simulations_that_the_kept_tree_has_seen_are_not_made_again() -> None:
    match = prateria.new_match("manitou", seats=2, seed="x")
    seat, bot = match.actors[0], SearchBot(simulations=60)
    made: list[int] = []
    for _ in range(3):
        observation = Observation(match.game, seat, match.view(seat), ())
        match.play(seat, bot.choose(observation, match.legal(seat), Budget(), Quick(2)))
        made.append(bot.simulations)
    assert made[0] == 60
    assert 0 < made[2] < 60


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_every_game_in_its_time(level: str) -> None:
    for game in GAMES:
        for observation, legal in decisions(game, 2):
            own = process_time()
            choice = make(f"level:{level}").choose(observation, legal, Budget(), Quick(1))
            assert choice in legal
            assert 1000 * (process_time() - own) <= 1.2 * LEVELS[level].milliseconds + 50


# --- what a bot can reach -----------------------------------------------------------------


def reachable(start: Any) -> list[Any]:
    """Everything that is reachable from some objects by attributes and items."""
    found: dict[int, Any] = {}
    todo = [start]
    while todo:
        thing = todo.pop()
        if id(thing) in found or isinstance(thing, type | str | int | float | bytes | None):
            continue
        found[id(thing)] = thing
        if isinstance(thing, dict):
            todo += [*thing.keys(), *thing.values()]
        elif isinstance(thing, list | tuple | set | frozenset):
            todo += thing
        names = {*getattr(thing, "__dict__", {})}
        for kind in type(thing).__mro__:
            slots = getattr(kind, "__slots__", ())
            names |= {slots} if isinstance(slots, str) else {*slots}
        todo += [getattr(thing, name) for name in names if hasattr(thing, name)]
        if hasattr(thing, "__self__"):
            todo.append(thing.__self__)
    return list(found.values())


class Peeker:
    """A bot that looks for the state in everything it receives."""

    def __init__(self, state: type) -> None:
        self.state = state
        self.found: list[Any] = []
        self.looked_at = 0

    def choose(
        self, observation: Observation, legal: Sequence[Any], budget: Budget, rng: Rng
    ) -> Any:
        things = reachable([observation, legal, budget, rng, self.choose])
        self.looked_at += len(things)
        self.found += [thing for thing in things if isinstance(thing, self.state | Match)]
        return legal[-1]


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_that_peeks_finds_no_state(game: str) -> None:
    match = prateria.new_match(game, seats=2, seed="x")
    state = type(match.game.determinize(match.view(0), Quick(1)))
    bots = [Peeker(state), Peeker(state)]
    players = [BotSeat(bot, seat, "x") for seat, bot in enumerate(bots)]
    for _ in range(40):
        seat = match.actors[0]
        match.play(seat, players[seat].decide(match))
    assert bots[0].looked_at > 1000
    assert bots[0].found == bots[1].found == []


def test_the_peeker_would_find_a_state_if_there_were_one() -> None:
    match = prateria.new_match("manitou", seats=2, seed="x")
    state = match.game.determinize(match.view(0), Quick(1))
    peeker = Peeker(type(state))
    peeker.choose(Observation(match.game, 0, [state], ()), [1], Budget(), Quick(1))
    assert peeker.found == [state]
