"""A match, how it begins, its log, taking back, and its story in sentences."""
