"""Many matches between bots, and what they add up to."""

from prateria.arena.simulate import Simulation, game_seed, log_name, simulate
from prateria.arena.statistics import Summary, wilson

__all__ = ["Simulation", "Summary", "game_seed", "log_name", "simulate", "wilson"]
