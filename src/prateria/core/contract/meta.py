"""The facts about a game, its options, and how a match of it ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from prateria.core.errors import SetupError
from prateria.core.native import make_picklable
from prateria.core.texts import mark

OptionValue: TypeAlias = bool | int | str
"""What an option may be set to."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something a host may choose: its values, the default, the rule behind it."""

    name: str
    values: tuple[OptionValue, ...]
    default: OptionValue
    rule: str
    is_former: bool = False
    """Only logs of earlier versions of the rules use the other values; they are not offered."""


@dataclass(frozen=True, slots=True)
class Meta:
    """The facts about a game. `least` and `most` are numbers of players."""

    id: str
    name: str
    designers: tuple[str, ...]
    publisher: str
    year: int
    least: int
    most: int
    options: tuple[Option, ...]
    rules_version: str
    has_learning: bool = False
    """Whether drawings can point out more than a player would normally be shown
    (`Scene.learning`)."""

    @property
    def offered(self) -> tuple[Option, ...]:
        """The options a host may choose from."""
        return tuple([option for option in self.options if not option.is_former])


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: each seat's place (1 is best; ties share a place) and score, and why.

    `reason` says what decided the victory; it is one of the game's `reasons`.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


make_picklable(Option, Meta, Outcome)


def settle_options(meta: Meta, chosen: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return every option with its value, in the game's own order; SetupError for unknown names or
    values."""
    known = {option.name: option for option in meta.options}
    for name in chosen:
        if name not in known:
            raise SetupError(
                mark("{game} has no option {name!r}; it has {known}"),
                game=meta.name,
                name=name,
                known=", ".join(sorted(known)),
            )
    settled: dict[str, OptionValue] = {}
    for option in meta.options:
        value = chosen.get(option.name, option.default)
        if not any(value == allowed and type(value) is type(allowed) for allowed in option.values):
            allowed_values = ", ".join(map(option_text, option.values))
            raise SetupError(
                mark("option {name} of {game} cannot be {value!r}; it is one of {known}"),
                name=option.name,
                game=meta.name,
                value=value,
                known=allowed_values,
            )
        settled[option.name] = value
    return settled


def option_text(value: OptionValue) -> str:
    """An option's value as it is written on the command line."""
    return str(value).lower()


def check_seats(meta: Meta, seats: object) -> int:
    """Return the number of seats if the game allows it; otherwise raise SetupError."""
    if type(seats) is not int or not meta.least <= seats <= meta.most:
        raise SetupError(
            mark("{game} is for {least} to {most} players, not {seats}"),
            game=meta.name,
            least=meta.least,
            most=meta.most,
            seats=seats,
        )
    return seats
