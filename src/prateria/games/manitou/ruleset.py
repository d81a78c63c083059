"""Player counts, options and data tables, settled once into a frozen `RuleSet`.

Everything that differs between tables is a value here; no other module asks for an option.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from prateria.core.errors import SetupError
from prateria.core.game import LETTERS, Meta, Option, OptionValue, check_seats, settle_options
from prateria.core.rules import rule
from prateria.games.manitou.components import TILES
from prateria.games.manitou.phases import DRAW_PARTY, PICK_PARTY

META: Final = Meta(
    id="manitou",
    name="Manitou",
    designers=("Günter Burkhardt",),
    publisher="What's Your Game?",
    year=2005,
    least=2,
    most=5,
    options=(
        Option("quick", (False, True), False, "M2.2"),
        Option("mixed_pairs", (False, True), False, "M7.3"),
        Option("dealer", ("lot", *LETTERS[:5]), "lot", "M1.3"),
    ),
    rules_version="1",
)

BY_LOT: Final = -1
MOST_OF_A_KIND: Final = 15


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The rules of one match."""

    players: int
    hunts: int
    tiles_at_ground: int
    tile_mix: tuple[int, ...]
    party_sizes: tuple[int, ...]
    party_phase: int
    mixed_pairs: bool
    dealer: int

    @property
    def quick(self) -> bool:
        return self.party_phase == DRAW_PARTY


def make_ruleset(
    players: int, options: Mapping[str, OptionValue], data: Mapping[str, Any]
) -> RuleSet:
    """The rule set for so many players with these options and tables."""
    players = check_seats(META, players)
    settled = settle_options(META, options)
    dealer = dealer_fixed(settled["dealer"], players)
    tiles_at_ground, mix = read_tables(data, players)
    return RuleSet(
        players=players,
        hunts=hunts_for(players),
        tiles_at_ground=tiles_at_ground,
        tile_mix=mix,
        party_sizes=party_sizes_for(players),
        party_phase=DRAW_PARTY if settled["quick"] else PICK_PARTY,
        mixed_pairs=bool(settled["mixed_pairs"]),
        dealer=dealer,
    )


def options_of(ruleset: RuleSet) -> dict[str, OptionValue]:
    """The options that make this rule set."""
    return {
        "quick": ruleset.quick,
        "mixed_pairs": ruleset.mixed_pairs,
        "dealer": "lot" if ruleset.dealer == BY_LOT else LETTERS[ruleset.dealer],
    }


@rule("M1.4")
def hunts_for(players: int) -> int:
    return {2: 4, 3: 3, 4: 4, 5: 5}[players]


@rule("M2.2")
def party_sizes_for(players: int) -> tuple[int, ...]:
    """How many cards each chooses, in order from the first player to the dealer."""
    if players == 2:
        return (8, 7)
    return (9, *[8] * (players - 2), 7)


@rule("M1.3")
def dealer_fixed(value: OptionValue, players: int) -> int:
    """The dealer's seat if the host has fixed it, else BY_LOT."""
    if value == "lot":
        return BY_LOT
    dealer = LETTERS.index(str(value))
    if dealer >= players:
        raise SetupError(f"the dealer cannot be seat {value}: there are {players} players")
    return dealer


@rule("M7.1", "M7.3", "M8.1")
def pair_points(tepees: int, bison: int, ruleset: RuleSet) -> int:
    """Points for tepees and bison: any two make one, or with mixed pairs one of each."""
    if ruleset.mixed_pairs:
        return min(tepees, bison)
    return (tepees + bison) // 2


@rule("M9", "M1.2")
def read_data() -> dict[str, Any]:
    """The data files as they lie in the package."""
    tables: dict[str, Any] = {}
    for name in ("grounds", "tiles"):
        path = files("prateria.games.manitou") / "data" / f"{name}.toml"
        tables[name] = tomllib.loads(path.read_text("utf-8"))[name]
    read_tables(tables, META.most)
    return tables


def read_tables(data: Mapping[str, Any], players: int) -> tuple[int, tuple[int, ...]]:
    """Tiles at each ground for so many players, and how many of each tile there are."""
    if data.keys() != {"grounds", "tiles"}:
        raise SetupError("the tables of Manitou are 'grounds' and 'tiles', no more and no fewer")
    counts = [f"players_{n}" for n in range(META.least, META.most + 1)]
    grounds = _table("grounds", data["grounds"], counts, least=1)
    mix = _table("tiles", data["tiles"], [tile.name.lower() for tile in TILES], least=0)
    for players_then, tiles in zip(range(META.least, META.most + 1), grounds, strict=True):
        needed = hunts_for(players_then) * 3 * tiles
        if needed > sum(mix):
            raise SetupError(
                f"{players_then} players need {needed} tiles (table 'grounds'); "
                f"the table 'tiles' has {sum(mix)}"
            )
    return grounds[players - META.least], tuple(mix)


def _table(name: str, raw: Any, keys: list[str], *, least: int) -> list[int]:
    """The numbers of a table in the order of its keys; SetupError says what is wrong."""
    if not isinstance(raw, Mapping) or raw.keys() != set(keys):
        raise SetupError(f"the table {name!r} must have just: {', '.join(keys)}")
    numbers = [raw[key] for key in keys]
    for key, number in zip(keys, numbers, strict=True):
        if type(number) is not int or not least <= number <= MOST_OF_A_KIND:
            raise SetupError(
                f"{key} in the table {name!r} must be a whole number "
                f"from {least} to {MOST_OF_A_KIND}, not {number!r}"
            )
    return numbers
