"""Bison as a picture: the land, the pieces, the panels, and the path of ids that spells a move.

Only views are drawn. Nothing here decides a rule: what may be done comes with the scene, what it
would pay is counted by `scoring`.
"""
