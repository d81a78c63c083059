"""What a race needs to know of the players' lines: how long they take, and cards sent together."""
