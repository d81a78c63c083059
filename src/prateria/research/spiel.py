"""The games for OpenSpiel: `register()`, then `pyspiel.load_game("prateria_manitou(players=3)")`.

A game's options are parameters of the same name. Two more shrink or bend it: `start`, a position in
the game's notation, quoted as in an address, from which every match begins (`game_string`,
`endgame.find`), and `memory`, how many earlier moments the information-state tensor holds. A game
that can be shrunk by its tables (`Numbers.small`) has a twin for exact solvers,
`prateria_manitou_small`.

Luck is explicit: each outcome of `Game.chance` with its probability. Where several seats choose at
once they are asked in turn, and by the laws learn nothing of each other meanwhile. The clock acts
when no seat can.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, Final, TypeAlias
from urllib.parse import quote, unquote

import numpy as np
import pyspiel  # type: ignore[import-not-found]

from prateria.core import registry
from prateria.core.contract.game import CHANCE, CLOCK, LETTERS, AnyGame, numbers_of
from prateria.core.errors import SetupError
from prateria.core.small import Small
from prateria.core.wire import to_json
from prateria.research.episode import EnvSetup
from prateria.research.rewards import reward_named

MOST_OUTCOMES: Final = 1024
"""More outcomes than any chance event in a game has; the contract states no bound."""
LONGEST: Final = 20_000
"""More decisions than a match has; the contract states no bound."""
MOST_POINTS: Final = 1000.0
"""An upper bound on leads in points."""
MEMORY: Final = 4
SMALL: Final = "_small"
"""The suffix of shrunken games' names."""
_CLASS: Final = "Game_"
_classes: Final[dict[str, type[SpielGame]]] = {}
_written = lru_cache(maxsize=4096)(to_json)
"""Solvers encounter the same views and events again and again, and formatting them took most of the
time."""


def register() -> tuple[str, ...]:
    """Make all installed games known to OpenSpiel, whole and shrunken; return their names there."""
    known = set(pyspiel.registered_names())
    kinds = []
    for game in registry.games():
        game_id, numbers = game.meta.id, game.numbers
        if numbers is None:  # its actions and views cannot be encoded as numbers
            continue
        kinds.append(game_id)
        if numbers.small() is not None:
            kinds.append(game_id + SMALL)
    for kind in kinds:
        if spiel_name(kind) not in known:
            made = _class_for(kind)
            pyspiel.register_game(made.game_type, made)
    return tuple(map(spiel_name, kinds))


def spiel_name(kind: str) -> str:
    """A game's name in OpenSpiel. A kind is a game's id, with SMALL appended for the shrunken
    game."""
    return f"prateria_{kind}"


def game_string(game_id: str, position: str) -> str:
    """The argument of `pyspiel.load_game` for matches that begin at a position in notation."""
    return f"{spiel_name(game_id)}(start={quote(position, safe='')})"


def _small_of(kind: str) -> tuple[str, Small | None]:
    """The game id of a kind, and how the game is shrunk."""
    if not kind.endswith(SMALL):
        return kind, None
    game_id = kind.removesuffix(SMALL)
    return game_id, numbers_of(registry.get(game_id)).small()


def _type_of(kind: str) -> Any:
    game_id, small = _small_of(kind)
    meta = registry.get(game_id).meta
    least, most, memory = meta.least, meta.most, MEMORY
    parameters: dict[str, Any] = {option.name: option.default for option in meta.options}
    information = pyspiel.GameType.Information.IMPERFECT_INFORMATION
    if small is not None:
        least, most, memory = small.seats, small.seats, small.moments
        parameters |= small.options
        if small.is_open:
            information = pyspiel.GameType.Information.PERFECT_INFORMATION
    parameters |= {"players": least, "reward": "rank", "start": "", "memory": memory}
    return pyspiel.GameType(
        short_name=spiel_name(kind),
        long_name=f"Prateria {meta.name}{', shrunken' if small else ''}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters,
        default_loadable=True,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One game with one rule set."""

    game_type: Any

    def __init__(self, kind: str, game_type: Any, parameters: Mapping[str, Any]) -> None:
        game_id, small = _small_of(kind)
        self.rules: AnyGame = registry.get(game_id)
        self.data = None if small is None else small.data
        self.is_small = small is not None
        meta = self.rules.meta
        given = {**game_type.parameter_specification, **parameters}
        seats = int(given["players"])
        if small is not None and seats != small.seats:
            raise SetupError(f"the shrunken {meta.name} is for {small.seats} players, not {seats}")
        options = {option.name: given[option.name] for option in meta.options}
        self.start: Any = None
        if given["start"]:
            self.start = self.rules.notation.parse_state(unquote(given["start"]), self.data)
            seats, options = self.rules.notation.setup(self.start)
        self.setup = EnvSetup(game_id, seats, options, self.data)
        self.memory = int(given["memory"])
        if self.memory < 0:
            raise SetupError("memory cannot be negative")
        self.reward = reward_named(given["reward"])
        most = 1.0 if given["reward"] == "rank" else MOST_POINTS
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setup.size,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=seats,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(game_type, info, dict(parameters))

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise SetupError(f"observers take no parameters, not {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self, kind)


def _class_for(kind: str) -> type[SpielGame]:
    """A class, not a function: OpenSpiel releases it after Python has shut down, and a class,
    because it refers to itself, is not freed by that."""
    if kind not in _classes:
        game_type = _type_of(kind)

        def start(self: SpielGame, parameters: Mapping[str, Any] | None = None) -> None:
            SpielGame.__init__(self, kind, game_type, parameters or {})

        body = {"__init__": start, "__module__": __name__, "game_type": game_type}
        _classes[kind] = type(f"{_CLASS}{kind}", (SpielGame,), body)
    return _classes[kind]


def __getattr__(name: str) -> type[SpielGame]:
    """The class of a game by its name, for pickles from other processes."""
    if name.startswith(_CLASS):
        return _class_for(name.removeprefix(_CLASS))
    raise AttributeError(name)


PastStep: TypeAlias = tuple[Any, int | None]
"""A state, and the number of what the seat did then, if it was the one that acted."""


class Trajectory:
    """The course of a match: its state, what each seat was told, and the past steps it may
    remember.

    Those are its own latest decisions; in a shrunken game everything that ever happened, because
    there all of it fits into a tensor. They are kept as states: solvers ask only for strings, and a
    copy costs less than a view. It is a separate class because OpenSpiel deep-copies Python states,
    and only the rules know how to copy theirs.
    """

    __slots__ = ("game", "moments", "state", "told")

    def __init__(self, game: SpielGame) -> None:
        self.game = game
        rules, setup = game.rules, game.setup
        start = rules.new(setup.ruleset, setup.seats) if game.start is None else game.start
        self.state = rules.copy(start)
        self.told: list[tuple[str, ...]] = [()] * setup.seats
        self.moments: list[tuple[PastStep, ...]] = [()] * setup.seats
        self._wind()

    def __deepcopy__(self, memo: dict[int, Any]) -> Trajectory:
        twin = Trajectory.__new__(Trajectory)
        twin.game = self.game
        twin.state = self.game.rules.copy(self.state)
        twin.told = self.told[:]
        twin.moments = self.moments[:]
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        """For OpenSpiel's serialization of states: a state is written as notation."""
        write = self.game.rules.notation.format_state
        moments = [[(write(state), number) for state, number in row] for row in self.moments]
        return _restored, (str(self.game), write(self.state), self.told, moments)

    @property
    def actor(self) -> int | None:
        """CHANCE, the seat being asked now, or None at the end."""
        actors = self.game.rules.actors(self.state)
        return actors[0] if actors else None

    def play(self, seat: int, number: int) -> None:
        rules = self.game.rules
        action = self.game.setup.actions[seat][number]
        self._note(seat, number)
        self.told[seat] += (f"> {rules.notation.format_action(action)}",)
        self._apply(action)

    def draw(self, outcome: Any) -> None:
        """Carry out an outcome of chance."""
        self._note(CHANCE, None)
        self._apply(outcome)

    def _note(self, actor: int, number: int | None) -> None:
        game = self.game
        if not game.memory:
            return
        if game.is_small:
            now = game.rules.copy(self.state)
            for seat, moments in enumerate(self.moments):
                self.moments[seat] = (*moments, (now, number if seat == actor else None))
        elif actor != CHANCE:
            moment = (game.rules.copy(self.state), number)
            self.moments[actor] = (*self.moments[actor], moment)[-game.memory :]

    def _apply(self, action: Any) -> None:
        self._tell(self.game.rules.apply(self.state, action))
        self._wind()

    def _wind(self) -> None:
        rules, state = self.game.rules, self.state
        while rules.actors(state) == (CLOCK,):
            self._tell(rules.apply(state, rules.legal(state, CLOCK)[0]))

    def _tell(self, events: Sequence[Any]) -> None:
        seen = self.game.rules.seen
        for seat in range(len(self.told)):
            heard = [
                event for event in (seen(event, seat) for event in events) if event is not None
            ]
            if heard:
                self.told[seat] += tuple(map(_written, heard))


def _restored(
    game: str,
    position: str,
    told: list[tuple[str, ...]],
    moments: list[list[tuple[str, int | None]]],
) -> Trajectory:
    trajectory = Trajectory.__new__(Trajectory)
    trajectory.game = _loaded(game)
    rules, data = trajectory.game.rules, trajectory.game.data
    trajectory.state = rules.notation.parse_state(position, data)
    trajectory.told = told
    trajectory.moments = [
        tuple([(rules.notation.parse_state(text, data), number) for text, number in row])
        for row in moments
    ]
    return trajectory


@lru_cache(maxsize=16)
def _loaded(game: str) -> SpielGame:
    register()
    loaded: SpielGame = pyspiel.load_game(game)
    return loaded


class SpielState(pyspiel.State):  # type: ignore[misc]
    """One match."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.trajectory = Trajectory(game)

    def current_player(self) -> int:
        actor = self.trajectory.actor
        if actor is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def _legal_actions(self, player: int) -> list[int]:
        trajectory = self.trajectory
        if player != trajectory.actor:
            return []
        legal = trajectory.game.rules.legal(trajectory.state, player)
        return sorted(trajectory.game.setup.numbers(legal))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = [weight for _, weight in self._outcomes()]
        total = sum(weights)
        return [(place, weight / total) for place, weight in enumerate(weights)]

    def _outcomes(self) -> Sequence[tuple[Any, int]]:
        return self.trajectory.game.rules.chance(self.trajectory.state)

    def _apply_action(self, action: int) -> None:
        trajectory = self.trajectory
        actor = trajectory.actor
        if actor == CHANCE:
            trajectory.draw(self._outcomes()[action][0])
        else:
            assert actor is not None
            trajectory.play(actor, action)

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.trajectory.game
        if player == CHANCE:
            return game.rules.notation.format_action(self._outcomes()[action][0])
        return game.rules.notation.format_action(game.setup.actions[player][action])

    def is_terminal(self) -> bool:
        return self.trajectory.actor is None

    def returns(self) -> list[float]:
        game = self.trajectory.game
        outcome = game.rules.outcome(self.trajectory.state)
        return [0.0] * game.setup.seats if outcome is None else list(game.reward(outcome))

    def __str__(self) -> str:
        return self.trajectory.game.rules.notation.format_state(self.trajectory.state)


class Observer:
    """What a player sees now; with perfect recall, also what it was told and did before.

    As a string the recall is perfect: everything the seat was told, and each of its own actions.
    The tensor holds the last `memory` steps (`Trajectory`), each as what was seen and what was
    done; for a shrunken game that is all of them.
    """

    def __init__(self, game: SpielGame, kind: Any) -> None:
        self._game = game
        self._encode = numbers_of(game.rules).encode
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._public = kind.public_info
        self._recall = kind.perfect_recall
        setup = game.setup
        pieces: list[tuple[str, tuple[int, ...]]] = [("player", (setup.seats,))]
        if self._private or self._public:
            pieces.append(("view", (setup.width,)))
        if self._recall and self._private and game.memory:
            pieces.append(("seen before", (game.memory, setup.width)))
            pieces.append(("done before", (game.memory, setup.size)))
        self.tensor = np.zeros(sum(int(np.prod(shape)) for _, shape in pieces), np.float32)
        self.dict: dict[str, Any] = {}
        place = 0
        for name, shape in pieces:
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[place : place + size].reshape(shape)
            place += size

    def _view(self, trajectory: Trajectory, player: int) -> Any:
        """The player's view; without private information, a spectator's."""
        return self._game.rules.view(trajectory.state, player if self._private else None)

    def set_from(self, state: SpielState, player: int) -> None:
        game, trajectory = self._game, state.trajectory
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if "view" in self.dict:
            self.dict["view"][:] = self._encode(self._view(trajectory, player))
        if "seen before" in self.dict:
            for row, (view, number) in enumerate(
                islice(self._past(trajectory, player), game.memory)
            ):
                self.dict["seen before"][row] = self._encode(view)
                if number is not None:
                    self.dict["done before"][row, number] = 1

    def _past(self, trajectory: Trajectory, player: int) -> Iterator[tuple[Any, int | None]]:
        """What the player saw and did before, the latest first; consecutive equal views once."""
        newer = self._view(trajectory, player)
        for state, number in reversed(trajectory.moments[player]):
            view = self._game.rules.view(state, player)
            if number is not None or view != newer:
                yield view, number
            newer = view

    def string_from(self, state: SpielState, player: int) -> str:
        trajectory = state.trajectory
        lines = [f"seat {LETTERS[player]}"]
        if self._recall and self._private:
            lines += trajectory.told[player]
        if self._private or self._public:
            lines.append(_written(self._view(trajectory, player)))
        return "\n".join(lines)
