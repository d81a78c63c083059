"""Looking at a match that is over: who stood how when, and where it was decided."""

from prateria.review.chances import compare, is_judged
from prateria.review.review import Judged, Review, Turn, review

__all__ = ["Judged", "Review", "Turn", "compare", "is_judged", "review"]
