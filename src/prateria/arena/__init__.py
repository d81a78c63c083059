"""Many matches between bots, and their combined results."""

from prateria.arena.reports.statistics import Summary, wilson
from prateria.arena.simulate import Simulation, game_seed, log_name, simulate

__all__ = ["Simulation", "Summary", "game_seed", "log_name", "simulate", "wilson"]
