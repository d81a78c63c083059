"""Which ids are picked for an action, and which actions wait for a last yes."""

from __future__ import annotations

from prateria.games.apache.drawing.ids import CLAIM, HAND, PASS, TAKE, TURN
from prateria.games.apache.rules.actions import Action, Claim, PlayTribe, TakePerson, TurnCard
from prateria.games.apache.rules.view import View


def path(_view: View, action: Action) -> tuple[str, ...]:
    """One id each: in a race nothing may stand between the key and the play."""
    match action:
        case PlayTribe(_, role):
            return (HAND[role],)
        case TurnCard():
            return (TURN,)
        case Claim(_, choice):
            return (CLAIM[choice],)
        case TakePerson(_, card):
            return (TAKE[card],)
        case _:
            return (PASS,)


def confirms(view: View, action: Action) -> bool:
    """A tribe card in the calm tempo: a slip costs two cards, and there is time."""
    return isinstance(action, PlayTribe) and not view.ruleset.clocked
