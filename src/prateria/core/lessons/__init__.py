"""First lessons: their file, and checking a learner's moves."""
