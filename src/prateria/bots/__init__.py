"""Bots: what they are given, how one is made from its name, and a seat played by one."""

from prateria.bots.base import Bot, Budget, Observation
from prateria.bots.levels import LEVELS
from prateria.bots.seat import BotSeat, decision_rng
from prateria.bots.specs import make, names

__all__ = ["LEVELS", "Bot", "BotSeat", "Budget", "Observation", "decision_rng", "make", "names"]
