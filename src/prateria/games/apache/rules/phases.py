"""What a match of Apache waits for next. The order is the order of play."""

from __future__ import annotations

from typing import Final

LOT: Final = 0
BEAT: Final = 1
"""Live only: the next card waits for the beat, or for the turner's click."""
TURN: Final = 2
CHOOSE: Final = 3
"""Calm only: everyone chooses in secret."""
RACE: Final = 4
"""Live only: plays are accepted until the clock closes the window."""
ORDER: Final = 5
CHOOSE_CLAIM: Final = 6
PICK_PERSON: Final = 7
"""The claim has been chosen, the prisoner or spouse has not."""
OVER: Final = 8

PHASES: Final = ("lot", "beat", "turn", "choose", "race", "order", "claim", "person", "over")
"""Their names in notation and views."""
