"""What the player can do now: steps of an action, the tile in hand, trades, payments."""
