"""What a game offers: its rules, and facets for notation, words, numbers, drawing, real time."""
