"""A match, how it begins, its log, taking back, telling it."""
