"""The lessons: a position, a sentence, and the learner makes the move, judged by the rules.

Nothing is stored here: every request names its step, and the position is set up again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from markupsafe import Markup
from msgspec import Meta, Struct

from prateria.core.contract.game import AnyGame, face_of
from prateria.core.drawing.scene import PARTS, Choice, Scene
from prateria.core.errors import ActionError, IllegalAction, NotationError
from prateria.core.lessons.lesson import Lesson, Step
from prateria.core.lessons.teacher import at_step, play
from prateria.core.matches.match import Match
from prateria.core.texts import Texts, mark
from prateria.server.errors import not_found
from prateria.server.http import security
from prateria.server.http.deps import AnyRequest, server_of
from prateria.server.pages.files import style_url
from prateria.server.pages.labels import FIRST_LEVEL, written
from prateria.server.pages.lobby import face, game_of
from prateria.server.pages.render import Reader, all_games, lettered, page, reader
from prateria.server.painting import frame
from prateria.server.painting.choices import choices_of, proposed_drawing
from prateria.server.painting.names import BOTS
from prateria.server.wire.protocol import Way

NOT_MEANT: Final = "other"
RIGHT: Final = "right"
REFUSED: Final = "refused"
PLAY: Final = "play"
StepNumber = Annotated[int, QueryParameter(ge=0, le=99)]
Id = Annotated[str, Meta(max_length=80)]


class Looking(Struct, frozen=True, forbid_unknown_fields=True):
    """What the learner is about to do: the ids picked so far, and the one under the pointer."""

    picked: Annotated[tuple[Id, ...], Meta(max_length=40)] = ()
    looked: Id = ""


class Doing(Struct, frozen=True, forbid_unknown_fields=True):
    """The moves the learner makes, one after the other."""

    moves: Annotated[
        tuple[Annotated[str, Meta(max_length=500)], ...], Meta(min_length=1, max_length=20)
    ]


class Shown(Struct, frozen=True):
    """The table for the learner: its parts as HTML, and what may be picked."""

    parts: dict[str, str]
    picked: tuple[str, ...]
    ways: tuple[Way, ...]
    spot: str = ""
    """The id of what to press next for the intended move; `PLAY` for the confirmation; the move
    itself, if it has no path; "" if there is nothing to do, or the step is to be done unaided."""


class RuleOf(Struct, frozen=True):
    number: str
    text: str


class Judged(Struct, frozen=True):
    """The teacher's verdict: `right`, `other` (legal, but not what the step asks for) or
    `refused`."""

    verdict: str
    text: str
    rules: tuple[RuleOf, ...]
    shown: Shown | None = None


@dataclass(frozen=True, slots=True)
class Class:
    """A game, its lesson, and the learner."""

    game: AnyGame
    lesson: Lesson
    reader: Reader

    @property
    def texts(self) -> Texts:
        return self.reader.texts(self.game)

    def step(self, number: int) -> Step:
        if number >= len(self.lesson.steps):
            raise not_found(mark("There is no such step."))
        return self.lesson.steps[number]

    def names(self, step: Step, seats: int) -> tuple[str, ...]:
        own = self.reader.person.name
        return tuple(own if seat == step.seat else BOTS[seat] for seat in range(seats))

    def rules(self, numbers: tuple[str, ...]) -> tuple[RuleOf, ...]:
        language = written(self.reader.language)
        book = self.game.rulebook
        return tuple(RuleOf(number, book.text(number, language)) for number in numbers)

    def shown(self, step: Step, match: Match, look: Looking, *, is_done: bool = False) -> Shown:
        game, texts = self.game, self.texts
        view = match.view(step.seat)
        choices = () if is_done else choices_of(game, view, match.legal(step.seat), texts)
        names = self.names(step, match.seats)
        scene = Scene(names, texts, choices, look.picked, look.looked, learning=not step.unaided)
        drawing, picked = proposed_drawing(game, view, scene)
        parts = {name: getattr(drawing, name) for name in PARTS}
        parts["moves"] = frame.moves(choices, texts)
        ways = tuple(Way(c.move, c.path, c.confirm) for c in choices)
        spot = "" if step.unaided else _spot(self._meant(step, choices), picked)
        return Shown(parts, picked, ways, spot)

    def _meant(self, step: Step, choices: Sequence[Choice]) -> list[Choice]:
        """The moves that are meant, the first of them first."""
        known = {choice.move: choice for choice in choices}
        actions = map(self.game.notation.parse_action, step.moves)
        moves = [self.game.notation.format_action(action) for action in actions]
        return [known[move] for move in moves if move in known]


def _spot(meant: Sequence[Choice], picked: tuple[str, ...]) -> str:
    """What goes on from the picks to a move that is meant; to the first, if that can be."""
    for choice in meant:
        if not choice.path:
            return choice.move
        if choice.path == picked:
            return PLAY
        if choice.path[: len(picked)] == picked:
            return choice.path[len(picked)]
    return ""


async def class_of(request: AnyRequest, game_id: str) -> Class:
    game = game_of(game_id)
    lesson = face_of(game).lesson()
    if lesson is None:
        raise not_found(mark("There is no such lesson."))
    return Class(game, lesson, reader(request))


async def _asked(request: AnyRequest, game_id: str) -> Class:
    """The same, for a request that draws; with a limit on their number."""
    taken = await class_of(request, game_id)
    person = taken.reader.person.id
    security.limit(server_of(request).services.limits, "message", request, person)
    return taken


@get("/lessons", include_in_schema=False)
async def all_lessons(request: AnyRequest) -> Response[bytes]:
    who = reader(request)
    games = [face(game, who) for game in all_games() if face_of(game).lesson() is not None]
    return page(request, who, "lessons.html", games=games)


@get("/lessons/{game_id:str}", include_in_schema=False)
async def lesson_page(
    request: AnyRequest, game_id: FromPath[str], step: StepNumber = 0
) -> Response[bytes]:
    taken = await class_of(request, game_id)
    game, now = taken.game, taken.step(step)
    match = at_step(game, taken.lesson, step)
    shown = taken.shown(now, match, Looking(), is_done=not now.moves)
    language, art = written(taken.reader.language), face_of(game).art()
    return page(
        request,
        taken.reader,
        "lesson.html",
        game,
        game_id=game.meta.id,
        game_name=game.meta.name,
        seats=face(game, taken.reader).seats,
        first_level=FIRST_LEVEL,
        style=style_url(game.meta.id),
        is_plain=not art.style,
        symbols=lettered(art.symbols, taken.texts),
        parts={name: Markup(html) for name, html in shown.parts.items()},
        step=step,
        count_of=len(taken.lesson.steps),
        is_to_do=bool(now.moves),
        is_last=step == len(taken.lesson.steps) - 1,
        text=now.text[language].split("\n\n"),
        rules=taken.rules(now.rules),
    )


@post("/api/lessons/{game_id:str}/look", summary="A step of a lesson, drawn", status_code=200)
async def look(
    request: AnyRequest, game_id: FromPath[str], step: StepNumber, data: JSONBody[Looking]
) -> Shown:
    taken = await _asked(request, game_id)
    now = taken.step(step)
    match = at_step(taken.game, taken.lesson, step)
    return taken.shown(now, match, data, is_done=not now.moves)


@post("/api/lessons/{game_id:str}/play", summary="Make the move of a step", status_code=200)
async def make_move(
    request: AnyRequest, game_id: FromPath[str], step: StepNumber, data: JSONBody[Doing]
) -> Judged:
    taken = await _asked(request, game_id)
    now, texts = taken.step(step), taken.texts
    match = at_step(taken.game, taken.lesson, step)
    try:
        for move in data.moves:
            match.play(now.seat, move)
    except IllegalAction as error:
        return Judged(REFUSED, texts.say("The rules say no."), taken.rules((error.rule,)))
    except (ActionError, NotationError):
        return Judged(REFUSED, texts.say("That is not a valid move here."), ())
    if not _are_meant(taken.game, now, data.moves):
        said = texts.say("The rules allow that, but this step asks for something else. Try again.")
        return Judged(NOT_MEANT, said, taken.rules(now.rules))
    for move in now.then:
        play(match, move)
    shown = taken.shown(now, match, Looking(), is_done=True)
    return Judged(RIGHT, now.after[written(taken.reader.language)], (), shown)


def _are_meant(game: AnyGame, step: Step, moves: tuple[str, ...]) -> bool:
    """Whether all of these are among the moves of a step, however they are written."""
    meant = {game.notation.parse_action(move) for move in step.moves}
    return all(_parsed(game, step.seat, move) in meant for move in moves)


def _parsed(game: AnyGame, seat: int, move: str) -> Any:
    try:
        return game.notation.parse_action(move)
    except NotationError:
        return game.notation.parse_action(f"{'abcdefgh'[seat]} {move}")


HANDLERS: list[Any] = [all_lessons, lesson_page, look, make_move]
