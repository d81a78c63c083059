"""What happened, and what may be done, as sentences in the reader's language.

Names of players are never bent: they stand at the beginning or after a word that leaves them
alone. Verbs stand in the present, which has no gender.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from prateria.core.texts import ENGLISH, Texts, capital
from prateria.games.manitou.rules.actions import (
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
from prateria.games.manitou.rules.components import HORSE_TILE, TOTEM_TILE
from prateria.games.manitou.rules.events import (
    CardDrawn,
    CardPicked,
    CardPlayed,
    DealerNamed,
    Event,
    HuntBegan,
    HuntEnded,
    HunterMoved,
    PartyReady,
    Passed,
    PieceMoved,
    ThievesNamed,
    TileDiscarded,
    TileLaid,
    TilesLeft,
    TileTaken,
    WarriorTurned,
)
from prateria.games.manitou.rules.view import View
from prateria.games.manitou.words.words import card_word, ground_word, tile_word


def phrase(view: View, action: Action, texts: Texts = ENGLISH) -> str:
    """A legal action as a line of a list; "" for what luck does."""
    match action:
        case PickCard(_, card):
            return texts.say("Take {card} into the party", card=card_word(card, "object", texts))
        case PlayCard(_, card, ground):
            return texts.say(
                "Play {card} {place}",
                card=card_word(card, "object", texts),
                place=ground_word(ground, "into", texts),
            )
        case MoveHunter(_, card, source, target):
            return texts.say(
                "Move {card} {source} {target}",
                card=card_word(card, "object", texts),
                source=ground_word(source, "from", texts),
                target=ground_word(target, "to", texts),
            )
        case DiscardTile(_, tile):
            return texts.say("Discard {tile}", tile=tile_word(tile, "object", texts))
        case TakeTile(_, tile):
            return texts.say(
                "Take {tile} {place}",
                tile=tile_word(tile, "object", texts),
                place=ground_word(view.takings[0].ground, "from", texts),
            )
        case Pass():
            return texts.say("Pass")
        case NameDealer() | LayTile() | DrawCard():
            return ""
    assert_never(action)


def tell(event: Event, names: Sequence[str], texts: Texts = ENGLISH) -> str:
    """The event as a sentence; "" for those that a reader would rather not hear."""
    match event:
        case DealerNamed(seat):
            return texts.say("The lot falls on {name}, who deals first.", name=names[seat])
        case HuntBegan(hunt, dealer):
            return texts.say("Hunt {hunt} begins; {name} deals.", hunt=hunt, name=names[dealer])
        case PartyReady(seat):
            return texts.say("{name} has chosen a party.", name=names[seat])
        case CardDrawn() | CardPlayed() | WarriorTurned() | HunterMoved():
            return _tell_cards(event, names, texts)
        case HuntEnded(hunt):
            return texts.say("Hunt {hunt} is over.", hunt=hunt)
        case Passed(seat):
            return texts.say("{name} passes.", name=names[seat])
        case TileDiscarded() | TileTaken() | TilesLeft():
            return _tell_tiles(event, names, texts)
        case ThievesNamed(seats):
            return texts.say(
                "Hide thief, with the most hunters played: {names}.",
                names=", ".join(names[seat] for seat in seats),
            )
        case PieceMoved(piece, seat):
            return _tell_piece(piece, None if seat is None else names[seat], texts)
        case TileLaid() | CardPicked():
            return ""
    assert_never(event)


def _tell_cards(
    event: CardDrawn | CardPlayed | WarriorTurned | HunterMoved, names: Sequence[str], texts: Texts
) -> str:
    match event:
        case CardDrawn(seat, card):
            if card is None:
                return ""
            return texts.say(
                "{name} draws {card}.", name=names[seat], card=card_word(card, "object", texts)
            )
        case CardPlayed(seat, card, ground):
            return texts.say(
                "{name} plays {card} {place}.",
                name=names[seat],
                card=card_word(card, "object", texts),
                place=ground_word(ground, "into", texts),
            )
        case WarriorTurned(seat, card, ground):
            return texts.say(
                "{name}: {card} {place} is turned face down.",
                name=names[seat],
                card=card_word(card, "subject", texts),
                place=ground_word(ground, "at", texts),
            )
        case HunterMoved(seat, card, source, target):
            return texts.say(
                "{name}, by the horse, moves {card} {source} {target}.",
                name=names[seat],
                card=card_word(card, "object", texts),
                source=ground_word(source, "from", texts),
                target=ground_word(target, "to", texts),
            )
    assert_never(event)


def _tell_tiles(
    event: TileDiscarded | TileTaken | TilesLeft, names: Sequence[str], texts: Texts
) -> str:
    match event:
        case TileDiscarded(seat, tile):
            return texts.say(
                "{name} discards {tile}.", name=names[seat], tile=tile_word(tile, "object", texts)
            )
        case TileTaken(seat, ground, tile):
            return texts.say(
                "{name} takes {tile} {place}.",
                name=names[seat],
                tile=tile_word(tile, "object", texts),
                place=ground_word(ground, "from", texts),
            )
        case TilesLeft(ground, tiles):
            return texts.say(
                "{place}: nobody takes {tiles}.",
                place=capital(ground_word(ground, "name", texts)),
                tiles=", ".join(tile_word(tile, "object", texts) for tile in tiles),
            )
    assert_never(event)


def _tell_piece(piece: int, name: str | None, texts: Texts) -> str:
    assert piece in (TOTEM_TILE, HORSE_TILE)
    if piece == TOTEM_TILE:
        if name is None:
            return texts.say("The totem goes back.")
        return texts.say("The totem goes to {name}.", name=name)
    if name is None:
        return texts.say("The horse goes back.")
    return texts.say("The horse goes to {name}.", name=name)
