"""Results of a contest: statistics, verdicts, plots, pages."""
