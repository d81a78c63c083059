"""Words for cards, tiles and grounds; actions and positions as short text.

`reader.py` reads a position back; its docstring shows the notation.
"""

from __future__ import annotations

from typing import Final, assert_never

from prateria.core.contract.game import LETTERS
from prateria.core.contract.meta import OptionValue
from prateria.core.errors import NotationError
from prateria.core.notation import format_head, short
from prateria.games.manitou.rules.actions import (
    DISCARD_TILE,
    DRAW_CARD,
    LAY_TILE,
    MOVE_HUNTER,
    NAME_DEALER,
    PASS,
    PICK_CARD,
    PLAY_CARD,
    TAKE_TILE,
    Action,
    DiscardTile,
    DrawCard,
    LayTile,
    MoveHunter,
    NameDealer,
    Pass,
    PickCard,
    PlayCard,
    TakeTile,
)
from prateria.games.manitou.rules.components import (
    CARDS,
    CLAIMS,
    GROUNDS,
    NO_WARRIOR,
    TILES,
    Ground,
    cards_of,
    tile_count,
    tile_kinds,
)
from prateria.games.manitou.rules.phases import DRAW, PHASES, PLAY, TILES_DRAWN
from prateria.games.manitou.rules.ruleset import META, options_of
from prateria.games.manitou.rules.scoring import ALL_TILES
from prateria.games.manitou.rules.state import NOBODY, State

CARD_WORDS: Final = (
    *(str(value) for value in range(1, 11)),
    "chief",
    "mother",
    "rainmaker",
    "scout",
    "medicine",
)
TILE_WORDS: Final = tuple(tile.name.lower().replace("_", "") for tile in TILES)
GROUND_WORDS: Final = tuple(ground.name.lower() for ground in GROUNDS)
CLAIM_WORDS: Final = tuple(claim.name.lower() for claim in CLAIMS)
CARD: Final = {word: card for card, word in zip(CARDS, CARD_WORDS, strict=True)}
TILE: Final = {word: tile for tile, word in zip(TILES, TILE_WORDS, strict=True)}
GROUND: Final = {word: ground for ground, word in zip(GROUNDS, GROUND_WORDS, strict=True)}
CLAIM: Final = {word: claim for claim, word in zip(CLAIMS, CLAIM_WORDS, strict=True)}


# --- actions ------------------------------------------------------------------------------


def format_action(action: Action) -> str:
    """`a plays chief left`, `a picks 7`, `a takes bison2`, `lays totem`, …"""
    if isinstance(action, LayTile):
        return f"lays {TILE_WORDS[action.tile]}"
    who = LETTERS[action.seat]
    if isinstance(action, NameDealer):
        return f"{who} deals"
    if isinstance(action, PickCard):
        return f"{who} picks {CARD_WORDS[action.card]}"
    if isinstance(action, DrawCard):
        return f"{who} draws {CARD_WORDS[action.card]}"
    if isinstance(action, PlayCard):
        return f"{who} plays {CARD_WORDS[action.card]} {GROUND_WORDS[action.ground]}"
    if isinstance(action, MoveHunter):
        way = f"{GROUND_WORDS[action.source]} {GROUND_WORDS[action.target]}"
        return f"{who} moves {CARD_WORDS[action.card]} {way}"
    if isinstance(action, DiscardTile):
        return f"{who} discards {TILE_WORDS[action.tile]}"
    if isinstance(action, TakeTile):
        return f"{who} takes {TILE_WORDS[action.tile]}"
    if isinstance(action, Pass):
        return f"{who} passes"
    assert_never(action)


def _all_actions() -> dict[str, Action]:
    """Every possible action, by its text."""
    rows: list[Action] = [*LAY_TILE, *NAME_DEALER, *PASS]
    for seat in range(META.most):
        rows += [*PICK_CARD[seat], *DRAW_CARD[seat], *DISCARD_TILE[seat], *TAKE_TILE[seat]]
        rows += [play for card in PLAY_CARD[seat] for play in card]
        rows += [move for card in MOVE_HUNTER[seat] for source in card for move in source]
    return {format_action(action): action for action in rows}


_ACTIONS: Final = _all_actions()
_VERBS: Final = "deals, picks, draws, plays, moves, discards, takes, passes"


def parse_action(text: str) -> Action:
    """The action a text describes; NotationError shows how one is written."""
    action = _ACTIONS.get(" ".join(text.split()).lower())
    if action is None:
        raise NotationError(
            f"{short(text)} is not an action; one reads like 'a plays chief left', with "
            f"a seat from a to e, one of {_VERBS}; a card from 1 to 10 or one of "
            f"{', '.join(CARD_WORDS[10:])}; a ground: {', '.join(GROUND_WORDS)}; "
            f"or a tile: {', '.join(TILE_WORDS)}"
        )
    return action


STEPPED: Final = (TILES_DRAWN, DRAW, PLAY)
"""Phases in which the step does not follow from the rest."""


# --- writing a position -------------------------------------------------------------------


def format_state(state: State) -> str:
    """The whole position, one statement a line."""
    lines = [format_head(META, state.seats, options_of(state.ruleset)), _course(state)]
    lines += [_ground_line(state, ground) for ground in GROUNDS]
    lines += [_seat_line(state, seat) for seat in range(state.seats)]
    if state.uncovered:
        bare = [GROUND_WORDS[ground] for ground in GROUNDS if state.uncovered >> ground & 1]
        lines.append(f"uncovered {','.join(bare)}")
    if state.totem != NOBODY:
        lines.append(f"totem {LETTERS[state.totem]}")
    if state.horse != NOBODY:
        lines.append(f"horse {LETTERS[state.horse]}")
    if state.gone:
        lines.append(f"gone {format_tiles(state.gone)}")
    if state.choosing:
        who = [LETTERS[seat] for seat in range(state.seats) if state.choosing >> seat & 1]
        lines.append(f"choosing {','.join(who)}")
    if state.thieves:
        lines.append(f"thieves {','.join(LETTERS[seat] for seat in state.thieves)}")
    if state.takings:
        lines.append(f"takings {','.join(_format_taking(row) for row in state.takings)}")
    return "\n".join(lines)


def _course(state: State) -> str:
    dealer = "" if state.dealer == NOBODY else f" dealer {LETTERS[state.dealer]}"
    turn = f" turn {LETTERS[state.turn]}" if state.phase == DRAW else ""
    step = f" step {state.step}" if state.phase in STEPPED else ""
    return f"hunt {state.hunt}{dealer} phase {PHASES[state.phase]}{turn}{step}"


def _ground_line(state: State, ground: Ground) -> str:
    words = [f"{GROUND_WORDS[ground]}:"]
    if state.tiles[ground]:
        words.append(format_tiles(state.tiles[ground]))
    for seat in range(state.seats):
        place = ground * state.seats + seat
        cards = [CARD_WORDS[card] for card in cards_of(state.hunters[place])]
        if state.owner[ground] == seat:
            up = (state.lower[ground], state.upper[ground])
            cards += [CARD_WORDS[card] for card in up if card != NO_WARRIOR]
        cards += ["-" + CARD_WORDS[card] for card in cards_of(state.fallen[place])]
        if cards:
            words.append(f"{LETTERS[seat]}:{','.join(cards)}")
    return " ".join(words)


def _seat_line(state: State, seat: int) -> str:
    words = [f"{LETTERS[seat]}:"]
    for name, pile in (
        ("hand", state.hand[seat]),
        ("stack", state.stack[seat]),
        ("spent", state.spent[seat]),
    ):
        if pile:
            words.append(f"{name}={','.join(CARD_WORDS[card] for card in cards_of(pile))}")
    if state.loot[seat]:
        words.append(f"loot={format_tiles(state.loot[seat])}")
    return " ".join(words)


def format_tiles(pile: int) -> str:
    """Tiles as `bison3,totem*2`."""
    words = []
    for tile in tile_kinds(pile):
        count = tile_count(pile, tile)
        words.append(TILE_WORDS[tile] + (f"*{count}" if count > 1 else ""))
    return ",".join(words)


def _format_taking(row: tuple[int, int, int, int]) -> str:
    ground, seat, number, claim = row
    left = "all" if number == ALL_TILES else str(number)
    return f"{GROUND_WORDS[ground]}:{LETTERS[seat]}:{left}:{CLAIM_WORDS[claim - 1]}"


def setup(state: State) -> tuple[int, dict[str, OptionValue]]:
    """How many seats a state has, and the options it is played with."""
    return state.seats, options_of(state.ruleset)
