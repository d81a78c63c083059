"""What the player can do now: steps of an action, hands of tiles, trades, payments."""
