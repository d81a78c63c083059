"""One folder a game. A game imports the core and nothing else, and never another game."""
