"""The page of a table, before and during the match."""
