"""Text for people: the terminal screen, sentences of the log, phrases."""
