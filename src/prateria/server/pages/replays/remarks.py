"""What a review has to say, in the reader's language: about entries, and about how each played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from msgspec import Struct

from prateria.core.contract.game import face_of
from prateria.core.drawing.markup import medal
from prateria.core.texts import Texts, mark
from prateria.review import Grade, JudgedTurn, Review, Summary
from prateria.server.pages.labels import listed, percent, percent_in_tenths
from prateria.server.pages.replays.chart import Part, chart
from prateria.server.rooms.replays import Replay

GRADES: Final = {
    Grade.BLUNDER: mark("Blunder"),
    Grade.MISTAKE: mark("Mistake"),
    Grade.INACCURACY: mark("Inaccuracy"),
}
MOST_STEPS: Final = 8
"""How many steps of a better line are shown."""


class Step(Struct, frozen=True):
    """A step of a better way: in notation, and in words."""

    move: str
    text: str


class Note(Struct, frozen=True):
    """What is to be said about an entry: `turn`, a turning point, or `slip`, a turn that gave
    something away, with what would have been better instead of the entry."""

    n: int
    kind: str
    text: str
    seat: int
    better: str = ""
    steps: tuple[Step, ...] = ()


class Reviewed(Struct, frozen=True):
    """A match that is over, as the learned bot sees it: chances in percent for each seat after each
    entry, the chart of them as SVG, notes on entries, and how each played, as HTML."""

    chances: list[list[int]]
    curve: str
    notes: list[Note]
    played: str


def reviewed(replay: Replay, found: Review, names: Sequence[str], texts: Texts) -> Reviewed:
    chances = [[round(100 * each) for each in row] for row in found.chances]
    colour = face_of(replay.game).colour
    colours = [colour(seat) for seat in range(len(names))]
    notes = [*_turning(found, names, texts), *_slips(replay, found, names, texts)]
    rows = [
        _played(found.summary(seat), name, colours[seat], texts) for seat, name in enumerate(names)
    ]
    return Reviewed(
        chances,
        chart(found, [*_parts(replay, texts)], colours, texts),
        sorted(notes, key=lambda note: note.n),
        f'<ul class="played">{"".join(rows)}</ul>',
    )


def _parts(replay: Replay, texts: Texts) -> Iterator[Part]:
    """The parts of the match that have a name. What luck does before the first belongs to it; a
    match that was set up from a position may begin in the middle of one, which has no name then."""
    start: int | None = 0
    part = replay.game.words.part
    for n, entry in enumerate(replay.whole.log.entries, 1):
        for name in filter(None, [part(event, texts) for event in entry.events]):
            yield Part(n if start is None else start, name)
            start = None
        if entry.by >= 0:
            start = None


def _turning(found: Review, names: Sequence[str], texts: Texts) -> Iterator[Note]:
    for point in found.turning_points:
        text = texts.say(
            "{name}: {before} → {after}",
            name=names[point.seat],
            before=percent(point.before, texts),
            after=percent(point.after, texts),
        )
        yield Note(point.entry, "turn", text, point.seat)


def _slips(replay: Replay, found: Review, names: Sequence[str], texts: Texts) -> Iterator[Note]:
    states = replay.states([slip.entry - 1 for slip in found.slips])
    for slip, state in zip(found.slips, states, strict=True):
        steps = tuple(_steps(replay, state, slip, texts))
        view = replay.game.view(state, slip.seat)
        move = replay.game.notation.parse_action(slip.move)
        text = texts.say(
            "{grade} by {name}: “{move}” gave away {lost}.",
            grade=texts.say(GRADES[slip.grade or Grade.INACCURACY]),
            name=names[slip.seat],
            move=replay.game.words.phrase(view, move, texts),
            lost=percent(slip.lost, texts),
        )
        better = texts.say("Better: “{moves}”", moves=" → ".join(step.text for step in steps))
        yield Note(slip.entry, "slip", text, slip.seat, better, steps)


def _steps(replay: Replay, state: object, slip: JudgedTurn, texts: Texts) -> Iterator[Step]:
    """The better way, step by step as it would have been done."""
    game = replay.game
    state = game.copy(state)
    for text in slip.better[:MOST_STEPS]:
        action = game.notation.parse_action(text)
        yield Step(text, game.words.phrase(game.view(state, slip.seat), action, texts))
        game.apply(state, action)


def _played(summary: Summary, name: str, colour: str, texts: Texts) -> str:
    """How somebody played, with the button for their mistakes alone."""
    kept = "" if summary.accuracy is None else percent(summary.accuracy, texts)
    return (
        f'<li><button type="button" class="who" data-only="slip-{summary.seat}" '
        f'aria-pressed="false">{medal(colour)}<b>{escape(name)}</b><span>{kept}</span></button>'
        f"<p>{escape(_in_words(summary, texts))}</p></li>"
    )


def _in_words(summary: Summary, texts: Texts) -> str:
    counts: list[str] = []
    if summary.blunders:
        counts.append(texts.count("{number} blunder", "{number} blunders", summary.blunders))
    if summary.mistakes:
        counts.append(texts.count("{number} mistake", "{number} mistakes", summary.mistakes))
    if summary.inaccuracies:
        number = summary.inaccuracies
        counts.append(texts.count("{number} inaccuracy", "{number} inaccuracies", number))
    if not counts:
        return texts.say("No mistake worth a word.")
    return texts.say(
        "{mistakes}; {lost} of a win given away a turn, on average.",
        mistakes=listed(counts, texts),
        lost=percent_in_tenths(summary.lost_a_turn, texts),
    )
