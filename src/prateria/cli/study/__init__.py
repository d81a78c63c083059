"""Simulations, contests, training, datasets, reviews, checks of logs."""
