"""Pages of finished and running matches, step by step."""
