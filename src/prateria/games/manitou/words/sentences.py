"""What happened, and what may be done, as sentences in the reader's language.

Names of players are never inflected: they stand first or after a word that governs no case. Verbs
are in the present tense, which has no gender.
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
from prateria.games.manitou.rules.components import (
    HORSE_TILE,
    TOTEM_TILE,
    Card,
    Claim,
    Ground,
    Tile,
)
from prateria.games.manitou.rules.events import (
    CardDrawn,
    CardPicked,
    CardPlayed,
    DealerNamed,
    Event,
    GroundCounted,
    GroundLaid,
    HuntBegan,
    HuntEnded,
    HunterMoved,
    MatchWon,
    PartyReady,
    Passed,
    PieceMoved,
    PointsCounted,
    Strength,
    ThievesNamed,
    TileDiscarded,
    TileLaid,
    TilesLeft,
    TileTaken,
    WarriorsMet,
)
from prateria.games.manitou.rules.scoring import whole_strength
from prateria.games.manitou.rules.view import View
from prateria.games.manitou.rules.warriors import Meeting
from prateria.games.manitou.words.words import (
    card_word,
    cards_word,
    ground_word,
    reason_word,
    tile_word,
    tiles_word,
)


def line(view: View, action: Action, texts: Texts = ENGLISH) -> str:
    """A legal action as a line of a list, whatever the language's word order."""
    return capital(phrase(view, action, texts))


def phrase(view: View, action: Action, texts: Texts = ENGLISH) -> str:
    """A legal action in words; "" for chance's actions."""
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


def heading(event: Event, names: Sequence[str], texts: Texts = ENGLISH) -> str:  # noqa: ARG001
    """The heading of the chapter that an event opens; "" for most."""
    if isinstance(event, HuntBegan):
        return texts.say("Hunt {number} of {all}", number=event.hunt, all=event.hunts)
    if isinstance(event, ThievesNamed):
        return texts.say("The hide thief")
    if isinstance(event, GroundCounted) and event.ground == Ground.LEFT:
        return texts.say("Sharing out the grounds")
    if isinstance(event, PointsCounted) and event.seat == 0:
        return texts.say("The points")
    return ""


def part(event: Event, texts: Texts = ENGLISH) -> str:
    """The hunt that begins with an event."""
    if isinstance(event, HuntBegan):
        return texts.say("Hunt {number}", number=event.hunt)
    return ""


def tell(event: Event, names: Sequence[str], texts: Texts = ENGLISH) -> str:
    """The event as a sentence; "" for those that other events cover better."""
    match event:
        case DealerNamed() | HuntBegan() | GroundLaid() | PartyReady() | HuntEnded():
            return _tell_course(event, names, texts)
        case CardDrawn() | CardPlayed() | HunterMoved() | Passed():
            return _tell_cards(event, names, texts)
        case WarriorsMet():
            return capital(_tell_meeting(event, names, texts))
        case ThievesNamed() | TileDiscarded():
            return _tell_thief(event, names, texts)
        case GroundCounted() | TileTaken() | TilesLeft():
            return _tell_sharing(event, names, texts)
        case PieceMoved(piece, seat):
            return _tell_piece(piece, None if seat is None else names[seat], texts)
        case PointsCounted() | MatchWon():
            return _tell_end(event, names, texts)
        case TileLaid() | CardPicked():
            return ""
    assert_never(event)


def _tell_course(
    event: DealerNamed | HuntBegan | GroundLaid | PartyReady | HuntEnded,
    names: Sequence[str],
    texts: Texts,
) -> str:
    match event:
        case DealerNamed(seat):
            return texts.say("The lot falls on {name}, who deals first.", name=names[seat])
        case HuntBegan(_, _, dealer, first):
            return texts.say(
                "{name} deals; {first} plays first.", name=names[dealer], first=names[first]
            )
        case GroundLaid(ground, tiles):
            return texts.say(
                "{place}: {tiles}.",
                place=capital(ground_word(ground, "name", texts)),
                tiles=tiles_word(tiles, texts),
            )
        case PartyReady(seat, cards):
            if cards is None:
                return texts.say("{name} has a party ready.", name=names[seat])
            return texts.say(
                "{name} has a party ready: {cards}.",
                name=names[seat],
                cards=cards_word(cards, texts),
            )
        case HuntEnded(hunt, hunts):
            if hunt == hunts:
                return texts.say("Hunt {hunt}, the last one, is over.", hunt=hunt)
            if hunt % 2:
                return texts.say(
                    "Hunt {hunt} is over; the cards played are missing in the next.", hunt=hunt
                )
            return texts.say("Hunt {hunt} is over; all cards come back.", hunt=hunt)
    assert_never(event)


def _tell_cards(
    event: CardDrawn | CardPlayed | HunterMoved | Passed, names: Sequence[str], texts: Texts
) -> str:
    name = names[event.seat]
    match event:
        case CardDrawn(_, card):
            if card is None:
                return ""
            return texts.say("{name} draws {card}.", name=name, card=_object(card, texts))
        case CardPlayed(_, card, ground, extra):
            facts = {"card": _object(card, texts), "place": ground_word(ground, "into", texts)}
            if extra:
                return texts.say(
                    "{name}, by the totem, plays one more card: {card} {place}.", name=name, **facts
                )
            return texts.say("{name} plays {card} {place}.", name=name, **facts)
        case HunterMoved(_, card, source, target):
            return texts.say(
                "{name}, by the horse, moves {card} {source} {target}.",
                name=name,
                card=_object(card, texts),
                source=ground_word(source, "from", texts),
                target=ground_word(target, "to", texts),
            )
        case Passed(_, power):
            return _tell_pass(power, name, texts)
    assert_never(event)


def _object(card: Card, texts: Texts) -> str:
    return card_word(card, "object", texts)


def _tell_pass(power: Tile | None, name: str, texts: Texts) -> str:
    if power is None:
        return texts.say("{name} has no card that may be played, and passes.", name=name)
    if power == TOTEM_TILE:
        return texts.say("{name} does without the totem’s extra card.", name=name)
    return texts.say("{name} does without the horse’s move.", name=name)


def _tell_meeting(event: WarriorsMet, names: Sequence[str], texts: Texts) -> str:
    """Trials of strength, covers and sacrifices."""
    place = ground_word(event.ground, "at", texts)
    comes, owner, other = names[event.seat], names[event.owner], event.warriors[-1]
    card, stands = _of(event.card, comes, texts), _of(other, owner, texts)
    match event.meeting:
        case Meeting.ALONE | Meeting.COVERS:  # meeting nobody there causes no event
            below = _object(other, texts)
            return texts.say("{card} covers {other} {place}.", card=card, other=below, place=place)
        case Meeting.BEATS:
            return _tell_trial(card, _of(other, owner, texts, "object"), place, texts)
        case Meeting.FALLS:
            return _tell_trial(stands, _of(event.card, comes, texts, "object"), place, texts)
        case Meeting.BOTH_FALL:
            return texts.say(
                "Trial of strength {place}: {card} and {other} are both turned face down.",
                place=place,
                card=card,
                other=stands,
            )
        case Meeting.SACRIFICE:
            return texts.say(
                "Sacrifice {place}: {card} and {other} are both turned face down, {lower} stays.",
                place=place,
                card=card,
                other=stands,
                lower=_of(event.warriors[0], owner, texts),
            )
        case Meeting.WASTED:
            return texts.say(
                "{card} is too weak for {other} {place} and is turned face down.",
                card=card,
                other=_of(other, owner, texts, "object"),
                place=place,
            )
    assert_never(event.meeting)


def _of(card: Card, name: str, texts: Texts, case: str = "subject") -> str:
    """A great warrior with its owner."""
    return texts.say("{card} of {name}", card=card_word(card, case, texts), name=name)


def _tell_trial(winner: str, loser: str, place: str, texts: Texts) -> str:
    return texts.say(
        "Trial of strength {place}: {winner} beats {loser} and turns it face down.",
        place=place,
        winner=winner,
        loser=loser,
    )


def _tell_thief(event: ThievesNamed | TileDiscarded, names: Sequence[str], texts: Texts) -> str:
    match event:
        case ThievesNamed(seats, most, spared):
            said = texts.say(
                "Hide thief, with the highest sum of hunters ({sum}): {names}.",
                sum=most,
                names=texts.listed([names[seat] for seat in seats]),
            )
            if not spared:
                return said
            without = texts.listed([names[seat] for seat in spared])
            return f"{said} {texts.say('No tile to discard: {names}.', names=without)}"
        case TileDiscarded(seat, tile):
            return texts.say(
                "{name} discards {tile}; it is out of the game.",
                name=names[seat],
                tile=tile_word(tile, "object", texts),
            )
    assert_never(event)


def _tell_sharing(
    event: GroundCounted | TileTaken | TilesLeft, names: Sequence[str], texts: Texts
) -> str:
    match event:
        case GroundCounted(ground, strengths):
            return _tell_strengths(ground, strengths, names, texts)
        case TileTaken(seat, ground, tile, claim):
            return _tell_taking(names[seat], ground, tile, claim, texts)
        case TilesLeft(ground, tiles):
            return texts.say(
                "Left to nobody {place} and out of the game: {tiles}.",
                place=ground_word(ground, "at", texts),
                tiles=tiles_word(tiles, texts),
            )
    assert_never(event)


def _tell_strengths(
    ground: Ground, strengths: Sequence[Strength], names: Sequence[str], texts: Texts
) -> str:
    """How strong everybody is at a ground, and who is tied and drops out."""
    place = ground_word(ground, "at", texts)
    if not strengths:
        return texts.say("No hunters {place}.", place=place)
    values = [whole_strength(row) for row in strengths]
    said = texts.say(
        "Hunter strength {place}: {strengths}.",
        place=place,
        strengths=texts.listed([_strength(row, names, texts) for row in strengths]),
    )
    level = [
        names[seat]
        for (seat, _, _), value in zip(strengths, values, strict=True)
        if values.count(value) > 1
    ]
    if not level:
        return said
    return f"{said} {texts.say('Level, so out: {names}.', names=texts.listed(level))}"


def _strength(row: Strength, names: Sequence[str], texts: Texts) -> str:
    seat, printed, tomahawks = row
    if not tomahawks:
        return f"{names[seat]} {printed}"
    return texts.say(
        "{name} {value} ({printed} + {more} by tomahawks)",
        name=names[seat],
        value=whole_strength(row),
        printed=printed,
        more=tomahawks,
    )


def _tell_taking(name: str, ground: Ground, tile: Tile, claim: Claim, texts: Texts) -> str:
    facts = {
        "name": name,
        "tile": tile_word(tile, "object", texts),
        "place": ground_word(ground, "from", texts),
    }
    match claim:
        case Claim.WARRIOR:
            return texts.say("{name}, for the great warrior, takes {tile} {place}.", **facts)
        case Claim.STRONGEST:
            return texts.say("{name}, with the highest strength, takes {tile} {place}.", **facts)
        case Claim.SECOND:
            return texts.say(
                "{name}, with the second highest strength, takes {tile} {place}.", **facts
            )
    assert_never(claim)


def _tell_piece(piece: int, name: str | None, texts: Texts) -> str:
    assert piece in (TOTEM_TILE, HORSE_TILE)
    if piece == TOTEM_TILE:
        if name is None:
            return texts.say("The totem is put aside again.")
        return texts.say("The totem goes to {name}.", name=name)
    if name is None:
        return texts.say("The horse is put aside again.")
    return texts.say("The horse goes to {name}.", name=name)


def _tell_end(event: PointsCounted | MatchWon, names: Sequence[str], texts: Texts) -> str:
    match event:
        case PointsCounted():
            return texts.say(
                "{name}: {points}. {parts}; {tiles}.",
                name=names[event.seat],
                points=texts.count("{number} point", "{number} points", event.points),
                parts="; ".join(_parts(event, texts)),
                tiles=texts.count("{number} loot tile", "{number} loot tiles", event.tiles),
            )
        case MatchWon(seats, reason):
            won = [names[seat] for seat in seats]
            if reason == "shared":
                return texts.say("{names} share the victory.", names=texts.listed(won))
            why = reason_word(reason, texts)
            return texts.say("{name} wins {reason}.", name=won[0], reason=why)
    assert_never(event)


def _parts(event: PointsCounted, texts: Texts) -> list[str]:
    """What the points come from (rule M7.1)."""
    parts = [
        texts.say(
            "{tepees} and {bison}: {points}",
            tepees=texts.count("{number} tepee", "{number} tepees", event.tepees),
            bison=texts.count("{number} bison", "{number} bison", event.bison),
            points=event.pairs,
        )
    ]
    for said, held in (
        (texts.say("totem: 1"), event.totem),
        (texts.say("horse: 1"), event.horse),
        (texts.say("most tomahawks: 1"), event.tomahawks),
    ):
        if held:
            parts.append(said)
    return parts
