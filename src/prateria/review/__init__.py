"""Looking at a match that is over: who stood how when, and where it was decided."""

from prateria.review.review import Grade, JudgedTurn, Review, Summary, TurningPoint, review
from prateria.review.win_model import compare, is_judged

__all__ = [
    "Grade",
    "JudgedTurn",
    "Review",
    "Summary",
    "TurningPoint",
    "compare",
    "is_judged",
    "review",
]
