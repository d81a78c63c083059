"""Player counts, options and the tiles, fixed once in a frozen `RuleSet`.

Everything that differs between tables is a value here; no other module looks at options.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final

from prateria.core.contract.game import LETTERS
from prateria.core.contract.meta import Meta, Option, OptionValue, check_seats, settle_options
from prateria.core.errors import SetupError
from prateria.core.rules import rule
from prateria.core.setup import number, read_toml, seat_fixed, seat_option
from prateria.core.wire import OMIT_DEFAULT
from prateria.games.bison.rules.components import (
    ALL_KINDS,
    ALL_PIECES,
    CELL_NAMES,
    FIRST_STOCK,
    FIRST_SUPPLY,
    KINDS,
    LIMIT,
    NEIGHBOURS,
    ONE,
    PIECES,
    PLACE,
    PLACES,
    START_CELLS,
    count,
)

META: Final = Meta(
    id="bison",
    name="Bison",
    designers=("Wolfgang Kramer", "Michael Kiesling"),
    publisher="Phalanx Games",
    year=2006,
    least=2,
    most=4,
    options=(
        Option("variant", ("none", "1", "2"), "none", "B11.1"),
        Option("final_limit", (False, True), False, "B10.1"),
        Option("first", ("lot", *LETTERS[:4]), "lot", "B1.6"),
    ),
    rules_version="2",
)
_FIRST_VERSION: Final = replace(
    META,
    options=(
        META.options[0],
        Option("no_final_limit", (False, True), False, "B10.1"),
        META.options[2],
    ),
    rules_version="1",
)

TILES: Final = 18
START_TILES: Final = 3
ROUNDS: Final = 4


@dataclass(frozen=True, slots=True)
class Tile:
    """A land tile: the corner (0 or 1) where its river starts, the prairie sides from there on, and
    the animals printed on it. Turned by thirds, a tile looks the same from other corners.
    """

    corner: int
    prairie: int
    bison: int
    turkeys: int
    salmon: int


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The rules of one match. Tiles 0 to 17 are drawn, 18 to 20 are the start tiles."""

    players: int
    seasons: int
    several_spaces: bool
    may_reduce: bool
    final_limit: bool
    first: int
    tiles: tuple[Tile, ...]
    alike: tuple[int, ...]
    """For each tile the first one that looks the same, whose number stands for both."""
    rounds: int = field(default=ROUNDS, metadata=OMIT_DEFAULT)
    """How many actions each player has in a season."""
    kinds: int = field(default=ALL_KINDS, metadata=OMIT_DEFAULT)
    """The actions there are, one bit each."""
    places: tuple[int, ...] = field(default=PLACES, metadata=OMIT_DEFAULT)
    """Where tiles may lie."""
    stock: int = field(default=FIRST_STOCK, metadata=OMIT_DEFAULT)
    """How many of each animal a player starts with."""
    pieces: int = field(default=ALL_PIECES, metadata=OMIT_DEFAULT)
    supply: int = field(default=FIRST_SUPPLY, metadata=OMIT_DEFAULT)
    """A player's pieces, and those of them that are not in the market at the start."""


def make_ruleset(
    players: int, options: Mapping[str, OptionValue], data: Mapping[str, Any]
) -> RuleSet:
    """The rule set for a number of players with these options and tables."""
    players = check_seats(META, players)
    settled = settle_options(META, options)
    tiles = read_tiles(data)
    size = read_size(data, players)
    return RuleSet(
        players=players,
        seasons=size.seasons,
        several_spaces=on_several_spaces(settled["variant"]),
        may_reduce=may_reduce(settled["variant"]),
        final_limit=has_final_limit(settled["final_limit"]),
        first=first_fixed(settled["first"], players),
        tiles=tiles,
        alike=tuple(_first_alike(tiles, tile) for tile in range(len(tiles))),
        rounds=size.rounds,
        kinds=size.kinds,
        places=size.places,
        stock=size.stock,
        pieces=size.pieces,
        supply=size.supply,
    )


def options_of(ruleset: RuleSet) -> dict[str, OptionValue]:
    """The options that give this rule set."""
    variant = "2" if ruleset.may_reduce else "1" if ruleset.several_spaces else "none"
    return {
        "variant": variant,
        "final_limit": ruleset.final_limit,
        "first": seat_option(ruleset.first),
    }


def options_of_version(
    version: str, options: Mapping[str, OptionValue]
) -> Mapping[str, OptionValue] | None:
    """Options of an earlier version in today's terms; None for a version that is not known.

    Version 1 limited stocks in the final scoring unless the option `no_final_limit` lifted it. What
    else it allowed is still allowed. SetupError names an option that version 1 did not have."""
    if version == META.rules_version:
        return options
    if version != _FIRST_VERSION.rules_version:
        return None
    settle_options(_FIRST_VERSION, options)
    today = {name: value for name, value in options.items() if name != "no_final_limit"}
    return {**today, "final_limit": not options.get("no_final_limit", False)}


def rule_numbers(ruleset: RuleSet) -> tuple[float, ...]:
    """The options as `encode` and `observe` present them to learning programs.

    Another number makes their rows longer: whatever was trained on them has to be trained again.
    """
    return (
        float(ruleset.several_spaces),
        float(ruleset.may_reduce),
        float(ruleset.final_limit),
    )


@rule("B1.5")
def seasons_for(players: int) -> int:
    return {2: 6, 3: 5, 4: 4}[players]


@rule("B1.4")
def tiles_unused(players: int) -> int:
    """How many tiles leave the game unseen: those that nobody will have drawn by the end."""
    return TILES - players * seasons_for(players)


@rule("B11.1")
def on_several_spaces(variant: OptionValue) -> bool:
    """Whether a tepee or canoe action may go on on further spaces."""
    return variant in ("1", "2")


@rule("B11.2")
def may_reduce(variant: OptionValue) -> bool:
    """Whether tepees and canoes may be reduced and dismantled."""
    return variant == "2"


@rule("B10.1")
def has_final_limit(final_limit: OptionValue) -> bool:
    """Whether stocks are limited in the final scoring too."""
    return bool(final_limit)


@rule("B1.6")
def first_fixed(value: OptionValue, players: int) -> int:
    """The first start player if the host has fixed it, else BY_LOT."""
    return seat_fixed("start player", value, players)


# --- the tiles ----------------------------------------------------------------------------


@cache
def own_data() -> dict[str, Any]:
    """The tables of the published game, read once."""
    return read_data()


@rule("B12", "B1.1")
def read_data() -> dict[str, Any]:
    """The data file in the package, checked."""
    raw = read_toml("prateria.games.bison", "tiles.toml")
    data = {"tiles": raw.get("tiles"), "start": raw.get("start")}
    read_tiles(data)
    return data


@rule("B1.1")
def read_tiles(data: Mapping[str, Any]) -> tuple[Tile, ...]:
    """All 21 tiles, those that look alike next to each other; SetupError says what is wrong."""
    if data.keys() - {*SMALLER} != {"tiles", "start"}:
        raise SetupError("the tables of Bison are 'tiles' and 'start', no more and no fewer")
    tiles = _table("tiles", data["tiles"], TILES)
    start = _table("start", data["start"], START_TILES)
    if len({(tile.corner, tile.prairie) for tile in start}) > 1:
        raise SetupError("the table 'start' must have one print: the start tiles are alike")
    return (*tiles, *start)


def _table(name: str, raw: object, size: int) -> list[Tile]:
    if not isinstance(raw, list):
        raise SetupError(f"the table {name!r} must be a list of prints")
    tiles: list[Tile] = []
    for place, row in enumerate(raw, 1):
        tiles += _print(f"print {place} of the table {name!r}", row)
    if len(tiles) != size:
        raise SetupError(f"the table {name!r} must have {size} tiles in all, not {len(tiles)}")
    return [other for tile in dict.fromkeys(tiles) for other in tiles if other == tile]


def _print(where: str, row: object) -> list[Tile]:
    """The tiles with one print."""
    if not isinstance(row, Mapping) or row.keys() != {"corner", "prairie", "animals"}:
        raise SetupError(f"{where} must have just: corner, prairie, animals")
    corner = number(f"corner in {where}", row["corner"], 0, 5)
    prairie = number(f"prairie in {where}", row["prairie"], 1, 5)
    if not isinstance(row["animals"], list):
        raise SetupError(f"animals in {where} must be a list of tiles")
    return [_tile(where, corner % 2, prairie, animals) for animals in row["animals"]]


def _tile(where: str, corner: int, prairie: int, animals: object) -> Tile:
    if not isinstance(animals, list) or len(animals) != 3:
        raise SetupError(f"a tile in {where} must be [bison, turkeys, salmon], not {animals!r}")
    bison, turkeys, salmon = [number(f"animals in {where}", each, 0, 3) for each in animals]
    if bison + turkeys + salmon != 3:
        raise SetupError(f"a tile in {where} has not three animals in all: {animals!r}")
    return Tile(corner, prairie, bison, turkeys, salmon)


def _first_alike(tiles: tuple[Tile, ...], tile: int) -> int:
    """Start tiles are alike among themselves only."""
    begin = 0 if tile < TILES else TILES
    return tiles.index(tiles[tile], begin)


# --- a smaller game, for solvers ----------------------------------------------------------

SMALLER: Final = ("match", "pieces")
"""Tables that the published game does without: they make everything smaller."""
_MATCH: Final = ("seasons", "rounds", "stock", "actions", "places")


@dataclass(frozen=True, slots=True)
class Size:
    """How much of everything there is."""

    seasons: int
    rounds: int
    kinds: int
    places: tuple[int, ...]
    stock: int
    pieces: int
    supply: int


def read_size(data: Mapping[str, Any], players: int) -> Size:
    """The size of the published game, or of what the tables 'match' and 'pieces' make of it."""
    seasons, rounds, kinds, places = seasons_for(players), ROUNDS, ALL_KINDS, PLACES
    stock, pieces, supply = FIRST_STOCK, ALL_PIECES, FIRST_SUPPLY
    if "match" in data:
        raw = data["match"]
        if not isinstance(raw, Mapping) or raw.keys() != {*_MATCH}:
            raise SetupError(f"the table 'match' must have just: {', '.join(_MATCH)}")
        seasons = number("seasons in the table 'match'", raw["seasons"], 1, seasons)
        stock = number("stock in the table 'match'", raw["stock"], 0, LIMIT)
        kinds = _actions(raw["actions"])
        rounds = number("rounds in the table 'match'", raw["rounds"], 1, kinds.bit_count())
        places = _places(raw["places"], seasons * players)
    if "pieces" in data:
        pieces, supply = _pieces(data["pieces"])
    return Size(seasons, rounds, kinds, places, stock, pieces, supply)


def _actions(raw: object) -> int:
    names = [kind.name.lower() for kind in KINDS]
    if not isinstance(raw, list) or not {*raw} <= {*names} or names[PLACE] not in raw:
        raise SetupError(f"actions must be a list of place and some of: {', '.join(names)}")
    return sum(1 << names.index(name) for name in {*raw})


def _places(raw: object, tiles: int) -> tuple[int, ...]:
    """The start tiles' cells and those in the list.

    Wherever some of them are taken, one that is free must share a side with a tile: so each of them
    shares one with a start tile.
    """
    beside = {CELL_NAMES[cell]: cell for cell in PLACES if _is_beside_start(cell)}
    if not isinstance(raw, list) or not {*raw} <= beside.keys() or len({*raw}) < tiles:
        raise SetupError(
            f"places must be a list of at least {tiles}, one for each tile that will be drawn, "
            f"of: {', '.join(beside)}"
        )
    return tuple(sorted((*START_CELLS, *(beside[name] for name in {*raw}))))


def _is_beside_start(cell: int) -> bool:
    return cell not in START_CELLS and any(start in NEIGHBOURS[cell] for start in START_CELLS)


def _pieces(raw: object) -> tuple[int, int]:
    """All the pieces of a player, and those of them in the supply."""
    names = {piece.name.lower(): piece for piece in PIECES}
    if not isinstance(raw, Mapping) or not raw.keys() <= names.keys():
        raise SetupError(f"the table 'pieces' has no pieces but: {', '.join(names)}")
    pieces = supply = 0
    for name, row in raw.items():
        piece = names[name]
        if not isinstance(row, list) or len(row) != 2:
            raise SetupError(f"{name} in the table 'pieces' must be [in the supply, in the market]")
        first = number(f"{name} in the supply", row[0], 0, count(ALL_PIECES, piece))
        rest = number(f"{name} in the market", row[1], 0, count(ALL_PIECES, piece) - first)
        pieces += (first + rest) * ONE[piece]
        supply += first * ONE[piece]
    return pieces, supply
