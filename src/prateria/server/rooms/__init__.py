"""Tables in memory: what can happen to one, in turn, written before it is told."""
