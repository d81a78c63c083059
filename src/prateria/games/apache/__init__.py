"""Apache (Stefan Dorra, 2007): a race of hands for what lies face up, live or calm."""

from prateria.games.apache.game import Apache

GAME = Apache()
