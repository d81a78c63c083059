"""What happened, and what may be done, as sentences in the reader's language.

Names of players are never inflected, so they come first. Verbs are in the present tense, which has
no gender.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from prateria.core.texts import ENGLISH, Texts, mark, mark_word
from prateria.games.bison.notation.write import DEGREES
from prateria.games.bison.rules.actions import (
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
from prateria.games.bison.rules.components import CELL_NAMES, COST, RIVER, Kind
from prateria.games.bison.rules.events import (
    ActionChosen,
    AnimalGained,
    AnimalsExchanged,
    AnimalsLost,
    AreaCounted,
    AreaScored,
    Event,
    GatheringCalled,
    HunterMoved,
    HunterPicked,
    HuntersSent,
    NothingGained,
    Paid,
    PieceBought,
    PieceBuilt,
    PieceEnlarged,
    PieceReduced,
    RoundBegan,
    ScoringBegan,
    SeasonBegan,
    SeasonEnded,
    StartNamed,
    StartTileLaid,
    StocksCleared,
    TileDrawn,
    TileLaid,
    TurnEnded,
)
from prateria.games.bison.rules.view import View
from prateria.games.bison.words import words

CHOOSES: Final = (
    mark("{name} chooses to place the tile."),
    mark("{name} chooses tepees."),
    mark("{name} chooses canoes."),
    mark("{name} chooses to gather hunters."),
    mark("{name} chooses to move hunters one step."),
    mark("{name} chooses to move hunters up to three steps."),
)
CHOOSE: Final = (
    mark("Place the tile"),
    mark("Build or enlarge tepees"),
    mark("Build or enlarge canoes"),
    mark("Gather hunters"),
    mark("Move hunters one step"),
    mark("Move hunters up to three steps"),
)
CHOOSE_REDUCING: Final = {
    Kind.TEPEES: mark("Build, enlarge, reduce or dismantle tepees"),
    Kind.CANOES: mark("Build, enlarge, reduce or dismantle canoes"),
}
"""What they are called in the variant that has it."""
BUILDS: Final = (
    mark("{name} builds a tepee {size} {place}."),
    mark("{name} builds a canoe {size} {place}."),
)
ENLARGES: Final = (
    mark("{name} enlarges the tepee {place} from {old} to {size}."),
    mark("{name} enlarges the canoe {place} from {old} to {size}."),
)
REDUCES: Final = (
    mark("{name} reduces the tepee {place} from {old} to {size}."),
    mark("{name} reduces the canoe {place} from {old} to {size}."),
)
DISMANTLES: Final = (
    mark("{name} dismantles the tepee {old} {place}."),
    mark("{name} dismantles the canoe {old} {place}."),
)
"""Tepees, and canoes."""
RANKS: Final = (
    mark_word("rank", "first"),
    mark_word("rank", "second"),
    mark_word("rank", "third"),
    mark_word("rank", "fourth"),
)


# --- what happened ------------------------------------------------------------------------


def tell(event: Event, names: Sequence[str], texts: Texts = ENGLISH) -> str:
    """The event as a sentence; "" for those not worth telling."""
    match event:
        case ActionChosen(seat, kind):
            return texts.say(CHOOSES[kind], name=names[seat])
        case TileLaid() | StartTileLaid() | TileDrawn():
            return _tell_tile(event, names, texts)
        case HuntersSent() | GatheringCalled() | HunterMoved():
            return _tell_hunters(event, names, texts)
        case PieceBuilt() | PieceEnlarged() | PieceReduced():
            return _tell_building(event, names, texts)
        case AnimalGained() | NothingGained() | Paid() | PieceBought() | AnimalsExchanged():
            return _tell_animals(event, names, texts)
        case AreaCounted() | AreaScored() | AnimalsLost() | StocksCleared() | SeasonEnded():
            return _tell_scoring(event, names, texts)
        case StartNamed(seat):
            return texts.say("{name} is drawn as the first start player.", name=names[seat])
        case SeasonBegan(season, _, start):
            return texts.say(
                "Season {season} begins. Start player: {name}.", season=season, name=names[start]
            )
        case HunterPicked() | TurnEnded() | RoundBegan() | ScoringBegan():
            return ""
    assert_never(event)


def heading(event: Event, _names: Sequence[str], texts: Texts = ENGLISH) -> str:
    """The season, the round of actions or the scoring that begins with an event."""
    if isinstance(event, SeasonBegan):
        return texts.say("Season {season} of {seasons}", season=event.season, seasons=event.seasons)
    if isinstance(event, RoundBegan):
        return texts.say(
            "Season {season}, action {round} of {rounds}",
            season=event.season,
            round=event.round,
            rounds=event.rounds,
        )
    if isinstance(event, ScoringBegan):
        return texts.say("Season {season}, scoring", season=event.season)
    return ""


def part(event: Event, texts: Texts = ENGLISH) -> str:
    """The season that begins with an event."""
    if isinstance(event, SeasonBegan):
        return texts.say("Season {season}", season=event.season)
    return ""


def _tell_tile(
    event: TileLaid | StartTileLaid | TileDrawn, names: Sequence[str], texts: Texts
) -> str:
    match event:
        case TileLaid(seat, cell, _, turn, printed):
            return texts.say(
                "{name} lays the tile on {cell}, turned by {degrees}°: {tile}.",
                name=names[seat],
                cell=CELL_NAMES[cell],
                degrees=DEGREES[turn],
                tile=words.turned(printed, turn, texts),
            )
        case StartTileLaid(cell, _, turn, printed):
            return texts.say(
                "A start tile is laid on {cell}: {tile}.",
                cell=CELL_NAMES[cell],
                tile=words.turned(printed, turn, texts),
            )
        case TileDrawn(seat, _, drawn):
            if drawn is None:
                return texts.say("{name} draws a tile.", name=names[seat])
            tile = words.turned(drawn, 0, texts)
            return texts.say("{name} draws a tile: {tile}.", name=names[seat], tile=tile)
    assert_never(event)


def _tell_hunters(
    event: HuntersSent | GatheringCalled | HunterMoved, names: Sequence[str], texts: Texts
) -> str:
    match event:
        case HuntersSent(seat, space, number):
            return texts.say(
                "{name} sends {hunters} {place}.",
                name=names[seat],
                hunters=words.hunters(number, texts),
                place=words.to(space, texts),
            )
        case GatheringCalled(seat, space):
            return texts.say(
                "{name} calls hunters {place}.", name=names[seat], place=words.to(space, texts)
            )
        case HunterMoved(seat, source, target):
            return texts.say(
                "{name}: a hunter goes {source} {target}.",
                name=names[seat],
                source=words.out_of(source, texts),
                target=words.to(target, texts),
            )
    assert_never(event)


def _tell_animals(
    event: AnimalGained | NothingGained | Paid | PieceBought | AnimalsExchanged,
    names: Sequence[str],
    texts: Texts,
) -> str:
    name = names[event.seat]
    match event:
        case AnimalGained(_, animal):
            gained = words.animals(animal, 1, texts)
            return texts.say("{name} gains {animals}.", name=name, animals=gained)
        case NothingGained():
            return texts.say(
                "{name} involves no hunter and gains nothing: all stocks are full.", name=name
            )
        case Paid(_, bison, turkeys, salmon, left):
            return texts.say(
                "{name} pays {animals}. Left in stock: {stock}.",
                name=name,
                animals=words.mixed((bison, turkeys, salmon), texts),
                stock=words.stock(left, texts),
            )
        case PieceBought(_, piece):
            return texts.say(
                "{name} buys {piece} for {price}.",
                name=name,
                piece=words.piece(piece, texts),
                price=words.price_of(piece, texts),
            )
        case AnimalsExchanged(_, give, take):
            return texts.say(
                "{name} exchanges {give} for {take}.",
                name=name,
                give=words.animals(give, 3, texts),
                take=words.animals(take, 1, texts),
            )
    assert_never(event)


def _tell_scoring(
    event: AreaCounted | AreaScored | AnimalsLost | StocksCleared | SeasonEnded,
    names: Sequence[str],
    texts: Texts,
) -> str:
    match event:
        case AreaCounted(spaces, total):
            terrain = spaces[0] % 3
            cells = [CELL_NAMES[space // 3] for space in spaces]
            return texts.say(
                "{terrain} {cells}: {animals}.",
                terrain=texts.say(words.TITLES[terrain]),
                cells=texts.listed(cells),
                animals=words.listed(terrain, total, texts),
            )
        case AreaScored():
            return texts.say(_hunting(event), **_hunted(event, names, texts))
        case AnimalsLost(seat, animal, number):
            return texts.say(
                "{name} has no room for more and loses {animals}.",
                name=names[seat],
                animals=words.animals(animal, number, texts),
            )
        case StocksCleared():
            return texts.say("The final scoring: all stocks are set to 0.")
        case SeasonEnded(season, stock):
            rows = [
                f"{name}: {words.stock(stock[3 * seat : 3 * seat + 3], texts)}"
                for seat, name in enumerate(names[: len(stock) // 3])
            ]
            return texts.say(
                "Season {season} is over. {stocks}.", season=season, stocks="; ".join(rows)
            )
    assert_never(event)


def _hunting(event: AreaScored) -> str:
    """Whether the place gets all animals of the area, half of them, or those on its own spaces."""
    if event.place == 1 and not event.level:
        return mark("{name} is {rank} ({pieces}) and hunts {animals}.")
    if event.place == 1:
        return mark("{name} is level on {rank} ({pieces}) and hunts half: {animals}.")
    if event.place == 2 and not event.level:
        return mark("{name} is {rank} ({pieces}) and hunts half: {animals}.")
    if event.level:
        return mark(
            "{name} is level on {rank} ({pieces}) and hunts only where those stand: {animals}."
        )
    return mark("{name} is {rank} ({pieces}) and hunts only where those stand: {animals}.")


def _hunted(event: AreaScored, names: Sequence[str], texts: Texts) -> dict[str, str]:
    return {
        "name": names[event.seat],
        "rank": texts.word(*RANKS[event.place - 1]),
        "pieces": words.force(event.space, event.strength, texts),
        "animals": words.animals(event.space % 3, event.animals, texts),
    }


def _tell_building(
    event: PieceBuilt | PieceEnlarged | PieceReduced, names: Sequence[str], texts: Texts
) -> str:
    facts: dict[str, str | int] = {
        "name": names[event.seat],
        "place": words.on(event.space, texts),
        "size": event.size,
    }
    is_canoe = event.space % 3 == RIVER
    if isinstance(event, PieceBuilt):
        text = BUILDS[is_canoe]
    elif isinstance(event, PieceEnlarged):
        text, facts["old"] = ENLARGES[is_canoe], event.size - event.hunters
    else:
        text = REDUCES[is_canoe] if event.size else DISMANTLES[is_canoe]
        facts["old"] = event.size + event.hunters
    return texts.say(text, **facts)


# --- what may be done ---------------------------------------------------------------------


def phrase(  # noqa: C901  # one flat match, so that mypy proves it complete
    view: View, action: Action, texts: Texts = ENGLISH
) -> str:
    """A legal action as a line of a list; "" for chance's actions."""
    match action:
        case ChooseAction(_, kind):
            reducing = CHOOSE_REDUCING.get(kind) if view.ruleset.may_reduce else None
            return texts.say(reducing or CHOOSE[kind])
        case LayTile(_, cell, turn):
            return texts.say(
                "Place the tile on {cell}, turned by {degrees}°",
                cell=CELL_NAMES[cell],
                degrees=DEGREES[turn],
            )
        case SendHunters(_, space, number):
            return texts.say(
                "Send {hunters} {place} ({cost})",
                hunters=words.hunters(number, texts),
                place=words.to(space, texts),
                cost=price(number, texts),
            )
        case Build() | Enlarge() | Reduce():
            return _phrase_building(view, action, texts)
        case Gather(_, space):
            return texts.say("Gather hunters {place}", place=words.on(space, texts))
        case CallHunter(_, space):
            return texts.say("Call a hunter {place}", place=words.out_of(space, texts))
        case PickHunter(_, space):
            return texts.say("Pick up a hunter {place}", place=words.out_of(space, texts))
        case MoveHunter(_, space):
            return texts.say("Move the hunter {place}", place=words.to(space, texts))
        case Gain(_, animal):
            return texts.say("Gain {animal}", animal=words.animals(animal, 1, texts))
        case Pay(_, bison, turkeys, salmon):
            paid = words.mixed((bison, turkeys, salmon), texts)
            return texts.say("Pay {animals}", animals=paid)
        case Buy(_, piece):
            return texts.say("Buy {piece}", piece=words.piece(piece, texts))
        case Exchange(_, give, take):
            return texts.say(
                "Exchange {give} for {take}",
                give=words.animals(give, 3, texts),
                take=words.animals(take, 1, texts),
            )
        case EndTurn():
            return texts.say("End turn")
        case Done():
            return _phrase_done(view, texts)
        case NameStart() | LayStart() | DrawTile():
            return ""
    assert_never(action)


def price(number: int, texts: Texts) -> str:
    """The cost of a number of hunters: `free`, `4 animals`."""
    return words.some_animals(COST[number], texts) if COST[number] else texts.say("free")


def _phrase_building(view: View, action: Build | Enlarge | Reduce, texts: Texts) -> str:
    space = action.space
    size = next((camp.size for camp in view.camps if camp.space == space), 0)
    place = words.on(space, texts)
    cost = price(view.involved + action.hunters, texts)
    if isinstance(action, Reduce):
        left = size - action.hunters
        if not left:
            return texts.say("Dismantle {place} ({cost})", place=place, cost=cost)
        piece = words.building(space, left, texts)
        return texts.say("Reduce {place}: {piece} ({cost})", place=place, piece=piece, cost=cost)
    piece = words.building(space, size + action.hunters, texts)
    if isinstance(action, Enlarge):
        return texts.say("Enlarge {place}: {piece} ({cost})", place=place, piece=piece, cost=cost)
    return texts.say("Build {place}: {piece} ({cost})", place=place, piece=piece, cost=cost)


def _phrase_done(view: View, texts: Texts) -> str:
    if view.phase == "overflow":
        return texts.say("Go on; anything over 15 is lost")
    if view.involved:
        return texts.say("Finish ({cost})", cost=price(view.involved, texts))
    return texts.say(words.no_hunter(view))
