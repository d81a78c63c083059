"""Looking at a match that is over: who stood how when, and where it was decided."""

from prateria.review.review import JudgedDecision, Review, Turn, review
from prateria.review.win_model import compare, is_judged

__all__ = ["JudgedDecision", "Review", "Turn", "compare", "is_judged", "review"]
