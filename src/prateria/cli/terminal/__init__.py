"""Playing and reading matches in the terminal."""
