"""Positions read from short text, for tests, puzzles and people.

A position is a list of statements, one a line or separated by semicolons:

    manitou 2 quick                     game, players, options (name, or name=value)
    hunt 1 dealer b phase play          then what is going on; `step 5` or `turn a` if needed
    left: bison3,totem a:5,scout b:7,-chief     tiles, then cards; `-` is face down
    a: hand=2,mother stack=1 loot=bison3        and spent=… ; what is not named is available
    totem a; horse b; gone bison1*2             tiles not named are in the bag
    choosing a,b; thieves a; takings left:a:1:warrior,left:b:2:strongest,left:b:all:second
    uncovered left                      two placed: whose owner may cover again after a sacrifice

A taking may leave out what it is for, as those of version 1 of the rules do; those of grounds after
the first are worked out when their turn comes, unless tomahawks count from the next hunt on only.
Of two face-up great warriors of a seat the first covers nothing, the second covers the first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from prateria.core.contract.game import LETTERS
from prateria.core.contract.meta import OptionValue
from prateria.core.errors import NotationError
from prateria.core.notation import FactReader, read_position, short
from prateria.core.setup import BY_LOT
from prateria.games.manitou.notation.write import (
    CARD,
    CARD_WORDS,
    CLAIM,
    GROUND,
    STEPPED,
    TILE,
    TILE_WORDS,
)
from prateria.games.manitou.rules.components import (
    FIRST_WARRIOR,
    GROUNDS,
    NO_WARRIOR,
    ONE_CARD,
    ONE_TILE,
    Card,
    Claim,
    Ground,
    card_count,
    card_number,
    cards_of,
    tile_count,
    tile_kinds,
    tile_number,
)
from prateria.games.manitou.rules.invariants import cards_out, faults
from prateria.games.manitou.rules.phases import (
    DISCARD,
    DRAW,
    DRAW_PARTY,
    HORSE,
    LOT,
    PHASES,
    PICK_PARTY,
    PLAY,
    SHARE,
    TILES_DRAWN,
    TOTEM,
)
from prateria.games.manitou.rules.ruleset import META, make_ruleset, own_data
from prateria.games.manitou.rules.scoring import ALL_TILES, ranked, strengths
from prateria.games.manitou.rules.state import (
    NOBODY,
    State,
    first_player,
    full_bag,
    new_state,
    party_size,
)

UNSAID: Final = 0
"""The claim of a taking that does not name one."""


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
        self.step: int | None = None
        self.turn: int | None = None
        self.dealer_named = False
        state.phase = PLAY

    def read(self, statement: str) -> None:
        name, colon, rest = statement.partition(":")
        if colon and name in GROUND:
            self._read_ground(GROUND[name], rest.split())
        elif colon and len(name) == 1:
            self._read_seat(self.seat(name), rest.split())
        else:
            self.read_facts(statement.split(), self._readers(), "a ground or a seat")

    def _readers(self) -> dict[str, Callable[[str], None]]:
        return {
            "hunt": self._read_hunt,
            "dealer": self._read_dealer,
            "phase": self._read_phase,
            "step": self._read_step,
            "turn": self._read_turn,
            "totem": self._read_totem,
            "horse": self._read_horse,
            "gone": self._read_gone,
            "choosing": self._read_choosing,
            "thieves": self._read_thieves,
            "takings": self._read_takings,
            "uncovered": self._read_uncovered,
        }

    def _read_hunt(self, value: str) -> None:
        hunts = self.state.ruleset.hunts
        self.state.hunt = self.number(value, 1, hunts)

    def _read_dealer(self, value: str) -> None:
        self.state.dealer = self.seat(value)
        self.dealer_named = True

    def _read_phase(self, value: str) -> None:
        self.state.phase = self.phase(value, PHASES)

    def _read_step(self, value: str) -> None:
        ruleset = self.state.ruleset
        tiles = ruleset.grounds * ruleset.tiles_at_ground
        self.step = self.number(value, 0, max(tiles, ruleset.plays * self.state.seats))

    def _read_turn(self, value: str) -> None:
        self.turn = self.seat(value)

    def _read_totem(self, value: str) -> None:
        self.state.totem = self.seat(value)

    def _read_horse(self, value: str) -> None:
        self.state.horse = self.seat(value)

    def _read_gone(self, value: str) -> None:
        self.state.gone = self._tiles(value)

    def _read_choosing(self, value: str) -> None:
        self.state.choosing = sum(1 << seat for seat in {*map(self.seat, value.split(","))})

    def _read_thieves(self, value: str) -> None:
        self.state.thieves = tuple(map(self.seat, value.split(",")))

    def _read_takings(self, value: str) -> None:
        self.state.takings = tuple(map(self._taking, value.split(",")))

    def _read_uncovered(self, value: str) -> None:
        grounds = {self.known(word, "ground", GROUND) for word in value.split(",")}
        self.state.uncovered = sum(1 << ground for ground in grounds)

    def _taking(self, word: str) -> tuple[int, int, int, int]:
        parts = word.split(":")
        if len(parts) not in (3, 4) or parts[0] not in GROUND:
            raise NotationError(
                f"{short(word)} is not a taking; one reads like 'left:a:2:strongest'"
            )
        number = ALL_TILES if parts[2] == "all" else self.number(parts[2], 0, ALL_TILES)
        claim = int(self.known(parts[3], "claim", CLAIM)) if len(parts) == 4 else UNSAID
        return int(GROUND[parts[0]]), self.seat(parts[1]), number, claim

    def _read_ground(self, ground: Ground, words: list[str]) -> None:
        for word in words:
            letter, colon, cards = word.partition(":")
            if colon:
                for card in cards.split(","):
                    self._put_card(ground, self.seat(letter), card)
            else:
                self.state.tiles[ground] = self._tiles(word, self.state.tiles[ground])

    def _put_card(self, ground: Ground, seat: int, word: str) -> None:
        state, card = self.state, self.known(word.removeprefix("-"), "card", CARD)
        place = ground * state.seats + seat
        if word.startswith("-"):
            if card < FIRST_WARRIOR:
                raise NotationError("a hunter is never face down")
            state.fallen[place] = self._add(state.fallen[place], card)
        elif card < FIRST_WARRIOR:
            state.hunters[place] = self._add(state.hunters[place], card)
        elif state.owner[ground] == NOBODY:
            state.owner[ground], state.lower[ground] = seat, int(card)
        elif state.owner[ground] == seat and state.upper[ground] == NO_WARRIOR:
            state.upper[ground] = int(card)
        else:
            raise NotationError("at most two great warriors, of one seat, are face up at a ground")

    def _read_seat(self, seat: int, words: list[str]) -> None:
        rows = {"hand": self.state.hand, "stack": self.state.stack, "spent": self.state.spent}
        for word in words:
            name, _, value = word.partition("=")
            if name == "loot":
                self.state.loot[seat] = self._tiles(value, self.state.loot[seat])
            elif name in rows:
                for card in value.split(","):
                    rows[name][seat] = self._add(rows[name][seat], self.known(card, "card", CARD))
            else:
                raise NotationError(f"{short(name)} is none of hand, stack, spent, loot")

    def _add(self, pile: int, card: Card) -> int:
        if card_count(pile, card) == card_count(self.state.ruleset.tribe, card):
            raise NotationError(f"there are not that many cards {CARD_WORDS[card]}")
        return pile + ONE_CARD[card]

    def _tiles(self, words: str, pile: int = 0) -> int:
        """The tiles of a list, added to a pile."""
        for name, number in self.counted(words, 15):
            tile = self.known(name, "tile", TILE)
            if tile_count(pile, tile) + number > 15:
                raise NotationError(f"there are not that many tiles {name}")
            pile += number * ONE_TILE[tile]
        return pile

    def finish(self) -> State:
        """Work out the bag, the available cards, the step and the turn."""
        state = self.state
        if state.phase == LOT:
            state.dealer = NOBODY
        elif not self.dealer_named:
            fixed = state.ruleset.dealer
            last = state.seats - 1
            state.dealer = last if fixed == BY_LOT else (fixed + state.hunt - 1) % state.seats
        state.bag = self._rest_of_bag()
        for seat in range(state.seats):
            state.available[seat] = self._rest_of_cards(seat)
        self._settle_takings()
        self._settle_step()
        self._settle_turn()
        return state

    def _settle_takings(self) -> None:
        state = self.state
        rows = state.takings
        if not state.ruleset.tomahawks_next_hunt:
            rows = tuple(row for row in rows if row[0] == rows[0][0])
        state.takings = tuple(
            (*row[:3], row[3] or self._claim(row, rows[place + 1 :]))
            for place, row in enumerate(rows)
        )

    def _claim(
        self, row: tuple[int, int, int, int], later: tuple[tuple[int, int, int, int], ...]
    ) -> int:
        """What somebody takes tiles for, if the text does not say so. One tile is for the great
        warrior, or it is the second of the strongest's two."""
        ground, seat, number, _ = row
        if number == ALL_TILES:
            return Claim.SECOND
        if number > 1 or self.state.owner[ground] != seat:
            return Claim.STRONGEST
        if later and later[0][0] == ground:
            is_warrior = later[0][2] != ALL_TILES
        else:
            is_warrior = seat not in ranked(strengths(self.state, ground))
        return Claim.WARRIOR if is_warrior else Claim.STRONGEST

    def _rest_of_bag(self) -> int:
        state = self.state
        rest = full_bag(state.ruleset)
        for pile in (state.gone, *state.tiles, *state.loot):
            for tile in tile_kinds(pile):
                count = tile_count(pile, tile)
                if count > tile_count(rest, tile):
                    raise NotationError(f"there are not that many tiles {TILE_WORDS[tile]}")
                rest -= count * ONE_TILE[tile]
        return rest

    def _rest_of_cards(self, seat: int) -> int:
        state = self.state
        rest = state.ruleset.tribe
        places = [ground * state.seats + seat for ground in GROUNDS]
        up = [
            ONE_CARD[card]
            for ground in GROUNDS
            if state.owner[ground] == seat
            for card in (state.lower[ground], state.upper[ground])
            if card != NO_WARRIOR
        ]
        piles = [state.hand[seat], state.stack[seat], state.spent[seat], *up]
        piles += [state.hunters[place] for place in places]
        piles += [state.fallen[place] for place in places]
        for pile in piles:
            for card in cards_of(pile):
                if not card_count(rest, card):
                    raise NotationError(
                        f"seat {LETTERS[seat]} does not have that many cards {CARD_WORDS[card]}"
                    )
                rest -= ONE_CARD[card]
        return rest

    def _settle_step(self) -> None:
        state = self.state
        if TOTEM <= state.phase <= SHARE:
            state.step = state.ruleset.plays * state.seats
        elif self.step is not None and state.phase in STEPPED:
            state.step = self.step
        elif state.phase == TILES_DRAWN:
            state.step = sum(map(tile_number, state.tiles))
        elif state.phase in (DRAW, PLAY):
            state.step = self._least_step()
        if self.step not in (None, state.step):
            raise NotationError(f"the step cannot be {self.step} in this phase")

    def _least_step(self) -> int:
        """By default just enough turns have passed for everyone to have played what lies there,
        plus the few more until it is the turn of the seat that `turn` names."""
        state, first = self.state, first_player(self.state)
        step = 0
        for seat in range(state.seats):
            cards = cards_out(state, seat)
            if cards:
                step = max(step, (cards - 1) * state.seats + (seat - first) % state.seats + 1)
        if self.turn is not None and state.phase == PLAY:
            step += (self.turn - first - step) % state.seats
        return step

    def _settle_turn(self) -> None:
        state = self.state
        if state.phase == PLAY:
            state.turn = (first_player(state) + state.step) % state.seats
        elif state.phase == DRAW:
            state.turn = self._drawing_seat()
        elif state.phase == TOTEM:
            state.turn = state.totem
        elif state.phase == HORSE:
            state.turn = state.horse
        elif state.phase == DISCARD and state.thieves:
            state.turn = state.thieves[0]
        elif state.phase == SHARE and state.takings:
            state.turn = state.takings[0][1]
        elif state.phase in (PICK_PARTY, DRAW_PARTY) and not state.choosing:
            state.choosing = sum(
                1 << seat
                for seat in range(state.seats)
                if card_number(state.stack[seat]) < party_size(state, seat)
            )
        if self.turn is not None and state.turn != self.turn:
            raise NotationError(f"it cannot be {LETTERS[self.turn]}'s turn here")

    def _drawing_seat(self) -> int:
        state = self.state
        if state.step > 0:
            return (first_player(state) + state.step - 1) % state.seats
        return first_player(state) if self.turn is None else self.turn
