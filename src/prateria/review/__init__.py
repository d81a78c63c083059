"""Analysing a finished match: how the chances developed, and where it was decided."""

from prateria.review.review import JudgedDecision, Review, Turn, review
from prateria.review.win_model import compare, is_judged

__all__ = ["JudgedDecision", "Review", "Turn", "compare", "is_judged", "review"]
