"""What a race needs of the lines to its players: how long they take, and cards sent together."""
