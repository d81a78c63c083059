"""Player counts, options and data tables, fixed once in a frozen `RuleSet`.

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
from prateria.games.manitou.rules.components import (
    ALL_CARDS,
    CARDS,
    ONE_CARD,
    TILES,
    card_count,
    card_number,
)
from prateria.games.manitou.rules.phases import DRAW_PARTY, PICK_PARTY

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
        Option("two_placed", (False, True), False, "M3.4"),
        Option("tomahawks_next_hunt", (False, True), False, "M5.7"),
        Option("dealer", ("lot", *LETTERS[:5]), "lot", "M1.3"),
    ),
    rules_version="2",
)
_FIRST_VERSION: Final = replace(
    META, options=(*META.options[:2], META.options[4]), rules_version="1"
)

MOST_OF_A_KIND: Final = 15
PLAYS: Final = 7
"""How many cards each plays in a hunt."""
ALL_GROUNDS: Final = 3


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
    plays: int = field(default=PLAYS, metadata=OMIT_DEFAULT)
    grounds: int = field(default=ALL_GROUNDS, metadata=OMIT_DEFAULT)
    """The number of hunting grounds in use, from the left."""
    tribe: int = field(default=ALL_CARDS, metadata=OMIT_DEFAULT)
    """The cards of each player."""
    two_placed: bool = field(default=False, metadata=OMIT_DEFAULT)
    tomahawks_next_hunt: bool = field(default=False, metadata=OMIT_DEFAULT)

    @property
    def quick(self) -> bool:
        return self.party_phase == DRAW_PARTY


def make_ruleset(
    players: int, options: Mapping[str, OptionValue], data: Mapping[str, Any]
) -> RuleSet:
    """The rule set for a number of players with these options and tables."""
    players = check_seats(META, players)
    settled = settle_options(META, options)
    dealer = dealer_fixed(settled["dealer"], players)
    size = read_size(data, players)
    tiles_at_ground, mix = read_tables(data, players)
    return RuleSet(
        players=players,
        hunts=size.hunts,
        tiles_at_ground=tiles_at_ground,
        tile_mix=mix,
        party_sizes=party_sizes_for(players, size.plays),
        party_phase=DRAW_PARTY if settled["quick"] else PICK_PARTY,
        mixed_pairs=bool(settled["mixed_pairs"]),
        dealer=dealer,
        plays=size.plays,
        grounds=size.grounds,
        tribe=size.tribe,
        two_placed=bool(settled["two_placed"]),
        tomahawks_next_hunt=bool(settled["tomahawks_next_hunt"]),
    )


def options_of(ruleset: RuleSet) -> dict[str, OptionValue]:
    """The options that give this rule set."""
    return {
        "quick": ruleset.quick,
        "mixed_pairs": ruleset.mixed_pairs,
        "two_placed": ruleset.two_placed,
        "tomahawks_next_hunt": ruleset.tomahawks_next_hunt,
        "dealer": seat_option(ruleset.dealer),
    }


def options_of_first_version(options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """The options of a match by version 1 of the rules: tomahawks counted from the next hunt on.

    SetupError names an option that version 1 did not have."""
    settle_options(_FIRST_VERSION, options)
    return {**options, "tomahawks_next_hunt": True}


def dealer_may_play_on(ruleset: RuleSet) -> bool:
    """Whether a dealer who once had to pass may play the remaining card with the totem.

    The rulebook says no. Version 1 of the rules allowed it, and its matches have the option.
    """
    return ruleset.tomahawks_next_hunt


@rule("M1.4")
def hunts_for(players: int) -> int:
    return {2: 4, 3: 3, 4: 4, 5: 5}[players]


@rule("M2.2")
def party_sizes_for(players: int, plays: int = PLAYS) -> tuple[int, ...]:
    """How many cards each chooses, in order from the first player to the dealer."""
    if players == 2:
        return (plays + 1, plays)
    return (plays + 2, *[plays + 1] * (players - 2), plays)


@rule("M1.3")
def dealer_fixed(value: OptionValue, players: int) -> int:
    """The dealer's seat if the host has fixed it, else BY_LOT."""
    return seat_fixed("dealer", value, players)


def pair_points(tepees: int, bison: int, ruleset: RuleSet) -> int:
    """Points for tepees and bison: any two make one, or with mixed pairs one of each."""
    if ruleset.mixed_pairs:
        return min(tepees, bison)
    return (tepees + bison) // 2


@cache
def own_data() -> dict[str, Any]:
    """The tables of the published game, read once."""
    return read_data()


@rule("M9", "M1.2")
def read_data() -> dict[str, Any]:
    """The data files in the package."""
    tables: dict[str, Any] = {}
    for name in ("grounds", "tiles"):
        tables[name] = read_toml("prateria.games.manitou", f"{name}.toml")[name]
    read_tables(tables, META.most)
    return tables


def read_tables(data: Mapping[str, Any], players: int) -> tuple[int, tuple[int, ...]]:
    """Tiles at each ground for this many players, and how many of each tile there are."""
    if data.keys() - {*SMALLER} != {"grounds", "tiles"}:
        raise SetupError("the tables of Manitou are 'grounds' and 'tiles', no more and no fewer")
    counts = [f"players_{n}" for n in range(META.least, META.most + 1)]
    grounds = _table("grounds", data["grounds"], counts, least=1)
    mix = _table("tiles", data["tiles"], [tile.name.lower() for tile in TILES], least=0)
    for players_then, tiles in zip(range(META.least, META.most + 1), grounds, strict=True):
        size = read_size(data, players_then)
        needed = size.hunts * size.grounds * tiles
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
    return [number(f"{key} in the table {name!r}", raw[key], least, MOST_OF_A_KIND) for key in keys]


# --- a smaller game, for solvers ----------------------------------------------------------

SMALLER: Final = ("match", "tribe")
"""Tables that the published game does without: with them it has fewer hunts, plays, grounds,
cards."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much of everything there is."""

    hunts: int
    plays: int
    grounds: int
    tribe: int


def read_size(data: Mapping[str, Any], players: int) -> Size:
    """The size of the published game, or of what the tables 'match' and 'tribe' make of it."""
    hunts, plays, grounds, tribe = hunts_for(players), PLAYS, ALL_GROUNDS, ALL_CARDS
    if "match" in data:
        hunts, plays, grounds = _match_table(data["match"])
    if "tribe" in data:
        tribe = _tribe_table(data["tribe"])
    party = party_sizes_for(players, plays)[0]
    resting = plays + 1 if hunts > 1 else 0
    if card_number(tribe) < party + resting:
        raise SetupError(
            f"{players} players with {plays} plays in each of {hunts} hunts need "
            f"{party + resting} cards each; the table 'tribe' has {card_number(tribe)}"
        )
    return Size(hunts, plays, grounds, tribe)


def _match_table(raw: Any) -> list[int]:
    most = {"hunts": hunts_for(META.most), "plays": PLAYS, "grounds": ALL_GROUNDS}
    if not isinstance(raw, Mapping) or raw.keys() != most.keys():
        raise SetupError(f"the table 'match' must have just: {', '.join(most)}")
    return [number(f"{key} in the table 'match'", raw[key], 1, most[key]) for key in most]


def _tribe_table(raw: Any) -> int:
    """A pile of the cards each player has; cards that are not named are left out."""
    names = {card.name.lower(): card for card in CARDS}
    if not isinstance(raw, Mapping) or not raw.keys() <= names.keys():
        raise SetupError(f"the table 'tribe' has no cards but: {', '.join(names)}")
    pile = 0
    for name, value in raw.items():
        card = names[name]
        most = card_count(ALL_CARDS, card)
        pile += number(f"{name} in the table 'tribe'", value, 0, most) * ONE_CARD[card]
    return pile


# Not decorated, as the compiler calls them directly then.
rule("M7.1", "M7.3", "M8.1")(pair_points)
rule("M6.1")(dealer_may_play_on)
