"""Tables in memory: everything that can happen to one, one thing at a time, written before it is
announced."""
