"""Duel: a toy game that uses all of the contract, small enough to read at a glance.

Two players are dealt two of the cards 1 to 5. Twice, both choose a card in secret while a bell
(CLOCK) may ring; then both cards are shown and the higher takes the trick. A player who has not
chosen when the bell rings plays the lowest card. So everybody knows that the other card is higher,
and views remember it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from prateria.core.chance import Rng, shuffled
from prateria.core.contract.face import Face, text_face
from prateria.core.contract.game import CHANCE, CLOCK, Game
from prateria.core.contract.meta import Meta, Option, OptionValue, Outcome
from prateria.core.contract.notation import Notation
from prateria.core.contract.numbers import Numbers, numbers_from_views
from prateria.core.contract.words import Words
from prateria.core.errors import IllegalAction, NotationError
from prateria.core.lessons.lesson import Lesson, parse_lesson
from prateria.core.rules import Rule, Rulebook
from prateria.core.texts import ENGLISH, Texts

DECK = (1, 2, 3, 4, 5)
HAND = 2


@dataclass(frozen=True, slots=True)
class Rules:
    low_wins: bool


@dataclass(frozen=True, slots=True)
class Deal:
    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Choose:
    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Ring:
    pass


@dataclass(frozen=True, slots=True)
class Dealt:
    seat: int
    card: int | None


@dataclass(frozen=True, slots=True)
class Chosen:
    seat: int
    card: int | None


@dataclass(frozen=True, slots=True)
class Shown:
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    seat: int | None
    ruleset: Rules
    hand: tuple[int, ...]
    choice: int | None
    chosen: tuple[bool, ...]
    counts: tuple[int, ...]
    table: tuple[int, ...]
    tricks: tuple[int, ...]
    lowest: tuple[int, ...]
    """The card that the bell made each seat play, 0 for none."""
    extra: tuple[int, ...] = ()


Action = Deal | Choose | Ring
Event = Dealt | Chosen | Shown


class State:
    __slots__ = ("choices", "hands", "lowest", "rules", "table", "tricks", "undealt")

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.undealt: tuple[int, ...] = DECK
        self.hands: list[tuple[int, ...]] = [(), ()]
        self.choices: list[int] = [0, 0]
        self.table: tuple[int, ...] = ()
        self.tricks: list[int] = [0, 0]
        self.lowest: list[int] = [0, 0]


META = Meta(
    id="duel",
    name="Duel",
    designers=("nobody",),
    publisher="the tests",
    year=2026,
    least=2,
    most=2,
    options=(Option("low_wins", (False, True), False, "D1"),),
    rules_version="1",
)
TEXTS = dict.fromkeys(("en", "it", "cs", "de"), "A card of the own hand, once.")
LESSON = """
[[step]]
position = "high 15 23 00 - 00"
seat = 0
moves = ["a chooses 5"]
then = ["b chooses 3"]
rules = ["D1"]
text = { en = "The higher card takes the trick. Choose your 5.", it = "La carta più alta prende la presa. Scegli il tuo 5.", cs = "Vyšší karta bere zdvih. Zvol svou pětku.", de = "Die höhere Karte gewinnt den Stich. Wähle deine 5." }
after = { en = "Well done.", it = "Ben fatto.", cs = "Výborně.", de = "Gut gemacht." }

[[step]]
seat = 0
moves = ["a chooses 1"]
then = ["b chooses 2"]
rules = ["D1"]
text = { en = "One card is left: choose it.", it = "Resta una carta: sceglila.", cs = "Zbývá jedna karta: zvol ji.", de = "Eine Karte ist übrig: Wähle sie." }
after = { en = "A trick each.", it = "Una presa ciascuno.", cs = "Každý má jeden zdvih.", de = "Jeder hat einen Stich." }

[[step]]
seat = 0
rules = []
text = { en = "The victory is shared.", it = "La vittoria è condivisa.", cs = "O vítězství se dělíte.", de = "Ihr teilt euch den Sieg." }
"""  # noqa: E501
RULEBOOK = Rulebook("1", ("none",), {"D": TEXTS}, {"D1": Rule("D1", "", False, TEXTS)})


DuelNumbers: TypeAlias = Numbers[Rules, State, Action, View]
DuelWords: TypeAlias = Words[View, Event, Action]


class Duel(Game[Rules, State, Action, Event, View]):
    def __init__(self) -> None:
        super().__init__(
            meta=META,
            rulebook=RULEBOOK,
            actions=(Deal, Choose, Ring),
            events=(Dealt, Chosen, Shown),
            views=(Rules, View),
            reasons=("tricks", "shared"),
            data={},
            notation=Notation(
                format_state=self.format_state,
                parse_state=self.parse_state,
                setup=self.setup,
                format_action=self.format_action,
                parse_action=self.parse_action,
            ),
            words=self.make_words(),
            numbers=self.make_numbers(),
            face=self.make_face(),
        )

    def make_words(self) -> DuelWords:
        return Words(describe=self.describe, tell=self.tell, phrase=self.phrase)

    def make_numbers(self) -> DuelNumbers:
        return numbers_from_views(
            self.view, evaluate=self.evaluate, encode=self.encode, every_action=self.every_action
        )

    def make_face(self) -> Face[View, Action] | None:
        """None: the game is drawn as text. But it has a lesson, so it has a face."""
        return replace(text_face(self.describe), lesson=self.lesson)

    def ruleset(
        self,
        players: int,
        options: Mapping[str, OptionValue],
        data: Mapping[str, Any] | None = None,
    ) -> Rules:
        return Rules(options.get("low_wins", False) is True)

    def new(self, ruleset: Rules, seats: int) -> State:
        return State(ruleset)

    def copy(self, state: State) -> State:
        twin = State(state.rules)
        twin.undealt, twin.table = state.undealt, state.table
        twin.hands, twin.choices = state.hands[:], state.choices[:]
        twin.tricks, twin.lowest = state.tricks[:], state.lowest[:]
        return twin

    def actors(self, state: State) -> tuple[int, ...]:
        if len(state.undealt) > len(DECK) - 2 * HAND:
            return (CHANCE,)
        if len(state.table) == 2 * HAND:
            return ()
        return (*(seat for seat in (0, 1) if not state.choices[seat]), CLOCK)

    def legal(self, state: State, seat: int) -> Sequence[Action]:
        if seat not in self.actors(state):
            return ()
        if seat == CLOCK:
            return (Ring(),)
        return tuple(Choose(seat, card) for card in state.hands[seat])

    def refuse(self, state: State, seat: int, action: Action) -> IllegalAction:
        return IllegalAction("D1", "you may not do this now", seat=seat)

    def chance(self, state: State) -> Sequence[tuple[Action, int]]:
        seat = min((0, 1), key=lambda seat: len(state.hands[seat]))
        return [(Deal(seat, card), 1) for card in state.undealt]

    def apply(self, state: State, action: Action) -> Sequence[Event]:
        if isinstance(action, Deal):
            state.undealt = tuple(card for card in state.undealt if card != action.card)
            state.hands[action.seat] = (*sorted((*state.hands[action.seat], action.card)),)
            return (Dealt(action.seat, action.card),)
        events: list[Event] = []
        if isinstance(action, Choose):
            events.append(self._choose(state, action.seat, action.card))
            if not all(state.choices):
                return events
        late = [seat for seat in (0, 1) if not state.choices[seat]]
        for seat in late:
            state.lowest[seat] = state.hands[seat][0]
            events.append(self._choose(state, seat, state.hands[seat][0]))
        return (*events, self._show(state))

    def _choose(self, state: State, seat: int, card: int) -> Event:
        state.choices[seat] = card
        state.hands[seat] = tuple(other for other in state.hands[seat] if other != card)
        return Chosen(seat, card)

    def _show(self, state: State) -> Event:
        cards = tuple(state.choices)
        state.table += cards
        best = min(cards) if state.rules.low_wins else max(cards)
        state.tricks[cards.index(best)] += 1
        state.choices = [0, 0]
        return Shown(cards)

    def view(self, state: State, seat: int | None) -> View:
        return View(
            seat=seat,
            ruleset=state.rules,
            hand=() if seat is None else state.hands[seat],
            choice=None if seat is None else state.choices[seat],
            chosen=tuple(choice > 0 for choice in state.choices),
            counts=tuple(map(len, state.hands)),
            table=state.table,
            tricks=tuple(state.tricks),
            lowest=tuple(state.lowest),
        )

    def seen(self, event: Event, seat: int | None) -> Event | None:
        if isinstance(event, Dealt) and event.seat != seat:
            return Dealt(event.seat, None)
        if isinstance(event, Chosen) and event.seat != seat:
            return Chosen(event.seat, None)
        return event

    def determinize(self, view: View, rng: Rng) -> State:
        world = self.draw_world(view, rng)
        while any(card < view.lowest[seat] for seat in (0, 1) for card in self._held(world, seat)):
            world = self.draw_world(view, rng)
        return world

    def _held(self, state: State, seat: int) -> tuple[int, ...]:
        """The cards of a seat that nobody has seen."""
        return (*state.hands[seat], *filter(None, (state.choices[seat],)))

    def draw_world(self, view: View, rng: Rng) -> State:
        """A state consistent with the view, except for what the bell has revealed."""
        state = State(view.ruleset)
        known = {*view.hand, *view.table, view.choice or 0}
        pool = shuffled([card for card in DECK if card not in known], rng)
        for seat in (0, 1):
            if seat == view.seat:
                state.hands[seat], state.choices[seat] = view.hand, view.choice or 0
                continue
            state.hands[seat] = tuple(sorted(pool.pop() for _ in range(view.counts[seat])))
            state.choices[seat] = pool.pop() if view.chosen[seat] else 0
        state.undealt = tuple(sorted(pool))
        state.table, state.tricks = view.table, list(view.tricks)
        state.lowest = list(view.lowest)
        return state

    def outcome(self, state: State) -> Outcome | None:
        if self.actors(state):
            return None
        a, b = state.tricks
        places = (1 + (b > a), 1 + (a > b))
        return Outcome(places, (a, b), "shared" if a == b else "tricks")

    def invariants(self, state: State) -> Sequence[str]:
        cards = [*state.undealt, *state.table, *filter(None, state.choices)]
        cards.extend(card for hand in state.hands for card in hand)
        return [] if sorted(cards) == list(DECK) else [f"the cards are {sorted(cards)}"]

    def format_state(self, state: State) -> str:
        rows = (*state.hands, tuple(state.choices), state.table, tuple(state.tricks))
        rows += (tuple(state.lowest),) if any(state.lowest) else ()
        words = ["".join(map(str, row)) or "-" for row in rows]
        return " ".join(["low" if state.rules.low_wins else "high", *words])

    def parse_state(self, text: str, data: Mapping[str, Any] | None = None) -> State:
        words = text.split()
        if len(words) not in (6, 7):
            raise NotationError("six words were expected")
        rows = [tuple(map(int, word)) if word != "-" else () for word in words[1:]]
        state = State(Rules(words[0] == "low"))
        state.hands = [rows[0], rows[1]]
        state.choices, state.table, state.tricks = list(rows[2]), rows[3], list(rows[4])
        state.lowest = list(rows[5]) if len(rows) > 5 else [0, 0]
        held = {*rows[0], *rows[1], *rows[2], *rows[3]}
        state.undealt = tuple(card for card in DECK if card not in held)
        return state

    def setup(self, state: State) -> tuple[int, dict[str, OptionValue]]:
        return 2, {"low_wins": state.rules.low_wins}

    def format_action(self, action: Action) -> str:
        if isinstance(action, Ring):
            return "ring"
        verb = "gets" if isinstance(action, Deal) else "chooses"
        return f"{'ab'[action.seat]} {verb} {action.card}"

    def parse_action(self, text: str) -> Action:
        words = text.split()
        if words == ["ring"]:
            return Ring()
        if len(words) != 3 or words[0] not in ("a", "b") or words[2] not in "12345":
            raise NotationError(f"{text!r} is not an action; one reads like 'a chooses 3'")
        seat, card = "ab".index(words[0]), int(words[2])
        if words[1] == "gets":
            return Deal(seat, card)
        if words[1] == "chooses":
            return Choose(seat, card)
        raise NotationError(f"{words[1]!r} is neither 'gets' nor 'chooses'")

    def evaluate(self, view: View) -> tuple[float, ...]:
        return tuple(map(float, view.tricks))

    def encode(self, view: View) -> tuple[float, ...]:
        return (*(float(card in view.hand) for card in DECK), *map(float, view.tricks))

    def every_action(self, ruleset: Rules, seat: int) -> Sequence[Action]:
        return tuple(Choose(seat, card) for card in DECK)

    def describe(self, view: View) -> str:
        return f"tricks {view.tricks}, hand {view.hand}"

    def tell(self, event: Event, names: Sequence[str], texts: Texts = ENGLISH) -> str:
        return "" if isinstance(event, Dealt) else f"{event}"

    def phrase(self, view: View, action: Action, texts: Texts = ENGLISH) -> str:
        return self.format_action(action)

    def lesson(self) -> Lesson:
        return parse_lesson(LESSON)
