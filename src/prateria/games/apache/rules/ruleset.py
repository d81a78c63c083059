"""Player counts and options, fixed once in a frozen `RuleSet`.

Everything that differs between tables is a value here; no other module looks at options.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from prateria.core.contract.game import LETTERS
from prateria.core.contract.meta import Meta, Option, OptionValue, check_seats, settle_options
from prateria.core.errors import SetupError
from prateria.core.rules import rule
from prateria.core.setup import number, seat_fixed, seat_option
from prateria.core.wire import OMIT_DEFAULT
from prateria.games.apache.rules.components import ALL_ROLES, CARDS, PRAIRIE, ROLES
from prateria.games.apache.rules.phases import BEAT, CHOOSE, RACE, TURN

META: Final = Meta(
    id="apache",
    name="Apache",
    designers=("Stefan Dorra",),
    publisher="ABACUSSPIELE",
    year=2007,
    least=2,
    most=5,
    options=(
        Option("tempo", ("calm", "live"), "calm", "A9.4"),
        Option("warpath", (False, True), False, "A7.1"),
        Option("marriage", (False, True), False, "A7.2"),
        Option("division", (False, True), False, "A7.3"),
        Option("first", ("lot", *LETTERS[:5]), "lot", "A1.5"),
        # The live tempo's clocks, in milliseconds. The rules never read a clock: the code that runs
        # the table does, with these values.
        Option("beat_ms", (2000, 3000, 4500), 3000, "A9.1"),
        Option("closing_ms", (1000, 1500, 2500), 1500, "A9.1"),
        Option("claim_ms", (5000, 8000, 15000), 8000, "A9.1"),
        Option("cap_ms", (100, 150, 250, 400, 600), 600, "A9.2"),
        Option("by_bounds", (False, True), False, "A9.2", is_former=True),
    ),
    rules_version="2",
    has_learning=True,
)
_FIRST_VERSION: Final = replace(
    META,
    options=tuple(
        replace(option, values=(100, 150, 250), default=250) if option.name == "cap_ms" else option
        for option in META.options
        if not option.is_former
    ),
    rules_version="1",
)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The rules of one match. Times are in milliseconds."""

    players: int
    first: int
    turn_phase: int
    """How a turn begins: the card is turned at once, or waits for beat or click."""
    call_phase: int
    """How plays are made: chosen in secret, or raced for."""
    marriage: bool
    warpath_buffalo: int
    """How many buffalo a warrior on the warpath takes from each other player."""
    allies: tuple[int, ...]
    """The unowned colours whose people join a claim made with their role."""
    division: bool
    beat_ms: int
    closing_ms: int
    claim_ms: int
    cap_ms: int
    """The longest round trip that is compensated for."""
    prairie: tuple[int, ...] = field(default=PRAIRIE, metadata=OMIT_DEFAULT)
    """How many prairie cards there are of each kind."""
    by_bounds: bool = field(default=False, metadata=OMIT_DEFAULT)
    """Whether reaction times are believed as in version 1 of the rules."""
    roles: int = field(default=ALL_ROLES, metadata=OMIT_DEFAULT)
    """The tribe cards of each player, one bit a role."""

    @property
    def clocked(self) -> bool:
        return self.call_phase == RACE


def make_ruleset(
    players: int, options: Mapping[str, OptionValue], data: Mapping[str, Any]
) -> RuleSet:
    """The rule set for a number of players with these options, and tables if it is to be
    smaller."""
    players = check_seats(META, players)
    settled = settle_options(META, options)
    prairie, roles = read_tables(data)
    live = settled["tempo"] == "live"
    division = bool(settled["division"])
    return RuleSet(
        players=players,
        first=first_fixed(settled["first"], players),
        turn_phase=BEAT if live else TURN,
        call_phase=RACE if live else CHOOSE,
        marriage=bool(settled["marriage"]),
        warpath_buffalo=buffalo_each(players) if settled["warpath"] else 0,
        allies=unowned(players) if division else (),
        division=division,
        beat_ms=int(settled["beat_ms"]),
        closing_ms=int(settled["closing_ms"]),
        claim_ms=int(settled["claim_ms"]),
        cap_ms=int(settled["cap_ms"]),
        prairie=prairie,
        by_bounds=bool(settled["by_bounds"]),
        roles=roles,
    )


def options_of(ruleset: RuleSet) -> dict[str, OptionValue]:
    """The options that give this rule set."""
    return {
        "tempo": "live" if ruleset.clocked else "calm",
        "warpath": ruleset.warpath_buffalo > 0,
        "marriage": ruleset.marriage,
        "division": ruleset.division,
        "first": seat_option(ruleset.first),
        "beat_ms": ruleset.beat_ms,
        "closing_ms": ruleset.closing_ms,
        "claim_ms": ruleset.claim_ms,
        "cap_ms": ruleset.cap_ms,
        "by_bounds": ruleset.by_bounds,
    }


def options_of_version(
    version: str, options: Mapping[str, OptionValue]
) -> Mapping[str, OptionValue] | None:
    """Options of an earlier version in today's terms; None for a version that is not known.

    Version 1 believed reported times up to the longest round trip, and compensated for 250 ms of it
    unless told otherwise. SetupError names an option that version 1 did not have.
    """
    if version == META.rules_version:
        return options
    if version != _FIRST_VERSION.rules_version:
        return None
    return {**settle_options(_FIRST_VERSION, options), "by_bounds": True}


@rule("A7.1", "A7.2", "A7.3")
def rules_in_force(ruleset: RuleSet) -> tuple[str, ...]:
    """The optional rules that have an effect: division has none with five players."""
    in_force = (
        ("warpath", ruleset.warpath_buffalo > 0),
        ("marriage", ruleset.marriage),
        ("division", len(ruleset.allies) > 0),
    )
    return tuple([name for name, holds in in_force if holds])


@rule("A1.4")
def unowned(players: int) -> tuple[int, ...]:
    """The colours without a player."""
    return tuple(range(players, META.most))


@rule("A7.1")
def buffalo_each(players: int) -> int:
    return 2 if players == 2 else 1


@rule("A1.5")
def first_fixed(value: OptionValue, players: int) -> int:
    """The first player's seat if the host has fixed it, else BY_LOT."""
    return seat_fixed("first player", value, players)


# --- a smaller game, for solvers ----------------------------------------------------------


def read_tables(data: Mapping[str, Any]) -> tuple[tuple[int, ...], int]:
    """The prairie cards and the roles: all of them, since the published game has no tables; or
    some, with the tables 'prairie' and 'tribe'."""
    if not data.keys() <= {"prairie", "tribe"}:
        raise SetupError(
            f"Apache has no tables, but was given {', '.join(map(str, data))}; "
            "'prairie' and 'tribe' would make it smaller"
        )
    prairie = _prairie_table(data["prairie"]) if "prairie" in data else PRAIRIE
    return prairie, _tribe_table(data["tribe"]) if "tribe" in data else ALL_ROLES


def _prairie_table(raw: Any) -> tuple[int, ...]:
    """Cards by kind; kinds that are not named are left out."""
    names = [card.name.lower() for card in CARDS]
    if not isinstance(raw, Mapping) or not raw.keys() <= {*names}:
        raise SetupError(f"the table 'prairie' has no cards but: {', '.join(names)}")
    numbers = [
        number(f"{name} in the table 'prairie'", raw.get(name, 0), 0, most)
        for name, most in zip(names, PRAIRIE, strict=True)
    ]
    if not any(numbers):
        raise SetupError("the table 'prairie' must have a card")
    return tuple(numbers)


def _tribe_table(raw: Any) -> int:
    names = [role.name.lower() for role in ROLES]
    if not isinstance(raw, list) or not raw or not {*raw} <= {*names}:
        raise SetupError(f"the table 'tribe' must be a list of some of: {', '.join(names)}")
    return sum(1 << names.index(name) for name in {*raw})
