"""Draws a table for one reader, from the updates their connection is sent and nothing else.

It lives at the edge: it cannot know more than an update's view, and a room never waits for it.
Updates come in, `drawn` frames go out, with only those parts that have changed since the last one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from prateria.core.chance import Quick
from prateria.core.contract.game import AnyGame, face_of
from prateria.core.drawing.scene import PARTS, Choice, Drawing, Scene, Stage
from prateria.core.matches.story import SeenEntry, Told, tell
from prateria.core.texts import Texts
from prateria.server.painting import frame
from prateria.server.painting.choices import choices_of, proposed_drawing
from prateria.server.painting.names import shown_names
from prateria.server.wire.frame import Update
from prateria.server.wire.protocol import (
    Drawn,
    DrawnStage,
    Look,
    Outgoing,
    TableFace,
    Trace,
    Undo,
    Way,
    Welcome,
)

LOG_LINES: Final = 40
"""How many of the last entries a page shows when it is opened; the replay has them all."""
MOST_LINES: Final = 200
"""How many are kept, for the next person at the same screen."""
WORLDS: Final = 4
"""How many worlds are drawn to tell whether a hand is hidden from the others at one screen."""


@dataclass(slots=True)
class Eyes:
    """The table as one seat, or a spectator, sees it now."""

    update: Update
    choices: tuple[Choice, ...]
    picked: tuple[str, ...] = ()
    looked: str = ""
    lines: dict[int, Told] = field(default_factory=dict)
    """The log: the entries that can be told."""
    acted: dict[int, int] = field(default_factory=dict)
    """The entries by the reader's seats that still count, each with the seat that made it."""
    struck: set[int] = field(default_factory=set)
    others: tuple[Any, ...] = ()
    """What the others did last, since this seat's last move."""
    mover: int | None = None
    """Who made the last entry, luck aside."""
    stages: tuple[Stage, ...] = ()
    """What to show before this."""


class Painter:
    """One reader's picture of one table."""

    def __init__(self, game: AnyGame, texts: Texts, *, learning: bool = False) -> None:
        self._game = game
        self._texts = texts
        self._learning = learning
        colour = face_of(game).colour
        self._colours = tuple([colour(seat) for seat in range(game.meta.most)])
        self._own: tuple[int, ...] = ()
        self._person = ""
        self._face: TableFace | None = None
        self._names: tuple[str, ...] = ()
        self._eyes: dict[int | None, Eyes] = {}
        self._seat: int | None = None
        self._lifted = False
        """Whether somebody looks with `_seat`'s eyes, and not at a curtain."""
        self._parts: dict[str, str] = {}
        self._ways: tuple[Way, ...] | None = None
        self._told = 0
        """The entry up to which the page has the log."""
        self._n = 0
        self._log_of: int | None = None
        """The seat whose log the page has."""
        self._asides: set[tuple[int, Trace]] = set()
        """What the page was told beside the log."""
        self._asides_from = 0

    # --- what comes in

    def take(self, message: Outgoing | Update) -> Drawn | None:
        """Handle what the connection was sent: the drawing it causes, if any."""
        if isinstance(message, Update):
            return self.update(message)
        if isinstance(message, TableFace):
            return self.table(message)
        if isinstance(message, Welcome):
            self.welcome(message.seats, message.person)
        return None

    def welcome(self, seats: tuple[int, ...], person: str) -> None:
        """Tell the painter who the reader is, and which seats are theirs."""
        self._person = person
        if seats != self._own:
            self._own = seats
            self._eyes.clear()
            self._lifted = False
            self._seat = seats[0] if seats else None

    def begin_after(self, n: int) -> None:
        """Tell the painter that the page already has the log up to an entry."""
        self._told = self._asides_from = n

    def table(self, face: TableFace) -> Drawn | None:
        self._face = face
        self._names = shown_names(face.chairs, self._texts)
        return self._drawn(0) if self._seat in self._eyes else None

    def update(self, update: Update) -> Drawn | None:
        """Apply an update; returns a drawing if it concerns the seat now shown."""
        self._eyes[update.seat] = self._taken_in(update, self._eyes.get(update.seat))
        wanted = self._wanted()
        if not self._eyes.keys() >= {*self._own} or self._eyes[wanted].update.n < update.n:
            return None  # the updates of the other seats are on their way
        if wanted != self._seat or not self._lifted:
            return self._hand_over(wanted)
        return self._drawn(0) if update.seat == self._seat else None

    def look(self, look: Look) -> Drawn | None:
        """The picture with what the reader is about to do."""
        if look.seat in self._own and (look.seat != self._seat or not self._lifted):
            self._seat, self._lifted = look.seat, True
        eyes = self._eyes.get(self._seat)
        if eyes is None or not self._lifted:
            return None
        # A look may have been sent before the update it meets; its picks may be gone then.
        eyes.picked, eyes.looked = _still_possible(look.picked, eyes.choices), look.looked
        return self._drawn(look.look)

    # --- whose eyes

    def _wanted(self) -> int | None:
        """The seat to show: of the reader's seats, one that has to act."""
        if len(self._own) < 2:
            return self._own[0] if self._own else None
        newest = max(self._eyes.values(), key=lambda eyes: eyes.update.n).update
        acting = [seat for seat in self._own if seat in newest.acting]
        return self._seat if self._seat in acting or not acting else acting[0]

    def _hand_over(self, seat: int | None) -> Drawn | None:
        if len(self._own) > 1 and seat is not None and self._is_hidden(seat):
            self._seat, self._lifted = seat, False
            n = self._eyes[seat].update.n
            return Drawn(n, self._n, seat, curtain=self._names[seat])
        self._seat, self._lifted = seat, True
        return self._drawn(0)

    def _is_hidden(self, seat: int) -> bool:
        """Whether this seat and another at the same screen hide something from each other."""
        others = [other for other in self._own if other != seat and other in self._eyes]
        return any(self._hides(a, b) for o in others for a, b in ((seat, o), (o, seat)))

    def _hides(self, seat: int, from_seat: int) -> bool:
        """Whether a seat knows what another does not: in some world that the other could believe
        in, the seat would see something else."""
        view, known = self._eyes[seat].update.view, self._eyes[from_seat].update.view
        rng = Quick(self._eyes[seat].update.n)
        worlds = [self._game.determinize(known, rng) for _ in range(WORLDS)]
        return any(self._game.view(world, seat) != view for world in worlds)

    # --- taking an update in

    def _taken_in(self, update: Update, before: Eyes | None) -> Eyes:
        choices = choices_of(self._game, update.view, update.legal, self._texts)
        if before is None:
            eyes = Eyes(update, choices)
        else:
            eyes = replace(before, update=update, choices=choices)
            if any(_seat_of(seen) == update.seat for seen in _new(before, update)):
                # It was this move, though the same may be legal again.
                eyes.picked, eyes.looked = _put_together(before.picked, choices), ""
            elif before.update.legal != update.legal:
                eyes.picked, eyes.looked = _still_possible(before.picked, choices), ""
        for seen in update.entries:
            self._note(eyes, seen)
        eyes.stages = self._stages(before, update)
        for seen in update.entries if before is None else _new(before, update):
            _note_others(eyes, seen)
        for number in sorted(eyes.lines)[:-MOST_LINES]:
            del eyes.lines[number]
        return eyes

    def _stages(self, before: Eyes | None, update: Update) -> tuple[Stage, ...]:
        """What the game wants to show on the way from the previous view."""
        new = [] if before is None else _new(before, update)
        if before is None or not new or any(seen.back is not None for seen in new):
            return ()
        events = [event for seen in new for event in seen.events]
        view, scene = before.update.view, Scene(self._names, self._texts)
        return tuple(face_of(self._game).stages(view, events, update.view, scene))

    def _note(self, eyes: Eyes, seen: SeenEntry) -> None:
        """Add an entry to the log of these eyes."""
        if seen.n in eyes.lines or self._face is None:
            return
        if seen.back is not None:
            gone = [seen.back.entry] if seen.back.alone else range(seen.back.entry, seen.n)
            eyes.struck.update(gone)
            for number in gone:
                eyes.acted.pop(number, None)
        elif seen.by in self._own:
            eyes.acted[seen.n] = seen.by
        names = shown_names(self._face.chairs, self._texts, at=seen.n)
        told = tell(self._game, seen, names, self._texts)
        if told.passages:
            eyes.lines[seen.n] = told

    def _log(self, eyes: Eyes, face: TableFace, since: int) -> tuple[str, ...]:
        """The new lines, with events that are not moves inserted where they happened."""
        colours = self._colours
        lines = [
            (n, 0, frame.entry(told, face.table, struck=n in eyes.struck, colours=colours))
            for n, told in eyes.lines.items()
            if n > since
        ]
        first = max(self._asides_from, min(eyes.lines, default=1) - 1)
        for chair in face.chairs:
            for trace in chair.trace:
                if trace.n >= first and (chair.seat, trace) not in self._asides:
                    self._asides.add((chair.seat, trace))
                    line = frame.aside(chair, trace, self._texts, colours=colours)
                    lines.append((trace.n, 1 + trace.at, line))
        return tuple(line for _, _, line in sorted(lines))

    # --- drawing

    def _drawn(self, look: int) -> Drawn | None:
        eyes, face = self._eyes[self._seat], self._face
        if face is None or not self._lifted:
            return None
        update = eyes.update
        stages = self._drawn_stages(eyes)
        drawing = self._drawing(eyes)
        parts = {name: getattr(drawing, name) for name in PARTS}
        parts.update(self._frame(eyes, face))
        changed = {name: html for name, html in parts.items() if self._parts.get(name) != html}
        self._parts = parts
        ways = tuple(Way(c.move, c.path, c.confirm) for c in eyes.choices)
        new_ways = None if ways == self._ways else ways
        self._ways = ways
        whole = self._log_of != self._seat and self._log_of is not None
        since = 0 if whole else self._told
        if whole:
            self._asides, self._asides_from = set(), 0
        after, self._n, self._told, self._log_of = self._n, update.n, update.n, self._seat
        acted = max(eyes.acted, default=0)
        over = update.outcome is not None
        may_undo = acted and not over and not self._is_live(update)
        return Drawn(
            n=update.n,
            after=after,
            seat=update.seat,
            look=look,
            picked=eyes.picked,
            parts=changed,
            ways=new_ways,
            log=self._log(eyes, face, since),
            whole=whole,
            struck=tuple(sorted(number for number in eyes.struck if number in eyes.lines)),
            yours=bool(eyes.choices),
            undo=Undo(acted, eyes.acted[acted]) if may_undo else None,
            clocks=update.clocks,
            over=over,
            token=update.token,
            stages=stages,
            fresh=self._fresh(eyes),
            mine=update.seat is not None and eyes.mover == update.seat,
        )

    def _drawn_stages(self, eyes: Eyes) -> tuple[DrawnStage, ...]:
        """What is to be shown first, and only once."""
        stages, eyes.stages = eyes.stages, ()
        shown, drawn = dict(self._parts), []
        for stage in stages:
            scene = Scene(self._names, self._texts, looked=stage.looked, learning=self._learning)
            drawing = face_of(self._game).draw(stage.view, scene)
            parts = {name: getattr(drawing, name) for name in stage.parts}
            changed = {name: html for name, html in parts.items() if shown.get(name) != html}
            shown.update(parts)
            told = [self._game.words.tell(e, self._names, self._texts) for e in stage.events]
            drawn.append(DrawnStage(changed, (*filter(None, told), *stage.more), stage.account))
        return tuple(drawn)

    def _fresh(self, eyes: Eyes) -> tuple[str, ...]:
        """The ids of what the others did last."""
        touched, view = face_of(self._game).touched, eyes.update.view
        return tuple(dict.fromkeys([id_ for e in eyes.others for id_ in touched(view, e)]))

    def _is_live(self, update: Update) -> bool:
        """Whether the match is played against time: then nothing can be taken back."""
        return self._game.live is not None and self._game.live.is_live(update.view)

    def _drawing(self, eyes: Eyes) -> Drawing:
        scene = Scene(
            names=self._names,
            texts=self._texts,
            choices=eyes.choices,
            picked=eyes.picked,
            looked=eyes.looked,
            learning=self._learning,
        )
        drawing, eyes.picked = proposed_drawing(self._game, eyes.update.view, scene)
        return drawing

    def _frame(self, eyes: Eyes, face: TableFace) -> dict[str, str]:
        """The page's own parts."""
        update, texts, names = eyes.update, self._texts, self._names
        outcome = update.outcome
        colours = self._colours
        turn = frame.turn(
            update.acting, update.seat, self._own, names, outcome, texts, colours=colours
        )
        ended = ""
        mine = [chair for chair in face.chairs if chair.person == self._person]
        if outcome is not None:
            last = eyes.lines[max(eyes.lines)].sentences if eyes.lines else ()
            ended = frame.result(
                face,
                outcome,
                names,
                self._own,
                texts,
                has_played=bool(mine),
                told=last,
                colours=colours,
            )
        elif mine and all(chair.resigned for chair in mine):
            ended = frame.gave_up(face, texts)
        turn += frame.rule_now(face_of(self._game).rule(update.view))
        return {
            "turn": turn,
            "moves": frame.moves(eyes.choices, texts),
            "seats": frame.seats(
                face, names, texts, has_clocks=bool(update.clocks), colours=colours
            ),
            "result": ended,
        }


def _new(before: Eyes, update: Update) -> list[SeenEntry]:
    """The entries that these eyes had not seen yet."""
    return [seen for seen in update.entries if seen.n > before.update.n]


def _note_others(eyes: Eyes, seen: SeenEntry) -> None:
    """Keep what the others did since a seat last acted; for a spectator, only the last move."""
    if seen.back is not None:
        eyes.others, eyes.mover = (), None
        return
    own = eyes.update.seat
    if seen.by >= 0:
        if seen.by != eyes.mover and (own is None or eyes.mover == own):
            eyes.others = ()
        eyes.mover = seen.by
    if own is None or eyes.mover != own:
        eyes.others += seen.events


def _seat_of(seen: SeenEntry) -> int | None:
    """The seat that made an entry; None for luck and the clock."""
    return seen.by if seen.by >= 0 else None


def _put_together(picked: tuple[str, ...], choices: Sequence[Choice]) -> tuple[str, ...]:
    """The picks after the reader's own move: none, except where moves have no path. There many
    picks are collected to be sent at once, and the others stay."""
    return picked if choices and not any(choice.path for choice in choices) else ()


def _still_possible(picked: tuple[str, ...], choices: Sequence[Choice]) -> tuple[str, ...]:
    """The picks, if they are still the beginning of a path. Where moves have no path (the cards of
    a party are picked in any order) the drawing interprets them."""
    depth = len(picked)
    return picked if any(choice.path[:depth] in (picked, ()) for choice in choices) else ()
