"""What happened, and what may be done, as sentences in the reader's language.

Names of players are never bent: they stand at the beginning. Verbs stand in the present, which
has no gender.
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
from prateria.games.bison.rules.components import CELL_NAMES, COST, RIVER
from prateria.games.bison.rules.events import (
    ActionChosen,
    AnimalGained,
    AnimalsExchanged,
    AnimalsLost,
    AreaScored,
    Event,
    GatheringCalled,
    HunterMoved,
    HunterPicked,
    HuntersSent,
    Paid,
    PieceBought,
    PieceBuilt,
    PieceEnlarged,
    PieceReduced,
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
RANKS: Final = (
    mark_word("rank", "nowhere"),
    mark_word("rank", "first"),
    mark_word("rank", "second"),
    mark_word("rank", "third"),
)


# --- what happened ------------------------------------------------------------------------


def tell(  # noqa: C901  # one flat match, so that mypy proves it complete
    event: Event, names: Sequence[str], texts: Texts = ENGLISH
) -> str:
    """The event as a sentence; "" for those that a reader would rather not hear."""
    match event:
        case ActionChosen(seat, kind):
            return texts.say(CHOOSES[kind], name=names[seat])
        case TileLaid(seat, cell):
            return texts.say(
                "{name} lays the tile on {cell}.", name=names[seat], cell=CELL_NAMES[cell]
            )
        case HuntersSent() | GatheringCalled() | HunterMoved():
            return _tell_hunters(event, names, texts)
        case PieceBuilt() | PieceEnlarged() | PieceReduced():
            return _tell_building(event, names, texts)
        case (
            AnimalGained()
            | Paid()
            | PieceBought()
            | AnimalsExchanged()
            | AreaScored()
            | AnimalsLost()
        ):
            return _tell_animals(event, names, texts)
        case StartNamed(seat):
            return texts.say("{name} is drawn as the first start player.", name=names[seat])
        case StartTileLaid(cell):
            return texts.say("A start tile is laid on {cell}.", cell=CELL_NAMES[cell])
        case SeasonBegan(season, start):
            return texts.say(
                "Season {season} begins. Start player: {name}.", season=season, name=names[start]
            )
        case TileDrawn(seat):
            return texts.say("{name} draws a tile.", name=names[seat])
        case StocksCleared():
            return texts.say("The final scoring: all stocks are set to 0.")
        case SeasonEnded(season):
            return texts.say("Season {season} is over.", season=season)
        case HunterPicked() | TurnEnded():
            return ""
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
    event: AnimalGained | Paid | PieceBought | AnimalsExchanged | AreaScored | AnimalsLost,
    names: Sequence[str],
    texts: Texts,
) -> str:
    name = names[event.seat]
    match event:
        case AnimalGained(_, animal):
            gained = words.animals(animal, 1, texts)
            return texts.say("{name} gains {animals}.", name=name, animals=gained)
        case Paid(_, bison, turkeys, salmon):
            paid = words.mixed((bison, turkeys, salmon), texts)
            return texts.say("{name} pays {animals}.", name=name, animals=paid)
        case PieceBought(_, piece):
            bought = words.piece(piece, texts)
            return texts.say("{name} buys {piece}.", name=name, piece=bought)
        case AnimalsExchanged(_, give, take):
            return texts.say(
                "{name} exchanges {give} for {take}.",
                name=name,
                give=words.animals(give, 3, texts),
                take=words.animals(take, 1, texts),
            )
        case AreaScored(_, space, place, animals):
            return texts.say(
                "{name} is {rank} {place} and hunts {animals}.",
                name=name,
                rank=texts.word(*RANKS[place]),
                place=words.on(space, texts),
                animals=words.animals(space % 3, animals, texts),
            )
        case AnimalsLost(_, animal, number):
            lost = words.animals(animal, number, texts)
            return texts.say(
                "{name} has no room for more and loses {animals}.", name=name, animals=lost
            )
    assert_never(event)


def _tell_building(
    event: PieceBuilt | PieceEnlarged | PieceReduced, names: Sequence[str], texts: Texts
) -> str:
    name, place, size = names[event.seat], words.on(event.space, texts), event.size
    is_canoe = event.space % 3 == RIVER
    if isinstance(event, PieceBuilt):
        if is_canoe:
            return texts.say("{name} builds a canoe {size} {place}.", **_at(name, size, place))
        return texts.say("{name} builds a tepee {size} {place}.", **_at(name, size, place))
    if isinstance(event, PieceEnlarged):
        if is_canoe:
            return texts.say(
                "{name} enlarges the canoe {place} to {size}.", **_at(name, size, place)
            )
        return texts.say("{name} enlarges the tepee {place} to {size}.", **_at(name, size, place))
    if size and is_canoe:
        return texts.say("{name} reduces the canoe {place} to {size}.", **_at(name, size, place))
    if size:
        return texts.say("{name} reduces the tepee {place} to {size}.", **_at(name, size, place))
    if is_canoe:
        return texts.say("{name} dismantles the canoe {place}.", name=name, place=place)
    return texts.say("{name} dismantles the tepee {place}.", name=name, place=place)


def _at(name: str, size: int, place: str) -> dict[str, str | int]:
    return {"name": name, "size": size, "place": place}


# --- what may be done ---------------------------------------------------------------------


def phrase(  # noqa: C901  # one flat match, so that mypy proves it complete
    view: View, action: Action, texts: Texts = ENGLISH
) -> str:
    """A legal action as a line of a list; "" for what luck does."""
    match action:
        case ChooseAction(_, kind):
            return texts.say(CHOOSE[kind])
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
            return texts.say("Pick up a hunter {place}", place=words.on(space, texts))
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
    """What so many hunters cost: `free`, `4 animals`."""
    return words.some_animals(COST[number], texts) if COST[number] else texts.say("free")


def _phrase_building(view: View, action: Build | Enlarge | Reduce, texts: Texts) -> str:
    space = action.space
    size = next((camp.size for camp in view.camps if camp.space == space), 0)
    place = words.on(space, texts)
    if isinstance(action, Reduce):
        left = size - action.hunters
        if not left:
            return texts.say("Dismantle {place}", place=place)
        piece = words.building(space, left, texts)
        return texts.say("Reduce {place}: {piece}", place=place, piece=piece)
    piece = words.building(space, size + action.hunters, texts)
    cost = price(view.involved + action.hunters, texts)
    if isinstance(action, Enlarge):
        return texts.say("Enlarge {place}: {piece} ({cost})", place=place, piece=piece, cost=cost)
    return texts.say("Build {place}: {piece} ({cost})", place=place, piece=piece, cost=cost)


def _phrase_done(view: View, texts: Texts) -> str:
    if view.phase == "overflow":
        return texts.say("Go on; what is over 15 is lost")
    if view.involved:
        return texts.say("Finish ({cost})", cost=price(view.involved, texts))
    return texts.say("No hunter: gain 1 animal")
