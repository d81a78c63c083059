"""Words for cards and roles; actions and positions as short text.

`reader.py` reads a position back; its docstring shows the notation.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import permutations
from typing import Final, assert_never

from prateria.core.contract.game import LETTERS
from prateria.core.contract.meta import OptionValue
from prateria.core.errors import NotationError
from prateria.core.notation import format_head, short
from prateria.games.apache.rules.actions import (
    BEAT_NOW,
    CLAIM,
    END_CLAIM,
    NAME_FIRST,
    PASS,
    PLAY_TRIBE,
    SEATS,
    TAKE_PERSON,
    TURN_CARD,
    TURN_UP,
    Action,
    Beat,
    Claim,
    CloseWindow,
    EndClaim,
    NameFirst,
    Pass,
    PlayTribe,
    SetOrder,
    TakePerson,
    TurnCard,
    TurnUp,
)
from prateria.games.apache.rules.components import CARDS, CHOICES, ROLES
from prateria.games.apache.rules.phases import CHOOSE, PHASES, RACE
from prateria.games.apache.rules.ruleset import META, options_of
from prateria.games.apache.rules.state import NOBODY, NOTHING, Shown, State
from prateria.games.apache.rules.timing import NOT_MEASURED, UNTIMED, Grab, Placed

ROLE_WORDS: Final = tuple(role.name.lower() for role in ROLES)
CARD_WORDS: Final = tuple(card.name.lower().replace("_", "-") for card in CARDS)
CHOICE_WORDS: Final = tuple(choice.name.lower() for choice in CHOICES)
ROLE: Final = {word: role for role, word in zip(ROLES, ROLE_WORDS, strict=True)}
CARD: Final = {word: card for card, word in zip(CARDS, CARD_WORDS, strict=True)}
CHOICE: Final = {word: choice for choice, word in zip(CHOICES, CHOICE_WORDS, strict=True)}

_MS: Final = "(-?[0-9]{1,9})"
TIMES: Final = f"reaction={_MS} rtt={_MS}-{_MS} arrived={_MS}"
_NO_TIMES: Final = (NOT_MEASURED,) * 4
_TIMED_PLAY: Final = re.compile(f"([a-e]) plays ([a-z]+) {TIMES}")
_PLACED: Final = re.compile("([a-e])(?::([0-9]{1,7})(!?))?")


# --- actions ------------------------------------------------------------------------------


def format_action(action: Action) -> str:  # flat, so that mypy can prove it complete
    """`a plays chief`, `b passes`, `a claims tepees`, `turns up buffalo`, `closes a:412 b:431!`"""
    if isinstance(action, TurnUp):
        return f"turns up {CARD_WORDS[action.card]}"
    if isinstance(action, SetOrder):
        return f"order {','.join(LETTERS[seat] for seat in action.order)}"
    if isinstance(action, CloseWindow):
        return " ".join(["closes", *map(_format_placed, action.order)])
    if isinstance(action, Beat):
        return "beat"
    if isinstance(action, EndClaim):
        return "ends claim"
    who = LETTERS[action.seat]
    if isinstance(action, NameFirst):
        return f"{who} begins"
    if isinstance(action, TurnCard):
        return f"{who} turns"
    if isinstance(action, PlayTribe):
        play = f"{who} plays {ROLE_WORDS[action.role]}"
        measured = (action.reaction, action.rtt_low, action.rtt_high, action.arrived)
        return play if measured == _NO_TIMES else f"{play} {format_times(*measured)}"
    if isinstance(action, Claim):
        return f"{who} claims {CHOICE_WORDS[action.choice]}"
    if isinstance(action, TakePerson):
        return f"{who} takes {CARD_WORDS[action.card]}"
    if isinstance(action, Pass):
        return f"{who} passes"
    assert_never(action)


def format_times(reaction: int, rtt_low: int, rtt_high: int, arrived: int) -> str:
    """The measurements: `reaction=412 rtt=20-35 arrived=440`."""
    return f"reaction={reaction} rtt={rtt_low}-{rtt_high} arrived={arrived}"


def _format_placed(placed: Placed) -> str:
    seat, ms, marked = placed
    if ms == UNTIMED:
        return LETTERS[seat]
    return f"{LETTERS[seat]}:{ms}{'!' if marked else ''}"


def _all_actions() -> dict[str, Action]:
    """Every possible action without measurements, by its text."""
    rows: list[Action] = [*TURN_UP, *NAME_FIRST, *PASS, *TURN_CARD, BEAT_NOW, END_CLAIM]
    for seat in SEATS:
        rows += [*PLAY_TRIBE[seat], *CLAIM[seat], *TAKE_PERSON[seat]]
    for number in range(2, 6):
        rows += [SetOrder(order) for order in permutations(SEATS, number)]
    return {format_action(action): action for action in rows}


_ACTIONS: Final = _all_actions()


def parse_action(text: str) -> Action:
    """The action a text describes; NotationError shows how one is written."""
    words = " ".join(text.split()).lower()
    action = _ACTIONS.get(words)
    if action is None:
        action = _parse_play(words) or _parse_close(words)
    if action is None:
        raise NotationError(
            f"{short(text)} is not an action; one reads like 'a plays chief', 'a passes', "
            f"'a turns', 'a claims tepees', 'a takes red-hunter', with a seat from a to e; roles "
            f"are {', '.join(ROLE_WORDS)}; claims are for {', '.join(CHOICE_WORDS)}; a live play "
            f"goes on like '{format_times(412, 20, 35, 440)}'"
        )
    return action


def _parse_play(words: str) -> Action | None:
    found = _TIMED_PLAY.fullmatch(words)
    if found is None or found.group(2) not in ROLE:
        return None
    seat, role = LETTERS.index(found.group(1)), ROLE[found.group(2)]
    reaction, low, high, arrived = [int(word) for word in found.groups()[2:]]
    return PlayTribe(seat, role, reaction, low, high, arrived)


def _parse_close(words: str) -> Action | None:
    verb, *plays = words.split(" ")
    placed = [parse_placed(play) for play in plays]
    if verb != "closes" or not placed or None in placed:
        return None
    return CloseWindow(tuple([row for row in placed if row is not None]))


def parse_placed(word: str) -> Placed | None:
    """A play in its place, as the closing of a pow-wow lists it."""
    found = _PLACED.fullmatch(word)
    if found is None:
        return None
    ms = UNTIMED if found.group(2) is None else int(found.group(2))
    return LETTERS.index(found.group(1)), ms, found.group(3) == "!"


# --- writing a position -------------------------------------------------------------------


def format_state(state: State) -> str:
    """The whole position, one statement a line."""
    lines = [format_head(META, state.seats, options_of(state.ruleset)), _course(state)]
    if any(state.up):
        lines.append(f"up: {format_heap(state.up)}")
    lines += [_seat_line(state, seat) for seat in range(state.seats)]
    if any(state.gone):
        lines.append(f"gone: {format_heap(state.gone)}")
    if state.phase in (CHOOSE, RACE):
        who = [LETTERS[seat] for seat in range(state.seats) if state.choosing >> seat & 1]
        lines.append(f"choosing {','.join(who) or 'none'}")
    if state.powwow:
        rows = ",".join([_format_shown(row) for row in state.powwow])
        lines.append(f"powwow {rows} place {state.place}")
    if state.lines:
        rows = ",".join([f"{LETTERS[seat]}:{low}-{high}" for seat, low, high in state.lines])
        lines.append(f"lines {rows}")
    if state.choice != NOTHING:
        lines.append(f"claim {CHOICE_WORDS[state.choice]}")
    return "\n".join(lines)


def _course(state: State) -> str:
    turner = "" if state.turner == NOBODY else f" turner {LETTERS[state.turner]}"
    newest = "" if state.newest == NOTHING else f" newest {CARD_WORDS[state.newest]}"
    return f"phase {PHASES[state.phase]}{turner}{newest}"


def _seat_line(state: State, seat: int) -> str:
    words = [f"{LETTERS[seat]}:"]
    if state.winnings[seat]:
        words.append(f"won={format_row(state.winnings[seat])}")
    if state.buffalo[seat]:
        words.append(f"buffalo={state.buffalo[seat]}")
    if state.marks[seat]:
        words.append(f"marks={state.marks[seat]}")
    if state.played[seat] != NOTHING:
        words.append(f"plays={ROLE_WORDS[state.played[seat]]}")
    words += [_format_grab(grab) for grab in state.grabs if grab.seat == seat]
    return " ".join(words)


def _format_grab(grab: Grab) -> str:
    return format_times(grab.reaction, grab.rtt_low, grab.rtt_high, grab.arrived)


def _format_shown(row: Shown) -> str:
    seat, role, sound, ms, marked = row
    time = "" if ms == UNTIMED else f":{ms}{'!' if marked else ''}"
    return f"{LETTERS[seat]}:{ROLE_WORDS[role]}{time}{'' if sound else ':unsound'}"


def format_heap(heap: Sequence[int]) -> str:
    """Cards whose order does not matter: `buffalo*3,red-chief`."""
    words = []
    for card, number in enumerate(heap):
        if number:
            words.append(CARD_WORDS[card] + (f"*{number}" if number > 1 else ""))
    return ",".join(words)


def format_row(cards: Sequence[int]) -> str:
    """Cards whose order matters, the top one last: `totem*2,red-chief,totem`."""
    words: list[str] = []
    start = 0
    while start < len(cards):
        end = start
        while end < len(cards) and cards[end] == cards[start]:
            end += 1
        words.append(CARD_WORDS[cards[start]] + (f"*{end - start}" if end - start > 1 else ""))
        start = end
    return ",".join(words)


def setup(state: State) -> tuple[int, dict[str, OptionValue]]:
    """How many seats a state has, and the options it is played with."""
    return state.seats, options_of(state.ruleset)
