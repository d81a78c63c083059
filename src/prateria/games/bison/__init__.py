"""Bison (Wolfgang Kramer and Michael Kiesling, 2006): area majorities on growing land."""

from prateria.games.bison.game import Bison

GAME = Bison()
