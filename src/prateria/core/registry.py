"""The installed games. They are found by entry point, ours and other people's alike.

A package offers a game with the entry point group `prateria.games`; its value is the game object.
Nothing in Prateria imports a game by name. A broken package affects no other: its game is refused
with an explanation, and left out where all games are shown.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from prateria.core.contract.game import AnyGame, Game
from prateria.core.errors import SetupError
from prateria.core.texts import mark

GROUP: Final = "prateria.games"
"""The entry points by which packages offer games."""

_loaded: Final[dict[str, AnyGame]] = {}
_broken: Final[dict[str, SetupError]] = {}


def register(game: AnyGame) -> None:
    """Make a game known to this process without installing it (for tests and notebooks)."""
    _loaded[game.meta.id] = game


def forget(game_id: str) -> None:
    """Undo `register`; packages are searched again."""
    _loaded.pop(game_id, None)
    _broken.pop(game_id, None)


def _offers() -> tuple[EntryPoint, ...]:
    """What the installed packages offer. A scan takes 2 ms, so its result is kept for as long as
    Python looks for packages in the same folders."""
    return _scan(entry_points, tuple(sys.path))


@lru_cache(maxsize=8)
def _scan(
    find: Callable[..., Iterable[EntryPoint]], _folders: tuple[str, ...]
) -> tuple[EntryPoint, ...]:
    return tuple(find(group=GROUP))


def ids() -> tuple[str, ...]:
    """The ids of all games, sorted."""
    return tuple(sorted({point.name for point in _offers()} | _loaded.keys()))


def get(game_id: str) -> AnyGame:
    """The game with this id, or SetupError naming those that exist."""
    if game_id not in _loaded:
        found = [point for point in _offers() if point.name == game_id]
        if not found:
            known = ", ".join(ids())
            if not known:
                text = mark("there is no game “{name}” and no other: is the package installed?")
                raise SetupError(text, name=game_id)
            text = mark("there is no game “{name}”; there are: {known}")
            raise SetupError(text, name=game_id, known=known)
        _loaded[game_id] = _load(found[0])
    return _loaded[game_id]


def _load(point: EntryPoint) -> AnyGame:
    if point.name in _broken:
        raise _broken[point.name]
    try:
        game = _read(point)
    except Exception as error:
        text = mark("the game “{name}” of {place} cannot be loaded: {fault}")
        fault = f"{type(error).__name__}: {error}"
        refusal = SetupError(text, name=point.name, place=point.value, fault=fault)
        _broken[point.name] = refusal
        raise refusal from error
    if not isinstance(game, Game) or game.meta.id != point.name:
        text = mark("{place} is not a game with the id “{name}”")
        _broken[point.name] = SetupError(text, place=point.value, name=point.name)
        raise _broken[point.name]
    return game


def _read(point: EntryPoint) -> object:
    """The game, with everything that pages show of every game: what is wrong with it is found here,
    and not on the page of all games."""
    game = point.load()
    if isinstance(game, Game):
        for option in game.meta.options:
            if option.rule not in game.rulebook.rules:
                raise LookupError(f"the option {option.name} names the unknown rule {option.rule}")
        if game.face is not None:
            game.face.art()
            game.face.lesson()
    return game


def games() -> tuple[AnyGame, ...]:
    """Every game that can be loaded, by id."""
    found = []
    for game_id in ids():
        with suppress(SetupError):
            found.append(get(game_id))
    return tuple(found)


def faults() -> tuple[SetupError, ...]:
    """What is wrong with the games that `games` left out."""
    return tuple(_broken[game_id] for game_id in ids() if game_id in _broken)


def package_of(game: AnyGame) -> str | None:
    """The package that contains a game's class and its data; None for a lone module."""
    module = type(game).__module__
    is_package = hasattr(sys.modules.get(module), "__path__")
    return module if is_package else module.rpartition(".")[0] or None
