"""The curve of chances over a replay, and what a review says about its entries."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from msgspec import Struct

from prateria.core.contract.game import face_of
from prateria.core.drawing.markup import num
from prateria.core.texts import Texts
from prateria.review import Review
from prateria.server.pages.labels import percent
from prateria.server.rooms.replays import Replay

WIDTH, HEIGHT = 1000, 100


class Note(Struct, frozen=True):
    """A remark on an entry: `turn` or `slip`, in the reader's language."""

    n: int
    kind: str
    text: str


class Reviewed(Struct, frozen=True):
    """A match that is over, as the learned bot sees it: chances in percent for each seat after each
    entry, the curve of them as SVG, and notes on entries."""

    chances: list[list[int]]
    curve: str
    notes: list[Note]


def reviewed(replay: Replay, found: Review, names: Sequence[str], texts: Texts) -> Reviewed:
    chances = [[round(100 * each) for each in row] for row in found.chances]
    colours = [face_of(replay.game).colour(seat) for seat in range(len(names))]
    notes = [*_turns(found, names, texts), *_slips(replay, found, names, texts)]
    return Reviewed(chances, _curve(found, colours, texts), sorted(notes, key=lambda note: note.n))


def _curve(found: Review, colours: Sequence[str], texts: Texts) -> str:
    last = max(1, len(found.chances) - 1)
    lines = "".join(
        f'<polyline class="line {colour}" points="'
        + " ".join(
            f"{num(WIDTH * entry / last)},{num(HEIGHT * (1 - found.chances[entry][seat]))}"
            for entry in found.rests
        )
        + '"/>'
        for seat, colour in enumerate(colours)
    )
    label = escape(texts.say("Chance of winning"))
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" role="img" '
        f'aria-label="{label}"><path class="half" d="M0 25H{WIDTH}M0 50H{WIDTH}M0 75H{WIDTH}"/>'
        f"{lines}</svg>"
    )


def _turns(found: Review, names: Sequence[str], texts: Texts) -> list[Note]:
    return [
        Note(
            turn.entry,
            "turn",
            texts.say(
                "{name}: {before} → {after}",
                name=names[turn.seat],
                before=percent(turn.before, texts),
                after=percent(turn.after, texts),
            ),
        )
        for turn in found.turns
    ]


def _slips(replay: Replay, found: Review, names: Sequence[str], texts: Texts) -> list[Note]:
    game, notes = replay.game, []
    for slip in found.slips:
        view, _ = replay.view(slip.entry - 1, slip.seat)
        text = texts.say(
            "{name}: “{move}” gives away {lost}. Better: “{better}”",
            name=names[slip.seat],
            move=game.words.phrase(view, game.notation.parse_action(slip.move), texts),
            lost=percent(slip.lost, texts),
            better=game.words.phrase(view, game.notation.parse_action(slip.best), texts),
        )
        notes.append(Note(slip.entry, "slip", text))
    return notes
