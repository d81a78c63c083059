"""Manitou (Günter Burkhardt, 2005): hidden hands, a party chosen in secret, three grounds."""

from prateria.games.manitou.game import Manitou

GAME = Manitou()
