"""Judging matches: who stood how when and where it was decided; and advice for the next move."""

from prateria.review.advice import Advice, advise
from prateria.review.review import Grade, JudgedTurn, Review, Summary, TurningPoint, review
from prateria.review.win_model import is_judged

__all__ = [
    "Advice",
    "Grade",
    "JudgedTurn",
    "Review",
    "Summary",
    "TurningPoint",
    "advise",
    "is_judged",
    "review",
]
