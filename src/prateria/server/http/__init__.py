"""The JSON API, and what its handlers share."""
