"""What the page itself puts around a game's drawing, as HTML: whose turn it is, the list of moves,
the log's lines, who is away, how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from prateria.core.contract.meta import Outcome
from prateria.core.drawing.markup import medal
from prateria.core.drawing.scene import COLOURS, Choice
from prateria.core.matches.story import Passage, Told
from prateria.core.texts import Texts
from prateria.server.painting.names import bot_label
from prateria.server.wire.protocol import ChairFace, TableFace, Trace

FEW: Final = 3
"""Up to this many sentences share one paragraph; more get a line each."""


def turn(
    acting: Sequence[int],
    seat: int | None,
    own: Sequence[int],
    names: Sequence[str],
    outcome: Outcome | None,
    texts: Texts,
    *,
    colours: Sequence[str] = COLOURS,
) -> str:
    """The banner: whose turn it is, in the reader's language."""
    if outcome is not None:
        sign = "".join(medal(colours[winner]) for winner in outcome.winners)
        return _banner("over", sign, _winners(outcome.winners, own, names, texts))
    if seat is not None and seat in acting:
        text = texts.say("Your turn")
        if len(own) > 1:
            text = texts.say("{name}: your turn", name=names[seat])
        return _banner("yours", medal(colours[seat]), text)
    if not acting:
        return _banner("wait", "", texts.say("Ready…"))
    sign = "".join(medal(colours[actor]) for actor in acting)
    if len(acting) == 1:
        return _banner("wait", sign, texts.say("{name} is thinking", name=names[acting[0]]))
    waiting = ", ".join(names[actor] for actor in acting)
    return _banner("wait", sign, texts.say("Waiting for {names}", names=waiting))


def between(texts: Texts) -> str:
    """The banner when nobody is to act: a replay can stop there, a table never does."""
    return _banner("wait", "", texts.say("Luck decides"))


def _banner(kind: str, sign: str, text: str) -> str:
    return f'<p class="turn {kind}">{sign}<span>{escape(text)}</span></p>'


def _winners(winners: Sequence[int], own: Sequence[int], names: Sequence[str], texts: Texts) -> str:
    if len(winners) > 1:
        shared = ", ".join(names[winner] for winner in winners)
        return texts.say("Shared victory: {names}", names=shared)
    if list(own) == list(winners):
        return texts.say("You win!")
    return texts.say("{name} wins", name=names[winners[0]])


def moves(choices: Sequence[Choice], texts: Texts) -> str:
    """Every legal move as a line of text: a whole game can be played with these."""
    if not choices:
        return f'<p class="none">{escape(texts.say("Nothing to do for you now."))}</p>'
    rows = "".join(
        f'<li><button type="button" id="move-{place}" data-moves="{escape(choice.move)}">'
        f"{escape(choice.text)}</button></li>"
        for place, choice in enumerate(choices)
    )
    return f'<ol class="moves">{rows}</ol>'


def seats(
    face: TableFace,
    names: Sequence[str],
    texts: Texts,
    *,
    has_clocks: bool,
    colours: Sequence[str] = COLOURS,
) -> str:
    """A chip for each seat that has a clock or a status to show, and one for the bots of a level;
    else nothing."""
    chips = []
    for chair, name in zip(face.chairs, names, strict=True):
        note = _note(chair, texts)
        if not note and not has_clocks:
            continue
        clock = f'<time class="clock" data-clock="{chair.seat}"></time>' if has_clocks else ""
        said = f"<small>{escape(note)}</small>" if note else ""
        kind = "away" if note else ""
        chips.append(
            f'<li id="chip-{chair.seat}" class="chip {kind}">{medal(colours[chair.seat])}'
            f"<b>{escape(name)}</b>{clock}{said}</li>"
        )
    chips += _bot_chips(face.chairs, names, texts, colours)
    return f'<ul class="chips">{"".join(chips)}</ul>' if chips else ""


def _bot_chips(
    chairs: Sequence[ChairFace], names: Sequence[str], texts: Texts, colours: Sequence[str]
) -> list[str]:
    """Who is a bot, and how strong: those of one level together, as they share the word."""
    alike: dict[str, list[int]] = {}
    for chair in chairs:
        if chair.person is None and chair.bot is not None:
            alike.setdefault(bot_label(chair.bot, texts), []).append(chair.seat)
    chips = []
    for label, seats in alike.items():
        medals = "".join(medal(colours[seat]) for seat in seats)
        called = escape(", ".join(names[seat] for seat in seats))
        chips.append(
            f'<li class="chip bots">{medals}<b>{called}</b><small>{escape(label)}</small></li>'
        )
    return chips


def _note(chair: ChairFace, texts: Texts) -> str:
    if chair.person is None:
        return ""
    if chair.resigned:
        return texts.say("gave up; a bot plays on")
    if chair.away:
        return texts.say("away; for now: {bot}", bot=bot_label(chair.bot or "", texts))
    return "" if chair.here else texts.say("not here now")


def rule_now(number: str) -> str:
    """Where the page finds the rule that applies now."""
    return f'<i hidden data-rule-now="{escape(number)}"></i>' if number else ""


def entry(
    told: Told,
    table: str,
    *,
    struck: bool = False,
    colours: Sequence[str] = COLOURS,
) -> str:
    """A line of the log; it links to the replay at that moment, beside the table."""
    sign = '<i class="seat"></i>' if told.by is None else medal(colours[told.by])
    kind = "entry struck" if struck else "entry"
    text = " ".join(_passage(passage) for passage in told.passages)
    if len(told.sentences) > FEW:
        kind = f"{kind} many"
    return (
        f'<li id="entry-{told.n}" class="{kind}">{sign}'
        f'<a href="/tables/{escape(table)}/replay?at={told.n}" target="_blank" rel="noopener">'
        f"{text}</a></li>"
    )


def aside(chair: ChairFace, trace: Trace, texts: Texts, *, colours: Sequence[str] = COLOURS) -> str:
    """A line beside the log: an event at a seat that is not a move."""
    said = escape(trace_told(chair.name, trace.what, texts))
    return (
        f'<li id="trace-{chair.seat}-{trace.at}-{escape(trace.what)}" class="aside">'
        f"{medal(colours[chair.seat])}<span>{said}</span></li>"
    )


def trace_told(name: str, what: str, texts: Texts) -> str:
    """What happened at somebody's seat. It is the person's doing, even where their bot is named."""
    if what == "timeout":
        return texts.say("{name} ran out of time: a bot plays this turn.", name=name)
    if what == "left":
        return texts.say("{name} has left for a while: a bot sits in.", name=name)
    if what == "replaced":
        return texts.say("{name} is away: a bot sits in.", name=name)
    if what == "resigned":
        return texts.say("{name} gave up; a bot plays on.", name=name)
    return texts.say("{name} is back.", name=name)


def _passage(passage: Passage) -> str:
    heading = f"<strong>{escape(passage.heading)}</strong> " if passage.heading else ""
    return heading + " ".join(f"<span>{escape(sentence)}</span>" for sentence in passage.sentences)


def result(
    face: TableFace,
    outcome: Outcome,
    names: Sequence[str],
    own: Sequence[int],
    texts: Texts,
    *,
    has_played: bool,
    told: Sequence[str] = (),
    colours: Sequence[str] = COLOURS,
) -> str:
    """How the match ended and why, how it was scored (the last sentences), and what to do next."""
    order = sorted(range(len(names)), key=lambda seat: (outcome.places[seat], seat))
    rows = "".join(
        f'<tr class="place-{outcome.places[seat]}"><td>{outcome.places[seat]}.</td>'
        f'<td>{medal(colours[seat])}</td><th scope="row">{escape(names[seat])}</th>'
        f"<td>{outcome.scores[seat]}</td></tr>"
        for seat in order
    )
    place, *heads = (
        f'<th scope="col">{escape(head)}</th>'
        for head in (texts.say("Place"), texts.say("Player"), texts.say("Points"))
    )
    again = _again(face, texts, has_played=has_played)
    replay = escape(texts.say("Replay and review"))
    decided = texts.word("reason", outcome.reason)
    why = escape(texts.say("Outcome: {reason}", reason=decided))
    how = ""
    if told:
        sentences = "".join(f"<li>{escape(sentence)}</li>" for sentence in told)
        how = f"<details><summary>{escape(texts.say('How it was scored'))}</summary>"
        how += f"<ul>{sentences}</ul></details>"
    home = escape(texts.say("Other games"))
    return (
        f"<h2>{escape(_winners(outcome.winners, own, names, texts))}</h2>"
        f"<table><thead><tr>{place}<td></td>{''.join(heads)}</tr></thead>"
        f'<tbody>{rows}</tbody></table><p class="why">{why}</p>{how}<div class="row">{again}'
        f'<a class="button" href="/tables/{escape(face.table)}/replay#chances">{replay}</a>'
        f'<a class="button" href="/">{home}</a></div>'
    )


def gave_up(face: TableFace, texts: Texts) -> str:
    """For somebody who gave up while the match goes on: whether it goes on for anybody, and what to
    do next."""
    others = [chair for chair in face.chairs if chair.person is not None and not chair.resigned]
    told = texts.say("The others play on, with a bot on your seat.")
    if not others:
        told = texts.say("The bots finish the match quickly.")
    again = "" if others else _again(face, texts, has_played=True)
    home = escape(texts.say("Other games"))
    return (
        f'<h2 data-gave-up>{escape(texts.say("You gave up"))}</h2><p class="why">{escape(told)}</p>'
        f'<div class="row">{again}<a class="button" href="/">{home}</a></div>'
    )


def _again(face: TableFace, texts: Texts, *, has_played: bool) -> str:
    """The way to another match of the same people; "" if there is none for the reader."""
    if face.rematch is not None and not has_played:
        text = escape(texts.say("To the rematch"))
        return f'<a class="button main" href="/tables/{escape(face.rematch)}">{text}</a>'
    if not has_played:
        return ""
    text = texts.say("Rematch") if face.rematch is None else texts.say("To the rematch")
    return f'<button type="button" class="button main" data-do="rematch">{escape(text)}</button>'
