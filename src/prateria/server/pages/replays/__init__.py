"""Pages of finished and running matches, moment by moment."""
