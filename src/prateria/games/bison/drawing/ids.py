"""The ids of elements in the picture, and the path of ids that spells a move."""

from __future__ import annotations

from typing import Final, assert_never

from prateria.games.bison.notation.write import ANIMAL_WORDS, DEGREES, KIND_WORDS, PIECE_WORDS
from prateria.games.bison.rules.actions import (
    SEATS,
    Action,
    Build,
    Buy,
    CallHunter,
    ChooseAction,
    Done,
    DrawTile,
    EndTurn,
    Enlarge,
    Exchange,
    Gain,
    Gather,
    LayStart,
    LayTile,
    MoveHunter,
    NameStart,
    Pay,
    PickHunter,
    Reduce,
    SendHunters,
)
from prateria.games.bison.rules.components import ANIMALS, CELL_NAMES, KINDS, PIECES, SPACE_NAMES
from prateria.games.bison.rules.view import View

SITE_IDS: Final = tuple(f"site-{name}" for name in CELL_NAMES)
SPACE_IDS: Final = tuple(f"space-{name}" for name in SPACE_NAMES)
AREA_IDS: Final = tuple(f"area-{name}" for name in SPACE_NAMES)
TURN_IDS: Final = tuple(f"turn-{degrees}" for degrees in DEGREES)
KIND_IDS: Final = tuple(f"act-{word}" for word in KIND_WORDS)
MARKET_ID: Final = "market"
EXCHANGE_ID: Final = "exchange"
DONE_ID: Final = "done"
END_ID: Final = "end-turn"

_SPACES: Final = {name: space for space, name in enumerate((*SPACE_IDS, *AREA_IDS))}
_SITES: Final = {name: cell for cell, name in enumerate(SITE_IDS)}


def space_of(name: str) -> int | None:
    """The space with this id, or a space of the area with this id."""
    number = _SPACES.get(name)
    return None if number is None else number % len(SPACE_IDS)


def site_of(name: str) -> int | None:
    """The cell with this id."""
    return _SITES.get(name)


def pay_id(bison: int, turkeys: int, salmon: int) -> str:
    return f"pay-{bison}-{turkeys}-{salmon}"


def swap_id(give: int, take: int) -> str:
    return f"swap-{ANIMAL_WORDS[give]}-{ANIMAL_WORDS[take]}"


def buy_id(piece: int) -> str:
    return f"buy-{PIECE_WORDS[piece]}"


def gain_id(animal: int) -> str:
    return f"gain-{ANIMAL_WORDS[animal]}"


def path(  # noqa: C901  # one flat match, so that mypy proves it complete
    _view: View, action: Action
) -> tuple[str, ...]:
    """The ids to pick for a move; none for chance's actions."""
    match action:
        case ChooseAction(_, kind):
            return (KIND_IDS[kind],)
        case LayTile(_, cell, turn):
            return SITE_IDS[cell], TURN_IDS[turn]
        case SendHunters(_, space, hunters):
            return SPACE_IDS[space], f"send-{hunters}"
        case Build(_, space, hunters):
            return SPACE_IDS[space], f"build-{hunters}"
        case Enlarge(_, space, hunters):
            return SPACE_IDS[space], f"enlarge-{hunters}"
        case Reduce(_, space, hunters):
            return SPACE_IDS[space], f"reduce-{hunters}"
        case Gather(_, space) | CallHunter(_, space) | PickHunter(_, space) | MoveHunter(_, space):
            return (SPACE_IDS[space],)
        case Gain(_, animal):
            return (gain_id(animal),)
        case Pay(_, bison, turkeys, salmon):
            return (pay_id(bison, turkeys, salmon),)
        case Buy(_, piece):
            return MARKET_ID, buy_id(piece)
        case Exchange(_, give, take):
            return EXCHANGE_ID, swap_id(give, take)
        case EndTurn():
            return (END_ID,)
        case Done():
            return (DONE_ID,)
        case NameStart() | LayStart() | DrawTile():
            return ()
    assert_never(action)


def action_of(seat: int, name: str) -> Action | None:
    """The action that a button stands for on its own, legal or not."""
    if name in KIND_IDS:
        return ChooseAction(seat, KINDS[KIND_IDS.index(name)])
    return _SINGLE[seat].get(name)


def _single(seat: int) -> dict[str, Action]:
    found: dict[str, Action] = {buy_id(piece): Buy(seat, piece) for piece in PIECES}
    found |= {gain_id(animal): Gain(seat, animal) for animal in ANIMALS}
    for give in ANIMALS:
        found |= {swap_id(give, take): Exchange(seat, give, take) for take in ANIMALS}
    found[MARKET_ID] = Buy(seat, PIECES[0])
    found[EXCHANGE_ID] = Exchange(seat, ANIMALS[0], ANIMALS[1])
    return found


_SINGLE: Final = tuple([_single(seat) for seat in SEATS])
"""By seat, what is bought, exchanged and gained by which id."""
