"""A match: a state, its log, its luck, and the one checked way for moves to come in."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from typing import Any

from prateria.core.chance import Draws, check_seed, commitment
from prateria.core.contract.game import CHANCE, CLOCK, LETTERS, AnyGame, face_of
from prateria.core.contract.meta import Outcome
from prateria.core.errors import (
    IllegalAction,
    LogError,
    NotationError,
    SetupError,
    StaleAction,
    UnknownAction,
)
from prateria.core.matches.log import (
    Checkpoint,
    Ending,
    Entry,
    Header,
    Log,
    Record,
    TakeBack,
    actor_name,
    read_log,
)
from prateria.core.matches.undo import reveals
from prateria.core.matches.versions import SET_UP_OTHERWISE, options_today, position_today
from prateria.core.texts import mark


class Match:
    """A match that can be played, looked at and written down.

    Without a seed (a running match read back from its log) it can be looked at and replayed,
    but luck cannot be drawn. With a checkpoint it begins there, and `past`, the log's text up to
    the checkpoint, is replayed only when somebody asks for earlier entries.
    """

    def __init__(
        self,
        game: AnyGame,
        header: Header,
        seed: str | None,
        checkpoint: Checkpoint | None = None,
        past: str = "",
    ) -> None:
        if seed is not None and commitment(check_seed(seed)) != header.commitment:
            raise SetupError("the seed is not the one this match committed itself to")
        self.game = game
        self.log = Log(game, header)
        self.options = options_today(game, header)
        """All options, as today's rules name them; the header has those of its own version."""
        self._seed = seed
        self._draws = None if seed is None else Draws(seed)
        self._next_draw = 0
        self._kept: list[int] = []
        """The numbers of the entries that count: those that were not taken back."""
        self._legal: dict[int, Sequence[Any]] = {}
        """What each actor may do now, as far as somebody has asked."""
        self._base: Any = None
        """The state at the checkpoint, and which entries counted then (`_base_kept`)."""
        self._base_kept: list[int] = []
        self._foreseen: set[int] = set()
        """The entries that will be taken back, in a log that is being followed."""
        self._before: dict[int, tuple[list[int], Any]] = {}
        """Which entries counted before each of those, and the state."""
        if checkpoint is None:
            self._state = self._start()
        else:
            self._start_at(checkpoint, past)

    def _start_at(self, checkpoint: Checkpoint, past: str) -> None:
        game, header = self.game, self.log.header
        state = game.notation.parse_state(checkpoint.position, header.data)
        if game.notation.format_state(state) != checkpoint.position:
            raise SetupError("the checkpoint's position does not come back as it was written")
        if game.notation.setup(state) != (header.seats, self.options):
            raise SetupError("the checkpoint belongs to a match with a different setup")
        gone = set(checkpoint.gone)
        self._kept = [n for n in range(1, checkpoint.entries + 1) if n not in gone]
        self._base, self._base_kept = game.copy(state), self._kept[:]
        self._state = state
        self._next_draw = checkpoint.draw
        if self._draws is not None:
            self._draws.counter = checkpoint.draw
        # Not a method of this match: the log would hold the match that holds the log, and neither
        # would be freed before the next full collection.
        self.log.fold(checkpoint, partial(_recalled, game, header, past))

    def replayed(self, past: str) -> list[Entry]:
        """The entries of a text, replayed from the start of this match, unchecked."""
        records = read_log(past, self.game).records
        entries: list[Entry] = []
        kept: list[int] = []
        state = self._start()
        backs = {r.action.entry for r in records if isinstance(r.action, TakeBack)}
        before: dict[int, tuple[list[int], Any]] = {}
        """The states to which play will return: rebuilding each would take quadratic time."""
        for number, record in enumerate(records, 1):
            events: tuple[Any, ...] = ()
            if isinstance(record.action, TakeBack):
                kept = _kept_after(kept, record.action)
                known, was = before[record.action.entry]
                state = self.game.copy(was) if known == kept else self._applied(entries, kept)
            else:
                if number in backs:
                    before[number] = (kept[:], self.game.copy(state))
                events = tuple(self.game.apply(state, record.action))
                kept.append(number)
            entries.append(Entry(record.at, record.by, record.action, record.draw, events))
        return entries

    def _applied(self, entries: list[Entry], kept: list[int]) -> Any:
        state = self._start()
        for number in kept:
            self.game.apply(state, entries[number - 1].action)
        return state

    def checkpoint(self, chain: str) -> Checkpoint:
        """The current point of a running match; `chain` is that of its last line.

        It is not for the players: the position reveals everything.
        """
        kept = set(self._kept)
        return Checkpoint(
            entries=self.version,
            at=self.log.at,
            by=self.log.by(self.version) if self.version else CHANCE,
            draw=self._next_draw if self._draws is None else self._draws.counter,
            chain=chain,
            gone=tuple(n for n in range(1, self.version + 1) if n not in kept),
            position=self.position,
        )

    def _start(self) -> Any:
        game, header = self.game, self.log.header
        position = position_today(game, header)
        if position is not None:
            state = game.notation.parse_state(position, header.data)
            if game.notation.setup(state) != (header.seats, self.options):
                raise SetupError(SET_UP_OTHERWISE)
            return state
        ruleset = game.ruleset(header.seats, self.options, header.data)
        return game.new(ruleset, header.seats)

    @property
    def seats(self) -> int:
        """How many seats the table has."""
        return self.log.header.seats

    @property
    def version(self) -> int:
        """The number of entries; a client names the version on which its action was based."""
        return self.log.count

    @property
    def actors(self) -> tuple[int, ...]:
        """Who may act now; empty when the match is over."""
        return self.game.actors(self._state)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""
        return self.game.outcome(self._state)

    @property
    def position(self) -> str:
        """The whole position as text, secrets included."""
        return self.game.notation.format_state(self._state)

    @property
    def digest(self) -> str:
        """A fingerprint of the whole position."""
        return sha256(self.position.encode()).hexdigest()

    def peek(self) -> Any:
        """A copy of the whole state, secrets included: for trusted code that judges a match that is
        over, such as `prateria.review`.

        Changing the copy does not change the match. Code that answers players uses `view`.
        """
        return self.game.copy(self._state)

    def peek_at(self, number: int) -> Any:
        """The same, as it was after an entry; what was taken back since is not in it."""
        return self._rebuilt([each for each in self._kept if each <= number])

    def legal(self, seat: int) -> list[Any]:
        """What a seat may do now, in a pinned order; nothing if it may not act."""
        if seat != CLOCK:
            self._check_seat(seat)
        if seat not in self.actors:
            return []
        return list(self._legal_now(seat))

    def _legal_now(self, seat: int) -> Sequence[Any]:
        found = self._legal.get(seat)
        if found is None:
            found = self._legal[seat] = self.game.legal(self._state, seat)
        return found

    def view(self, seat: int | None) -> Any:
        """All that a seat, or with None a spectator, may know."""
        if seat is not None:
            self._check_seat(seat)
        return self.game.view(self._state, seat)

    def _repr_svg_(self) -> str:
        """The table in a notebook, as anybody may see it; `face.picture` draws it for a seat."""
        return face_of(self.game).picture(self.view(None))

    def play(
        self, seat: int, action: Any, *, at: int | None = None, based_on: int | None = None
    ) -> list[Entry]:
        """Carry out a seat's (or CLOCK's) action, an object or its notation, and the luck after it.

        Returns the new entries. Raises UnknownAction, IllegalAction or StaleAction, without
        changing anything, if the action cannot be carried out.
        """
        if seat != CLOCK:
            self._check_seat(seat)
        if isinstance(action, str):
            action = self.parse(action, seat)
        elif not self._is_action(action):
            raise UnknownAction(f"{action!r} is not an action of {self.game.meta.name}")
        if based_on is not None and based_on != self.version:
            raise StaleAction(
                f"the action was based on version {based_on}; the match is at {self.version}"
            )
        if not self.actors:
            raise StaleAction(mark("The match is over; nothing more can be played."))
        self._check_legal(seat, action)
        first = self.version
        self._append(self._time(at), seat, action, None)
        self.draw()
        return self.log.after(first)

    def may_take_back(self, seat: int) -> int | None:
        """The number of the entry that a seat may take back without asking anybody, or None.

        It is the seat's latest, made in a turn that is not over or in a choice that others make at
        the same time, and neither it nor anything since has revealed what was hidden.
        """
        self._check_seat(seat)
        place = self._last_place(seat)
        if place < 0 or not self.actors:
            return None
        number = self._kept[place]
        before = self._rebuilt(self._kept[:place])
        together = sum(actor >= 0 for actor in self.game.actors(before)) > 1
        is_last = number == self._kept[-1]
        if not (together and self._can_do_without(number)) and not (
            is_last and seat in self.actors
        ):
            return None
        return None if self._was_told(before, self._kept[place:]) else number

    def _last_place(self, seat: int) -> int:
        """The index, among the entries that count, of a seat's latest; -1 if it has none, or if
        luck or the clock has acted since: what they did is told to all."""
        place = len(self._kept) - 1
        while place >= 0:
            by = self.log.by(self._kept[place])
            if by == seat:
                break
            place = place - 1 if by >= 0 else -1
        return place

    def _was_told(self, state: Any, numbers: list[int]) -> bool:
        """Whether any of these entries, starting from this state, revealed what was hidden."""
        for number in numbers:
            entry = self._entry(number)
            if reveals(self.game, state, entry.by, entry.action):
                return True
            self.game.apply(state, entry.action)
        return False

    def take_back(self, seat: int, *, at: int | None = None) -> list[Entry]:
        """Take back a seat's latest action; StaleAction if that would have to make something
        unseen."""
        number = self.may_take_back(seat)
        if number is None:
            raise StaleAction(
                mark("Nothing can be taken back: a turn is over or something was shown.")
            )
        alone = number != self._kept[-1]
        return self._append_take_back(self._time(at), seat, TakeBack(number, alone))

    def take_back_to(self, seat: int, number: int, *, at: int | None = None) -> list[Entry]:
        """Take back an entry and all after it. The caller makes sure that everyone agreed."""
        self._check_seat(seat)
        if number not in self._kept or not self.actors:
            raise StaleAction(mark("That can no longer be taken back."))
        return self._append_take_back(self._time(at), seat, TakeBack(number, alone=False))

    def _append_take_back(self, at: int, seat: int, back: TakeBack) -> list[Entry]:
        self._restore(at, seat, back)
        first = self.version - 1
        self.draw()
        return self.log.after(first)

    def _restore(self, at: int, by: int, back: TakeBack) -> None:
        kept = _kept_after(self._kept, back)
        self._state = self._rebuilt(kept, back.entry)
        self._legal = {}
        self._kept = kept
        for n in [
            n for n in self._before if n == back.entry or (n > back.entry and not back.alone)
        ]:
            del self._before[n]
        self.log.add(Entry(at, by, back, None, ()))

    def _entry(self, number: int) -> Entry:
        return self.log.entry(number)

    def _rebuilt(self, kept: list[int], back: int = 0) -> Any:
        """The state after these entries: those before entry `back`, perhaps, and some after it."""
        border, before = len(self._base_kept), self._before.get(back)
        if before is not None:
            border, state = len(before[0]), self.game.copy(before[1])
        elif self._base is not None and kept[:border] == self._base_kept:
            state = self.game.copy(self._base)
        else:
            state, border = self._start(), 0
        for place in range(border, len(kept)):
            number = kept[place]
            if number in self._before:  # without the entry being taken back
                self._before[number] = kept[:place], self.game.copy(state)
            self.game.apply(state, self._entry(number).action)
        return state

    def _can_do_without(self, number: int) -> bool:
        """Whether everything done since an entry could have been done without it."""
        place = self._kept.index(number)
        state = self._rebuilt(self._kept[:place], number)
        for later in self._kept[place + 1 :]:
            entry = self._entry(later)
            intent = self.game.intent(entry.action)
            if entry.by < 0 or intent not in self.game.legal(state, entry.by):
                return False
            self.game.apply(state, entry.action)
        return True

    def draw(self) -> None:
        """Draw whatever luck is due. `play` does so too; a new match starts with it."""
        while self._draws is not None and self.actors == (CHANCE,):
            counter = self._draws.counter
            action = self.game.sample(self._state, self._draws)
            self._append(self._time(None), CHANCE, action, counter)
        outcome = self.outcome
        if outcome is not None and self._seed is not None and self.log.ending is None:
            self.log.ending = Ending(outcome, self._seed)

    def foresee(self, records: Sequence[Record]) -> None:
        """Note which entries a log that will be followed takes back.

        The states before those are kept while they count: rebuilding each would take time quadratic
        in the length of the log.
        """
        self._foreseen = {r.action.entry for r in records if isinstance(r.action, TakeBack)}

    def follow(self, record: Record) -> None:
        """Carry out an entry read from a log, checked as if it were played now."""
        if record.at < self._time(None):
            raise LogError(record.line, mark("it is dated before the line above it"))
        if isinstance(record.action, TakeBack):
            self._check_take_back(record.line, record.by, record.action)
            self._restore(record.at, record.by, record.action)
            return
        if record.by not in self.actors:
            who = actor_name(record.by)
            raise LogError(record.line, mark("{actor} may not act here"), actor=who)
        if record.by == CHANCE:
            self._check_luck(record)
        else:
            try:
                self._check_legal(record.by, record.action)
            except IllegalAction as error:
                text = mark("the rules do not allow this move ({rule})")
                raise LogError(record.line, text, error.why, rule=error.rule) from None
        self._append(record.at, record.by, record.action, record.draw)

    def _check_take_back(self, line: int, by: int, back: TakeBack) -> None:
        if by < 0 or back.entry not in self._kept or not self.actors:
            text = mark("entry {number} cannot be taken back here")
            raise LogError(line, text, number=back.entry)
        if not back.alone:
            return
        if self._entry(back.entry).by != by or not self._can_do_without(back.entry):
            text = mark("entry {number} cannot be taken back alone")
            raise LogError(line, text, number=back.entry)

    def _check_luck(self, record: Record) -> None:
        if all(record.action != outcome for outcome, _ in self.game.chance(self._state)):
            raise LogError(record.line, mark("luck cannot have produced this"))
        if self._draws is None:
            if record.draw is None or record.draw < self._next_draw:
                text = mark("draw {number} or later was expected here")
                raise LogError(record.line, text, number=self._next_draw)
            self._next_draw = record.draw + 1
            return
        if record.draw != self._draws.counter:  # a host might skip draws it does not like
            text = mark("draw {number} was expected here")
            raise LogError(record.line, text, number=self._draws.counter)
        if self.game.sample(self._state, self._draws) != record.action:
            raise LogError(record.line, mark("the seed draws something else here"))

    def _check_seat(self, seat: object) -> None:
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise UnknownAction(
                f"there is no seat {seat!r}; seats are numbered 0 to {self.seats - 1}"
            )

    def parse(self, text: str, seat: int) -> Any:
        """Parse an action in notation; a seat may leave out its own letter."""
        try:
            return self.game.notation.parse_action(text)
        except NotationError as error:
            if seat >= 0:
                try:
                    return self.game.notation.parse_action(f"{LETTERS[seat]} {text}")
                except NotationError:
                    pass
            raise UnknownAction(str(error)) from None

    def _is_action(self, action: Any) -> bool:
        """Whether it is an action at all: of the right class, with sensible fields."""
        if not isinstance(action, self.game.actions):
            return False
        try:
            return bool(
                self.game.notation.parse_action(self.game.notation.format_action(action)) == action
            )
        except (AttributeError, LookupError, NotationError, TypeError, ValueError):
            return False

    def _check_legal(self, seat: int, action: Any) -> None:
        intent = self.game.intent(action)
        if seat not in self.actors or intent not in self._legal_now(seat):
            raise self.game.refuse(self._state, seat, action)

    def _time(self, at: int | None) -> int:
        """The time to write: never before the entry above, whatever a clock says."""
        last = self.log.at
        return last if at is None else max(at, last)

    def _append(self, at: int, by: int, action: Any, draw: int | None) -> None:
        number = self.version + 1
        if number in self._foreseen:
            self._before[number] = self._kept[:], self.game.copy(self._state)
        self._legal = {}
        events = tuple(self.game.apply(self._state, action))
        self.log.add(Entry(at, by, action, draw, events))
        self._kept.append(number)


def _recalled(game: AnyGame, header: Header, past: str) -> list[Entry]:
    """The entries before a checkpoint. They were checked when it was made, and their text has not
    changed since, as its chain proves."""
    return Match(game, header, None).replayed(past)


def _kept_after(kept: list[int], back: TakeBack) -> list[int]:
    if back.alone:
        return [n for n in kept if n != back.entry]
    return [n for n in kept if n < back.entry]
