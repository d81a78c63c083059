"""Positions read from short text, for tests, puzzles and people.

A position is a list of statements, one a line or separated by semicolons:

    bison 2 variant=1 final_limit       game, players, options (name, or name=value)
    season 2 start b phase turn round 3 turn a      what is going on
    action move-one involved 1 moved d3p; space d3p; scored prairie     if needed
    row d . mmpppm021 .                 a row of the land, all its places from left to right, or
    d2 pmmmpp021                        one tile: its sides clockwise from the upper right (p or
                                        m) and its bison, turkeys, salmon
    a: d3p=2 c4r=1+2 stock=9/10/10 supply=hunter*2,tepee1 used=gather tile=mmpppm021

A camp is a number of hunters and, after a plus, the size of the tepee or canoe. What is not named
is as at the start: the start tiles in the data's order, stocks of ten, a supply less what stands on
the board (more than that came out of the market). A seat that must hold a tile, or must have used
some actions, does. Spaces are cells and p, m or r.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from prateria.core.contract.game import LETTERS
from prateria.core.contract.meta import OptionValue
from prateria.core.errors import NotationError
from prateria.core.notation import FactReader, read_position, short
from prateria.games.bison.notation.write import CELL, KIND_WORDS, PIECE_WORDS, SPACE, TERRAIN_WORDS
from prateria.games.bison.rules.board import board_of, corner_of
from prateria.games.bison.rules.components import (
    CALLING,
    CANOES,
    CELLS,
    IS_PLACE,
    MOVE_ONE,
    MOVE_THREE,
    NOTHING,
    ONE,
    PIECES,
    PLACE,
    ROWS,
    SIDES,
    SPACES,
    START_CELLS,
    START_TURNS,
    TEPEES,
    WIDTH,
    camp,
    count,
)
from prateria.games.bison.rules.invariants import board_pile, faults, holds_tile, uses
from prateria.games.bison.rules.phases import AFTER, LOT, OVER, PHASES, START, TURN
from prateria.games.bison.rules.ruleset import META, START_TILES, TILES, make_ruleset, own_data
from prateria.games.bison.rules.state import State, new_state
from prateria.games.bison.rules.view import stack_of

MOST_ANIMALS = 63
USED_BY_DEFAULT = (MOVE_THREE, MOVE_ONE, CALLING, CANOES, TEPEES, PLACE)


def parse_state(text: str, data: Mapping[str, Any] | None = None) -> State:
    """The position a text describes; NotationError says which statement is wrong."""
    tables = own_data() if data is None else data

    def begin(seats: int, options: Mapping[str, OptionValue]) -> _Reader:
        return _Reader(new_state(make_ruleset(seats, options, tables), seats))

    return read_position(text, META, begin, faults)


class _Reader(FactReader):
    """Reads statements into a state, then works out what they left open."""

    def __init__(self, state: State) -> None:
        super().__init__(state.seats)
        self.state = state
        self.land = [NOTHING] * CELLS
        self.supply: list[int | None] = [None] * state.seats
        self.used: list[int | None] = [None] * state.seats
        self.tiles: list[int | None] = [None] * state.seats
        self.turn: int | None = None
        if state.start == NOTHING:
            state.start = 0
        state.phase = TURN

    def read(self, statement: str) -> None:
        words = statement.split()
        name, colon, rest = statement.partition(":")
        if colon:
            self._read_seat(self.seat(name), rest.split())
        elif words[0] == "row":
            self._read_row(words[1:])
        elif words[0] in CELL:
            if len(words) != 2:
                raise NotationError("a cell and a tile were expected")
            self._put_tile(CELL[words[0]], words[1])
        else:
            self.read_facts(words, self._readers(), "a cell or a seat")

    def _readers(self) -> dict[str, Callable[[str], None]]:
        return {
            "season": self._read_season,
            "start": self._read_start,
            "phase": self._read_phase,
            "round": self._read_round,
            "turn": self._read_turn,
            "scored": self._read_scored,
            "action": self._read_action,
            "involved": self._read_involved,
            "space": self._read_space,
            "moved": self._read_moved,
        }

    def _read_season(self, value: str) -> None:
        self.state.season = self.number(value, 1, self.state.ruleset.seasons)

    def _read_start(self, value: str) -> None:
        self.state.start = self.seat(value)

    def _read_phase(self, value: str) -> None:
        self.state.phase = self._word(value, "phase", PHASES)

    def _read_round(self, value: str) -> None:
        self.state.round = self.number(value, 1, self.state.ruleset.rounds) - 1

    def _read_turn(self, value: str) -> None:
        self.turn = self.seat(value)

    def _read_scored(self, value: str) -> None:
        self.state.terrain = self._word(value, "terrain", TERRAIN_WORDS)

    def _read_action(self, value: str) -> None:
        self.state.action = self._word(value, "action", KIND_WORDS)

    def _read_involved(self, value: str) -> None:
        self.state.involved = self.number(value, 0, 5)

    def _read_space(self, value: str) -> None:
        self.state.space = self._space(value)

    def _read_moved(self, value: str) -> None:
        self.state.moved = tuple(map(self._space, value.split(",")))

    # --- land -----------------------------------------------------------------------------

    def _read_row(self, words: list[str]) -> None:
        if not words or len(words[0]) != 1 or words[0] not in ROWS:
            raise NotationError(f"a row is one of {', '.join(ROWS)}")
        first = ROWS.index(words[0]) * WIDTH
        cells = [cell for cell in range(first, first + WIDTH) if IS_PLACE[cell]]
        if len(words) != len(cells) + 1:
            raise NotationError(f"row {words[0]} has {len(cells)} places")
        for cell, word in zip(cells, words[1:], strict=True):
            if word != ".":
                self._put_tile(cell, word)

    def _put_tile(self, cell: int, word: str) -> None:
        if not IS_PLACE[cell]:
            raise NotationError("that is more than three tiles from the totem")
        if self.land[cell] != NOTHING:
            raise NotationError("there is a tile already")
        first = TILES if cell in START_CELLS else 0
        self.land[cell] = self._tile(word, first)

    def _tile(self, word: str, first: int) -> int:
        """Three times the tile plus its rotation; tiles counted from the first, or the start
        tiles."""
        match = re.fullmatch("([pm]{6})([0-3])([0-3])([0-3])", word)
        if match is None:
            raise NotationError(f"{short(word)} is not a tile; one reads like 'pmmmpp021'")
        sides = tuple("pm".index(letter) for letter in match[1])
        animals = tuple(map(int, match.groups()[1:]))
        tiles = self.state.ruleset.tiles
        for number in range(first, TILES if first == 0 else TILES + START_TILES):
            tile = tiles[number]
            for turn in range(3):
                if SIDES[corner_of(tile, turn)][tile.prairie] == sides and animals == (
                    tile.bison,
                    tile.turkeys,
                    tile.salmon,
                ):
                    return 3 * number + turn
        raise NotationError(f"there is no such {'start ' if first else ''}tile: {word}")

    # --- seats ----------------------------------------------------------------------------

    def _read_seat(self, seat: int, words: list[str]) -> None:
        for word in words:
            name, _, value = word.partition("=")
            if name in SPACE:
                self._put_camp(seat, SPACE[name], value)
            elif name == "stock":
                self._read_stock(seat, value)
            elif name == "supply":
                self.supply[seat] = self._pile(value)
            elif name == "used":
                kinds = {self._word(kind, "action", KIND_WORDS) for kind in value.split(",")}
                self.used[seat] = sum(1 << kind for kind in kinds)
            elif name == "tile":
                self.tiles[seat] = self._tile(value, 0) // 3
            else:
                raise NotationError(f"{short(name)} is none of stock, supply, used, tile, a space")

    def _put_camp(self, seat: int, space: int, value: str) -> None:
        match = re.fullmatch(r"([1-8]?)(?:\+([1-4]))?", value)
        if match is None or not value:
            raise NotationError(f"{short(value)} is not a camp; one reads like '2', '2+1' or '+1'")
        if self.state.pieces[space]:
            raise NotationError("only one player may have pieces on a space")
        self.state.pieces[space] = camp(seat, int(match[1] or 0), int(match[2] or 0))

    def _read_stock(self, seat: int, value: str) -> None:
        numbers = value.split("/")
        if len(numbers) != 3:
            raise NotationError("a stock reads like '10/10/10': bison, turkeys, salmon")
        for animal, number in enumerate(numbers):
            self.state.stock[3 * seat + animal] = self.number(number, 0, MOST_ANIMALS)

    def _pile(self, words: str) -> int:
        pile = 0
        for name, number in self.counted(words, 8) if words != "nothing" else []:
            piece = self._word(name, "piece", PIECE_WORDS)
            pile += number * ONE[piece]
            if count(pile, piece) > count(self.state.ruleset.pieces, piece):
                raise NotationError(f"there are not that many pieces {name}")
        return pile

    def _word(self, word: str, what: str, words: tuple[str, ...]) -> int:
        if word not in words:
            raise NotationError(f"{short(word)} is not a {what}; one of {', '.join(words)}")
        return words.index(word)

    def _space(self, word: str) -> int:
        if word not in SPACE:
            raise NotationError(f"{short(word)} is not a space; one reads like 'd3p'")
        return SPACE[word]

    # --- what was left open ---------------------------------------------------------------

    def finish(self) -> State:
        """Work out land, pieces, tiles and phase as far as the statements left them open."""
        state = self.state
        if state.phase == LOT:
            state.start = NOTHING
        if state.phase > AFTER:
            state.round = state.ruleset.rounds
        self._settle_turn()
        self._settle_land()
        for seat in range(state.seats):
            spaces = range(SPACES)
            state.camps[seat] = tuple(s for s in spaces if state.pieces[s] >> 8 == seat + 1)
            self._settle_pieces(seat)
            self._settle_used(seat)
        self._settle_tiles()
        return state

    def _settle_turn(self) -> None:
        state = self.state
        if state.phase <= START or state.phase == OVER:
            if self.turn is not None:
                raise NotationError("it is nobody's turn in that phase")
        elif self.turn is not None:
            state.turn = self.turn
        else:
            state.turn = state.start

    def _settle_land(self) -> None:
        state = self.state
        if state.phase > START:
            left = list(state.ruleset.alike[TILES:])
            for cell in START_CELLS:
                if self.land[cell] != NOTHING and self.land[cell] // 3 in left:
                    left.remove(self.land[cell] // 3)
            for cell, turn in zip(START_CELLS, START_TURNS, strict=True):
                if self.land[cell] == NOTHING:
                    self.land[cell] = 3 * left.pop(0) + turn
        state.board = board_of(state.ruleset, self.land)

    def _settle_pieces(self, seat: int) -> None:
        """Pieces on the board came out of the first supply and, once that was exhausted, the
        market."""
        state = self.state
        board = board_pile(state, seat)
        given = self.supply[seat]
        supply = market = 0
        for piece in PIECES:
            left = count(state.ruleset.pieces, piece) - board[piece]
            if left < 0:
                raise NotationError(f"seat {LETTERS[seat]} has too many {PIECE_WORDS[piece]}")
            if given is None:
                kept = min(left, max(0, count(state.ruleset.supply, piece) - board[piece]))
            else:
                kept = count(given, piece)
            if kept > left:
                raise NotationError(f"seat {LETTERS[seat]} has too many {PIECE_WORDS[piece]}")
            supply += kept * ONE[piece]
            market += (left - kept) * ONE[piece]
        state.supply[seat], state.market[seat] = supply, market

    def _settle_used(self, seat: int) -> None:
        """By default, the action being carried out and as many others as the round needs."""
        state = self.state
        given = self.used[seat]
        if given is not None:
            state.used[seat] = given
            return
        number = uses(state, seat)
        is_acting = seat == state.turn and state.action != NOTHING
        used: int = 1 << state.action if is_acting else 0
        if number == state.ruleset.rounds:
            used |= 1 << PLACE
        for kind in USED_BY_DEFAULT:
            if used.bit_count() < number:
                used |= 1 << kind
        state.used[seat] = used

    def _settle_tiles(self) -> None:
        state = self.state
        left = list(state.ruleset.alike)
        laid = [land // 3 for land in self.land if land != NOTHING]
        for tile in [*laid, *(held for held in self.tiles if held is not None)]:
            self._take(left, tile)
        for seat, given in enumerate(self.tiles):
            if given is not None:
                state.drawn[seat] = given
            elif holds_tile(state, seat) and left and left[0] < TILES:
                state.drawn[seat] = left.pop(0)
        state.stack = stack_of(state.ruleset, left)

    def _take(self, left: list[int], tile: int) -> None:
        if tile not in left:
            raise NotationError("there are not that many tiles that look like that")
        left.remove(tile)
